"""Looking into a test repository's history for one literal sentence, through either engine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from memoir_git.core.exposure import (
    DEFAULT_BOUNDS,
    Bounds,
    HistoricBlob,
    Inspected,
    Inspection,
    OnText,
    RootClass,
    TextKind,
)
from memoir_git.git.history.inspect import inspect_history
from memoir_git.git.repo import discover

SENTENCE = b"The heron nests behind the old weir."
PREFIXES = ("docs/memory", "memory", "session.json", "old/memory")


def inspection(
    *,
    prefixes: tuple[str, ...] = PREFIXES,
    all_paths: bool = False,
    bounds: Bounds = DEFAULT_BOUNDS,
    unreachable: bool = False,
    on_blob: Callable[[HistoricBlob], bool] | None = None,
    on_name: OnText | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Inspection:
    """Returns an inspection that claims whatever holds the sentence, unless told otherwise."""
    claims = on_blob or (lambda blob: SENTENCE in blob.data)
    return Inspection(
        prefixes=prefixes,
        all_paths=all_paths,
        bounds=bounds,
        unreachable=unreachable,
        on_blobs=lambda blobs: [claims(blob) for blob in blobs],
        on_messages=lambda kind, texts: [_holds_sentence(kind, text) for text in texts],
        on_name=on_name or _holds_sentence,
        on_progress=on_progress,
    )


def look(place: Path, asked: Inspection | None = None) -> Inspected:
    """Returns what there is to see; both engines must have seen the same."""
    repository = discover(place)
    asked = asked or inspection()
    seen = inspect_history(repository, asked)
    assert inspect_history(repository, asked, through_git=True) == seen
    return seen


def held_by(seen: Inspected) -> set[RootClass]:
    """Returns the classes of root from which any claimed content or message is reachable."""
    claimed = (hit.classes for hit in seen.hits), (message.classes for message in seen.messages)
    return {root for classes in chain(*claimed) for root in classes}


def _holds_sentence(kind: TextKind, text: bytes) -> bool:
    return SENTENCE in text
