"""The seal around every test, the hypothesis profiles, and how the slow folders are spread over workers."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis.configuration
import pytest
from hypothesis import HealthCheck, settings

from tests.support import seal
from tests.support.crash import Crasher
from tests.support.places import PROJECT
from tests.support.scenario import Repo
from tests.support.templates import Templates

hypothesis.configuration.set_hypothesis_home_dir(PROJECT / ".hypothesis")
_SLOW_INPUT = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "default",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    print_blob=True,
    suppress_health_check=_SLOW_INPUT,
)
settings.register_profile("deep", settings.get_profile("default"), derandomize=False, max_examples=3000)
settings.load_profile(os.environ.get("MEMOIR_GIT_HYPOTHESIS") or "default")

_OUTER = dict(os.environ)
_PATH = _OUTER.get("PATH", os.defpath)
_NUMBERS = itertools.count(1)
# A module of these places stays on one worker: it shares templates or one run of the demonstration, and crash
# tests share a state root.
_GROUPED = ("tests/crash/", "tests/scenario/", "tests/conformance/", "tests/cli/test_demo.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        module = item.path.relative_to(PROJECT).as_posix()
        if module.startswith(_GROUPED):
            item.add_marker(pytest.mark.xdist_group(module))


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that leads PATH: this project's `git-memoir`, and the git under test if one is named."""
    folder = tmp_path_factory.mktemp("programs")
    seal.make_programs(folder, _OUTER)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _sealed_session(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The seal for what modules and sessions set up, before any test has a home of its own."""
    root = tmp_path_factory.mktemp("homes")
    home = root / "session"
    seal.make_home(home)
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if seal.is_shut_out(name):
                patch.delenv(name)
        for name, value in seal.sealed_variables(home, programs, _PATH).items():
            patch.setenv(name, value)
        patch.chdir(home)
        # No test cuts the power, and a disk that is asked to be certain takes longer than all the rest.
        patch.setattr(os, "fsync", seal.no_sync)
        yield root


@pytest.fixture(autouse=True)
def sealed_home(_sealed_session: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty HOME of this test's own, and the current directory; nothing outside it is known."""
    home = _sealed_session / str(next(_NUMBERS))
    seal.make_home(home)
    for name, value in seal.sealed_variables(home, programs, _PATH).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(home)
    return home


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    return Templates(tmp_path_factory.mktemp("templates"))


@pytest.fixture(scope="module")
def crasher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crasher]:
    """A process that crashes transactions on demand."""
    made = Crasher(tmp_path_factory.mktemp("crasher") / "pipe")
    yield made
    made.close()


@pytest.fixture
def make_repo(templates: Templates, tmp_path: Path) -> Callable[[], Repo]:
    """Makes empty repositories that know nothing of the plugin."""
    numbers = itertools.count(1)
    return lambda: templates.plain(tmp_path / f"plain{next(numbers)}")


@pytest.fixture
def make_store(templates: Templates, tmp_path: Path) -> Callable[[], Repo]:
    """Makes repositories with the plugin installed and a memoir store at the root."""
    numbers = itertools.count(1)
    return lambda: templates.store(tmp_path / f"store{next(numbers)}")


@pytest.fixture
def store(make_store: Callable[[], Repo]) -> Repo:
    """One repository with the plugin installed and a memoir store at the root."""
    return make_store()
