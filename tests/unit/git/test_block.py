"""Our block in somebody else's file."""

from __future__ import annotations

import pytest

from memoir_git.git.block import BrokenBlockError, block_lines, block_span, with_block

PLACE = ".gitattributes"
LINES = ("/a merge=x", "/b merge=y")
OURS = with_block(b"", LINES, place=PLACE)


def lines_of(text: bytes) -> tuple[str, ...] | None:
    return block_lines(text, place=PLACE)


def test_a_new_block_is_read_back() -> None:
    assert lines_of(OURS) == LINES


def test_a_file_without_a_block_has_no_lines() -> None:
    assert lines_of(b"*.txt text\n") is None


def test_a_block_goes_to_the_end_and_leaves_the_rest_as_it_is() -> None:
    assert with_block(b"*.txt text\n", LINES, place=PLACE) == b"*.txt text\n" + OURS


def test_a_file_without_a_final_newline_keeps_its_last_line() -> None:
    assert with_block(b"x text", LINES, place=PLACE) == b"x text\n" + OURS


def test_a_block_keeps_its_place_when_it_changes() -> None:
    text = b"before\n" + OURS + b"after\n"

    changed = with_block(text, ("/c merge=z",), place=PLACE)

    assert changed.startswith(b"before\n# BEGIN")
    assert changed.endswith(b"# END memoir-git\nafter\n")
    assert lines_of(changed) == ("/c merge=z",)


def test_the_same_lines_again_change_nothing() -> None:
    text = b"before\n" + OURS + b"after\n"

    assert with_block(text, LINES, place=PLACE) == text


def test_a_block_can_be_moved_behind_everything_else() -> None:
    text = with_block(OURS + b"after\n", LINES, place=PLACE, at_end=True)

    assert text == b"after\n" + OURS


def test_a_block_that_is_taken_out_leaves_every_other_byte() -> None:
    text = b"before\r\n" + OURS + b"after"

    assert with_block(text, None, place=PLACE) == b"before\r\nafter"


def test_a_file_with_windows_line_ends_keeps_them() -> None:
    text = with_block(b"x text\r\n", LINES, place=PLACE)

    assert text.count(b"\r\n") == text.count(b"\n") == 5
    assert lines_of(text) == LINES


def test_two_blocks_become_one_at_the_place_of_the_last() -> None:
    text = OURS + b"middle\n" + with_block(b"", ("/c merge=z",), place=PLACE) + b"after\n"

    joined = with_block(text, lines_of(text), place=PLACE)

    assert joined.startswith(b"middle\n# BEGIN")
    assert lines_of(joined) == (*LINES, "/c merge=z")


def test_a_block_of_another_version_is_known_by_how_its_first_line_begins() -> None:
    assert lines_of(b"# BEGIN memoir-git 0.0\n/a merge=x\n# END memoir-git\n") == ("/a merge=x",)


@pytest.mark.parametrize("text", [b"x\n# BEGIN memoir-git\n/a merge=x\n", b"x\n# BEGIN memoir-git\n" + OURS])
def test_a_block_that_never_ends_is_an_error_that_names_the_line(text: bytes) -> None:
    with pytest.raises(BrokenBlockError, match=r"line 2 of \.gitattributes") as error:
        with_block(text, LINES, place=PLACE)

    assert "# END memoir-git" in str(error.value.hint)


def test_the_span_counts_lines_from_one() -> None:
    assert block_span(b"first\n" + OURS, place=PLACE) == ((2, 5),)
