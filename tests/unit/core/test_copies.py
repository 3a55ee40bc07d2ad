"""The machine that asks every matcher about every version: each line once, and no answer lost by that."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from memoir_git.core.copies import Copy, CopyFinder, MatcherKind, readings
from memoir_git.core.copy_texts import TopicMatcher
from memoir_git.store.copies import EntryPathMatcher, TextHashMatcher


class Counting:
    """A matcher for one line that remembers what it was asked about."""

    kind = MatcherKind.LINE

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        self.asked += lines
        return (line for line in lines if b"planted" in line)

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[None]:
        return iter([None])


FOUND = (Copy(rule="line"),)


def test_a_line_of_many_versions_is_judged_once() -> None:
    matcher = Counting()
    finder = CopyFinder([matcher])

    for version in (b"one\ntwo", b"two\none", b"one\nthree\ntwo"):
        finder.look(version)

    assert sorted(matcher.asked) == [b"one", b"three", b"two"]


def test_every_version_with_a_suspicious_line_is_found_however_long_ago_it_was_judged() -> None:
    finder = CopyFinder([Counting()])

    answers = [finder.look(version) for version in (b"planted\na", b"b", b"c\nplanted")]

    assert answers == [FOUND, (), FOUND]


def test_forgetting_the_lines_seen_changes_no_answer() -> None:
    finder = CopyFinder([Counting()], memory=10)

    answers = [finder.look(version) for version in (b"planted", b"x" * 50, b"planted\ny", b"y")]

    assert answers == [FOUND, (), FOUND, ()]


def test_a_very_long_line_is_found_in_each_version_that_has_it() -> None:
    finder = CopyFinder([Counting()])
    long = b"x" * 10_000 + b" planted"

    assert [finder.look(long), finder.look(b"short"), finder.look(long)] == [FOUND, (), FOUND]


def test_the_items_of_a_minified_session_are_judged_once_each() -> None:
    matcher = Counting()
    finder = CopyFinder([matcher])
    items = [b'{"text":"item %d"}' % number for number in range(1000)]

    for count in (998, 999, 1000):
        finder.look(b'{"current":{"decisions":[' + b",".join(items[:count]) + b"]}}")

    assert len(matcher.asked) < 1010


def test_a_text_that_looks_like_the_end_of_an_item_is_not_torn_apart() -> None:
    text = 'ends with },{ and }, {\\" inside'
    finder = CopyFinder([TopicMatcher(["with },{ and"])])
    line = ('{"text":"' + text + '"},' * 600).encode()

    assert finder.look(line) == (Copy(rule="topic"),)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_is_read_in_the_encodings_that_editors_write(encoding: str) -> None:
    finder = CopyFinder([TopicMatcher(["acme takeover"])])

    assert finder.look("On the Acme takeover:\n".encode(encoding)) == (Copy(rule="topic"),)


def test_a_stray_nul_hides_nothing() -> None:
    assert list(readings(b"ac\0me")) == [b"ac\0me", b"acme"]


def test_the_rules_in_use_are_told_strongest_first() -> None:
    finder = CopyFinder([TopicMatcher(["x"]), TextHashMatcher([])], [EntryPathMatcher(["x"])])

    assert finder.kinds == (MatcherKind.ENTRY_PATH, MatcherKind.TEXT_HASH, MatcherKind.TOPIC)


def test_without_a_matcher_nothing_is_found() -> None:
    assert CopyFinder([]).look(b"planted", "memory/planted.md") == ()
