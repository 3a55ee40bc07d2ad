"""One file of a merge against what it should have been."""

from __future__ import annotations

import pytest

from memoir_git import registry
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.core.snapshot import Source, snapshot_of
from memoir_git.core.unmerged import Origins
from memoir_git.services.join_trees import Expected, join_trees
from memoir_git.services.mending import Merges, mend, tidy
from memoir_git.services.settle import Merge
from memoir_git.store.recognise import ENTRY, INDEX, SESSION
from tests.support.finishing import edited, entry
from tests.support.sessions import Session, action, goal, session, to_bytes
from tests.support.text_merge import merge_text

A = RepoPath("memory/a.md")


def make_merge(favour: str | None = None) -> Merge:
    def merge(format_name: str, path: RepoPath, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
        options = MergeOptions(path=path, favour=favour)
        return registry.merge(format_name, base, ours, theirs, options, merge_text)

    return merge


MERGES = Merges(
    plain=make_merge(), for_ours=make_merge("ours"), for_theirs=make_merge("theirs"), text=merge_text
)


def expect(base: bytes, ours: bytes, theirs: bytes, format_name: str = ENTRY) -> Expected:
    base_tree, our_tree, their_tree = (
        snapshot_of({A: side}, source=Source.COMMIT) for side in (base, ours, theirs)
    )
    trees = Origins(base=base_tree, ours=our_tree, theirs=their_tree, ours_from={}, theirs_from={})
    (expected,) = join_trees(trees, {A: format_name}, MERGES.plain)
    return expected


def entries(*texts: str) -> tuple[bytes, bytes, bytes]:
    base, ours, theirs = (text.encode() for text in texts)
    return base, ours, theirs


APART = entries(entry("a"), edited("a", 2, updated=3), edited("a", 10, updated=4))
TOGETHER = entries(entry("a"), edited("a", 5, updated=3, word="x"), edited("a", 5, updated=4, word="y"))


@pytest.mark.parametrize("side", [1, 2])
def test_a_side_taken_whole_is_replaced(side: int) -> None:
    expected = expect(*APART)

    assert mend(expected, A, APART[side], MERGES).content == expected.content


def test_git_s_text_merge_is_replaced() -> None:
    base, ours, theirs = entries(
        entry("a", x="1", y="1"),
        edited("a", 2, updated=1, x="1", y="1", hidden="true"),
        entry("a", x="2", y="1"),
    )
    text = merge_text(base, ours, theirs, MergeOptions())
    expected = expect(base, ours, theirs)

    assert mend(expected, A, text.content, MERGES).content == expected.content


def test_committed_markers_are_replaced_where_the_sides_agree() -> None:
    expected = expect(*APART)
    marked = b"<<<<<<< x\n" + APART[1] + b"=======\n" + APART[2] + b">>>>>>> y\n"

    assert mend(expected, A, marked, MERGES).content == expected.content


def test_committed_markers_stay_where_the_sides_do_not() -> None:
    expected = expect(*TOGETHER)
    assert expected.content is not None

    mended = mend(expected, A, expected.content + b"more\n", MERGES)

    assert mended.has_conflict


def test_a_person_s_prose_stays_and_fields_are_joined_in() -> None:
    expected = expect(*TOGETHER)
    settled = edited("a", 5, updated=3, word="z").encode()

    mended = mend(expected, A, settled, MERGES)

    assert mended.content == edited("a", 5, updated=4, word="z").encode()


@pytest.mark.parametrize("versions", [APART, TOGETHER])
@pytest.mark.parametrize("actual", ["ours", "theirs", "by hand"])
def test_mending_twice_is_mending_once(actual: str, versions: tuple[bytes, bytes, bytes]) -> None:
    expected = expect(*versions)
    by_hand = edited("a", 7, updated=2, word="hand").encode()
    before = {"ours": versions[1], "theirs": versions[2], "by hand": by_hand}[actual]

    once = mend(expected, A, before, MERGES).content

    assert mend(expected, A, once, MERGES).content == once


def joined(*sides: Session) -> Expected:
    base, ours, theirs = (to_bytes(side) for side in sides)
    return expect(base, ours, theirs, SESSION)


def test_a_session_is_joined_with_what_was_committed() -> None:
    expected = joined(session(), session(actions=[action("x", 1)]), session(actions=[action("y", 2)]))
    actual = to_bytes(session(actions=[action("z", 3)]))

    mended = mend(expected, A, actual, MERGES)

    assert [word in mended.content for word in (b'"x"', b'"y"', b'"z"')] == [True, True, True]


def test_a_session_that_a_text_merge_broke_is_replaced() -> None:
    expected = joined(session(), session(actions=[action("x", 1)]), session(goals=[goal("y", 2)]))

    assert mend(expected, A, b'{"version": 1,, }', MERGES).content == expected.content


def test_a_parent_that_cannot_be_understood_leaves_the_file_as_it_is() -> None:
    expected = joined(session(), session(version=99), session(goals=[goal("y", 2)]))
    actual = to_bytes(session(goals=[goal("y", 2)]))

    mended = mend(expected, A, actual, MERGES)

    assert (mended.is_unknown, mended.content) == (True, actual)


def test_an_index_is_mended_too() -> None:
    base, ours, theirs = (
        b"# Index\n\n- [a](a.md) first\n",
        b"# Index\n\n- [a](a.md) first\n- [b](b.md) second\n",
        b"# Index\n\n- [a](a.md) first\n- [c](c.md) third\n",
    )
    expected = expect(base, ours, theirs, INDEX)

    assert mend(expected, A, ours, MERGES).content == expected.content


@pytest.mark.parametrize("indent", [None, 4, "\t"])
def test_a_session_in_order_keeps_every_byte(indent: int | str | None) -> None:
    content = to_bytes(session(actions=[action("x", 1)], goals=[goal("y")]), indent=indent)

    assert tidy(SESSION, A, content, MERGES.plain).content == content


@pytest.mark.parametrize("content", [b"", b"\n"])
def test_an_empty_session_stays_empty(content: bytes) -> None:
    assert tidy(SESSION, A, content, MERGES.plain).content == content
