"""Whether something forgotten is still reachable in this repository's history, and where.

One function for everybody who asks: `git memoir exposure`, `audit --history-exposure` and
`forget --history-check`. What it returns is safe to print as it is. Nothing is changed, fetched or written,
and nothing of what is sought leaves this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.copies import Copy, CopyFinder
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.exposure import (
    ABBREVIATED,
    DEFAULT_BOUNDS,
    Bounds,
    HistoricBlob,
    HistoryStatus,
    Hit,
    Inspected,
    Inspection,
    RootClass,
    TextKind,
    Unavailable,
    decide_status,
    nothing_read,
)
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_system as codes
from memoir_git.git.history.inspect import inspect_history, refusal_reason
from memoir_git.git.repo import discover
from memoir_git.services.history.cover import EVERY_PATH, Cover, covered
from memoir_git.services.history.exposed import CopyRow, Exposure, MessageRow, UnreachableRow
from memoir_git.services.history.handles import PathHandles
from memoir_git.services.history.sought import Sought, finder_of, name_check


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How far to look: the bounds, paths outside memory, unreachable objects; whom to tell of progress."""

    bounds: Bounds
    all_paths: bool
    unreachable: bool
    on_progress: Callable[[int], None] | None


USUAL_LOOK = Look(bounds=DEFAULT_BOUNDS, all_paths=False, unreachable=False, on_progress=None)
_NOT_COVERED = Cover(prefixes=(), all_paths=False)


def inspect_for(directory: Path, sought: Sought, look: Look = USUAL_LOOK) -> Exposure:
    """Returns whether what is sought is reachable in the history around `directory`.

    Never fails for the repository's sake: what could not be read is a reason. With nothing to look for the
    history is not opened, and the status says that nothing was requested.
    """
    asked = _Asked(sought, look)
    if sought.is_empty or not asked.finder.kinds:
        return asked.told(_NOT_COVERED, nothing_read(Unavailable.FINGERPRINT_UNUSABLE))
    try:
        repository = discover(directory)
    except MemoirGitError as error:
        return asked.told(_NOT_COVERED, nothing_read(refusal_reason(error)))
    cover = EVERY_PATH if look.all_paths else covered(repository)
    return asked.told(cover, inspect_history(repository, asked.inspection(cover)))


def exposure_findings(exposure: Exposure) -> Iterator[Finding]:
    """Yields what an exposure means: a copy, none in what was read, or no answer (guide 4.4)."""
    match exposure.status:
        case HistoryStatus.REACHABLE_COPY_DETECTED:
            rows = [row.classes for row in exposure.copies] + [row.classes for row in exposure.messages]
            classes = {found for row in rows for found in row}
            yield codes.REACHABLE_COPY.at(
                blobs=len({row.blob for row in exposure.copies}),
                messages=len(exposure.messages),
                classes=tuple(Handle(found.value) for found in RootClass if found in classes),
            )
        case HistoryStatus.UNAVAILABLE:
            yield codes.HISTORY_UNAVAILABLE.at(
                reasons=tuple(Handle(reason.value) for reason in exposure.reasons)
            )
        case HistoryStatus.NO_REACHABLE_COPY_DETECTED:
            yield codes.NO_REACHABLE_COPY.at()


class _Asked:
    """One look: the matchers, and what they recognised where."""

    def __init__(self, sought: Sought, look: Look) -> None:
        self.finder: CopyFinder = finder_of(sought)
        self._sought = sought
        self._look = look
        self._on_name = name_check(sought)
        self._copies: dict[tuple[str, str], tuple[Copy, ...]] = {}

    def inspection(self, cover: Cover) -> Inspection:
        """Returns what the reader of history is to do."""
        return Inspection(
            prefixes=cover.prefixes,
            all_paths=cover.all_paths,
            bounds=self._look.bounds,
            unreachable=self._look.unreachable,
            on_blobs=self._on_blobs,
            on_messages=self._on_messages,
            on_name=self._on_name,
            on_progress=self._look.on_progress,
        )

    def _on_blobs(self, blobs: Sequence[HistoricBlob]) -> list[bool]:
        found = self.finder.look_at([(blob.data, blob.path) for blob in blobs])
        hits = [(blob, copies) for blob, copies in zip(blobs, found, strict=True) if copies]
        self._copies |= {(blob.oid, blob.path): copies for blob, copies in hits}
        return [bool(copies) for copies in found]

    def _on_messages(self, _kind: TextKind, texts: Sequence[bytes]) -> list[bool]:
        return [bool(copies) for copies in self.finder.look_at([(text, "") for text in texts])]

    def told(self, cover: Cover, inspected: Inspected) -> Exposure:
        """Returns the result, without a name or a text that anyone chose."""
        handles = PathHandles(hit.path for hit in inspected.hits)
        places = PathHandles(cover.prefixes, last="place")
        asked = not self._sought.is_empty
        found = bool(inspected.hits or inspected.messages)
        reasons = _reasons(self._sought, inspected) if asked else ()
        return Exposure(
            status=decide_status(asked=asked, found=found, reasons=reasons),
            reasons=reasons,
            sought=self._sought.counts,
            matchers=self.finder.kinds,
            copies=tuple(self._row(hit, handles) for hit in inspected.hits),
            messages=tuple(
                MessageRow(kind=hit.kind, object=_short(hit.oid), classes=hit.classes)
                for hit in inspected.messages
            ),
            names=None if self._on_name is None or not asked else inspected.names,
            side_files=inspected.side_files,
            unreachable=_unreachable(inspected),
            counts=inspected.counts,
            roots=inspected.roots,
            roots_digest=inspected.roots_digest,
            expired=inspected.expired,
            shallow=inspected.shallow,
            alternates=inspected.alternates,
            bounds=self._look.bounds,
            prefixes=tuple(places.of(prefix) for prefix in cover.prefixes),
            all_paths=cover.all_paths,
        )

    def _row(self, hit: Hit, handles: PathHandles) -> CopyRow:
        copies = self._copies[hit.blob, hit.path]
        return CopyRow(
            blob=_short(hit.blob),
            path=handles.of(hit.path),
            classes=hit.classes,
            commits=hit.commits,
            examples=tuple(map(_short, hit.examples)),
            rules=tuple(Handle(rule) for rule in dict.fromkeys(copy.rule for copy in copies)),
            subjects=tuple(dict.fromkeys(copy.subject for copy in copies if copy.subject is not None)),
        )


def _reasons(sought: Sought, inspected: Inspected) -> tuple[Unavailable, ...]:
    """Returns why the look was not complete; what could not be recognised was not looked for."""
    ours = {Unavailable.FINGERPRINT_UNUSABLE} if sought.is_partial else set()
    return tuple(sorted({*inspected.reasons, *ours}, key=lambda reason: reason.value))


def _short(name: str) -> Handle:
    return Handle(name[:ABBREVIATED])


def _unreachable(inspected: Inspected) -> UnreachableRow | None:
    found = inspected.unreachable
    if found is None:
        return None
    return UnreachableRow(blobs=found.blobs, copies=tuple(map(_short, found.hits)), complete=found.complete)
