"""Laws of finishing and mending: nobody's side matters, twice is once, and two repairs are one."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git import registry
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.core.snapshot import SnapshotFile, Source, snapshot_of
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.services.fate import Settled
from memoir_git.services.join_trees import join_trees
from memoir_git.services.mending import Merges, mend
from memoir_git.services.settle import Merge, settle
from memoir_git.store.recognise import ENTRY, SESSION
from tests.support.finishing import edited, entry, hidden, stub
from tests.support.sessions import Session, to_bytes
from tests.support.strategies import sessions
from tests.support.text_merge import merge_text

A = RepoPath("memory/a.md")
VERSIONS = (
    None,
    "",
    entry("a"),
    edited("a", 2, updated=3),
    edited("a", 10, updated=3, tags="[x, y]"),
    edited("a", 10, updated=4, word="other", scope="project"),
    hidden("a"),
    entry("a", done_at="2026-03-04"),
    stub("a", "a"),
    "no frontmatter\n",
    "---\nunterminated: true\n",
)
ENTRIES = st.sampled_from(VERSIONS)


def make_merge(favour: str | None = None) -> Merge:
    def merge(format_name: str, path: RepoPath, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
        options = MergeOptions(path=path, favour=favour)
        return registry.merge(format_name, base, ours, theirs, options, merge_text)

    return merge


MERGES = Merges(
    plain=make_merge(), for_ours=make_merge("ours"), for_theirs=make_merge("theirs"), text=merge_text
)


def file(text: str | None) -> SnapshotFile | None:
    return None if text is None else SnapshotFile(content=text.encode())


def settled(base: str | None, ours: str | None, theirs: str | None) -> Settled | None:
    unmerged = {A: Unmerged(base=file(base), ours=file(ours), theirs=file(theirs))}
    items = settle(unmerged, {A: ENTRY}, MERGES.plain, origins=None)
    return items[0] if items else None


def mended(base: bytes | None, ours: bytes, theirs: bytes, actual: bytes, format_name: str) -> bytes:
    trees = [
        snapshot_of({} if side is None else {A: side}, source=Source.COMMIT) for side in (base, ours, theirs)
    ]
    origins = Origins(base=trees[0], ours=trees[1], theirs=trees[2], ours_from={}, theirs_from={})
    (expected,) = join_trees(origins, {A: format_name}, MERGES.plain)
    return mend(expected, A, actual, MERGES).content


class TestResolve:
    """What becomes of an unmerged path depends on the versions, not on whose they are."""

    @given(ENTRIES, ENTRIES, ENTRIES)
    def test_exchanging_the_sides_changes_nothing(
        self, base: str | None, ours: str | None, theirs: str | None
    ) -> None:
        # What one side left alone git settles by itself, and an unmerged path has some version.
        assume(base not in (ours, theirs) or ours is None or theirs is None)
        assume((base, ours, theirs) != (None, None, None))

        first, second = settled(base, ours, theirs), settled(base, theirs, ours)

        assert first is not None
        assert second is not None
        assert first.fate is second.fate
        assert first.is_open or first.files == second.files

    @given(ENTRIES, ENTRIES, ENTRIES)
    def test_what_was_settled_stands_against_either_side_again(
        self, base: str | None, ours: str | None, theirs: str | None
    ) -> None:
        assume(ours is not None and theirs is not None)
        item = settled(base, ours, theirs)
        assert item is not None
        result = item.files.get(A)
        assume(not item.is_open and result is not None)
        assert result is not None

        again = settled(base, result.content.decode(), ours)

        assert again is not None
        assert again.is_open or again.files == item.files


class TestRepair:
    """A repair is a function of the parents and of what was committed (memoir decision: same blobs)."""

    @given(sessions(unknown_keys=False), sessions(unknown_keys=False), sessions(unknown_keys=False))
    def test_mending_a_session_twice_is_mending_it_once(
        self, ours: Session, theirs: Session, actual: Session
    ) -> None:
        sides = [to_bytes(side) for side in (ours, theirs, actual)]

        once = mended(None, sides[0], sides[1], sides[2], SESSION)

        assert mended(None, sides[0], sides[1], once, SESSION) == once

    @given(sessions(unknown_keys=False), sessions(unknown_keys=False), sessions(unknown_keys=False))
    def test_the_order_of_the_parents_does_not_matter_to_a_session(
        self, ours: Session, theirs: Session, actual: Session
    ) -> None:
        sides = [to_bytes(side) for side in (ours, theirs, actual)]

        first = mended(None, sides[0], sides[1], sides[2], SESSION)

        assert mended(None, sides[1], sides[0], sides[2], SESSION) == first

    @given(ENTRIES, ENTRIES, ENTRIES, ENTRIES)
    def test_mending_an_entry_twice_is_mending_it_once(
        self, base: str | None, ours: str | None, theirs: str | None, actual: str | None
    ) -> None:
        assume(ours and theirs and actual)
        assert ours is not None
        assert theirs is not None
        assert actual is not None
        versions = (base.encode() if base else None, ours.encode(), theirs.encode())

        once = mended(*versions, actual.encode(), ENTRY)

        assert mended(*versions, once, ENTRY) == once

    @given(ENTRIES, ENTRIES, ENTRIES, ENTRIES)
    def test_the_order_of_the_parents_does_not_matter_to_an_entry(
        self, base: str | None, ours: str | None, theirs: str | None, actual: str | None
    ) -> None:
        assume(ours and theirs and actual)
        assert ours is not None
        assert theirs is not None
        assert actual is not None
        versions = (base.encode() if base else None, ours.encode(), theirs.encode())

        first = mended(*versions, actual.encode(), ENTRY)

        assert mended(versions[0], versions[2], versions[1], actual.encode(), ENTRY) == first
