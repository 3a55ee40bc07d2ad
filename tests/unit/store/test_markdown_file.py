"""What the merges of Markdown files decide before a line is read, and how bytes return."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoir_git.core.merge import MergeOutcome, Note, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.index import merge_index
from memoir_git.store.merge.sections import merge_sections
from tests.support.text_merge import merge_text

TextMerger = Callable[[bytes, bytes, bytes, MergeOptions], TextMerge]
Merge = Callable[[bytes, bytes, bytes, MergeOptions, TextMerger], MergeOutcome]

MERGES = pytest.mark.parametrize("merge", [merge_index, merge_sections])
MARKED = b"# L\n\n<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n"
BOM = b"\xef\xbb\xbf"


def _merged(merge: Merge, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
    return merge(base, ours, theirs, MergeOptions(), merge_text)


def _never(*_: object) -> TextMerge:
    raise AssertionError("no text merge is needed here")


@MERGES
@pytest.mark.parametrize("content", [b"", b"\0\xff", MARKED, b"# a\r\n"])
def test_identical_files_are_returned_unread(merge: Merge, content: bytes) -> None:
    outcome = merge(b"x", content, content, MergeOptions(), _never)

    assert (outcome.content, outcome.conflicts) == (content, 0)


@MERGES
@pytest.mark.parametrize("blank", [b"", b"\n", b" \r\n\t", BOM, BOM + b"\n"])
@pytest.mark.parametrize("other", [b"- a\r\n", b"\0\xff", MARKED])
def test_a_blank_side_is_absent(merge: Merge, blank: bytes, other: bytes) -> None:
    for ours, theirs in ((blank, other), (other, blank)):
        outcome = merge(b"- b\n", ours, theirs, MergeOptions(), _never)

        assert (outcome.content, outcome.conflicts) == (other, 0)


@MERGES
def test_of_two_blank_sides_the_longer_stays(merge: Merge) -> None:
    assert _merged(merge, b"- a\n", b"\n", b"").content == b"\n"
    assert _merged(merge, b"- a\n", b"", b"\n").content == b"\n"


@MERGES
@pytest.mark.parametrize("damaged", [b"- a\0\n", b"- caf\xe9\n", b"\xff\xfe-\0 \0"])
def test_a_side_that_is_no_text_is_refused(merge: Merge, damaged: bytes) -> None:
    outcome = merge(b"- a\n", damaged, b"- b\n", MergeOptions(), _never)

    assert outcome.refused
    assert outcome.conflicts == 1
    assert [str(note) for note in outcome.notes] == ["unparseable:ours"]
    assert damaged in outcome.content
    assert b"- b\n" in outcome.content


@MERGES
def test_favour_turns_no_refusal_into_a_success(merge: Merge) -> None:
    outcome = merge(b"- a\n", b"- b\n", b"\0", MergeOptions(favour="ours"), _never)

    assert outcome.refused
    assert outcome.conflicts == 1


@MERGES
@pytest.mark.parametrize("base", [b"- a\0\n", b"- caf\xe9\n", b"", b"\n", MARKED])
def test_a_base_that_says_nothing_is_no_base(merge: Merge, base: bytes) -> None:
    outcome = _merged(merge, base, b"- [a](a.md)\n", b"- [b](b.md)\n")

    assert (outcome.content, outcome.conflicts) == (b"- [a](a.md)\n- [b](b.md)\n", 0)


@MERGES
@pytest.mark.parametrize("favour", [None, "ours", "theirs"])
def test_markers_inside_a_side_make_a_text_merge_and_a_conflict(merge: Merge, favour: str | None) -> None:
    outcome = merge(b"# L\n", b"# L\n", MARKED, MergeOptions(favour=favour), merge_text)

    assert outcome.content == MARKED
    assert outcome.conflicts == 1
    assert [str(note) for note in outcome.notes] == [f"{Note.TEXT_MERGE}:theirs"]


@MERGES
def test_a_marked_side_with_nul_bytes_in_the_base_is_no_error(merge: Merge) -> None:
    assert _merged(merge, b"\0", b"# L\n", MARKED).conflicts >= 1


@MERGES
def test_markers_in_a_fence_are_memory_text(merge: Merge) -> None:
    quoted = b"```\n" + MARKED + b"```\n"

    outcome = merge(quoted, quoted + b"\n- a\n", quoted + b"\n- b\n", MergeOptions(), _never)

    assert (outcome.content, outcome.conflicts) == (quoted + b"\n- a\n- b\n", 0)


@MERGES
def test_markers_behind_a_fence_that_never_ends_count(merge: Merge) -> None:
    assert _merged(merge, b"# L\n", b"```\n" + MARKED, b"# L\n\nx\n").notes[0].kind == Note.TEXT_MERGE


@MERGES
def test_markers_smaller_than_git_asks_for_are_memory_text(merge: Merge) -> None:
    outcome = merge(b"- x\n", MARKED + b"- x\n", b"- x\n\n- y\n", MergeOptions(marker_size=9), merge_text)

    assert [note.kind for note in outcome.notes] == []


@MERGES
@pytest.mark.parametrize(
    ("base", "ours", "theirs", "style"),
    [
        ("crlf", "crlf", "crlf", "crlf"),
        ("lf", "crlf", "lf", "crlf"),
        ("crlf", "crlf", "lf", "lf"),
        ("lf", "crlf", "crlf", "crlf"),
        (None, "crlf", "crlf", "crlf"),
        (None, "crlf", "lf", "lf"),
    ],
)
def test_line_ends_are_what_both_have_or_one_changed(
    merge: Merge, base: str | None, ours: str, theirs: str, style: str
) -> None:
    def styled(text: bytes, name: str | None) -> bytes:
        return b"" if name is None else text.replace(b"\n", b"\r\n") if name == "crlf" else text

    before, here = styled(b"- [x](x)\n", base), styled(b"- [x](x)\n- [a](a)\n", ours)
    there = styled(b"- [x](x)\n- [b](b)\n", theirs)
    expected = styled(b"- [x](x)\n- [a](a)\n- [b](b)\n", style)

    assert _merged(merge, before, here, there).content == expected
    assert _merged(merge, before, there, here).content == expected


@MERGES
@pytest.mark.parametrize(
    ("base", "ours", "theirs", "mark"),
    [(BOM, BOM, BOM, BOM), (b"", BOM, b"", BOM), (BOM, BOM, b"", b""), (b"", BOM, BOM, BOM)],
)
def test_a_byte_order_mark_is_what_both_have_or_one_changed(
    merge: Merge, base: bytes, ours: bytes, theirs: bytes, mark: bytes
) -> None:
    outcome = _merged(merge, base + b"- x\n", ours + b"- x\n- a\n", theirs + b"- x\n- b\n")

    assert outcome.content == mark + b"- x\n- a\n- b\n"


@MERGES
def test_only_line_ends_differ(merge: Merge) -> None:
    for ours, theirs in ((b"- x\r\n", b"- x\n"), (b"- x\n", b"- x\r\n")):
        assert _merged(merge, b"- x\n", ours, theirs).content == b"- x\r\n"


@MERGES
def test_a_result_that_says_what_one_side_says_has_its_bytes(merge: Merge) -> None:
    mixed = b"- [x](x)\r\n- [a](a)\n- [b](b)\n- [c](c)\n"

    assert _merged(merge, b"- [x](x)\n", mixed, b"- [x](x)\n- [b](b)\n").content == mixed


@MERGES
@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("- x", "- x\n- a", "- x\n- b", "- x\n- a\n- b"),
        ("- x\n", "- x\n- a", "- x\n- b\n", "- x\n- a\n- b"),
        ("- x\n", "- x\n- a\n\n\n", "- x\n- b\n", "- x\n- a\n- b\n\n\n"),
        ("- x", "- x\n- a\n", "- x\n- b", "- x\n- a\n- b\n"),
    ],
)
def test_the_end_of_the_file_is_settled_by_itself(
    merge: Merge, base: str, ours: str, theirs: str, merged: str
) -> None:
    assert _merged(merge, base.encode(), ours.encode(), theirs.encode()).content == merged.encode()


def test_labels_that_are_no_text_come_back_as_they_were() -> None:
    options = MergeOptions(ours_label="b\udce9ta")

    outcome = merge_sections(b"- a\n", b"- b\n", b"- c\n", options, merge_text)

    assert outcome.content.startswith(b"<<<<<<< b\xe9ta\n- b\n")
