"""What `git memoir preview` prints: one line per memory file with counts, texts below where asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoir_git.core.ids import printable
from memoir_git.core.merge import Note
from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.git.preview_engine import READ_TREE
from memoir_git.render.resolve import FATES
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.preview import Preview
from memoir_git.services.preview_files import FilePreview
from memoir_git.store.changes import ListChange

_METHODS = {
    READ_TREE: "This git cannot compute a merge by itself; three trees were compared, without renames."
}
_NOTES = {
    Note.DROPPED: "rotated out by the caps",
    Note.PARKED: "newly parked",
    Note.KEPT: "removed on one side and kept",
    Note.SUPPRESSED: "suppressed by a tombstone",
    Note.UNKNOWN_KEY: "of the unknown keys changed on both sides",
    Note.TEXT_MERGE: "merged as plain text",
}


def as_text(report: Report[Preview]) -> str:
    """Returns the whole text."""
    data = report.data
    lines = [_headline(data)]
    lines += [line for file in data.files for line in _file_lines(file)]
    if data.others:
        lines.append(f"  {counted(len(data.others), 'conflict')} outside of memory")
    if data.method in _METHODS:
        lines.append(_METHODS[data.method])
    return joined([*lines, *closing_lines(report)])


def as_json(data: Preview) -> dict[str, Any]:
    """Returns the envelope's data object; texts are there only when they were asked for."""
    return {
        "ours": data.ours,
        "theirs": data.theirs,
        "up_to_date": data.is_up_to_date,
        "fast_forward": data.is_fast_forward,
        "method": data.method,
        "files": [_file_object(file, show_text=data.show_text) for file in data.files],
        "other_conflicts": [path.shown() for path in data.others],
    }


def _headline(data: Preview) -> str:
    theirs = data.theirs[:10]
    if data.is_up_to_date:
        return f"{theirs} is merged already."
    kind = "Fast-forward to" if data.is_fast_forward else "Merging"
    if not data.files:
        return f"{kind} {theirs} would not change memory."
    return f"{kind} {theirs} would do this to memory:"


def _file_lines(file: FilePreview) -> Iterator[str]:
    outcome = file.outcome if file.fate is None else FATES[file.fate]
    counts = (
        ""
        if file.added == file.removed == 0
        else f", {counted(file.added, 'line')} added, {file.removed} removed"
    )
    yield f"  {file.path.shown()}: {outcome}{counts}"
    for change in file.lists:
        yield f"    {change.name}: {', '.join(_counts(change))}"
        yield from _texts(change)
    for kind, count in file.notes:
        yield f"    {count} {_NOTES.get(kind, kind)}"
    for kind, place, text in file.texts:
        yield f"      {kind} {place}: {printable(text)}"
    yield from (f"      {printable(line)}" for line in file.diff)


def _counts(change: ListChange) -> list[str]:
    named = (("added", change.added), ("changed", change.changed), ("removed", change.removed))
    return [f"{len(texts)} {word}" for word, texts in named if texts]


def _texts(change: ListChange) -> Iterator[str]:
    for mark, texts in (("+", change.added), ("~", change.changed), ("-", change.removed)):
        yield from (f"      {mark} {printable(text)}" for text in texts if text)


def _file_object(file: FilePreview, *, show_text: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "path": file.path.shown(),
        "format": file.format_name,
        "outcome": file.outcome,
        "decision": file.fate.value if file.fate is not None else None,
        "lists": {
            change.name: {
                "added": len(change.added),
                "changed": len(change.changed),
                "removed": len(change.removed),
            }
            for change in file.lists
        },
        "lines": {"added": file.added, "removed": file.removed},
        "notes": dict(file.notes),
        "conflicts": file.conflicts,
    }
    if show_text:
        shown["texts"] = {
            "lists": {
                change.name: {
                    "added": list(change.added),
                    "changed": list(change.changed),
                    "removed": list(change.removed),
                }
                for change in file.lists
            },
            "notes": [{"kind": kind, "place": place, "text": text} for kind, place, text in file.texts],
            "diff": list(file.diff),
        }
    return shown
