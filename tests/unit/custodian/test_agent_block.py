"""The managed block in an agent's file: it comes once, and everything else stays byte for byte."""

from __future__ import annotations

import pytest

from memoir_git.custodian.agent_block import END, START, AgentBlockError, with_agent_block

BLOCK = START + b"\none\ntwo\n" + END + b"\n"


def put(text: bytes | None, inside: str = "one\ntwo\n", *, renew: bool = False) -> bytes:
    return with_agent_block(text, inside, place="AGENTS.md", renew=renew)


@pytest.mark.parametrize("text", [None, b""])
def test_a_new_file_gets_one_title_and_the_block(text: bytes | None) -> None:
    assert put(text) == b"# Instructions for agents\n\n" + BLOCK


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(b"# Mine\n\nText.\n", b"# Mine\n\nText.\n\n" + BLOCK, id="plain"),
        pytest.param(b"# Mine\n\n", b"# Mine\n\n" + BLOCK, id="a blank line is there"),
        pytest.param(b"# Mine", b"# Mine\n\n" + BLOCK, id="no last line end"),
        pytest.param(b"\xff\xfe\n", b"\xff\xfe\n\n" + BLOCK, id="no UTF-8"),
        pytest.param(b"# Mine\r\n", b"# Mine\r\n\r\n" + BLOCK.replace(b"\n", b"\r\n"), id="carriage returns"),
    ],
)
def test_the_block_goes_below_what_others_wrote(text: bytes, expected: bytes) -> None:
    assert put(text) == expected


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
def test_a_block_that_stands_there_is_kept(eol: bytes) -> None:
    text = (b"a\n\n" + BLOCK + b"b").replace(b"\n", eol)

    assert put(text, "other\n") == text


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
def test_renewing_exchanges_the_block_and_nothing_else(eol: bytes) -> None:
    text = (b"a\n\n" + BLOCK + b"b").replace(b"\n", eol)
    expected = (b"a\n\n" + START + b"\nother\n" + END + b"\nb").replace(b"\n", eol)

    assert put(text, "other\n", renew=True) == expected


def test_a_block_at_the_end_without_a_last_line_end_is_renewed_in_place() -> None:
    assert put(b"a\n" + BLOCK.rstrip(b"\n"), "x\n", renew=True) == b"a\n" + START + b"\nx\n" + END


@pytest.mark.parametrize("renew", [False, True])
def test_doing_it_twice_is_doing_it_once(*, renew: bool) -> None:
    once = put(b"# Mine\r\ntext")

    assert put(once, renew=renew) == once


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(START + b"\n", id="never ends"),
        pytest.param(END + b"\n", id="never begins"),
        pytest.param(END + b"\n" + START + b"\n", id="the wrong way round"),
        pytest.param(BLOCK + BLOCK, id="twice"),
    ],
)
@pytest.mark.parametrize("renew", [False, True])
def test_markers_that_make_no_single_block_are_refused(text: bytes, *, renew: bool) -> None:
    with pytest.raises(AgentBlockError, match=r"AGENTS\.md"):
        put(text, renew=renew)


FOREIGN = b"<!-- memory-custodian:start v1 -->\nx\n<!-- memory-custodian:end -->\n"


def test_another_tools_block_is_refused() -> None:
    with pytest.raises(AgentBlockError, match="another tool"):
        put(FOREIGN)


def replaced(text: bytes) -> bytes:
    return with_agent_block(text, "one\ntwo\n", place="AGENTS.md", renew=False, replace_foreign=True)


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
def test_another_tools_block_gives_way_where_it_is_asked_to(eol: bytes) -> None:
    text = (b"# Mine\n\n" + FOREIGN + b"\nMore.\n").replace(b"\n", eol)

    assert replaced(text) == (b"# Mine\n\n" + BLOCK + b"\nMore.\n").replace(b"\n", eol)


@pytest.mark.parametrize("text", [b"# Mine\n", BLOCK, b""])
def test_where_there_is_no_other_tools_block_asking_for_it_changes_nothing_else(text: bytes) -> None:
    assert replaced(text) == put(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FOREIGN.splitlines()[0] + b"\n", id="never ends"),
        pytest.param(FOREIGN.splitlines()[2] + b"\n", id="never begins"),
        pytest.param(FOREIGN + FOREIGN, id="twice"),
        pytest.param(FOREIGN + BLOCK, id="beside ours"),
    ],
)
def test_another_tools_markers_that_make_no_block_are_not_guessed_at(text: bytes) -> None:
    with pytest.raises(AgentBlockError, match=r"memory-custodian markers in AGENTS\.md"):
        replaced(text)
