"""Following a few names through a folder's versions must give what parsing each version gives."""

from __future__ import annotations

import pytest

from memoir_git.git.history.trees import MalformedTreeError, parse_tree
from memoir_git.git.history.versions import NamedEntries

WIDTH = 20
WANTED = {b"entry_00003.md", b"entry_00150.md", b"sub", b"zzz.md"}


def tree(changed: dict[bytes, bytes], *, count: int = 200) -> bytes:
    """Returns a tree of so many equal files but for those `changed`; a content `b""` leaves one out."""
    names = {b"entry_%05d.md" % number: b"same" for number in range(count)} | changed
    return b"".join(
        (b"40000 " if name == b"sub" else b"100644 ") + name + b"\0" + target.ljust(WIDTH, b".")
        for name, target in sorted(names.items())
        if target
    )


VERSIONS = (
    tree({}),
    tree({b"entry_00003.md": b"new"}),
    tree({b"entry_00003.md": b"new", b"entry_00004.md": b"new"}),
    tree({b"entry_00003.md": b"", b"entry_00150.md": b"new"}),
    tree({b"sub": b"folder", b"zzz.md": b"last"}),
    tree({b"sub": b"other", b"zzz.md": b"last"}),
    tree({b"entry_00003.md": b"x100644 y", b"sub": b"other"}),
    tree({b"entry_00003.md": b"x100644 z"}),
    tree({}, count=2),
    tree({}),
)


def test_every_version_gives_what_its_grammar_gives() -> None:
    entries = NamedEntries(WANTED, WIDTH)

    for version in VERSIONS:
        entries.read(version)

        parsed = parse_tree(version, WIDTH)
        assert entries.targets == {name: target for _, name, target in parsed if name in WANTED}


@pytest.mark.parametrize(("second", "changes"), [(1, True), (2, True), (0, False)])
def test_a_version_says_whether_anything_wanted_changed(second: int, changes: bool) -> None:
    entries = NamedEntries(WANTED, WIDTH)
    entries.read(VERSIONS[0])

    assert entries.read(VERSIONS[second]) is changes


def test_a_change_of_another_name_is_no_change() -> None:
    entries = NamedEntries(WANTED, WIDTH)
    entries.read(VERSIONS[1])

    assert entries.read(VERSIONS[2]) is False


def test_a_version_that_is_no_tree_is_refused() -> None:
    entries = NamedEntries(WANTED, WIDTH)
    entries.read(VERSIONS[0])

    with pytest.raises(MalformedTreeError):
        entries.read(VERSIONS[0][:-1])
