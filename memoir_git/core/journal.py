"""The journal of a transaction: what a writer meant to do, kept privately so that a crash can be mended.

A plan may hold what was asked; a journal never does (guide 4.3 and 6.2). It has a generic word for the
command, paths, digests, permission bits and progress: enough to tell for each file whether it is still as it
was, already as it shall be, or neither. Absent and empty are different states (guide 3.2). Reading is strict
and stands in `core.journal_reading`; which repairs are safe is decided in `core.recovery`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.ids import RepoPath
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.plan import FileState, Operation, Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

SCHEMA_VERSION = 1
POSIX = "posix"
WINDOWS_BASIC = "windows-basic"
MODE_SEMANTICS = (POSIX, WINDOWS_BASIC)
TARGETS = "targets"
# New directories: those of the work tree are as git makes them, the private ones are private.
DIRECTORY_MODES = {Root.SHARED: 0o755, Root.LOCAL_OVERLAY: 0o700}
_ORDERS = {"manifest.md": 1, "bindings.json": 2}


class Phase(Enum):
    """How far a transaction got (guide 3.2)."""

    PLANNED = "planned"
    PREPARED = "prepared"
    COMMITTING = "committing"
    COMMITTED = "committed"
    RECOVERING = "recovering"
    ROLLED_BACK = "rolled-back"
    FAILED = "failed"


# In these no target was touched, and in those none will be any more.
UNTOUCHED = (Phase.PLANNED, Phase.PREPARED)
TERMINAL = (Phase.COMMITTED, Phase.ROLLED_BACK)


class Action(Enum):
    """The two ways to end an unfinished transaction."""

    COMPLETE = "complete"
    ROLLBACK = "rollback"


# From each phase to those that may follow it. Back to planned goes what is given up before the first target
# is touched: from there on the artifacts may be partly gone, as they may be partly there on the way forward.
TRANSITIONS = {
    Phase.PLANNED: (Phase.PREPARED, Phase.RECOVERING),
    Phase.PREPARED: (Phase.COMMITTING, Phase.PLANNED, Phase.RECOVERING),
    Phase.COMMITTING: (Phase.COMMITTED, Phase.FAILED, Phase.PLANNED, Phase.RECOVERING),
    Phase.FAILED: (Phase.RECOVERING,),
    Phase.RECOVERING: (Phase.RECOVERING, Phase.COMMITTED, Phase.ROLLED_BACK),
    Phase.COMMITTED: (),
    Phase.ROLLED_BACK: (),
}


class BindingKind(Enum):
    """What a journal belongs to: a project, a root without an identity yet, or a memoir store."""

    PROJECT = "project"
    BOOTSTRAP = "bootstrap"
    STORE = "store"


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """Whose journal it is: a project's UUID, or a keyed name of a root or store that says nothing itself."""

    kind: BindingKind
    id: str

    @property
    def folder(self) -> str:
        """Where its transactions lie, relative to the state's folder of transactions."""
        if self.kind is BindingKind.PROJECT:
            return self.id
        return f"bootstrap/{self.id}" if self.kind is BindingKind.BOOTSTRAP else f"store-{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What tells a directory from another one that took its name: device and inode."""

    device: int
    inode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalTarget:
    """One file: its state before and after (`None`: absent), and whether its replacement was recorded.

    `replaced` is a hint: a crash can come between the replacement and its record (guide 3.3).
    """

    target_id: str
    root: Root
    path: RepoPath
    before: FileState | None
    after: FileState | None
    mode_semantics: str
    commit_order: int
    replaced: bool

    @property
    def operation(self) -> Operation:
        """Create, replace or delete, from the two states."""
        if self.before is None:
            return Operation.CREATE
        return Operation.DELETE if self.after is None else Operation.REPLACE

    @property
    def backup_path(self) -> str | None:
        """Where the bytes before are kept, relative to the transaction; `None` where there were none."""
        return None if self.before is None else f"{TARGETS}/{self.target_id}.backup"

    @property
    def prepared_path(self) -> str | None:
        """Where the bytes after are kept, relative to the transaction; `None` for a deletion."""
        return None if self.after is None else f"{TARGETS}/{self.target_id}.prepared"

    @property
    def changes_content(self) -> bool:
        """Whether more than the permission bits differ."""
        before = None if self.before is None else self.before.digest
        return before != (None if self.after is None else self.after.digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedDirectory:
    """A directory that the transaction needs and that was absent; `identity` is that of the one it made."""

    root: Root
    path: RepoPath
    mode: int
    created: bool
    identity: Identity | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedDirectory:
    """A directory that goes when it is empty, as it was when the plan was made."""

    root: Root
    path: RepoPath
    mode: int
    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """The whole record. `root_binding` tells which checkout it is of; `erasure_scope` is kept as it came.

    A sensitive journal's paths and digests are for recovery alone, and shown to nobody.
    """

    transaction_id: str
    binding: Binding
    root_binding: str
    command: str
    plan_id: str
    phase: Phase
    created_at: str
    targets: tuple[JournalTarget, ...]
    created_directories: tuple[CreatedDirectory, ...]
    removed_directories: tuple[RemovedDirectory, ...]
    erasure_scope: Json
    recovery_action: Action | None
    is_sensitive: bool

    def entering(self, phase: Phase, action: Action | None = None) -> Journal:
        """Returns the journal in the next phase; `action` is what a recovery is about to do."""
        assert phase in TRANSITIONS[self.phase], f"{self.phase.value} is not followed by {phase.value}"
        if phase is Phase.RECOVERING:
            assert action is not None, "a recovery has an action"
            assert self.recovery_action in (None, action), "a recovery keeps to its action"
        return replace(self, phase=phase, recovery_action=action or self.recovery_action)

    def with_replaced(self, target_id: str, *, replaced: bool = True) -> Journal:
        """Returns the journal with one target's progress recorded."""
        targets = tuple(
            replace(target, replaced=replaced) if target.target_id == target_id else target
            for target in self.targets
        )
        return replace(self, targets=targets)

    def with_directory(self, made: CreatedDirectory) -> Journal:
        """Returns the journal with one created directory's progress recorded."""
        directories = tuple(
            made if (old.root, old.path) == (made.root, made.path) else old
            for old in self.created_directories
        )
        return replace(self, created_directories=directories)


def commit_order(path: str) -> int:
    """Returns the rank of a file: 0 for content, 1 for a manifest, 2 for what binds a local overlay."""
    return _ORDERS.get(path.rpartition("/")[2], 0)


def artifacts_of(journal: Journal) -> dict[str, str]:
    """Returns the digest of every artifact that a prepared transaction has, by its path in the folder."""
    expected = {}
    for target in journal.targets:
        if target.before is not None and target.backup_path is not None:
            expected[target.backup_path] = target.before.digest
        if target.after is not None and target.prepared_path is not None:
            expected[target.prepared_path] = target.after.digest
    return expected


def render_journal(journal: Journal) -> bytes:
    """Returns the one spelling of a journal: sorted keys, compact, a final newline."""
    is_project = journal.binding.kind is BindingKind.PROJECT
    document: Json = {
        "transaction_schema_version": SCHEMA_VERSION,
        "transaction_id": journal.transaction_id,
        "project_id": journal.binding.id if is_project else None,
        "binding": journal.binding.kind.value,
        "binding_id": journal.binding.id,
        "root_binding": journal.root_binding,
        "command": journal.command,
        "plan_id": journal.plan_id,
        "phase": journal.phase.value,
        "created_at": journal.created_at,
        "targets": [_target(target) for target in journal.targets],
        "created_directories": [_created(directory) for directory in journal.created_directories],
        "removed_directories": [_removed(directory) for directory in journal.removed_directories],
        "erasure_scope": journal.erasure_scope,
        "recovery_action": None if journal.recovery_action is None else journal.recovery_action.value,
        "sensitive": journal.is_sensitive,
    }
    return canonical_json(document).encode("ascii") + b"\n"


def _target(target: JournalTarget) -> Json:
    before, after = target.before, target.after
    return {
        "target_id": target.target_id,
        "root": target.root.value,
        "path": str(target.path),
        "operation": target.operation.value,
        "base_exists": before is not None,
        "base_digest": None if before is None else before.digest,
        "original_mode": None if before is None else f"{before.mode:04o}",
        "output_exists": after is not None,
        "output_digest": None if after is None else after.digest,
        "output_mode": None if after is None else f"{after.mode:04o}",
        "mode_semantics": target.mode_semantics,
        "backup_path": target.backup_path,
        "prepared_path": target.prepared_path,
        "commit_order": target.commit_order,
        "replaced": target.replaced,
    }


def _created(directory: CreatedDirectory) -> Json:
    return {
        "root": directory.root.value,
        "path": str(directory.path),
        "mode": f"{directory.mode:04o}",
        "base_exists": False,
        "created": directory.created,
        "identity": None if directory.identity is None else _identity(directory.identity),
    }


def _removed(directory: RemovedDirectory) -> Json:
    return {
        "root": directory.root.value,
        "path": str(directory.path),
        "mode": f"{directory.mode:04o}",
        "identity": _identity(directory.identity),
    }


def _identity(identity: Identity) -> Json:
    return {"st_dev": identity.device, "st_ino": identity.inode}
