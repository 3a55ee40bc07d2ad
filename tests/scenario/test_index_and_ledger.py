"""Scenarios S01 to S14, S39 and S73 for indexes of links and for ledgers: rows and sections meet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.entries import (
    INDEX,
    LEDGER,
    assert_disputed,
    assert_merged,
    index,
    ledger,
    merged_both_ways,
    notes,
)
from tests.support.scenario import Content, Repo, Scene, scene

MakeRepo = Callable[[], Repo]

PLAIN = index(("a", "about a"), ("b", "about b"), ("c", "about c"))
LOG = ledger(("2026-03-02 second", "Text two."), ("2026-03-01 first", "Text one."))


def rows(base: Content, ours: Content, theirs: Content) -> Scene:
    return scene(base=base, ours=ours, theirs=theirs, place=INDEX)


def sections(base: Content, ours: Content, theirs: Content) -> Scene:
    return scene(base=base, ours=ours, theirs=theirs, place=LEDGER)


def listed(repo: Repo, place: str = INDEX) -> str:
    return repo.read(place).decode()


def row(name: str, hook: str) -> str:
    return index((name, hook)).rpartition("\n\n")[2]


def test_s01_rows_both_sides_append_are_both_kept(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory, rows(PLAIN, PLAIN + row("ours", "mine"), PLAIN + row("theirs", "yours"))
    )

    assert listed(repo) == PLAIN + row("ours", "mine") + row("theirs", "yours")


def test_s01_two_links_added_to_one_row_are_both_kept(make_memory: MakeRepo) -> None:
    line = "- [a](memory/a.md)\n"
    ours, theirs = "- [a](memory/a.md) [o](memory/o.md)\n", "- [a](memory/a.md) [t](memory/t.md)\n"

    repo = merged_both_ways(make_memory, rows(line, ours, theirs))

    assert listed(repo) == "- [a](memory/a.md) [o](memory/o.md) [t](memory/t.md)\n"


def test_s01_sections_both_sides_put_on_top_stay_newest_first(make_memory: MakeRepo) -> None:
    def grown(heading: str) -> str:
        return LOG.replace("\n## 2026-03-02", f"\n## {heading}\n\nNew text.\n\n## 2026-03-02", 1)

    repo = merged_both_ways(make_memory, sections(LOG, grown("2026-03-04 ours"), grown("2026-03-03 theirs")))

    headings = [line for line in listed(repo, LEDGER).splitlines() if line.startswith("## ")]
    assert headings == [
        "## 2026-03-04 ours",
        "## 2026-03-03 theirs",
        "## 2026-03-02 second",
        "## 2026-03-01 first",
    ]


def test_s02_one_row_both_sides_add_in_two_wordings_is_one_row(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        rows(PLAIN, row("n", "short") + PLAIN.partition("\n\n")[2], PLAIN + row("n", "a longer hook")),
    )

    assert listed(repo).count("(memory/n.md)") == 1
    assert "a longer hook" in listed(repo)


def test_s02_one_section_both_sides_add_is_one_section(make_memory: MakeRepo) -> None:
    same = "\n## 2026-03-05 same\n\nThe same lesson.\n"

    repo = merged_both_ways(make_memory, sections(LOG, LOG + same, LOG + same + "\nAnd more.\n"))

    assert listed(repo, LEDGER) == LOG + same + "\nAnd more.\n"


def test_s02_two_texts_under_one_new_heading_are_both_kept(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory,
        sections(LOG, LOG + "\n## New\n\n- from ours\n", LOG + "\n## New\n\n- from theirs\n"),
    )

    assert listed(repo, LEDGER) == LOG + "\n## New\n\n- from ours\n- from theirs\n"


def test_s03_a_row_removed_here_and_untouched_there_is_gone(make_memory: MakeRepo) -> None:
    repo = merged_both_ways(
        make_memory, rows(PLAIN, PLAIN.replace(row("b", "about b"), ""), PLAIN + row("n", "new"))
    )

    assert listed(repo) == index(("a", "about a"), ("c", "about c"), ("n", "new"))


def test_s03_a_row_removed_here_and_reworded_there_stays(make_memory: MakeRepo) -> None:
    reworded = PLAIN.replace("about b", "all about b")

    repo = merged_both_ways(make_memory, rows(PLAIN, PLAIN.replace(row("b", "about b"), ""), reworded))

    assert listed(repo) == reworded


def test_s03_a_section_removed_here_and_edited_there_stays(make_memory: MakeRepo) -> None:
    edited = LOG.replace("Text one.", "Text one, edited.")

    repo = merged_both_ways(make_memory, sections(LOG, LOG.partition("\n## 2026-03-01")[0] + "\n", edited))

    assert "Text one, edited." in listed(repo, LEDGER)


def test_s07_prose_comments_and_foreign_rows_survive(make_memory: MakeRepo) -> None:
    frame = "# Memory\n\nRead me.\n\n<!-- managed -->\n{rows}<!-- end -->\n\n| tag | [x](y.md) |\n\nlast\n"
    held = row("a", "about a")

    repo = merged_both_ways(
        make_memory,
        rows(
            frame.format(rows=held),
            frame.format(rows=held + row("o", "ours")).replace("Read me.", "Read me first."),
            frame.format(rows=held + row("t", "theirs")).replace("last", "the last"),
        ),
    )

    expected = frame.format(rows=held + row("o", "ours") + row("t", "theirs"))
    assert listed(repo) == expected.replace("Read me.", "Read me first.").replace("last\n", "the last\n")


def test_s12_an_index_never_conflicts_even_where_one_hook_was_reworded_twice(make_memory: MakeRepo) -> None:
    ours, theirs = PLAIN.replace("about b", "about b and d"), PLAIN.replace("about b", "b, at length: more")

    repo = merged_both_ways(make_memory, rows(PLAIN, ours, theirs))

    assert listed(repo) == theirs


def test_s12_only_a_rewrite_of_the_same_lines_of_a_ledger_conflicts(memory: Repo) -> None:
    ours = LOG.replace("Text one.", "Ours one.") + "\n## 2026-03-09 ours\n\nNew.\n"
    theirs = LOG.replace("Text one.", "Theirs one.").replace("Text two.", "Text two, edited.")
    memory.fork(sections(LOG, ours, theirs))

    text = assert_disputed(memory, memory.merge(), "Ours one.", "Theirs one.", place=LEDGER)

    assert "Text two, edited." in text
    assert text.endswith("\n## 2026-03-09 ours\n\nNew.\n")


@pytest.mark.parametrize(("favour", "kept"), [("ours", "Ours one."), ("theirs", "Theirs one.")])
def test_s39_the_environment_can_favour_a_side_of_a_ledger(favour: str, kept: str, memory: Repo) -> None:
    memory.fork(sections(LOG, LOG.replace("Text one.", "Ours one."), LOG.replace("Text one.", "Theirs one.")))

    assert_merged(memory, memory.merge("side", env={"MEMOIR_GIT_FAVOR": favour}))

    assert listed(memory, LEDGER) == LOG.replace("Text one.", kept)


@pytest.mark.parametrize("place", [INDEX, LEDGER])
def test_s14_both_sides_add_the_file(place: str, make_memory: MakeRepo) -> None:
    versions = [None, notes("ours")[place], notes("theirs")[place]]

    repo = merged_both_ways(
        make_memory, scene(base=versions[0], ours=versions[1], theirs=versions[2], place=place)
    )

    text = listed(repo, place)
    assert [text.count(f"note-{word}") for word in ("base", "ours", "theirs")] == [2, 2, 2]


@pytest.mark.parametrize("place", [INDEX, LEDGER])
@pytest.mark.parametrize("empty", ["", " \r\n\t"])
def test_s73_a_blank_file_is_an_absent_side(empty: str, place: str, make_memory: MakeRepo) -> None:
    ours = notes("ours")[place]

    repo = merged_both_ways(make_memory, scene(base=notes()[place], ours=ours, theirs=empty, place=place))

    assert listed(repo, place) == ours
