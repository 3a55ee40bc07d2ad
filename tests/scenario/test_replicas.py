"""Replicas of one store: copied, used, damaged, and merged in every order; what a damaged copy can cost.

The first tests need no git: they copy a store to "machines", act on each, and merge the files as a sync
tool would. The others damage one side at every byte.
"""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path

import pytest
from hypothesis import given

from memoir_git import registry
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from tests.support.driver import FORMAT, line, run_line
from tests.support.identities import identities, lost
from tests.support.scenario import parse_session
from tests.support.sessions import (
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
    texts,
    to_bytes,
)
from tests.support.strategies import Edit, apply_edits, edits
from tests.support.text_merge import merge_text

WIDE = MergeOptions(
    caps=dict.fromkeys(("goals", "next_actions", "open_questions", "decisions", "history"), 1000)
)
START = session(goals=[goal("Start")], actions=[action("alpha", 1), action("beta", 1)])
FULL = session(
    goals=[goal("gl", 1)],
    actions=[action("act", 2)],
    done=[completion("dn", 3)],
    questions=[question("q", 4)],
    decisions=[decision("d", 5, why="w"), hidden("h", 6), purged("p", 7)],
    machines={"u": {"label": "l", "last_seen": "2026-03-01T00:00:00Z"}},
    history=[row(8, "u", "s")],
)
HEALTHY = session(
    goals=[goal("mine", 3), goal("gl", 1)], actions=[action("dn", 2)], decisions=[decision("h", 9)]
)


def merged(base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
    return registry.merge(FORMAT, base, ours, theirs, WIDE, merge_text)


@given(edits(maximum=6), edits(maximum=6), edits(maximum=6))
def test_three_machines_that_sync_in_any_order_hold_one_file(
    first: list[Edit], second: list[Edit], third: list[Edit]
) -> None:
    scripts = {"a": first, "b": second, "c": third}
    machines = {name: to_bytes(apply_edits(START, script, name)) for name, script in scripts.items()}

    results = set()
    for order in itertools.permutations(machines):
        shared = to_bytes(START)
        for name in order:
            shared = merged(to_bytes(START), shared, machines[name]).content
        results.add(shared)

    assert len(results) == 1
    tips = [parse_session(content) for content in machines.values()]
    assert lost(parse_session(results.pop()), tips) == set()


@pytest.mark.parametrize("base", [b"", to_bytes(START), to_bytes(FULL)], ids=["no base", "base", "same base"])
def test_a_copy_cut_off_at_any_byte_takes_nothing_from_the_healthy_one(base: bytes) -> None:
    healthy, whole = to_bytes(HEALTHY), to_bytes(FULL)

    for length in range(len(whole)):
        cut = whole[:length]
        for ours, theirs in ((healthy, cut), (cut, healthy)):
            outcome = merged(base, ours, theirs)
            assert outcome.refused == bool(cut.strip())
            if outcome.refused:
                assert healthy in outcome.content
                assert cut in outcome.content
            else:
                assert outcome.content == healthy


@pytest.mark.parametrize("bit", [0x01, 0x08, 0x20, 0x80])
def test_a_copy_with_any_byte_broken_takes_nothing_from_the_healthy_one(bit: int) -> None:
    healthy, whole = to_bytes(HEALTHY), bytearray(to_bytes(FULL))

    for at in range(len(whole)):
        broken = whole.copy()
        broken[at] ^= bit
        outcome = merged(b"", healthy, bytes(broken))
        if outcome.refused:
            assert healthy in outcome.content
        else:
            assert lost(json.loads(outcome.content), [HEALTHY]) == set()


@pytest.mark.parametrize("side", ["ours", "theirs"])
@pytest.mark.parametrize("length", [0, 1, 2, 40, 300, 700, len(to_bytes(FULL)) - 1])
def test_the_driver_keeps_both_sides_of_a_copy_cut_off(length: int, side: str, tmp_path: Path) -> None:
    healthy, cut = to_bytes(HEALTHY), to_bytes(FULL)[:length]
    ours, theirs = (cut, healthy) if side == "ours" else (healthy, cut)

    done = run_line(line(), tmp_path / "run", base=to_bytes(START), ours=ours, theirs=theirs)

    assert done.result.code == (1 if cut else 0)
    assert healthy in done.content
    assert cut in done.content
    assert done.litter == ()


@pytest.mark.parametrize(
    "variables",
    [{"TZ": "Asia/Tokyo"}, {"TZ": "America/Los_Angeles"}, {"LC_ALL": "tr_TR.UTF-8"}, {"PYTHONHASHSEED": "7"}],
    ids=lambda variables: next(iter(variables.values())),
)
def test_the_machines_zone_and_locale_change_nothing(variables: dict[str, str], tmp_path: Path) -> None:
    ours = session(goals=[goal("I\u0130i", "2026-03-01T23:30:00")], actions=[action("x", "2026-03-02")])
    theirs = session(goals=[goal("i\u0307I", "2026-03-01T22:59:59Z")], done=[completion("X", "2026-03-02")])

    plain, elsewhere = (
        run_line(
            line(), tmp_path / name, base=b"", ours=to_bytes(ours), theirs=to_bytes(theirs), env=environment
        )
        for name, environment in (("plain", dict(os.environ)), ("elsewhere", variables))
    )

    assert plain.result.code == 0
    assert elsewhere.content == plain.content
    assert texts(parse_session(plain.content), "next_actions") == []


def test_lists_of_thousands_and_summaries_of_200_kilobytes_are_merged() -> None:
    ours = session(history=[row(1, "m", "o" * 200_000)], actions=[action(f"o{n}", 2) for n in range(5_000)])
    theirs = session(history=[row(1, "m", "t" * 200_000)], actions=[action(f"t{n}", 3) for n in range(5_000)])
    options = MergeOptions(caps={"next_actions": 20_000})

    outcome = registry.merge(FORMAT, b"", to_bytes(ours), to_bytes(theirs), options, merge_text)

    assert identities(parse_session(outcome.content)) == identities(ours) | identities(theirs)
