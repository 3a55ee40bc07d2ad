"""Scenario S39 for entries, indexes and ledgers, and what else can be asked of a merge from outside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.entries import (
    DISPUTED,
    ENTRY,
    assert_disputed,
    assert_merged,
    body,
    day,
    entry,
    install_drivers,
    noted,
)
from tests.support.finishing import bind, unmerged
from tests.support.scenario import Repo, scene

MakeRepo = Callable[[], Repo]


@pytest.mark.parametrize("option", ["ours", "theirs"])
def test_s39_a_strategy_option_changes_nothing(option: str, make_memory: MakeRepo) -> None:
    plain, favoured = make_memory(), make_memory()
    for repo in (plain, favoured):
        repo.fork(noted())

    assert_merged(plain, plain.merge())
    assert_merged(favoured, favoured.merge("-X", option, "side"))

    assert plain.resolve("HEAD^{tree}") == favoured.resolve("HEAD^{tree}")


@pytest.mark.parametrize("option", ["ours", "theirs"])
def test_s39_a_strategy_option_settles_no_dispute_in_prose(option: str, memory: Repo) -> None:
    memory.fork(DISPUTED)

    assert_disputed(memory, memory.merge("-X", option, "side"), "ours", "theirs")


@pytest.mark.parametrize("favour", ["ours", "theirs"])
def test_s39_the_environment_can_favour_a_side_in_prose_field_and_type(favour: str, memory: Repo) -> None:
    sides = {
        side: entry(kind, name=side, text=body(line_3=side))
        for side, kind in (("ours", "lesson"), ("theirs", "preference"))
    }
    memory.fork(scene(base=entry(), ours=sides["ours"], theirs=sides["theirs"], place=ENTRY))

    assert_merged(memory, memory.merge("side", env={"MEMOIR_GIT_FAVOR": favour}))

    assert memory.read(ENTRY).decode() == sides[favour]


def test_s39_no_favour_lifts_a_tombstone(memory: Repo) -> None:
    concealed = entry("decision", hidden="true", hidden_at=day(2))
    memory.fork(scene(base=entry("decision"), ours=concealed, theirs=entry("decision", x="1"), place=ENTRY))

    assert_merged(memory, memory.merge("side", env={"MEMOIR_GIT_FAVOR": "theirs"}))

    assert b"\nhidden: true\n" in memory.read(ENTRY)


def test_the_strategy_in_the_config_line_holds_for_every_operation(bound: Repo) -> None:
    install_drivers(bound, strategy="newest")
    bound.fork(
        scene(
            base=entry(),
            ours=entry(updated=day(2), text=body(line_3="ours")),
            theirs=entry(updated=day(3), text=body(line_3="theirs")),
            place=ENTRY,
        )
    )

    assert_merged(bound, bound.cherry_pick("side"))

    assert bound.read(ENTRY).decode() == entry(updated=day(3), text=body(line_3="theirs"))


def test_an_attribute_for_one_file_alone_takes_it_out_of_the_merge_by_field(memory: Repo) -> None:
    bind(memory, f"{ENTRY} merge=text")
    memory.fork(scene(base=entry(), ours=entry(x="1"), theirs=entry(y="1"), place=ENTRY))

    result = memory.merge()

    assert (result.code, unmerged(memory)) == (1, [ENTRY])
