"""Scenarios S01 to S11 for entry files: what the merge rules do to fields and tombstones that meet in git."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.driver import run_line
from tests.support.entries import (
    ENTRY,
    FORMATS,
    assert_disputed,
    assert_merged,
    assert_notes,
    body,
    config_line,
    day,
    entry,
    entry_of,
    entry_scene,
    merged_both_ways,
    noted,
    notes,
    purged,
)
from tests.support.outcomes import assert_refusal
from tests.support.scenario import Repo

MakeRepo = Callable[[], Repo]
SECRET = "token EXAMPLE-0000"
DECISION = entry("decision", date=day(1), why="because")


def test_s01_disjoint_edits_of_all_files_of_a_store(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(make_memory, noted())

    assert_notes(repo, repo.attempt("merge", "side"), "ours", "theirs")


def test_s02_a_field_both_sides_requote_is_no_disagreement(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        entry_scene(entry(name="Client"), entry(name='"Client"'), entry(name="'Client'", tags=["t"])),
    )

    assert (entry_of(repo).name, entry_of(repo).items("tags")) == ("Client", ("t",))


def test_s03_a_tombstone_stays_and_newer_fields_of_the_other_side_are_kept(make_memory: MakeRepo) -> None:
    concealed = entry("decision", date=day(1), why="because", hidden="true", hidden_at=day(2))
    newer = entry("decision", date=day(9), why="a better reason", text=body(line_3="edited"))

    repo = merged_both_ways(make_memory, entry_scene(DECISION, concealed, newer))

    merged = entry_of(repo)
    assert merged.is_hidden
    assert (merged.text("hidden_at"), merged.text("why")) == (day(2), "a better reason")
    assert merged.body == body(line_3="edited")


def test_s03_a_hidden_entry_is_not_shown_again_by_a_false_that_is_newer(make_memory: MakeRepo) -> None:
    concealed = entry("decision", date=day(1), hidden="true", hidden_at=day(2))

    repo = merged_both_ways(
        make_memory,
        entry_scene(concealed, concealed + "more\n", entry("decision", date=day(9), hidden="false")),
    )

    assert entry_of(repo).is_hidden


def test_s03_a_tombstone_is_in_even_where_the_prose_conflicts(memory: Repo) -> None:
    concealed = entry("decision", hidden="true", hidden_at=day(2), text=body(line_3="ours"))
    memory.fork(entry_scene(entry("decision"), concealed, entry("decision", text=body(line_3="theirs"))))

    assert_disputed(memory, memory.merge(), "ours", "theirs")

    assert entry_of(memory).is_hidden


@pytest.mark.parametrize("strategy", ["vcs", "newest"])
def test_s04_a_purged_text_stands_nowhere_after_the_merge(strategy: str, make_memory: MakeRepo) -> None:
    text = entry("decision", SECRET, date=day(1), text=body(line_3=SECRET))
    later = entry("lesson", SECRET, updated=day(30), why=SECRET, text=body(line_3=SECRET, line_9="more"))

    for versions in (entry_scene(text, purged(), later), entry_scene(text, later, purged())):
        repo = make_memory()
        repo.fork(versions)
        assert_merged(repo, repo.merge("side", env={"MEMOIR_GIT_STRATEGY": strategy}))

        assert repo.read(ENTRY) == purged().encode()
        assert repo.attempt("grep", "--untracked", "--count", "EXAMPLE-0000").code == 1


@pytest.mark.parametrize(("kind", "key"), [("goal", "set_on"), ("next_action", "added")])
@pytest.mark.parametrize(("begun", "is_live"), [(4, False), (5, False), (6, True)])
def test_s05_what_is_done_is_live_again_only_if_it_was_begun_later(
    kind: str, key: str, begun: int, is_live: bool, make_memory: MakeRepo
) -> None:
    base = entry(kind, **{key: day(1)})
    done = entry(kind, **{key: day(1)}, done_at=f"{day(5)}T00:00:00Z")
    again = entry(kind, **{key: day(begun)}, text=body(line_3="edited"))

    repo = merged_both_ways(make_memory, entry_scene(base, done, again))

    assert entry_of(repo).is_live is is_live
    assert entry_of(repo).body == body(line_3="edited")


def test_s07_unknown_fields_comments_and_their_order_survive(make_memory: MakeRepo) -> None:
    front = "type: fact\nname: x\n# why this is here\nx_map:\n  a: 1\n  b: 2\nx_block: |\n  free\n  text\n"
    base = f"---\n{front}---\n{body()}"
    ours = base.replace("  a: 1", "  a: ours").replace("name: x\n", "name: x\nx_ours: [1, {2: 3}]\n")
    theirs = base.replace("  b: 2", "  b: theirs").replace("text\n---", "text\nx_theirs: *anchor\n---")

    repo = merged_both_ways(make_memory, entry_scene(base, ours, theirs))

    merged = front.replace("a: 1", "a: ours").replace("b: 2", "b: theirs")
    merged = merged.replace("name: x\n", "name: x\nx_ours: [1, {2: 3}]\n") + "x_theirs: *anchor\n"
    assert repo.read(ENTRY).decode() == f"---\n{merged}---\n{body()}"


def test_s07_an_unknown_field_both_sides_changed_is_a_conflict_around_it_alone(memory: Repo) -> None:
    memory.fork(
        entry_scene(entry(x="0"), entry(x="1", text=body(line_3="o")), entry(x="2", text=body(line_9="t")))
    )

    text = assert_disputed(memory, memory.merge(), "x: 1", "x: 2")

    assert text.endswith(body(line_3="o", line_9="t"))


@pytest.mark.parametrize("newer", ["ours", "theirs", "both"])
def test_s08_a_newer_schema_is_refused_whole(newer: str, memory: Repo) -> None:
    schema = {side: "99" if newer in (side, "both") else "1" for side in ("ours", "theirs")}
    ours = entry(schema_version=schema["ours"], text="ours\n")
    memory.fork(entry_scene(entry(), ours, entry(schema_version=schema["theirs"], text="theirs\n")))

    result = memory.merge()

    assert_refusal(memory, result, place=ENTRY)
    assert "newer version" in result.stderr


def test_s08_a_newer_base_is_no_obstacle(memory: Repo) -> None:
    memory.fork(entry_scene(entry(schema_version="9"), entry(x_ours="1"), entry(x_theirs="1")))

    assert_merged(memory, memory.merge())


@pytest.mark.parametrize("place", FORMATS)
def test_s10_three_equal_files_stay_as_they_are(place: str, tmp_path: Path) -> None:
    content = notes("ours")[place]
    assert isinstance(content, str)

    same = content.encode()
    done = run_line(
        config_line(FORMATS[place]), tmp_path / "run", base=same, ours=same, theirs=same, path=place
    )

    assert (done.result.code, done.content, done.litter) == (0, same, ())


def test_s10_merging_again_has_nothing_to_do(memory: Repo) -> None:
    memory.fork(noted())
    assert_notes(memory, memory.merge(), "ours", "theirs")
    before = memory.resolve("HEAD")

    assert memory.attempt("merge", "side").stdout == "Already up to date.\n"

    assert memory.resolve("HEAD") == before


def test_s11_three_machines_merged_in_any_order_give_one_tree(memory: Repo) -> None:
    memory.commit(notes())
    for name in ("first", "second", "third"):
        memory.switch(name, at="main")
        memory.commit(notes(name))

    trees = set()
    for order in itertools.permutations(("first", "second", "third")):
        memory.git("switch", "--quiet", "--force-create", "joint", order[0])
        for name in order[1:]:
            assert_merged(memory, memory.merge(name))
        assert_notes(memory, memory.attempt("merge", "main"), "first", "second", "third")
        trees.add(memory.resolve("HEAD^{tree}"))

    assert len(trees) == 1
