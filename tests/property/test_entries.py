"""Laws of entry files: the lossless document (format 3.1, 3.2) and the merge (format 5)."""

from __future__ import annotations

from itertools import pairwise

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.core.blocks import LINE, LIST
from memoir_git.core.frontmatter import parse
from memoir_git.core.frontmatter_edit import remove_field, set_list, set_scalar
from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.core.scalars import read_flow, read_scalar, write_scalar
from memoir_git.core.text import text_hash
from memoir_git.store.entries import read_entry
from memoir_git.store.entry_facts import is_hidden, is_live, list_items
from memoir_git.store.merge.entry import merge_entry
from tests.property.entry_strategies import (
    ITEMS,
    Fork,
    any_forks,
    forks,
    plain,
    sound_texts,
    texts,
    words,
)
from tests.support.text_merge import merge_text

# What a YAML file can hold: its reader refuses lone surrogates and other characters outright.
yaml_text = st.text(max_size=30).map(lambda text: text.encode("utf-8", "replace").decode())
PATH = "memory/decision_client.md"


def merge(fork: Fork, *, base: bytes | None = None, strategy: str = "vcs") -> MergeOutcome:
    options = MergeOptions(path=PATH, strategy=strategy)
    base = fork.base if base is None else base
    return merge_entry(base, fork.ours, fork.theirs, options, merge_text)


def exchanged(fork: Fork) -> Fork:
    return Fork(base=fork.base, ours=fork.theirs, theirs=fork.ours)


class TestLosslessDocument:
    """Format 3.2: what a writer does not touch stays as it is, whatever the file is."""

    @given(st.text())
    def test_any_text_renders_back(self, text: str) -> None:
        assert parse(text).render() == text

    @given(texts())
    def test_any_dialect_renders_back(self, text: str) -> None:
        assert parse(text).render() == text

    @given(texts())
    def test_blocks_know_their_lines(self, text: str) -> None:
        document = parse(text)
        lines = text.removeprefix("\ufeff").split("\n")

        for block in document.blocks:
            assert lines[block.number - 1] + "\n" == block.lines[0]
            for child in block.children:
                assert lines[child.number - 1] + "\n" == child.lines[0]
        if document.body:
            assert "\n".join(lines[document.body_number - 1 :]) == document.body

    @given(sound_texts(), st.sampled_from(("description", "name", "why", "new_field")), words)
    def test_setting_a_field_changes_only_its_lines(self, text: str, key: str, value: str) -> None:
        before = parse(text)
        after = parse(set_scalar(before, key, value).render())

        assert after.scalar(key) == value
        assert [b.raw for b in after.blocks if b.key != key] == [b.raw for b in before.blocks if b.key != key]
        assert (after.opening, after.closing, after.body) == (before.opening, before.closing, before.body)

    @given(sound_texts(), st.sampled_from(("tags", "aliases")), st.lists(st.sampled_from(ITEMS), unique=True))
    def test_setting_a_list_changes_only_its_lines(self, text: str, key: str, items: list[str]) -> None:
        before = parse(text)
        assume(all(block.text[:2] != "- " for block in before.blocks if block.kind == LINE))
        after = parse(set_list(before, key, items).render())

        block = after.block(key)
        assert block is not None
        assert list_items(block) == tuple(items)
        assert [b.raw for b in after.blocks if b.key != key] == [b.raw for b in before.blocks if b.key != key]
        assert after.body == before.body

    @given(sound_texts(), st.sampled_from(("tags", "name", "metadata", "why")))
    def test_removing_a_field_removes_only_its_lines(self, text: str, key: str) -> None:
        before = parse(text)
        after = remove_field(before, key)

        gone = before.block(key)
        assert after.render() == (text if gone is None else text.replace(gone.raw, "", 1))

    @given(texts())
    def test_any_text_reads_as_an_entry(self, text: str) -> None:
        entry = read_entry(text, "memory/some_entry.md")

        assert entry.name
        assert entry.is_opaque is (entry.type is None)


class TestScalars:
    """Format 3.1: what we write reads back, here and in a YAML engine."""

    @given(yaml_text)
    def test_a_value_reads_back_in_both_readers(self, value: str) -> None:
        line = f"key: {write_scalar(value)}\n"

        assert read_scalar(line.partition(":")[2]) == value
        assert yaml.load(line, yaml.BaseLoader) == {"key": value}

    @given(st.text())
    def test_a_value_with_lone_surrogates_reads_back(self, value: str) -> None:
        assert read_scalar(write_scalar(value)) == value or _has_pair(value)

    @given(st.lists(yaml_text, max_size=4))
    def test_items_read_back_in_both_readers(self, items: list[str]) -> None:
        text = set_list(parse("---\n---\n"), "tags", items).render()

        block = parse(text).block("tags")
        assert block is not None
        assert [child.text for child in block.children] == items
        assert (yaml.load(text.split("---\n")[1], yaml.BaseLoader)["tags"] or []) == items

    @given(st.lists(yaml_text, min_size=1, max_size=4))
    def test_flow_items_read_back_in_both_readers(self, items: list[str]) -> None:
        line = "[" + ", ".join(write_scalar(item, in_flow=True) for item in items) + "]"

        assert read_flow(line) == tuple(items)
        assert yaml.load(line, yaml.BaseLoader) == items


