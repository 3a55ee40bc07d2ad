"""The merge of ledgers: what the folders under `fixtures/merge/memoir-sections` do not show."""

from __future__ import annotations

import pytest

from memoir_git.core.merge import MergeOutcome, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.section_pairs import natural
from memoir_git.store.merge.section_tree import parse_ledger, render_ledger
from memoir_git.store.merge.sections import merge_sections
from tests.support.text_merge import merge_text


def _merge(base: str, ours: str, theirs: str, options: MergeOptions | None = None) -> MergeOutcome:
    return merge_sections(
        base.encode(), ours.encode(), theirs.encode(), options or MergeOptions(), merge_text
    )


def _clean(base: str, ours: str, theirs: str) -> str:
    outcome = _merge(base, ours, theirs)
    exchanged = _merge(base, theirs, ours)
    assert outcome.conflicts == exchanged.conflicts == 0
    assert outcome.content == exchanged.content
    return outcome.content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\nintro\n\n## A\n\na\n\n### B\n\nb\n\n# Later\n\n## C\n\nc\n",
        "## A\n## B\n### C\n## D",
        "\n\n## A\n\n\n",
        "### A\n\n## B\n\n### C\n",
        "no heading\n",
        "",
    ],
)
def test_a_tree_is_written_as_it_was_read(text: str) -> None:
    ledger = parse_ledger(text)

    assert render_ledger(ledger.root, "\n", ledger.tail) == text


def test_the_first_h1_is_the_title_and_a_later_one_a_section() -> None:
    root = parse_ledger("# T\n\n## A\n\n# Later\n\n## B\n").root

    assert [(child.title, [below.title for below in child.children]) for child in root.children] == [
        ("A", []),
        ("Later", ["B"]),
    ]


@pytest.mark.parametrize(
    ("smaller", "greater"),
    [
        ("9 lives", "10 lives"),
        ("2026-05-09", "2026-05-10"),
        ("v1.9", "v1.10"),
        ("a", "b"),
        ("a", "a 1"),
        ("007", "8"),
        ("1" * 5000, "1" * 5001),
    ],
)
def test_numbers_in_headings_compare_as_numbers(smaller: str, greater: str) -> None:
    assert natural(smaller) < natural(greater)


def test_three_branches_give_one_ledger_in_every_order() -> None:
    base = "# L\n\n## 2026-05-01\n\n- a\n"
    branches = [base + f"\n## 2026-05-0{day}\n\n- x\n" for day in (4, 2, 3)]
    results = set()
    for first, second, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        merged = _clean(base, branches[first], branches[second])
        results.add(_clean(base, merged, branches[third]))

    assert len(results) == 1
    assert [line for line in results.pop().splitlines() if line.startswith("## ")] == [
        f"## 2026-05-0{day}" for day in (1, 2, 3, 4)
    ]


def test_the_first_two_sections_of_a_fresh_ledger_rise() -> None:
    merged = _clean("# L\n", "# L\n\n## 2026-05-04\n\n- x\n", "# L\n\n## 2026-05-03\n\n- y\n")

    assert merged == "# L\n\n## 2026-05-03\n\n- y\n\n## 2026-05-04\n\n- x\n"


def test_a_ledger_without_blank_lines_gets_none() -> None:
    merged = _clean(
        "## A\n- a\n## B\n- b\n", "## A\n- a\n## B\n- b\n## D\n- d\n", "## A\n- a\n## B\n- b\n## C\n- c\n"
    )

    assert merged == "## A\n- a\n## B\n- b\n## C\n- c\n## D\n- d\n"


def test_the_gap_between_sections_is_settled_by_itself() -> None:
    merged = _clean("## A\n\na\n\n## B\n\nb\n", "## A\n\na\n\n\n## B\n\nb\n", "## A\n\na\na2\n\n## B\n\nb\n")

    assert merged == "## A\n\na\na2\n\n\n## B\n\nb\n"


