"""One memory file of a previewed merge: what would become of it, in counts, and in texts if asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import SnapshotFile
from memoir_git.core.unmerged import Unmerged
from memoir_git.services.fate import Fate, Settled
from memoir_git.store.changes import ListChange, session_changes
from memoir_git.store.recognise import SESSION

TAKEN = "taken"
JOINED = "joined"
DELETED = "deleted"
CONFLICTING = "conflicting"
DECIDED = "decided"  # git stops; `resolve` decides


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePreview:
    """One file. `outcome` is one of the words above, `fate` says how a stopped path is decided.

    `lists` are the differences from ours by list, of a session only; `added` and `removed` count lines of
    any other format. `notes` count what the merge did by kind. `is_refused` says that a side cannot be
    understood. `texts` hold the note texts and `diff` the differing lines; both are memory, and empty
    unless they were asked for.
    """

    path: RepoPath
    format_name: str
    outcome: str
    fate: Fate | None
    lists: tuple[ListChange, ...]
    added: int
    removed: int
    notes: tuple[tuple[str, int], ...]
    conflicts: int
    is_refused: bool
    texts: tuple[tuple[str, str, str], ...]
    diff: tuple[str, ...]


def preview_settled(item: Settled, versions: Unmerged | None) -> FilePreview:
    """Returns the preview of a path that git leaves open and memory's rules settle."""
    before = versions.ours if versions is not None else None
    after = item.files.get(item.path, before)
    if item.is_open:
        empty = _empty(item.path, item.format_name, CONFLICTING, item.fate)
        return replace(empty, conflicts=item.conflicts, is_refused=item.was_refused)
    outcome = JOINED if item.fate is Fate.MERGED else DECIDED
    preview = _compared(item.path, item.format_name, outcome, _bytes(before), _bytes(after))
    counts = Counter(note.kind for note in item.notes)
    texts = tuple((note.kind, note.place, note.text) for note in item.notes if note.text)
    return replace(preview, fate=item.fate, notes=tuple(sorted(counts.items())), texts=texts)


def preview_taken(path: RepoPath, format_name: str, before: bytes | None, after: bytes | None) -> FilePreview:
    """Returns the preview of a path that git merges by itself, since one side alone changed it."""
    outcome = DELETED if after is None else TAKEN
    return _compared(path, format_name, outcome, before or b"", after or b"")


def without_texts(preview: FilePreview) -> FilePreview:
    """Returns the preview with nothing in it that is memory."""
    bare = tuple(
        ListChange(
            name=c.name, added=_blanked(c.added), changed=_blanked(c.changed), removed=_blanked(c.removed)
        )
        for c in preview.lists
    )
    return replace(preview, lists=bare, texts=(), diff=())


def _compared(path: RepoPath, format_name: str, outcome: str, before: bytes, after: bytes) -> FilePreview:
    preview = _empty(path, format_name, outcome, None)
    lists = session_changes(before, after) if format_name == SESSION else None
    if lists is not None:
        return replace(preview, lists=lists)
    lines = [side.decode("utf-8", "replace").splitlines() for side in (before, after)]
    diff = list(unified_diff(lines[0], lines[1], lineterm="", n=0))[2:]
    return replace(
        preview,
        added=sum(line.startswith("+") for line in diff),
        removed=sum(line.startswith("-") for line in diff),
        diff=tuple(diff),
    )


def _empty(path: RepoPath, format_name: str, outcome: str, fate: Fate | None) -> FilePreview:
    return FilePreview(
        path=path,
        format_name=format_name,
        outcome=outcome,
        fate=fate,
        lists=(),
        added=0,
        removed=0,
        notes=(),
        conflicts=0,
        is_refused=False,
        texts=(),
        diff=(),
    )


def _bytes(file: SnapshotFile | None) -> bytes:
    return b"" if file is None else file.content


def _blanked(texts: Sequence[str]) -> tuple[str, ...]:
    return ("",) * len(texts)
