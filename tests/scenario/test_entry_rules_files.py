"""Scenarios S12 to S15 and S73 for entry files: prose, odd dialects, blank files, entries both sides add."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.entries import (
    ENTRY,
    FORMATS,
    assert_disputed,
    assert_merged,
    assert_notes,
    body,
    day,
    entry,
    entry_of,
    entry_scene,
    merged_both_ways,
    noted,
)
from tests.support.finishing import unmerged
from tests.support.scenario import Repo

MakeRepo = Callable[[], Repo]


LEGACY = "---\nname: x\nmetadata:\n  node_type: memory\n  type: feedback\noriginSessionId: s-1\n---\n"


def test_s12_body_edits_far_apart_are_both_kept(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        entry_scene(entry(), entry(text=body(line_2="ours")), entry(text=body(line_20="theirs"))),
    )

    assert entry_of(repo).body == body(line_2="ours", line_20="theirs")


def test_s12_overlapping_body_edits_conflict_below_a_frontmatter_that_is_merged(memory: Repo) -> None:
    ours = entry(description="ours", text=body(line_3="ours"))
    memory.fork(entry_scene(entry(), ours, entry(project="theirs", text=body(line_3="theirs"))))

    assert_disputed(memory, memory.merge(), "ours", "theirs")

    merged = entry_of(memory)
    assert (merged.text("description"), merged.text("project")) == ("ours", "theirs")


def test_s12_one_field_both_sides_changed_takes_the_newer_files_value(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        entry_scene(
            entry(updated=day(1), description="base"),
            entry(updated=day(2), description="older"),
            entry(updated=day(3), description="newer"),
        ),
    )

    assert entry_of(repo).text("description") == "newer"


def test_s12_with_the_strategy_newest_overlapping_prose_goes_to_the_newer_file(memory: Repo) -> None:
    memory.fork(
        entry_scene(
            entry(updated=day(1)),
            entry(updated=day(3), text=body(line_3="newer", line_9="ours alone")),
            entry(updated=day(2), text=body(line_3="older", line_20="theirs alone")),
        )
    )

    assert_merged(memory, memory.merge("side", env={"MEMOIR_GIT_STRATEGY": "newest"}))

    assert entry_of(memory).body == body(line_3="newer", line_9="ours alone", line_20="theirs alone")


def test_s12_diverging_types_conflict_whatever_the_dates(memory: Repo) -> None:
    memory.fork(
        entry_scene(entry("fact"), entry("lesson", updated=day(9)), entry("preference", updated=day(1)))
    )

    assert_disputed(memory, memory.merge(), "type: lesson", "type: preference")


@pytest.mark.parametrize(
    "front",
    [LEGACY, "", "---\ntype: fact\nname: x\nx_unknown: kept\n---\n", "---\ntype: user\nname: x\n---\n"],
    ids=["legacy dialect", "no frontmatter", "unknown field", "legacy word"],
)
def test_s13_a_merge_rewrites_no_dialect(front: str, make_memory: MakeRepo) -> None:
    versions = entry_scene(
        front + body(), front + body(line_3="ours"), front + body(line_9="---", line_20="theirs")
    )

    repo = merged_both_ways(make_memory, versions)

    assert repo.read(ENTRY).decode() == front + body(line_3="ours", line_9="---", line_20="theirs")


def test_s13_unclosed_frontmatter_is_merged_as_text_and_never_called_clean(memory: Repo) -> None:
    base = "---\ntype: fact\nname: x\n" + body()
    memory.fork(entry_scene(base, base.replace("line 3", "ours"), base.replace("line 20", "theirs")))

    result = memory.merge()

    assert result.code == 1
    assert unmerged(memory) == [ENTRY]
    assert memory.read(ENTRY).decode() == base.replace("line 3", "ours").replace("line 20", "theirs")


def test_s13_a_field_that_stands_twice_is_merged_as_text_and_never_called_clean(memory: Repo) -> None:
    base = "---\ntype: fact\nname: x\nname: y\n---\n" + body()
    memory.fork(entry_scene(base, base.replace("line 3", "ours"), base.replace("line 20", "theirs")))

    result = memory.merge()

    assert (result.code, unmerged(memory)) == (1, [ENTRY])
    assert memory.leftovers() == []


def test_s14_both_sides_add_an_entry_with_one_body(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        entry_scene(
            None,
            entry(created=day(2), description="older", tags=["o"]),
            entry(created=day(3), description="newer", tags=["t"]),
        ),
    )

    merged = entry_of(repo)
    assert (merged.text("description"), sorted(merged.items("tags"))) == ("newer", ["o", "t"])
    assert merged.text("created") == day(2)


def test_s14_both_sides_add_an_entry_with_two_bodies(memory: Repo) -> None:
    memory.fork(
        entry_scene(None, entry(created=day(2), text="ours\n"), entry(created=day(3), text="theirs\n"))
    )

    assert_disputed(memory, memory.merge(), "ours", "theirs")

    assert entry_of(memory).text("created") == day(2)


def test_s14_with_the_strategy_newest_the_newer_of_two_added_bodies_stays(memory: Repo) -> None:
    memory.fork(
        entry_scene(None, entry(created=day(2), text="ours\n"), entry(created=day(3), text="theirs\n"))
    )

    assert_merged(memory, memory.merge("side", env={"MEMOIR_GIT_STRATEGY": "newest"}))

    assert entry_of(memory).body == "theirs\n"


def test_s15_unrelated_histories_are_united(memory: Repo) -> None:
    ours, theirs = noted().ours, noted().theirs
    together = dict.fromkeys((ENTRY,), None)
    memory.commit(dict(ours) | together)
    memory.git("switch", "--quiet", "--orphan", "other")
    memory.commit(dict(theirs) | together)
    memory.switch("main")

    result = memory.merge("--allow-unrelated-histories", "other")

    assert_notes(memory, result, "ours", "theirs", places=[place for place in FORMATS if place != ENTRY])


@pytest.mark.parametrize("empty", ["", "\n", " \r\n\t"])
def test_s73_a_blank_entry_is_an_absent_side(empty: str, make_memory: MakeRepo) -> None:
    ours = entry(text=body(line_3="ours"))

    repo = merged_both_ways(make_memory, entry_scene(entry(), ours, empty))

    assert repo.read(ENTRY).decode() == ours
