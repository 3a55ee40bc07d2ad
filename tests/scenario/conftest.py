"""What scenarios share beyond the suite's own fixtures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.entries import bind_ledger, install_drivers
from tests.support.faults import Gate
from tests.support.scenario import Repo
from tests.support.templates import install_driver


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """Where git can be made to stand still in the middle of a merge."""
    gate = Gate(tmp_path)
    yield gate
    gate.close()


@pytest.fixture
def make_driven(make_repo: Callable[[], Repo]) -> Callable[[], Repo]:
    """Makes repositories with the driver alone: it merges every session.json, wherever it lies.

    No other attribute stands there, so blobs may hold any line end.
    """

    def make() -> Repo:
        repo = make_repo()
        install_driver(repo)
        return repo

    return make


@pytest.fixture
def driven(make_driven: Callable[[], Repo]) -> Repo:
    """One repository with the driver alone."""
    return make_driven()


@pytest.fixture
def make_memory(make_store: Callable[[], Repo]) -> Callable[[], Repo]:
    """Makes repositories with the plugin installed and a store of entries, index and ledger."""
    return lambda: bind_ledger(make_store())


@pytest.fixture
def memory(make_memory: Callable[[], Repo]) -> Repo:
    """One repository with the plugin installed and a store of entries, index and ledger."""
    return make_memory()


@pytest.fixture
def make_bound(make_repo: Callable[[], Repo]) -> Callable[[], Repo]:
    """Makes repositories with the drivers of all formats alone, wherever memory lies; blobs may hold any
    line end.
    """
    return lambda: install_drivers(make_repo())


@pytest.fixture
def bound(make_bound: Callable[[], Repo]) -> Repo:
    """One repository with the drivers of all formats alone."""
    return make_bound()
