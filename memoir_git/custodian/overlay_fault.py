"""What is wrong with a local overlay: a word, a place, and nothing of what stands there."""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.ids import Handle

# Where the overlay's files lie, relative to the project's private folder.
BINDINGS = "bindings.json"
FOLDER = "local"
MANIFEST = "local/manifest.md"
PREFERENCES = "local/preferences.md"
PROFILES = "local/profiles"
NAMES = (BINDINGS, FOLDER)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayFault:
    """One reason, in one of our own words, at a path of the overlay and a 1-based line where there is one.

    A path is one that the protocol knows or a module's of a plain name; any other node is named by `local`.
    """

    reason: Handle
    path: str
    line: int | None = None
    entry: str | None = None


def fault(reason: str, path: str, line: int | None = None, entry: str | None = None) -> OverlayFault:
    """Returns the fault of a word."""
    return OverlayFault(reason=Handle(reason), path=path, line=line, entry=entry)
