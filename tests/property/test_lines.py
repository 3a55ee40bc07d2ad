"""Laws of the three-way line merge, and git's own merge beside it."""

from __future__ import annotations

from hypothesis import given, settings

from memoir_git.core.lines import CLEAN, DISPUTED, INSERTED, Region, merge_regions
from memoir_git.core.options import MergeOptions
from tests.property.markdown_strategies import Fork, numbered_forks, odd_forks
from tests.support.text_merge import merge_text


def _regions(fork: Fork) -> list[Region]:
    base, ours, theirs = (text.splitlines(keepends=True) for text in (fork.base, fork.ours, fork.theirs))
    return merge_regions(base, ours, theirs, lambda line: line.startswith(("-", "|")))


def _content(region: Region) -> tuple[list[str], list[str], list[str]]:
    return list(region.base), list(region.ours), list(region.theirs)


class TestSymmetry:
    """Exchanging the sides exchanges the answer and changes nothing else."""

    @given(odd_forks())
    def test_regions_of_exchanged_sides_are_exchanged(self, fork: Fork) -> None:
        regions, exchanged = _regions(fork), _regions(fork.exchanged())

        assert [region.kind for region in regions] == [region.kind for region in exchanged]
        for region, other in zip(regions, exchanged, strict=True):
            base, ours, theirs = _content(other)
            if region.kind in (INSERTED, DISPUTED):
                ours, theirs = theirs, ours
            assert _content(region) == (base, ours, theirs)


class TestNothingLost:
    """One unchanged side gives the other; what both changed is told in full."""

    @given(odd_forks())
    def test_an_unchanged_side_gives_the_other(self, fork: Fork) -> None:
        regions = _regions(Fork(base=fork.base, ours=fork.base, theirs=fork.theirs))

        assert {region.kind for region in regions} <= {CLEAN}
        assert "".join(line for region in regions for line in region.ours) == fork.theirs

    @given(odd_forks())
    def test_equal_sides_give_themselves(self, fork: Fork) -> None:
        regions = _regions(Fork(base=fork.base, ours=fork.ours, theirs=fork.ours))

        assert {region.kind for region in regions} <= {CLEAN}
        assert "".join(line for region in regions for line in region.ours) == fork.ours

    @given(numbered_forks())
    def test_every_added_line_is_told(self, fork: Fork) -> None:
        told = [line for region in _regions(fork) for line in (*region.ours, *region.theirs)]

        for side in (fork.ours, fork.theirs):
            assert set(side.splitlines(keepends=True)) - set(fork.base.splitlines(keepends=True)) <= set(told)

    @given(odd_forks())
    def test_a_dispute_is_about_lines_both_rewrote(self, fork: Fork) -> None:
        for region in _regions(fork):
            if region.kind == DISPUTED:
                base, ours, theirs = _content(region)
                assert base
                assert ours != base
                assert theirs != base
                assert ours != theirs


class TestBesideGit:
    """What `git merge-file` merges cleanly, this merge does too, to the same lines."""

    @settings(max_examples=150)
    @given(numbered_forks())
    def test_what_git_merges_cleanly_has_the_same_lines(self, fork: Fork) -> None:
        versions = (fork.base.encode(), fork.ours.encode(), fork.theirs.encode())
        merged = merge_text(*versions, MergeOptions())
        regions = _regions(fork)

        if not merged.conflicts:
            assert DISPUTED not in [region.kind for region in regions]
            lines = [
                line
                for region in regions
                for line in (*region.ours, *(region.theirs if region.kind == INSERTED else ()))
            ]
            assert sorted(lines) == sorted(merged.content.decode().splitlines(keepends=True))
