"""A look into history as text and as data: object names, counts, rules and handles, and what can be done.

Nothing here was chosen by a person, so nothing can repeat what was forgotten (guide 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from memoir_git.core.copies import MatcherKind
from memoir_git.core.exposure import ENGINE_VERSION, HistoryStatus, Reach
from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.wording import (
    BOUNDARY,
    BOUNDED_LOOK,
    LOCAL_REMEDY,
    NO_ANSWER,
    NOT_COVERED,
    NOTHING_TO_LOOK_FOR,
    REASONS,
    exposure_remedy,
)
from memoir_git.services.history.exposed import CopyRow, Exposure, UnreachableRow

SCHEMA_VERSION = 1
_SHOWN = 20


def as_text(report: Report[Exposure]) -> str:
    """Returns what was looked for and read, what was found, and what to do about it."""
    return joined([*as_lines(report.data), "", *closing_lines(report)])


def as_json(data: Exposure) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return as_object(data)


def limits(data: Exposure) -> tuple[str, ...]:
    """Returns the sentences that limit what a look claims."""
    match data.status:
        case HistoryStatus.NOT_REQUESTED:
            return (NOTHING_TO_LOOK_FOR,)
        case HistoryStatus.UNAVAILABLE:
            return (NO_ANSWER, BOUNDARY)
    return (BOUNDED_LOOK, BOUNDARY)


def as_lines(data: Exposure) -> Iterator[str]:
    """Yields the look as lines of a report."""
    yield f"History status: {data.status.value}"
    if data.status is HistoryStatus.NOT_REQUESTED:
        return
    for reason in data.reasons:
        yield f"Not complete ({reason.value}): {REASONS[reason.value]}"
    yield f"Looked for: {', '.join(f'{kind.value} {number}' for kind, number in data.sought)}"
    counts = data.counts
    yield (
        f"Read: commits {counts.commits}, trees {counts.trees}, blobs {counts.blobs}, bytes {counts.bytes};"
        f" paths: {'every one' if data.all_paths else ', '.join(data.prefixes) or 'none'}"
    )
    yield f"Roots: {_counted(data.roots) or 'none'}"
    yield from _copies(data)
    told = f" ({_counted(data.names)})" if _named(data) == "detected" and data.names else ""
    yield f"Names and messages that tell the topic: {_named(data)}{told}"
    if data.side_files:
        yield f"Files of git's own directory that hold a copy: {_counted(data.side_files)}"
    yield f"Unreachable objects: {_unreachable(data.unreachable)}"
    if data.status is HistoryStatus.REACHABLE_COPY_DETECTED:
        yield from ("", *_remedy(data))


def as_object(data: Exposure) -> dict[str, Any]:
    """Returns the look as a JSON object of its own, for a report that has more to say."""
    return {
        "exposure_schema_version": SCHEMA_VERSION,
        "status": data.status.value,
        "reasons": [reason.value for reason in data.reasons],
        "sought": {kind.value: number for kind, number in data.sought},
        "matchers": [kind.value for kind in data.matchers],
        "copies": [_copy(row) for row in data.copies],
        "message_copies": [
            {"kind": row.kind.value, "object": row.object, "classes": [c.value for c in row.classes]}
            for row in data.messages
        ],
        "names": {"status": _named(data), "classes": _numbers(data.names or {})},
        "side_files": _numbers(data.side_files),
        "unreachable_objects": _unreachable_object(data.unreachable),
        "inspection": _inspection(data),
        "not_covered": list(NOT_COVERED),
        "remedy": list(_remedy(data)) if data.status is HistoryStatus.REACHABLE_COPY_DETECTED else [],
    }


def _inspection(data: Exposure) -> dict[str, Any]:
    """Returns what makes two looks the same look, and how much it read."""
    return {
        "engine_version": ENGINE_VERSION,
        "prefixes": list(data.prefixes),
        "all_paths": data.all_paths,
        "roots": _numbers(data.roots),
        "roots_digest": data.roots_digest,
        "expired": data.expired,
        "shallow": data.shallow,
        "alternates": data.alternates,
        "bounds": {
            "commits": data.bounds.max_commits,
            "objects": data.bounds.max_objects,
            "blob_bytes": data.bounds.max_blob_bytes,
            "bytes": data.bounds.max_total_bytes,
            "seconds": data.bounds.seconds,
        },
        "read": {
            "commits": data.counts.commits,
            "trees": data.counts.trees,
            "blobs": data.counts.blobs,
            "bytes": data.counts.bytes,
        },
    }


def _copies(data: Exposure) -> Iterator[str]:
    yield f"Copies: files {len(data.copies)}, messages {len(data.messages)}"
    for row in data.copies[:_SHOWN]:
        commits = f"commits {row.commits} ({', '.join(row.examples)})" if row.commits else "no commit"
        why = ", ".join((*row.rules, *row.subjects))
        yield f"  {row.blob} {row.path}: {_words(row.classes)}; {commits}; {why}"
    if len(data.copies) > _SHOWN:
        yield f"  and {len(data.copies) - _SHOWN} more; --format json lists them all"
    for message in data.messages[:_SHOWN]:
        yield f"  {message.object} text of a {message.kind.value}: {_words(message.classes)}"


def _remedy(data: Exposure) -> tuple[str, ...]:
    rows = [row.classes for row in data.copies] + [row.classes for row in data.messages]
    if all(found.reach is Reach.LOCAL_ONLY for classes in rows for found in classes):
        return LOCAL_REMEDY
    rules = [row.rules for row in data.copies]
    return exposure_remedy(
        files=any(MatcherKind.ENTRY_PATH.value in row for row in rules),
        parts=any(set(row) != {MatcherKind.ENTRY_PATH.value} for row in rules),
        messages=bool(data.messages),
        names=_named(data) == "detected",
    )


def _copy(row: CopyRow) -> dict[str, Any]:
    return {
        "blob": row.blob,
        "path": row.path,
        "classes": [found.value for found in row.classes],
        "reach": list(dict.fromkeys(found.reach.value for found in row.classes)),
        "commits": row.commits,
        "examples": list(row.examples),
        "rules": list(row.rules),
        "subjects": list(row.subjects),
    }


def _named(data: Exposure) -> str:
    """Returns what the check of names says: nothing without a topic to look for, or after half a look."""
    if data.names is None:
        return "not-inspected"
    if any(data.names.values()):
        return "detected"
    return "incomplete" if data.reasons else "none-detected"


def _unreachable(row: UnreachableRow | None) -> str:
    if row is None:
        return "not-inspected"
    known = f"detected {len(row.copies)}" if row.copies else "none-detected"
    return f"{known}; blobs {row.blobs}{'' if row.complete else ', not all of them'}"


def _unreachable_object(row: UnreachableRow | None) -> dict[str, Any]:
    if row is None:
        return {"status": "not-inspected", "blobs": 0, "copies": [], "complete": False}
    status = "detected" if row.copies else "none-detected" if row.complete else "incomplete"
    return {"status": status, "blobs": row.blobs, "copies": list(row.copies), "complete": row.complete}


def _counted(numbers: Mapping[Any, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in _numbers(numbers).items())


def _numbers(numbers: Mapping[Any, int]) -> dict[str, int]:
    """Returns the counts above zero by the name of their class, in the order of the classes."""
    return {name.value: numbers[name] for name in sorted(numbers, key=_place) if numbers[name]}


def _place(member: Enum) -> int:
    return list(type(member)).index(member)


def _words(members: Iterable[Enum]) -> str:
    return ", ".join(str(member.value) for member in members)
