"""The result of a look: which hits are reachable from where, what was read, all in a fixed order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from memoir_git.core.exposure import (
    Counts,
    Hit,
    Inspected,
    MessageHit,
    RootClass,
    TextKind,
    Unreachable,
)
from memoir_git.git.history.look import Looked, Opened
from memoir_git.git.history.reach import HitKey, Reached, commit_bits, reached_hits
from memoir_git.git.history.roots import BITS

_Word = TypeVar("_Word", bound=Enum)


def make_result(opened: Opened, looked: Looked, unreachable: Unreachable | None) -> Inspected:
    """Returns everything that was found and read."""
    hits, messages = _weigh(looked)
    return Inspected(
        reasons=tuple(sorted(looked.tally.reasons, key=lambda reason: reason.value)),
        counts=_counts(looked),
        roots={root: len(looked.present[root]) for root in RootClass if root in looked.present},
        roots_digest=_roots_digest(looked),
        expired=len(looked.expired),
        shallow=bool(opened.shape.shallow),
        alternates=len(opened.places.directories) - 1,
        hits=hits,
        messages=messages,
        names=_in_order(looked.texts.names),
        side_files=_in_order(looked.texts.side_files),
        unreachable=unreachable,
    )


def _weigh(looked: Looked) -> tuple[tuple[Hit, ...], tuple[MessageHit, ...]]:
    """Returns what was claimed and from where it is reachable; nothing is looked up where nothing was."""
    if not (looked.files.contents.hits or looked.notes.contents.hits or looked.texts.claimed):
        return (), ()
    of_files, of_notes = commit_bits(looked.files), commit_bits(looked.notes)
    hits = tuple(_hit(key, reached) for key, reached in sorted(reached_hits(looked.files, of_files).items()))
    notes = {blob: 0 for _, _, blob in looked.notes.contents.hits}
    for (_, blob), reached in reached_hits(looked.notes, of_notes).items():
        notes[blob] |= reached.bits
    messages = [_message(TextKind.NOTE, name, bits) for name, bits in notes.items()]
    held = (of_files, of_notes, looked.files.tags, looked.notes.tags)
    for kind, name in looked.texts.claimed:
        bits = 0
        for bits_of in held:
            bits |= bits_of.get(name, 0)
        messages.append(_message(kind, name, bits))
    return hits, tuple(sorted(messages, key=lambda message: (message.kind.value, message.oid)))


def _hit(key: HitKey, reached: Reached) -> Hit:
    path, blob = key
    return Hit(
        blob=blob.hex(),
        path=path.decode("utf-8", "surrogateescape"),
        classes=_classes(reached.bits),
        commits=reached.commits,
        examples=tuple(name.hex() for name in reached.examples),
    )


def _message(kind: TextKind, name: bytes, bits: int) -> MessageHit:
    return MessageHit(kind=kind, oid=name.hex(), classes=_classes(bits))


def _classes(bits: int) -> tuple[RootClass, ...]:
    return tuple(root for root in RootClass if bits & BITS[root])


def _counts(looked: Looked) -> Counts:
    first, second = looked.files, looked.notes
    folders = (*first.contents.folders(), *second.contents.folders())
    return Counts(
        commits=len({*first.order, *second.order}),
        trees=len({tree for folder in folders for tree in folder.seen}),
        blobs=len(first.contents.blobs | second.contents.blobs),
        bytes=looked.tally.blob_bytes,
    )


def _roots_digest(looked: Looked) -> str:
    names = set().union(*looked.present.values())
    return hashlib.sha256(b"".join(sorted(names))).hexdigest()


def _in_order(counts: Counter[_Word]) -> Mapping[_Word, int]:
    return {word: counts[word] for word in sorted(counts, key=lambda word: str(word.value))}
