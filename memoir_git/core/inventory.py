"""What lies in the private state of transactions, judged without touching a target (guide 3.5).

A journal counts only when everything around it agrees with it: its folder's name, its binding, and every
artifact's digest. Nothing here removes or mends anything; what cannot be understood stays and blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.ids import Handle
from memoir_git.core.journal import (
    POSIX,
    TARGETS,
    TERMINAL,
    Binding,
    Journal,
    Phase,
    artifacts_of,
)
from memoir_git.core.journal_fields import HEX
from memoir_git.core.journal_reading import (
    ID_LENGTH,
    MalformedJournalError,
    UnsupportedJournalError,
    read_journal,
)
from memoir_git.core.text import sha256_hex

JOURNAL = "journal.json"
JOURNAL_TEMPORARY = "journal.new"
_SHOWN_DIGITS = 16


class Shape(Enum):
    """What has a name on disk."""

    ABSENT = "absent"
    DIRECTORY = "directory"
    FILE = "file"
    LINK = "link"
    OTHER = "other"


class Kind(Enum):
    """What an entry of the state is (guide 3.5). `CLEAN` and `RESIDUE` are dropped by the next writer."""

    CLEAN = "clean"
    RESIDUE = "residue"
    UNFINISHED = "unfinished"
    CLEANUP = "cleanup"
    OTHER_CHECKOUT = "other-checkout"
    MALFORMED = "malformed"
    UNSUPPORTED = "unsupported"
    ORPHAN = "orphan"
    LINK = "symlink"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """One entry as it lies on disk. `journal` are the bytes of a regular journal file.

    `names` are the names in the folder with their shapes; `artifacts` those in its folder of targets, with
    the digest of each regular file that can be read and `None` for anything else.
    """

    name: str
    shape: Shape
    journal: bytes | None
    names: Mapping[str, Shape]
    artifacts: Mapping[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An entry, what it is, and its journal where there is one to trust."""

    entry: StoredEntry
    kind: Kind
    journal: Journal | None

    @property
    def handle(self) -> Handle:
        """What the entry is called in output: its id, or a digest of a name that is none."""
        if is_transaction_id(self.entry.name):
            return Handle(self.entry.name)
        return Handle(f"entry-{sha256_hex(self.entry.name)[:_SHOWN_DIGITS]}")


def is_transaction_id(name: str) -> bool:
    """Tells whether `name` is what this program calls a transaction."""
    return len(name) == ID_LENGTH and all(letter in HEX for letter in name)


def judge_entry(entry: StoredEntry, binding: Binding, root_binding: str) -> Judged:
    """Returns what an entry under `binding` is, for the checkout of `root_binding`."""
    if entry.shape is Shape.LINK:
        return Judged(entry=entry, kind=Kind.LINK, journal=None)
    shapes = (entry.names.get(JOURNAL, Shape.ABSENT), entry.names.get(TARGETS, Shape.ABSENT))
    if Shape.LINK in shapes:
        return Judged(entry=entry, kind=Kind.UNSAFE, journal=None)
    if entry.shape is not Shape.DIRECTORY or shapes[0] is Shape.ABSENT:
        kind = Kind.RESIDUE if _is_residue(entry) else Kind.ORPHAN
        return Judged(entry=entry, kind=kind, journal=None)
    if entry.journal is None:
        return Judged(entry=entry, kind=Kind.UNSAFE, journal=None)
    try:
        journal = read_journal(entry.journal)
    except UnsupportedJournalError:
        return Judged(entry=entry, kind=Kind.UNSUPPORTED, journal=None)
    except MalformedJournalError:
        return Judged(entry=entry, kind=Kind.MALFORMED, journal=None)
    if journal.transaction_id != entry.name or journal.binding != binding:
        return Judged(entry=entry, kind=Kind.MALFORMED, journal=None)
    if journal.root_binding != root_binding:
        return Judged(entry=entry, kind=Kind.OTHER_CHECKOUT, journal=journal)
    return Judged(entry=entry, kind=_kind(entry, journal), journal=journal)


def lacking(judged: Judged) -> frozenset[str]:
    """Returns the artifacts that a prepared transaction would have and this one has not, or not whole."""
    if judged.journal is None:
        return frozenset()
    wanted = artifacts_of(judged.journal)
    return frozenset(path for path, digest in wanted.items() if _digest(judged.entry, path) != digest)


def _kind(entry: StoredEntry, journal: Journal) -> Kind:
    if _has_unexpected(entry, journal):
        return Kind.ORPHAN
    if any(target.mode_semantics != POSIX for target in journal.targets):
        return Kind.UNSAFE
    if journal.phase in TERMINAL:
        return Kind.CLEANUP if entry.artifacts else Kind.CLEAN
    return Kind.UNFINISHED if _artifacts_fit(entry, journal) else Kind.UNSAFE


def _artifacts_fit(entry: StoredEntry, journal: Journal) -> bool:
    """While artifacts are written they may be partly there; while one recovers, partly gone; else neither."""
    wanted = artifacts_of(journal)
    if any(value is None for value in entry.artifacts.values()):
        return False
    if journal.phase is Phase.PLANNED:
        return True
    if TARGETS not in entry.names:
        return not wanted and journal.phase is not Phase.RECOVERING
    found = {path: _digest(entry, path) for path in wanted}
    if journal.phase is Phase.RECOVERING:
        return all(found[path] in (None, digest) for path, digest in wanted.items())
    return found == wanted


def _has_unexpected(entry: StoredEntry, journal: Journal) -> bool:
    known = {JOURNAL, TARGETS, JOURNAL_TEMPORARY}
    wanted = {path.removeprefix(TARGETS + "/") for path in artifacts_of(journal)}
    is_odd = entry.names.get(TARGETS, Shape.DIRECTORY) is not Shape.DIRECTORY
    return is_odd or bool(entry.names.keys() - known) or bool(entry.artifacts.keys() - wanted)


def _digest(entry: StoredEntry, path: str) -> str | None:
    return entry.artifacts.get(path.removeprefix(TARGETS + "/"))


def _is_residue(entry: StoredEntry) -> bool:
    """A folder without a journal and without content: a transaction before it began, or after it ended."""
    if entry.shape is not Shape.DIRECTORY or entry.artifacts:
        return False
    allowed = {TARGETS: Shape.DIRECTORY, JOURNAL_TEMPORARY: Shape.FILE}
    return all(allowed.get(name) is shape for name, shape in entry.names.items())
