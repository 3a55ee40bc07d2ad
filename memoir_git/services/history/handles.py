"""Paths as a report may show them: in full only where every name on the way is one that the format gives.

The name of an entry's file is its topic, and so can be any folder's. Such a name becomes a number, counted
in the order of the real paths, so that two reports about one history agree.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.ids import Handle

_MANAGED = frozenset(
    (
        ".claude",
        ".memoir",
        "archive",
        "areas",
        "brief.md",
        "changelog.md",
        "constraints.md",
        "decisions.md",
        "do-not-use.md",
        "docs",
        "inbox.md",
        "manifest.md",
        "memory",
        "MEMORY.md",
        "preferences.md",
        "profiles",
        "README.md",
        "reconciliations.md",
        "rules",
        "session.json",
        "subjects.md",
    )
)
NO_PATH = Handle("<no-path>")


class PathHandles:
    """The handles of a set of paths; equal names at one place are one handle.

    `last` is what the last name of each is called; by default it is an entry or a file.
    """

    def __init__(self, paths: Iterable[str], last: str = "") -> None:
        self._last = last
        self._numbers: dict[tuple[str, str], int] = {}
        self._counts: dict[str, int] = {}
        self._handles = {path: self._made(path) for path in sorted(set(paths))}

    def of(self, path: str) -> Handle:
        """Returns the handle of one of the paths; a path of none is that of what a root names outright."""
        return self._handles[path]

    def _made(self, path: str) -> Handle:
        if not path:
            return NO_PATH
        *folders, name = path.split("/")
        shown = [self._shown("folder", "/".join(folders[: at + 1]), part) for at, part in enumerate(folders)]
        kind = self._last or ("entry" if name[-3:].lower() == ".md" else "file")
        return Handle("/".join((*shown, self._shown(kind, path, name))))

    def _shown(self, kind: str, place: str, name: str) -> str:
        if name in _MANAGED:
            return name
        if (kind, place) not in self._numbers:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._numbers[kind, place] = self._counts[kind]
        return f"<{kind}-{self._numbers[kind, place]}>"
