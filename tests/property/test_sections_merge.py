"""Laws of the merge of ledgers."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.merge import MergeOutcome, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.core.text import is_blank
from memoir_git.store.merge.sections import merge_sections
from tests.property.markdown_strategies import Fork, growing_ledgers, numbered_forks, odd_forks
from tests.support.text_merge import merge_text

OPTIONS = MergeOptions()


def markers(base: bytes, ours: bytes, theirs: bytes, _options: MergeOptions) -> TextMerge:
    """A stand-in for git that is quick and never settles anything."""
    return TextMerge(b"<<<<<<< ours\n" + ours + b"=======\n" + theirs + b">>>>>>> theirs\n", 1)


def merge(fork: Fork) -> MergeOutcome:
    return merge_sections(fork.base.encode(), fork.ours.encode(), fork.theirs.encode(), OPTIONS, markers)


def clean(fork: Fork) -> str:
    outcome = merge(fork)
    assert outcome.conflicts == 0
    return outcome.content.decode()


def words(text: str) -> Counter[str]:
    return Counter(line for line in text.split("\n") if line.strip())


class TestSymmetry:
    """The result does not depend on which side is ours."""

    @given(odd_forks())
    def test_exchanging_the_sides_changes_nothing(self, fork: Fork) -> None:
        outcome, exchanged = merge(fork), merge(fork.exchanged())

        assert outcome.conflicts == exchanged.conflicts
        if not outcome.conflicts:
            assert outcome.content == exchanged.content

    @given(growing_ledgers())
    def test_exchanging_the_sides_of_a_growing_ledger_changes_nothing(self, fork: Fork) -> None:
        assert clean(fork) == clean(fork.exchanged())


class TestIdempotence:
    """Merging again what is merged already changes nothing."""

    @given(odd_forks())
    def test_equal_sides_give_themselves(self, fork: Fork) -> None:
        assert merge(Fork(base=fork.base, ours=fork.ours, theirs=fork.ours)).content == fork.ours.encode()

    @given(growing_ledgers())
    def test_the_result_absorbs_both_sides(self, fork: Fork) -> None:
        merged = clean(fork)

        for side in (fork.ours, fork.theirs):
            assert clean(Fork(base=fork.base, ours=merged, theirs=side)) == merged

    @given(odd_forks())
    def test_the_result_on_top_of_a_side_is_the_result(self, fork: Fork) -> None:
        outcome = merge(fork)
        merged = outcome.content

        if not outcome.conflicts:
            for side in (fork.ours.encode(), fork.theirs.encode()):
                assert merge_sections(side, merged, side, OPTIONS, markers).content == (merged or side)


class TestNothingLost:
    """Additions of both sides stay, and are no conflict."""

    @given(growing_ledgers())
    def test_additions_stand_once_each_and_never_conflict(self, fork: Fork) -> None:
        base, ours, theirs = words(fork.base), words(fork.ours), words(fork.theirs)

        assert words(clean(fork)) == base + (ours - base) + (theirs - base)

    @given(growing_ledgers())
    def test_dated_sections_stay_in_order(self, fork: Fork) -> None:
        headings = [line for line in clean(fork).splitlines() if line.startswith("## ")]

        assert headings == sorted(headings)

    @given(numbered_forks())
    def test_a_line_only_one_side_added_is_in_the_result(self, fork: Fork) -> None:
        result = words(merge(fork).content.decode())

        for side in (fork.ours, fork.theirs):
            assert (words(side) - words(fork.base)).keys() <= result.keys()

    @given(numbered_forks())
    def test_a_line_that_both_sides_kept_is_in_the_result_once(self, fork: Fork) -> None:
        outcome = merge(fork)
        kept = words(fork.base) & words(fork.ours) & words(fork.theirs)

        if not outcome.conflicts:
            assert {
                line: count for line, count in words(outcome.content.decode()).items() if line in kept
            } == kept

    @given(odd_forks())
    def test_without_a_base_everything_is_in_the_result(self, fork: Fork) -> None:
        outcome = merge(Fork(base="", ours=fork.ours, theirs=fork.theirs))

        if not outcome.notes and not any(is_blank(side.encode()) for side in (fork.ours, fork.theirs)):
            assert outcome.conflicts == 0
            assert (words(fork.ours) | words(fork.theirs)).keys() <= words(outcome.content.decode()).keys()


class TestConflicts:
    """Only lines that both sides rewrote differently conflict."""

    @given(odd_forks())
    def test_every_conflict_is_about_lines_both_rewrote(self, fork: Fork) -> None:
        disputes = []

        def spy(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
            disputes.append((base, ours, theirs))
            return markers(base, ours, theirs, options)

        versions = (fork.base.encode(), fork.ours.encode(), fork.theirs.encode())
        outcome = merge_sections(*versions, OPTIONS, spy)

        if not outcome.notes:
            assert outcome.conflicts == len(disputes)
            for base, ours, theirs in disputes:
                assert base
                assert base not in (ours, theirs)
                assert ours != theirs

    @given(numbered_forks())
    def test_what_git_merges_cleanly_is_clean_and_has_the_same_lines(self, fork: Fork) -> None:
        versions = (fork.base.encode(), fork.ours.encode(), fork.theirs.encode())
        by_line = merge_text(*versions, OPTIONS)

        if not by_line.conflicts and fork.ours and fork.theirs:
            assert words(clean(fork)) == words(by_line.content.decode())


class TestAnyBytes:
    """Whatever the three files hold, the answer is bytes, the same kind from either side."""

    @given(st.binary(), st.binary(), st.binary())
    def test_any_bytes_have_an_outcome(self, base: bytes, ours: bytes, theirs: bytes) -> None:
        outcome = merge_sections(base, ours, theirs, OPTIONS, markers)
        exchanged = merge_sections(base, theirs, ours, OPTIONS, markers)

        assert (outcome.conflicts, outcome.refused) == (exchanged.conflicts, exchanged.refused)

    @given(st.text(), st.text(), st.text())
    def test_any_texts_have_one_outcome_from_either_side(self, base: str, ours: str, theirs: str) -> None:
        fork = Fork(base=base, ours=ours, theirs=theirs)
        outcome, exchanged = merge(fork), merge(fork.exchanged())

        assert outcome.conflicts == exchanged.conflicts
        if not outcome.conflicts:
            assert outcome.content == exchanged.content
