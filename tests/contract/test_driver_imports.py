"""What the driver loads: paid once per file that git merges, so every module of the standard library counts.

Measured with the interpreter's own record of imports, on the real driver as git starts it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from memoir_git.driver import MERGED
from memoir_git.registry import FORMATS
from tests.support.memory import entry, memory_file
from tests.support.places import DRIVER_MAIN
from tests.support.processes import Result, run
from tests.support.sessions import action, completion, decision, purged, session, to_bytes

# What `import os` brings without `site`, what is built in, and what every annotated module names.
ALWAYS = frozenset(
    {"__future__", "gc", "os", "stat", "_stat", "posixpath", "genericpath", "abc", "_abc", "_collections_abc"}
)
DIGEST = frozenset({"_sha2", "_sha256"})
# Modules whose import a format may pay for, with all that they load themselves on this interpreter.
ALLOWED: dict[str, tuple[str, ...]] = {
    "memoir-session": ("json",),
    "memoir-entry": (),
    "memoir-index": (),
    "memoir-sections": (),
    "memoir-units": (),
}
_ENTRY = "---\ntype: decision\nname: {name}\nwhy: {why}\ndate: 2026-0{day}-01\n---\n{first}\n\n{last}\n"
# Three versions that need the whole merge: in the session's two items share a date, in the entry's both
# sides change the prose.
SAMPLES: dict[str, tuple[bytes, bytes, bytes]] = {
    "memoir-session": (
        to_bytes(session(actions=[action("a")])),
        to_bytes(session(actions=[action("b")], decisions=[decision("d", why="w")])),
        to_bytes(session(actions=[action("c")], decisions=[purged("e")], done=[completion("a", 4)])),
    ),
    "memoir-entry": (
        _ENTRY.format(name="n", why="w", day=1, first="one", last="two").encode(),
        _ENTRY.format(name="m", why="w", day=2, first="1", last="two").encode(),
        _ENTRY.format(name="n", why="v", day=3, first="one", last="2").encode(),
    ),
    "memoir-index": (
        b"# Index\n\n- [a](a.md) first\n- [b](b.md) second\n",
        b"# Index\n\n- [a](a.md) first\n- [b](b.md) changed here\n- [c](c.md) third\n",
        b"# Index\n\n- [a](a.md) first\n- [b](b.md) changed there, more\n- [d](d.md) fourth\n",
    ),
    "memoir-sections": (
        b"# Ledger\n\n## One\n\ntext\n\nmore\n",
        b"# Ledger\n\n## One\n\ntext here\n\nmore\n\n## Two\n\nnew\n",
        b"# Ledger\n\n## One\n\ntext\n\nmore there\n\n## Three\n\nnew\n",
    ),
    "memoir-units": (
        memory_file("D", entry("DEC", 1)).encode(),
        memory_file("D", entry("DEC", 2), entry("DEC", 1, evidence=["user-confirmed", "doc:a.md"])).encode(),
        memory_file("D", entry("DEC", 3), entry("DEC", 1, body="Another text.")).encode(),
    ),
}


@pytest.mark.parametrize("format_name", [row.name for row in FORMATS])
def test_the_driver_loads_only_what_its_format_needs(format_name: str, tmp_path: Path) -> None:
    loaded = _loaded(_merge(format_name, SAMPLES[format_name], tmp_path)) - _loaded_by("pass", tmp_path)

    ours = {name for name in loaded if name.partition(".")[0] == "memoir_git"}
    allowed = ALWAYS.union(*(_loaded_by(f"import {name}", tmp_path) for name in ALLOWED[format_name]))
    assert loaded - ours - allowed - DIGEST == set()
    assert not any(name.startswith(("memoir_git.cli", "memoir_git.git", "memoir_git.fs")) for name in ours)


def test_the_digest_is_loaded_only_where_dates_tie_or_something_is_purged(tmp_path: Path) -> None:
    base, ours, theirs = (to_bytes(session(actions=[action(text, day)])) for day, text in enumerate("abc", 1))

    assert _loaded(_merge("memoir-session", (base, ours, theirs), tmp_path)) & DIGEST == set()


def _merge(format_name: str, versions: tuple[bytes, bytes, bytes], folder: Path) -> Result:
    paths = [folder / name for name in ("O", "A", "B")]
    for path, content in zip(paths, versions, strict=True):
        path.write_bytes(content)
    result = _python(str(DRIVER_MAIN), format_name, *map(str, paths), "7", "a file", folder=folder)
    assert result.code == MERGED, str(result)
    return result


def _loaded_by(code: str, folder: Path) -> set[str]:
    return _loaded(_python("-c", code, folder=folder))


def _python(*arguments: str, folder: Path) -> Result:
    return run(sys.executable, "-I", "-S", "-X", "importtime", *arguments, cwd=folder)


def _loaded(result: Result) -> set[str]:
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)", result.stderr, re.MULTILINE))