def test_a_heading_respelled_on_both_sides_is_no_conflict() -> None:
    assert _clean("## A\n\na\n", "## A ##\n\na\n", "##  A\n\na\n") == "## A ##\n\na\n"


def test_a_section_whose_date_changed_is_another_section() -> None:
    body = "\n- what happened\n- what we did\n- what is left\n"

    merged = _clean(
        "# L\n\n## 2026-05-01\n" + body,
        "# L\n\n## 2026-05-02\n" + body,
        "# L\n\n## 2026-05-01\n" + body + "- more\n",
    )

    assert merged.count("## 2026-05-0") == 2
    assert merged.index("- more") < merged.index("## 2026-05-02")


def test_boilerplate_alone_makes_no_renamed_section() -> None:
    merged = _clean("# L\n\n## A\n\nTODO\n", "# L\n\n## B\n\nTODO\n", "# L\n\n## A\n\nTODO\n- a\n")

    assert merged == "# L\n\n## A\n\nTODO\n- a\n\n## B\n\nTODO\n"


def test_a_removed_section_takes_the_sections_below_with_it() -> None:
    base = "# L\n\n## A\n\n### Done\n\n- x\n\n## B\n\n- b\n"

    assert _clean(base, "# L\n\n## B\n\n- b\n", base + "- c\n") == "# L\n\n## B\n\n- b\n- c\n"


def test_a_section_kept_for_one_edit_below_is_kept_whole() -> None:
    base = "# L\n\n## A\n\n- a\n\n### Done\n\n- x\n\n## B\n\n- b\n"
    edited = base.replace("- x\n", "- x\n- y\n")

    assert _clean(base, "# L\n\n## B\n\n- b\n", edited) == edited


def test_the_text_merge_sees_only_the_disputed_lines() -> None:
    seen = []

    def spy(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
        seen.append((base, ours, theirs))
        return merge_text(base, ours, theirs, options)

    base = b"## A\n\n- a\n- b\n\n## B\n\n- c\n"
    outcome = merge_sections(
        base, base.replace(b"- b", b"- x"), base.replace(b"- b", b"- y"), MergeOptions(), spy
    )

    assert seen == [(b"- b\n", b"- x\n", b"- y\n")]
    assert outcome.conflicts == 1


def test_conflicts_are_counted_over_all_sections() -> None:
    base = "## A\n\n- a\n\n## B\n\n- b\n"

    outcome = _merge(base, base.replace("- ", "- ours "), base.replace("- ", "- theirs "))

    assert outcome.conflicts == 2
    assert outcome.content.count(b"<<<<<<<") == 2


def test_a_conflict_at_the_end_of_a_file_without_a_last_line_end_is_whole() -> None:
    assert _merge("- a", "- b", "- c").content == b"<<<<<<< ours\n- b\n=======\n- c\n>>>>>>> theirs\n"


@pytest.mark.parametrize(("favour", "kept"), [("ours", b"- b\n"), ("theirs", b"- c\n")])
def test_favour_decides_the_disputed_lines(favour: str, kept: bytes) -> None:
    outcome = _merge("- a\n", "- b\n", "- c\n", MergeOptions(favour=favour))

    assert (outcome.content, outcome.conflicts) == (kept, 0)


def test_without_a_base_nothing_conflicts() -> None:
    ours = "# L\n\nintro of ours\n\n## A\n\n- a\n- b\n"
    theirs = "# L\n\nintro of theirs\n\n## A\n\n- a\n- c\n"

    assert _clean("", ours, theirs) == ("# L\n\nintro of ours\n\nintro of theirs\n\n## A\n\n- a\n- b\n- c\n")


@pytest.mark.parametrize("opening", ["```\n", "<!-- \n"])
def test_a_file_with_an_open_end_is_merged_by_line(opening: str) -> None:
    base = opening + "## A\n- a\n"

    assert _clean(base, base + "## B\n- b\n", "- x\n" + base) == "- x\n" + base + "## B\n- b\n"
