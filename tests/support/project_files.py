"""The project's own files as text, for tests that hold for all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tests.support.places import PROJECT

_NOT_OURS = {".git", ".venv", "build", "dist", "__pycache__", ".hypothesis"}


def text_files(*places: str) -> Iterator[tuple[str, str]]:
    """Yields path and text of each text file below the given places, the whole project by default."""
    for place in places or (".",):
        for path in sorted(_files(PROJECT / place)):
            try:
                yield path.relative_to(PROJECT).as_posix(), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # bytes on purpose, such as a fixture


def _files(top: Path) -> Iterator[Path]:
    if top.is_file():
        yield top
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in _NOT_OURS and not name.endswith("_cache")]
        yield from (Path(folder, name) for name in names)
