"""Checks of entries' file names: a lower-case slug that begins with the type, and no two that look alike."""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.store import codes_entry
from memoir_git.store.checks.subject import Subject
from memoir_git.store.entry_facts import LEGACY_TYPES, link_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WITHOUT_SEPARATORS = str.maketrans("", "", "-_.")


def check_file_name(subject: Subject) -> Iterator[Finding]:
    """Yields a name that is no slug, or does not begin with the type (format section 2)."""
    name = subject.link_name
    if not name:
        return
    if not _is_slug(name):
        yield subject.about(codes_entry.FILENAME_SLUG)
    kind, word = subject.entry.type, subject.entry.written_type
    prefixes = (kind, word) if word in LEGACY_TYPES else (kind,)
    begun = name.lower().replace("-", "_")
    if kind is not None and not any(begun.startswith(f"{prefix}_") for prefix in prefixes):
        yield subject.about(codes_entry.FILENAME_PREFIX)


def check_collisions(paths: Iterable[RepoPath]) -> Iterator[Finding]:
    """Yields entries of one folder whose names differ in case or word separators only.

    Such files are one where a file system ignores case, and mostly two versions of one entry elsewhere.
    """
    first: dict[tuple[str, str], RepoPath] = {}
    for path in sorted(paths):
        other = first.setdefault((path.rpartition("/")[0], _folded(link_name(path))), path)
        if other != path:
            yield codes_entry.NAME_COLLISION.at(path, other=other)


def _is_slug(name: str) -> bool:
    return name == name.lower() and name.translate(_WITHOUT_SEPARATORS).isalnum()


def _folded(name: str) -> str:
    import unicodedata  # a library to load; a hook, which looks at single names, never comes here

    folded = unicodedata.normalize("NFC", name).casefold()
    return folded.replace("_", "-").replace(" ", "-")
