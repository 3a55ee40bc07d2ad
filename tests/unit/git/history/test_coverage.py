"""Which paths are looked at."""

from __future__ import annotations

import pytest

from memoir_git.git.history.coverage import make_coverage

PREFIXES = ("docs/memory", "session.json", "a/b/c")


@pytest.mark.parametrize(
    "path",
    [
        b"docs/memory/decisions.md",
        b"docs/memory/areas/x.md",
        b"docs/memory",
        b"DOCS/Memory/decisions.md",
        b"session.json",
        b"Session.JSON",
        b"a/b/c/d",
    ],
)
def test_a_prefix_covers_itself_and_what_lies_below_in_any_case(path: bytes) -> None:
    assert make_coverage(PREFIXES, all_paths=False).covers(path)


@pytest.mark.parametrize(
    "path", [b"docs/memory.md", b"docs", b"docs/memories/x", b"x/session.json", b"a/b", b"a/b/cc", b""]
)
def test_a_prefix_covers_nothing_else(path: bytes) -> None:
    assert not make_coverage(PREFIXES, all_paths=False).covers(path)


@pytest.mark.parametrize("prefixes", [(), ("docs/memory",)])
def test_all_paths_are_covered_when_asked_for(prefixes: tuple[str, ...]) -> None:
    assert make_coverage(prefixes, all_paths=True).covers(b"src/main.py")


def test_an_empty_prefix_is_the_top() -> None:
    assert make_coverage(("",), all_paths=False).covers(b"src/main.py")


def test_nothing_is_covered_without_a_prefix() -> None:
    assert not make_coverage((), all_paths=False).covers(b"src/main.py")


def test_a_wider_prefix_includes_a_narrower_one_in_any_order() -> None:
    for prefixes in (("docs", "docs/memory"), ("docs/memory", "docs")):
        assert make_coverage(prefixes, all_paths=False).covers(b"docs/other.md")


def test_letters_beyond_ascii_keep_their_case() -> None:
    coverage = make_coverage(("Ärger",), all_paths=False)

    assert coverage.covers("Ärger/x".encode())
    assert not coverage.covers("ärger/x".encode())
