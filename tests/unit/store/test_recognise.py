"""Telling a memory file from any other by its name and its bytes."""

from __future__ import annotations

import pytest

from memoir_git.store.fresh import fresh_session
from memoir_git.store.recognise import is_folder_of_entries, is_session, recognise

ENTRY = b"---\ntype: fact\nname: A fact\n---\nBody.\n"
LEGACY = b"---\nname: x\nmetadata:\n  type: feedback\n---\nBody.\n"
PAGE = b"---\ntitle: A page\ntype: post\nname: x\n---\nBody.\n"


@pytest.mark.parametrize(
    ("path", "content", "name"),
    [
        ("a/session.json", fresh_session("2026-01-01T00:00:00Z"), "memoir-session"),
        ("state.json", b'{"version": 9, "current": {}}', "memoir-session"),
        ("a/MEMORY.md", b"anything", "memoir-index"),
        ("memory/x.md", ENTRY, "memoir-entry"),
        ("memory/x.md", b"\xef\xbb\xbf" + ENTRY.replace(b"\n", b"\r\n"), "memoir-entry"),
        ("memory/x.md", LEGACY, "memoir-entry"),
        ("GOTCHAS.md", b"# Gotchas\n\n## One\n\nText.\n", "memoir-sections"),
    ],
)
def test_a_memory_file_is_recognised(path: str, content: bytes, name: str) -> None:
    assert recognise(path, content) == name


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("session.json", b'{"version": 1}'),
        ("session.json", b'{"version": 1, "current": []}'),
        ("session.json", b"<<<<<<< ours\n{}\n"),
        ("session.json", b""),
        ("session.json", b"[" * 100_000),
        ("notes.md", b"# Only a title\n\nText.\n"),
        ("notes.md", b"# Code\n\n```\n## no heading\n```\n"),
        ("notes.txt", ENTRY),
        ("page.md", PAGE),
        ("open.md", b"---\ntype: fact\nname: never closed\n"),
    ],
)
def test_any_other_file_is_not_guessed_at(path: str, content: bytes) -> None:
    assert recognise(path, content) is None


def test_a_folder_of_entries_may_hold_an_index_and_other_files() -> None:
    files = {"a.md": ENTRY, "MEMORY.md": b"# Index\n", "data.json": b"{}"}

    assert is_folder_of_entries(files, legacy=False)


@pytest.mark.parametrize("files", [{}, {"MEMORY.md": b""}, {"a.md": ENTRY, "README.md": b"# Read me\n"}])
def test_a_folder_with_other_pages_or_without_entries_is_none(files: dict[str, bytes]) -> None:
    assert not is_folder_of_entries(files, legacy=True)


def test_older_dialects_count_only_when_asked() -> None:
    assert is_folder_of_entries({"a.md": LEGACY}, legacy=True)
    assert not is_folder_of_entries({"a.md": LEGACY}, legacy=False)


def test_a_fresh_session_is_a_session_as_writers_emit_it() -> None:
    content = fresh_session("2026-07-01T12:00:00.000Z")

    assert is_session(content)
    assert content.startswith(b'{\n  "version": 1,\n  "created_at": "2026-07-01T12:00:00.000Z",\n')
    assert content.endswith(b'  "history": []\n}')
