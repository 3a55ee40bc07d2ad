"""Which bindings an installation makes, from the format table and from what stands in the block."""

from __future__ import annotations

import pytest

from memoir_git import registry
from memoir_git.git.attributes import bind_path
from memoir_git.git.block import BrokenBlockError, with_block
from memoir_git.services.memory_bindings import Block, folder_bindings, read_block, store_bindings

PLACE = ".gitattributes"


def test_a_store_binds_every_pattern_of_its_system_and_nothing_else() -> None:
    bound = {(binding.pattern, binding.format_name) for binding in store_bindings("a")}

    assert bound == {
        (f"a/{pattern}", row.name)
        for row in registry.FORMATS
        if row.system == registry.MEMOIR
        for pattern in row.patterns
    }


def test_a_store_at_the_top_needs_no_folder() -> None:
    assert bind_path("session.json", "memoir-session") in store_bindings("")


def test_the_characters_of_a_stores_folder_mean_themselves() -> None:
    assert bind_path("a*b/session.json", "memoir-session") in store_bindings("a*b")


def test_in_a_folder_of_entries_the_index_comes_last() -> None:
    patterns = [binding.pattern for binding in folder_bindings("notes")]

    assert patterns == ["notes/*.md", "notes/MEMORY.md"]


def test_no_block_is_an_empty_one() -> None:
    assert read_block(None, PLACE) == read_block(b"*.txt text\n", PLACE) == Block()


def test_lines_that_are_no_bindings_stay_in_front() -> None:
    lines = ("/b merge=memoir-entry text=auto", "# why", "*.md text", "", "/a merge=memoir-entry text=auto")

    block = read_block(with_block(b"", lines, place=PLACE), PLACE)

    assert block.others == ("# why", "*.md text")
    assert block.lines() == ("# why", "*.md text", lines[4], lines[0])


def test_an_empty_block_has_no_lines_at_all() -> None:
    assert Block().lines() is None


def test_a_binding_of_a_format_from_a_newer_version_stays() -> None:
    line = "/x merge=memoir-future text=auto"

    assert read_block(with_block(b"", (line,), place=PLACE), PLACE).lines() == (line,)


def test_a_block_that_never_ends_is_an_error() -> None:
    with pytest.raises(BrokenBlockError):
        read_block(b"# BEGIN memoir-git\n", PLACE)
