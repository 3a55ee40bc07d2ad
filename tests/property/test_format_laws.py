"""Laws across the formats, and laws of whole sequences of merges (format 5.3, 5.4)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from memoir_git import registry
from memoir_git.core.conflict import conflict_whole
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import NEWEST, VCS, MergeOptions
from memoir_git.core.text import is_blank
from memoir_git.store.entries import read_entry
from memoir_git.store.entry_facts import is_hidden
from tests.property.entry_strategies import plain, sound_texts
from tests.support.entries import ENTRY, body, entry, purged
from tests.support.text_merge import merge_text

NAMES = tuple(row.name for row in registry.FORMATS)
MARKDOWN = tuple(name for name in NAMES if name != "memoir-session")
OPTIONS = MergeOptions(path=ENTRY)
tags = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=4)


def merge(name: str, base: bytes, ours: bytes, theirs: bytes, *, strategy: str = VCS) -> MergeOutcome:
    options = MergeOptions(path=ENTRY, strategy=strategy)
    return registry.merge(name, base, ours, theirs, options, merge_text)


@pytest.mark.parametrize("name", NAMES)
class TestEveryFormat:
    """What holds whatever a file of memory is."""

    @given(st.binary(max_size=60), st.binary(max_size=60))
    def test_identical_sides_are_the_result_unread(self, name: str, base: bytes, side: bytes) -> None:
        outcome = merge(name, base, side, side)

        assert (outcome.content, outcome.conflicts) == (side, 0)

    @given(st.binary(max_size=60), st.sampled_from((b"", b"\n", b" \r\n\t")))
    @example(b"\0 no text", b"")
    def test_an_absent_side_takes_nothing_away(self, name: str, side: bytes, absent: bytes) -> None:
        assume(not is_blank(side))

        for outcome in (merge(name, b"", side, absent), merge(name, b"", absent, side)):
            assert side in outcome.content
            assert outcome.content == side or outcome.refused

    @given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60))
    def test_what_is_refused_stands_whole_between_markers(
        self, name: str, base: bytes, ours: bytes, theirs: bytes
    ) -> None:
        outcome = merge(name, base, ours + b"\0", theirs)

        if outcome.refused:
            assert outcome.content == conflict_whole(ours + b"\0", theirs, OPTIONS)
            assert outcome.conflicts == 1


@pytest.mark.parametrize("name", MARKDOWN)
class TestReplayedResolutions:
    """rerere replays a resolution with the recorded conflict as both base and ours."""

    @given(st.text("ab\n# -", max_size=30), st.text("ab\n# -", max_size=30), st.text("ab\n", min_size=1))
    def test_the_resolution_is_the_result(self, name: str, ours: str, theirs: str, mended: str) -> None:
        conflict = b"text\n" + conflict_whole(ours.encode(), theirs.encode(), OPTIONS)
        assume(not is_blank(mended.encode()))

        for sides in ((conflict, mended.encode()), (mended.encode(), conflict)):
            outcome = merge(name, conflict, *sides)
            assert (outcome.content, outcome.conflicts) == (mended.encode(), 0)


@pytest.mark.parametrize("strategy", [VCS, NEWEST])
class TestSequences:
    """Format 5.4: suppression is monotone through any number of merges, whatever comes in between."""

    @given(st.lists(sound_texts(), min_size=2, max_size=6), sound_texts())
    def test_what_was_hidden_once_stays_hidden(self, strategy: str, texts: list[str], base: str) -> None:
        state = texts[0].encode("utf-8", "surrogatepass")
        was_hidden = is_hidden(plain(state))
        for text in texts[1:]:
            outcome = merge("memoir-entry", base.encode(), state, text.encode(), strategy=strategy)
            if outcome.conflicts:
                continue  # git stops here; a person decides
            state = outcome.content
            was_hidden |= is_hidden(plain(text.encode()))
            assert is_hidden(plain(state)) is was_hidden

    @given(st.lists(sound_texts(), min_size=1, max_size=5), st.integers(0, 4))
    def test_a_purged_entry_is_its_stub_for_good(self, strategy: str, texts: list[str], place: int) -> None:
        stub = purged().encode()
        state, is_purged = texts[0].encode(), False
        for number, text in enumerate([*texts[:place], stub.decode(), *texts[place:]]):
            is_purged |= number >= min(place, len(texts))
            outcome = merge("memoir-entry", b"", state, text.encode(), strategy=strategy)
            state = state if outcome.conflicts else outcome.content
            if is_purged:
                assert (outcome.conflicts, state) == (0, stub)


class TestThreeReplicas:
    """Format 5.4: three replicas have one file whatever the order in which they meet."""

    @given(tags, tags, tags)
    @example(["a"], ["b"], ["c"])
    def test_tags_added_by_three_sides_have_one_order(
        self, first: list[str], second: list[str], third: list[str]
    ) -> None:
        base = entry(tags=["base"]).encode()
        sides = [entry(tags=["base", *sorted(added)]).encode() for added in (first, second, third)]

        results = set()
        for order in itertools.permutations(sides):
            state = order[0]
            for side in order[1:]:
                state = merge("memoir-entry", base, state, side).content
            results.add(state)

        assert len(results) == 1
        expected = ["base", *sorted({*first, *second, *third})]
        assert list(read_entry(results.pop().decode()).items("tags")) == expected

    @given(st.permutations(("line_2", "line_8", "line_14")))
    def test_edits_of_prose_far_apart_meet_in_any_order(self, lines: list[str]) -> None:
        base = entry().encode()
        state = base
        for line in lines:
            state = merge("memoir-entry", base, state, entry(text=body(**{line: "new"})).encode()).content

        assert state == entry(text=body(line_2="new", line_8="new", line_14="new")).encode()
