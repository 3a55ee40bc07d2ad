"""What `git memoir resolve` prints: the operation, one line for each path, and what to type next."""

from __future__ import annotations

from typing import Any

from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.git.operation import Operation
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.resolve import Resolution

FATES = {
    Fate.MERGED: "merged",
    Fate.KEPT_STUB: "deleted on one side; the purged stub stays",
    Fate.KEPT_TOMBSTONE: "deleted on one side; the tombstone stays",
    Fate.KEPT_EDIT: "deleted on one side, edited on the other; the edit stays",
    Fate.DELETED: "deleted",
    Fate.KEPT_PLACE: "added where the other side moved its folder",
    Fate.BOTH_NAMES: "renamed to two names; both stay",
    Fate.OLD_NAMES: "two files renamed to this name; back under their own",
    Fate.PARTED: "two entries that git took for one; kept apart",
    Fate.CONFLICT: "conflict",
    Fate.UNCLEAR: "not decided",
}


def as_text(report: Report[Resolution]) -> str:
    """Returns the whole text."""
    data = report.data
    lines = [_headline(data)]
    lines += [line for item in data.settled for line in settled_lines(item)]
    lines += [f"  {path.shown()}: unmerged" for path in data.left if not _is_told(data, path)]
    if data.is_dry_run and data.settled:
        lines.append("Nothing was changed.")
    if data.rounds:
        lines.append(
            f"git continued {counted(data.rounds, 'time')}{' and is done' if data.is_finished else ''}."
        )
    return joined([*lines, *closing_lines(report), *next_steps(data.next_steps)])


def as_json(data: Resolution) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "operation": operation_object(data.operation),
        "paths": [settled_object(item) for item in data.settled],
        "left": [path.shown() for path in data.left],
        "dry_run": data.is_dry_run,
        "continued": data.rounds,
        "finished": data.is_finished,
        "next": list(data.next_steps),
    }


def settled_lines(item: Settled) -> list[str]:
    """Returns one line about a path, and the counts of its merge below."""
    lines = [f"  {item.path.shown()}: {FATES[item.fate]}"]
    return lines + [f"    {phrase}" for phrase in item.told]


def settled_object(item: Settled) -> dict[str, Any]:
    """Returns one path as the envelope shows it."""
    return {
        "path": item.path.shown(),
        "format": item.format_name,
        "outcome": item.fate.value,
        "files": [path.shown() for path in item.names],
        "conflicts": item.conflicts,
        "notes": list(item.told),
    }


def operation_object(operation: Operation | None) -> dict[str, Any] | None:
    """Returns a stopped operation as the envelope shows it."""
    if operation is None:
        return None
    return {
        "kind": operation.kind.value,
        "step": operation.step or None,
        "continue": " ".join(("git", *operation.proceed)) if operation.proceed else None,
        "abort": " ".join(("git", *operation.abort)) if operation.abort else None,
    }


def operation_words(operation: Operation) -> str:
    """Returns the operation's name with its step."""
    return operation.kind.value + (f" ({operation.step})" if operation.step else "")


def _headline(data: Resolution) -> str:
    if data.operation is None:
        return "No operation of git is in progress, and nothing is unmerged."
    if not data.settled and not data.left:
        return f"Nothing is unmerged; a {operation_words(data.operation)} is in progress."
    return f"In a {operation_words(data.operation)}:"


def _is_told(data: Resolution, path: str) -> bool:
    return any(path in (item.path, *item.files) for item in data.settled)
