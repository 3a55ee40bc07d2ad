"""Random values last from a preview to its application, for seven days, and tell nobody anything."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from memoir_git.fs.seeds import Seeds
from memoir_git.fs.state import StateRoot, locate

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
ASKED = b'["forget","Zanzibar"]'


@pytest.fixture
def state(tmp_path: Path) -> StateRoot:
    return locate({"MEMOIR_GIT_STATE_HOME": str(tmp_path / "state")}, outside=())


def seeds(state: StateRoot | None, asked: bytes = ASKED, now: datetime = NOW) -> Seeds:
    return Seeds(state, asked, now)


def kept(state: StateRoot) -> list[Path]:
    return sorted((state.path / "plans").glob("*")) if (state.path / "plans").exists() else []


def test_the_same_request_finds_the_same_values_later(state: StateRoot) -> None:
    first = seeds(state).value("new")

    assert seeds(state, now=NOW + timedelta(days=7)).value("new") == first


def test_a_value_is_thirty_two_hexadecimal_digits_and_differs_by_label(state: StateRoot) -> None:
    one, other = (seeds(state).value(label) for label in ("a", "b"))

    assert one != other
    assert {len(one), len(other)} == {32}
    assert int(one, 16) >= 0


def test_another_request_has_other_values(state: StateRoot) -> None:
    assert seeds(state).value("new") != seeds(state, b'["forget","Timbuktu"]').value("new")


def test_after_seven_days_the_values_are_fresh(state: StateRoot) -> None:
    first = seeds(state).value("new")

    assert seeds(state, now=NOW + timedelta(days=7, seconds=1)).value("new") != first
    assert len(kept(state)) == 1


def test_a_seed_from_the_future_is_not_trusted(state: StateRoot) -> None:
    first = seeds(state, now=NOW + timedelta(days=1)).value("new")

    assert seeds(state).value("new") != first


def test_what_nobody_applied_in_time_is_swept_by_the_next_plan(state: StateRoot) -> None:
    seeds(state).value("new")

    seeds(state, b"another", NOW + timedelta(days=8)).value("new")

    assert len(kept(state)) == 1


def test_an_applied_plan_leaves_no_seed(state: StateRoot) -> None:
    used = seeds(state)
    used.value("new")

    used.discard()

    assert kept(state) == []


def test_a_plan_without_random_values_leaves_no_file(state: StateRoot) -> None:
    seeds(state).discard()

    assert kept(state) == []


def test_without_a_state_root_nothing_is_kept(tmp_path: Path) -> None:
    assert seeds(None).value("new") != seeds(None).value("new")
    assert os.listdir(tmp_path) == []


def test_within_one_plan_a_value_stays_without_a_state_root_too() -> None:
    plan = seeds(None)

    assert plan.value("new") == plan.value("new")


def test_the_file_is_private_and_its_name_and_content_follow_from_nothing_that_was_asked(
    tmp_path: Path, state: StateRoot
) -> None:
    other = locate({"MEMOIR_GIT_STATE_HOME": str(tmp_path / "other")}, outside=())
    for root in (state, other):
        seeds(root).value("new")

    [one], [two] = kept(state), kept(other)
    assert one.name != two.name
    assert b"Zanzibar" not in one.read_bytes()
    assert one.lstat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content",
    [b"", b"null", b"{", b"[[[", b'{"created": "x", "seed": "00"}', b'{"created": "2026-11-30", "seed": 1}'],
)
def test_a_damaged_seed_is_replaced(state: StateRoot, content: bytes) -> None:
    seeds(state).value("new")
    [path] = kept(state)
    path.write_bytes(content)

    value = seeds(state).value("new")

    assert value == seeds(state).value("new")
    assert json.loads(path.read_bytes())["created"] == NOW.isoformat()


def test_a_link_in_the_place_of_a_seed_is_not_followed_by_the_sweep(tmp_path: Path, state: StateRoot) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"precious")
    (state.directory("plans") / "link.json").symlink_to(outside)

    seeds(state).value("new")

    assert outside.read_bytes() == b"precious"
