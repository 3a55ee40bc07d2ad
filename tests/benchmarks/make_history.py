"""Repositories with a long history of memory, the same bytes on every run, written by `git fast-import`.

Every memory commit changes the session and one of 500 entries; of the others each changes one of 1,000 source
files. The sizes are those of real stores: a session of some 13 KB, entries of some 700 bytes.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

ENTRIES = 500
SOURCES = 1_000
PREFIXES = ("docs/memory", "session.json")
_DECISIONS = 180
_START = 1_700_000_000


def make_history(path: Path, memory_commits: int, *, among: int, loose: bool = False) -> None:
    """Makes a repository in which `memory_commits` of `among` commits touch memory."""
    _git(path.parent, "init", "--quiet", "--initial-branch=main", str(path))
    _git(path, "config", "gc.auto", "0")
    if loose:
        _git(path, "config", "fastimport.unpackLimit", "1000000")
    with subprocess.Popen(["git", "-C", path, "fast-import", "--quiet"], stdin=subprocess.PIPE) as importer:
        assert importer.stdin is not None
        for part in _stream(memory_commits, among):
            importer.stdin.write(part)
    assert importer.returncode == 0
    if not loose:
        _git(path, "repack", "-a", "-d", "-f", "-q")


def _stream(memory_commits: int, among: int) -> Iterator[bytes]:
    chance = random.Random(1)
    decisions = [_sentence(chance, 12) for _ in range(_DECISIONS)]
    every = among // memory_commits
    for number in range(among):
        yield b"commit refs/heads/main\ncommitter A <a@example.org> %d +0000\n" % (_START + 60 * number)
        yield b"data 7\nchange\n\n"
        if number == 0:
            for entry in range(ENTRIES):
                yield _entry(chance, entry)
            for source in range(SOURCES if among > memory_commits else 10):
                yield _source(chance, source)
        if number % every == 0:
            decisions[chance.randrange(_DECISIONS)] = _sentence(chance, 12)
            rows = ",\n".join(f'    {{"text": "{decision}"}}' for decision in decisions)
            yield _file("session.json", f'{{\n  "decisions": [\n{rows}\n  ]\n}}\n')
            yield _entry(chance, chance.randrange(ENTRIES))
        else:
            yield _source(chance, chance.randrange(SOURCES))
        yield b"\n"


def _entry(chance: random.Random, number: int) -> bytes:
    body = "\n".join(_sentence(chance, 10) for _ in range(8))
    return _file(f"docs/memory/entry_{number:04d}.md", f"---\nname: entry {number}\n---\n{body}\n")


def _source(chance: random.Random, number: int) -> bytes:
    body = "\n".join(_sentence(chance, 8) for _ in range(40))
    return _file(f"src/d{number % 40:02d}/f{number:04d}.py", body + "\n")


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(f"w{chance.randrange(3000):04d}" for _ in range(words))


def _file(path: str, text: str) -> bytes:
    content = text.encode()
    return b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(content), content)


def _git(place: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", place, *arguments], check=True)