class TestMergeConverges:
    """Format 5.4: the merge does not depend on whose side is whose, and repeating it changes nothing."""

    @given(forks())
    def test_exchanged_sides_give_the_same_bytes_or_both_conflict(self, fork: Fork) -> None:
        straight, other = merge(fork), merge(exchanged(fork))

        assert other.conflicts == straight.conflicts
        if not straight.conflicts:
            assert other.content == straight.content

    @given(any_forks())
    def test_unrelated_files_give_the_same_bytes_or_both_conflict(self, fork: Fork) -> None:
        straight, other = merge(fork), merge(exchanged(fork))

        assert bool(other.conflicts) == bool(straight.conflicts)
        if not straight.conflicts:
            assert other.content == straight.content

    @given(forks())
    def test_the_strategy_newest_never_conflicts_and_is_symmetric(self, fork: Fork) -> None:
        straight, other = merge(fork, strategy="newest"), merge(exchanged(fork), strategy="newest")

        assert straight.conflicts == 0
        assert other.content == straight.content

    @given(forks())
    def test_merging_a_side_into_the_result_again_changes_nothing(self, fork: Fork) -> None:
        result = merge(fork)

        if not result.conflicts:
            for side in (fork.ours, fork.theirs):
                again = merge(Fork(base=side, ours=result.content, theirs=side))
                assert again.content == result.content


class TestMergeLosesNothing:
    """Format 5.4, 3.2: what one side alone changed is in the result, unknown fields included."""

    @given(forks())
    def test_a_field_that_one_side_changed_has_that_sides_value(self, fork: Fork) -> None:
        result = merge(fork)
        base, ours, theirs = fork.documents()
        merged = plain(result.content)

        for key in ("name", "description", "project", "x_unknown"):
            texts = [document.block(key) and document.scalar(key) for document in (base, ours, theirs)]
            if fork.base and texts[1] == texts[0] and not result.refused:
                assert (merged.block(key) and merged.scalar(key)) == texts[2]

    @given(forks())
    def test_an_added_item_is_in_the_result(self, fork: Fork) -> None:
        merged = plain(merge(fork).content)
        base, *sides = fork.documents()

        for key in ("tags", "aliases"):
            old, new = base.block(key), merged.block(key)
            had = (list_items(old) if old is not None else ()) or ()
            has = (list_items(new) if new is not None else ()) or ()
            added = {
                item
                for side in sides
                if (block := side.block(key)) is not None and block.kind == LIST
                for item in (list_items(block) or ())
            } - set(had)
            assert added <= set(has)

    @given(forks())
    def test_a_field_of_either_side_is_in_the_result_unless_the_other_removed_it(self, fork: Fork) -> None:
        base, ours, theirs = fork.documents()
        merged = plain(merge(fork).content)

        for one, other in ((ours, theirs), (theirs, ours)):
            for block in one.blocks:
                if block.key is not None and (other.block(block.key) or not base.block(block.key)):
                    assert merged.block(block.key) is not None or block.children


class TestTombstones:
    """Format 5.3: suppression is monotone; finished work comes back only by a later date."""

    @given(forks())
    def test_hidden_on_either_side_is_hidden_in_the_result(self, fork: Fork) -> None:
        merged = plain(merge(fork).content)

        _, ours, theirs = fork.documents()
        assert is_hidden(merged) is (is_hidden(ours) or is_hidden(theirs))

    @given(forks())
    def test_a_completion_stays_and_is_the_later_one(self, fork: Fork) -> None:
        merged = plain(merge(fork).content)

        _, *sides = fork.documents()
        completions = [parse_completion(side.scalar("done_at")) for side in sides if side.block("done_at")]
        assert (merged.block("done_at") is not None) is bool(completions)
        if completions:
            assert parse_completion(merged.scalar("done_at")) == max(completions)

    @given(forks())
    def test_done_work_is_live_again_only_if_a_side_began_it_later(self, fork: Fork) -> None:
        merged = plain(merge(fork).content)

        _, *sides = fork.documents()
        done = max(parse_completion(side.scalar("done_at")) for side in sides)
        starts = [parse_instant(side.scalar(key)) for side in sides for key in ("added", "set_on")]
        if merged.scalar("done_at") and is_live(merged):
            assert max(starts) > done

    @given(any_forks())
    def test_a_clean_merge_of_any_two_files_hides_what_either_hides(self, fork: Fork) -> None:
        result = merge(fork)

        _, ours, theirs = fork.documents()
        if not result.conflicts and (is_hidden(ours) or is_hidden(theirs)):
            assert is_hidden(plain(result.content))

    @given(texts(), st.sampled_from(("vcs", "newest")), st.binary(max_size=30))
    def test_a_purged_stub_beats_any_file(self, text: str, strategy: str, noise: bytes) -> None:
        digest = text_hash("decision_client")
        stub = f"---\ntype: decision\nname: x\nhidden: true\ntext_hash: {digest}\n---\n".encode()
        other = text.encode("utf-8", "replace") + noise

        for fork in (Fork(base=b"", ours=stub, theirs=other), Fork(base=other, ours=other, theirs=stub)):
            result = merge(fork, strategy=strategy)
            assert (result.content, result.conflicts) == (stub, 0)


class TestAnyBytes:
    """A merge has an answer for any three files."""

    @given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60))
    def test_any_bytes_merge_or_stand_whole_between_markers(
        self, base: bytes, ours: bytes, theirs: bytes
    ) -> None:
        result = merge(Fork(base=base, ours=b"---\n" + ours, theirs=theirs))

        if result.refused:
            assert theirs in result.content
            assert ours in result.content


def _has_pair(text: str) -> bool:
    """Tells whether a text holds a high and a low surrogate side by side, which no escape tells apart."""
    return any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in pairwise(text))
