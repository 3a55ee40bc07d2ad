"""Trees as raw bytes: the quick way must give what the grammar gives, entry for entry."""

from __future__ import annotations

import pytest

from memoir_git.git.history.trees import Entry, EntryMemo, MalformedTreeError, parse_tree

WIDTH = 20


def entry(name: bytes, target: bytes = b"", mode: bytes = b"100644") -> bytes:
    return mode + b" " + name + b"\0" + target.ljust(WIDTH, b".")


def many(count: int, changed: dict[int, bytes] | None = None) -> bytes:
    """Returns a tree of so many files, large enough to be compared with the version before it."""
    return b"".join(entry(b"entry_%05d.md" % n, (changed or {}).get(n, b"same")) for n in range(count))


def new_in(memo: EntryMemo, tree: bytes) -> list[Entry]:
    """Returns what nothing before held, the way a walk asks for it."""
    return [entry for entry in memo.take(tree) if memo.meet(entry[1], entry[2])]


def test_a_second_version_gives_only_what_is_new() -> None:
    memo = EntryMemo(WIDTH)
    new_in(memo, entry(b"a") + entry(b"b"))

    fresh = new_in(memo, entry(b"a", b"new") + entry(b"b"))

    assert fresh == [(b"100644", b"a", b"new".ljust(WIDTH, b"."))]


def test_an_entry_seen_in_any_version_before_is_not_new() -> None:
    memo = EntryMemo(WIDTH)
    for target in (b"one", b"two"):
        new_in(memo, entry(b"a", target))

    assert new_in(memo, entry(b"a", b"one")) == []


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param(entry(b"a", mode=b"40000") + entry(b"b"), id="a folder comes first"),
        pytest.param(entry(b"a") + entry(b"b", mode=b"40000") + entry(b"c"), id="a folder in between"),
        pytest.param(entry(b"a", mode=b"40000"), id="a folder alone"),
        pytest.param(entry(b"a", mode=b"100755") + entry(b"b", mode=b"120000"), id="no plain file"),
        pytest.param(entry(b"a", b"xx100644 xx") + entry(b"b"), id="a mode inside an object name"),
        pytest.param(entry(b"a", b"100644 a\0") + entry(b"b"), id="an entry inside an object name"),
        pytest.param(entry(b"a", b"x" * 13 + b"100644 ") + entry(b"b"), id="a mode ends an object name"),
        pytest.param(entry(b"a 100644 b") + entry(b"c"), id="a mode inside a file name"),
        pytest.param(entry(b"100644 b") + entry(b"c"), id="a mode begins a file name"),
        pytest.param(entry(b"a", b"\0" * WIDTH) + entry(b"b"), id="an object name of NUL bytes"),
        pytest.param(b"", id="an empty tree"),
    ],
)
def test_the_first_version_gives_every_entry(tree: bytes) -> None:
    fresh = new_in(EntryMemo(WIDTH), tree)

    assert sorted(fresh) == sorted(parse_tree(tree, WIDTH))


@pytest.mark.parametrize(
    "versions",
    [
        pytest.param((many(300), many(300, {0: b"new"})), id="the first entry changes"),
        pytest.param((many(300), many(300, {150: b"new"})), id="one in the middle changes"),
        pytest.param((many(300), many(300, {299: b"new"})), id="the last one changes"),
        pytest.param((many(300), many(300, {3: b"new", 290: b"new"})), id="two far apart change"),
        pytest.param((many(300), many(301)), id="one more at the end"),
        pytest.param((many(300), entry(b"aaa") + many(300)), id="one more at the beginning"),
        pytest.param((many(300), entry(b"aaa", mode=b"40000") + many(300)), id="a folder more"),
        pytest.param((entry(b"aaa", mode=b"40000") + many(300), many(300)), id="a folder less"),
        pytest.param((many(300), many(300, {150: b"x100644 y"})), id="a mode in a new object name"),
        pytest.param(
            (many(300, {150: b"x100644 y"}), many(300, {150: b"x100644 z"})),
            id="a mode in the object names of both",
        ),
        pytest.param((many(300), many(299), many(300), many(2), many(300, {7: b"new"})), id="back and forth"),
    ],
)
def test_large_versions_together_give_every_entry_once(versions: tuple[bytes, ...]) -> None:
    memo = EntryMemo(WIDTH)

    fresh = [entry for version in versions for entry in new_in(memo, version)]

    assert len(fresh) == len(set(fresh))
    assert set(fresh) == {entry for version in versions for entry in parse_tree(version, WIDTH)}


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param(entry(b"a")[:-1], id="too short"),
        pytest.param(entry(b"a") + b"1", id="too long"),
        pytest.param(b"100644 \0" + b"x" * WIDTH, id="no name"),
        pytest.param(b"abcdef a\0" + b"x" * WIDTH, id="no mode"),
        pytest.param(b"garbage", id="no tree at all"),
    ],
)
def test_what_is_no_tree_is_refused(tree: bytes) -> None:
    with pytest.raises(MalformedTreeError):
        EntryMemo(WIDTH).take(tree)


def test_a_damaged_version_hides_nothing_of_the_next_one() -> None:
    memo = EntryMemo(WIDTH)
    new_in(memo, many(300))
    with pytest.raises(MalformedTreeError):
        memo.take(many(300, {5: b"new"})[:-1])

    fresh = new_in(memo, many(300, {5: b"new"}))

    assert [name for _, name, _ in fresh] == [b"entry_00005.md"]
