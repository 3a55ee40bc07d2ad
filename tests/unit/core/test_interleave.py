"""One order from two, the same whichever side is ours."""

from __future__ import annotations

import pytest

from memoir_git.core.interleave import interleave


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("", "", "", ""),
        ("abc", "abc", "abc", "abc"),
        ("abc", "abxc", "abc", "abxc"),
        ("abc", "xabc", "abcy", "xabcy"),
        ("ab", "abz", "aby", "abyz"),
        ("ab", "azqb", "ayb", "ayzqb"),
        ("", "tr", "r/", "tr/"),
        ("abc", "cab", "abc", "cab"),
        ("abc", "cab", "abcx", "cxab"),
        ("", "ba", "ab", "ab"),
        ("abc", "bca", "cab", "bca"),
        ("", "ab", "cd", "abcd"),
    ],
)
def test_keys_keep_their_neighbours_and_the_side_that_moved_them_wins(
    base: str, ours: str, theirs: str, merged: str
) -> None:
    assert "".join(interleave(list(base), list(ours), list(theirs))) == merged
    assert "".join(interleave(list(base), list(theirs), list(ours))) == merged
