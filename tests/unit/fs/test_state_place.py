"""The place of the private state, asked lightly: the same as the platform's own, and no more than a look."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest

from memoir_git.fs.state_place import has_journals, state_place


def test_the_users_own_word_comes_first(tmp_path: Path) -> None:
    variables = {"MEMOIR_GIT_STATE_HOME": f"{tmp_path}/a/../b", "XDG_STATE_HOME": str(tmp_path)}

    assert state_place(variables) == (f"{tmp_path}/b", True)


def test_then_the_place_for_the_state_of_programs(tmp_path: Path) -> None:
    assert state_place({"XDG_STATE_HOME": str(tmp_path)}) == (f"{tmp_path}/memoir-git", False)


def test_else_it_is_where_the_platform_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")

    place, is_chosen = state_place({"XDG_STATE_HOME": "relative"})

    assert (place, is_chosen) == (platformdirs.user_state_dir("memoir-git", appauthor=False), False)


def test_a_look_for_journals_makes_nothing(tmp_path: Path) -> None:
    state = tmp_path / "state"
    variables = {"MEMOIR_GIT_STATE_HOME": str(state)}

    assert not has_journals(variables)

    assert not state.exists()


def test_journals_are_seen_and_what_cannot_be_looked_at_counts_as_some(tmp_path: Path) -> None:
    variables = {"MEMOIR_GIT_STATE_HOME": str(tmp_path)}
    folder = tmp_path / "transactions"

    folder.mkdir()
    empty = has_journals(variables)
    (folder / "bootstrap").mkdir()
    some = has_journals(variables)
    os.rename(folder, tmp_path / "elsewhere")
    folder.write_bytes(b"")

    assert (empty, some, has_journals(variables)) == (False, True, True)
