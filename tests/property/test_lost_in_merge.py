"""What the drivers merge without a conflict has lost nothing, by the rules of the check before a merge."""

from __future__ import annotations

from hypothesis import assume, given

from memoir_git import registry
from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.services.hooks.parts import INDEX, SECTIONS, UNITS, lost_names, names_of, parts_of
from tests.property.markdown_strategies import Fork, IndexFork, growing_ledgers, index_forks, odd_forks
from tests.property.test_units_merge import entries_of_a_file, file_of


def conflict(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    return TextMerge(b"", 1)


def lost(format_name: str, base: bytes, ours: bytes, theirs: bytes) -> list[str]:
    """Returns what either side lost by the driver's merge; nothing for one that ends in a conflict."""
    outcome = registry.merge(format_name, base, ours, theirs, MergeOptions(), conflict)
    versions = [parts_of(format_name, content) for content in (base, ours, theirs, outcome.content)]
    assume(not outcome.conflicts and None not in versions)
    before, here, there, result = (parts or {} for parts in versions)
    left = frozenset(names_of(format_name, result))
    return [name for side in (here, there) for name in lost_names(format_name, side, before, left)]


def lost_in(format_name: str, fork: Fork) -> list[str]:
    return lost(format_name, fork.base.encode(), fork.ours.encode(), fork.theirs.encode())


@given(index_forks())
def test_no_row_of_an_index(fork: IndexFork) -> None:
    assert lost_in(INDEX, fork.texts()) == []


@given(odd_forks())
def test_no_row_of_an_odd_index(fork: Fork) -> None:
    assert lost_in(INDEX, fork) == []


@given(growing_ledgers())
def test_no_section_of_a_ledger(fork: Fork) -> None:
    assert lost_in(SECTIONS, fork) == []


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_no_unit_of_project_memory(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    assert lost(UNITS, file_of(base), file_of(ours), file_of(theirs)) == []
