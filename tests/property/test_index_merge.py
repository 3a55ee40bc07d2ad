"""Laws of the merge of an index of links."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.markdown import TEXT, line_kinds, split_lines
from memoir_git.core.merge import MergeOutcome, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.index import merge_index
from memoir_git.store.merge.index_links import find_links
from tests.property.markdown_strategies import (
    Fork,
    Index,
    IndexFork,
    Row,
    growing_ledgers,
    index_forks,
    odd_forks,
)

OPTIONS = MergeOptions()


def ours_only(_base: bytes, ours: bytes, _theirs: bytes, _options: MergeOptions) -> TextMerge:
    return TextMerge(ours, 0)


def merge(fork: Fork) -> MergeOutcome:
    return merge_index(fork.base.encode(), fork.ours.encode(), fork.theirs.encode(), OPTIONS, ours_only)


def merged(fork: Fork) -> str:
    return merge(fork).content.decode()


def row_targets(text: str) -> list[list[str]]:
    """Returns the link targets of each line that has any."""
    lines = split_lines(text)
    kinds, _ = line_kinds(lines)
    found = (
        [link.target for link in find_links(line)]
        for line, kind in zip(lines, kinds, strict=True)
        if kind == TEXT
    )
    return [targets for targets in found if targets]


def links(index: Index) -> dict[str, tuple[str, ...]]:
    """Returns the targets of each row by its key."""
    return {line.key: tuple(name for name, _ in line.links) for line in index if isinstance(line, Row)}


class TestSymmetry:
    """The result does not depend on which side is ours, and is never a conflict."""

    @given(index_forks())
    def test_exchanging_the_sides_of_an_index_changes_nothing(self, fork: IndexFork) -> None:
        assert merged(fork.texts()) == merged(fork.texts().exchanged())

    @given(odd_forks())
    def test_exchanging_any_sides_changes_nothing(self, fork: Fork) -> None:
        outcome, exchanged = merge(fork), merge(fork.exchanged())

        assert outcome.conflicts == exchanged.conflicts == bool(outcome.notes)
        if not outcome.notes:
            assert outcome.content == exchanged.content


class TestIdempotence:
    """Merging again what is merged already changes nothing."""

    @given(odd_forks())
    def test_equal_sides_give_themselves(self, fork: Fork) -> None:
        assert merged(Fork(base=fork.base, ours=fork.ours, theirs=fork.ours)) == fork.ours

    @given(index_forks())
    def test_the_result_on_top_of_a_side_is_the_result(self, fork: IndexFork) -> None:
        texts = fork.texts()
        result = merged(texts)

        for side in (texts.ours, texts.theirs):
            assert merged(Fork(base=side, ours=result, theirs=side)) == result

    @given(growing_ledgers(gaps=[[]]))
    def test_the_result_of_additions_absorbs_both_sides(self, fork: Fork) -> None:
        result = merged(fork)

        for side in (fork.ours, fork.theirs):
            assert merged(Fork(base=fork.base, ours=result, theirs=side)) == result


class TestNothingLost:
    """No link that both sides have, or one side added, is lost; none stands twice."""

    @given(index_forks())
    def test_every_row_one_side_added_or_both_kept_is_there(self, fork: IndexFork) -> None:
        base, ours, theirs = links(fork.base), links(fork.ours), links(fork.theirs)
        result = {target for row in row_targets(merged(fork.texts())) for target in row}

        assert (ours.keys() & theirs.keys()) | (ours.keys() - base.keys()) | (
            theirs.keys() - base.keys()
        ) <= result

    @given(index_forks())
    def test_every_link_one_side_added_to_a_row_is_in_that_row(self, fork: IndexFork) -> None:
        base, ours, theirs = links(fork.base), links(fork.ours), links(fork.theirs)
        result = row_targets(merged(fork.texts()))

        for key in ours.keys() & theirs.keys():
            row = next(row for row in result if row[0] == key)
            added = {*ours[key], *theirs[key]} - set(base.get(key, ()))
            assert added | (set(ours[key]) & set(theirs[key])) <= set(row)

    @given(index_forks())
    def test_no_row_has_a_link_twice_and_no_key_two_rows(self, fork: IndexFork) -> None:
        result = row_targets(merged(fork.texts()))

        assert all(len(set(row)) == len(row) for row in result)
        keys = Counter(row[0] for row in result)
        assert all(keys[key] == 1 for key in links(fork.ours).keys() & links(fork.theirs).keys())

    @given(index_forks())
    def test_a_row_one_side_removed_and_the_other_left_alone_is_gone(self, fork: IndexFork) -> None:
        rows = [
            {str(line) for line in index if isinstance(line, Row)}
            for index in (fork.base, fork.ours, fork.theirs)
        ]
        gone = {
            key
            for one, other, untouched in (
                (fork.ours, fork.theirs, rows[2]),
                (fork.theirs, fork.ours, rows[1]),
            )
            for key in links(fork.base).keys() - links(one).keys()
            if not any(key in names for names in links(one).values())
            and {str(line) for line in other if isinstance(line, Row) and line.key == key}
            <= rows[0] & untouched
        }

        assert not gone & {row[0] for row in row_targets(merged(fork.texts()))}

    @given(growing_ledgers())
    def test_added_lines_stand_once_each(self, fork: Fork) -> None:
        base, ours, theirs, result = (
            Counter(line for line in text.splitlines() if line)
            for text in (fork.base, fork.ours, fork.theirs, merged(fork))
        )

        assert result == base + (ours - base) + (theirs - base)


class TestAnyBytes:
    """Whatever the three files hold, the answer is bytes, the same kind from either side."""

    @given(st.binary(), st.binary(), st.binary())
    def test_any_bytes_have_an_outcome(self, base: bytes, ours: bytes, theirs: bytes) -> None:
        outcome = merge_index(base, ours, theirs, OPTIONS, ours_only)
        exchanged = merge_index(base, theirs, ours, OPTIONS, ours_only)

        assert (outcome.conflicts, outcome.refused) == (exchanged.conflicts, exchanged.refused)

    @given(st.text(alphabet="ab[]()|`\\ -\n#"), st.text(alphabet="ab[]()|`\\ -\n#"))
    def test_any_brackets_have_an_outcome(self, ours: str, theirs: str) -> None:
        fork = Fork(base="", ours=ours, theirs=theirs)

        assert merged(fork) == merged(fork.exchanged())
