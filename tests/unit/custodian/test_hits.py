"""Which line a place in a file belongs to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.markdown import split_lines
from memoir_git.custodian.hits import Lines


@given(st.text(st.sampled_from("ab\n\r"), min_size=1))
def test_each_character_is_on_the_line_that_holds_it(text: str) -> None:
    lines = split_lines(text)
    found = Lines(lines)

    numbers = [number for number, line in enumerate(lines, start=1) for _ in line]

    assert [found.number(at) for at in range(len(text))] == numbers
