"""The machine around a command, as values."""

from __future__ import annotations

import os
from datetime import datetime, timezone

import pytest

from memoir_git.cli import environment
from memoir_git.cli.environment import EnvironmentVariableError


@pytest.mark.parametrize("text", ["2026-07-01T12:00:00Z", "2026-07-01T14:00:00+02:00", "2026-07-01T12:00:00"])
def test_the_present_can_be_set(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MEMOIR_GIT_NOW", text)

    assert environment.now() == datetime(2026, 7, 1, 12, tzinfo=timezone.utc)


def test_a_present_that_is_no_date_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMOIR_GIT_NOW", "soon")

    with pytest.raises(EnvironmentVariableError, match="MEMOIR_GIT_NOW"):
        environment.now()


@pytest.mark.parametrize(("text", "seconds"), [("", 10.0), ("0", 0.0), ("2.5", 2.5)])
def test_the_lock_timeout_is_a_number_of_seconds(
    monkeypatch: pytest.MonkeyPatch, text: str, seconds: float
) -> None:
    monkeypatch.setenv("MEMOIR_GIT_LOCK_TIMEOUT", text)

    assert environment.lock_timeout() == seconds


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf"])
def test_another_lock_timeout_is_an_error(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MEMOIR_GIT_LOCK_TIMEOUT", text)

    with pytest.raises(EnvironmentVariableError, match="MEMOIR_GIT_LOCK_TIMEOUT"):
        environment.lock_timeout()


def test_the_host_name_ends_before_its_first_dot() -> None:
    assert "." not in environment.hostname()
    assert os.uname().nodename.startswith(environment.hostname())
