"""Laws of monotone commits: a merge loses nothing, and what loses nothing brings nothing back."""

from __future__ import annotations

from hypothesis import assume, given

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.session import merge_session
from memoir_git.store.monotone import check_monotone_session
from tests.property.session_strategies import CAPS, documents
from tests.support.sessions import Session, to_bytes

PATH = RepoPath("session.json")
UNCAPPED = dict.fromkeys(CAPS, 10_000)


def _no_text_merge(*_: object) -> TextMerge:
    raise AssertionError("a session is never merged as text")


def merge(first: bytes, second: bytes, caps: dict[str, int]) -> bytes:
    return merge_session(b"", first, second, MergeOptions(caps=caps), _no_text_merge).content


def in_order(document: Session) -> bytes:
    """Returns the session as a merge leaves it: one that contradicts itself no longer does."""
    content = to_bytes(document)
    return merge(content, content + b"\n", CAPS)


def errors(before: bytes, after: bytes, caps: dict[str, int]) -> list[str]:
    found = check_monotone_session(before, after, PATH, caps)
    return [finding.message for finding in found if finding.severity is Severity.ERROR]


@given(documents, documents)
def test_a_merge_loses_nothing_of_either_side(first: Session, second: Session) -> None:
    ours, theirs = in_order(first), in_order(second)

    result = merge(ours, theirs, CAPS)

    assert errors(ours, result, CAPS) + errors(theirs, result, CAPS) == []


@given(documents, documents)
def test_merging_what_was_before_brings_nothing_back_that_could_be_an_error(
    first: Session, second: Session
) -> None:
    before, after = in_order(first), in_order(second)
    assume(not errors(before, after, UNCAPPED))

    assert errors(merge(before, after, UNCAPPED), after, UNCAPPED) == []
