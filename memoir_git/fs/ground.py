"""The ground of a transaction: its private state, its roots, and what its targets look like right now."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.inventory import Judged, Kind, judge_entry, lacking
from memoir_git.core.journal import Binding, CreatedDirectory, Journal, JournalTarget, RemovedDirectory
from memoir_git.core.plan import Root
from memoir_git.core.recovery import Decision, Observed, TargetFacts, decide
from memoir_git.fs.atomic import PREFIX, SUFFIX
from memoir_git.fs.directories import Place, directory_identity, is_free, parent_of, state_of
from memoir_git.fs.failpoints import Failpoints
from memoir_git.fs.journal_store import stored_entries
from memoir_git.fs.paths import PathError, shown
from memoir_git.fs.state import StateRoot

_LOCAL = "local/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where one binding's transactions work: `roots` has the directories that paths are relative to."""

    state: StateRoot
    binding: Binding
    root_binding: str
    roots: Mapping[Root, Path]
    failpoints: Failpoints

    def place(self, root: Root, path: RepoPath, *, label: str = "") -> Place:
        """Returns the place of a path. Raises `PathError` for a root that is not there."""
        if root not in self.roots:
            raise PathError("A local file is concerned, and this project has no identity.")
        return Place(root=self.roots[root], path=path, label=label or shown_path(root, path))

    def make_private_root(self) -> None:
        """Makes the directory that private files lie in. Raises `StateError`."""
        root = self.roots.get(Root.LOCAL_OVERLAY)
        if root is not None:
            self.state.directory(root.relative_to(self.state.path).as_posix())

    def target(self, journal: Journal, target: JournalTarget) -> Place:
        """Returns the place of a target, which a sensitive journal names by its number only."""
        label = f"Target {target.target_id}" if journal.is_sensitive else ""
        return self.place(target.root, target.path, label=label)

    def directory(self, journal: Journal, row: CreatedDirectory | RemovedDirectory) -> Place:
        """Returns the place of a directory, which a sensitive journal does not name."""
        return self.place(row.root, row.path, label="A directory" if journal.is_sensitive else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """An entry of the private state, and what may be done about it; no decision without a valid journal."""

    ground: Ground
    judged: Judged
    observed: tuple[Observed, ...]
    decision: Decision | None

    @property
    def is_settled(self) -> bool:
        """Whether it has ended, as far as the targets go: all are where it left them."""
        if self.judged.kind in (Kind.CLEAN, Kind.RESIDUE):
            return True
        if self.judged.kind is not Kind.CLEANUP or self.decision is None:
            return False
        return self.decision.is_complete_safe or self.decision.is_rollback_safe

    @property
    def blocks(self) -> bool:
        """Whether no change may be made before this is dealt with."""
        return not self.is_settled and self.judged.kind is not Kind.OTHER_CHECKOUT


def shown_path(root: Root, path: RepoPath) -> str:
    """Returns what a path is called in output: private files have an alias, shared ones their own path."""
    is_private = root is not Root.SHARED and not path.startswith(_LOCAL)
    return f"private/{shown(path)}" if is_private else shown(path)


def root_binding_data(root: Path, memory: str) -> bytes:
    """Returns what tells this checkout from others, to be keyed: its real root and its memory directory."""
    real = os.fsencode(os.path.normcase(os.path.realpath(root)))
    return b"root\0" + real + b"\0" + os.fsencode(memory)


def temporary_name(journal: Journal, target: JournalTarget) -> str:
    """Returns the name that a target's new content has before it takes the target's place.

    It is the same for the writer and for a recovery, so that exactly this residue is removed; it begins and
    ends as every temporary of ours does, so that git ignores it.
    """
    return f"{PREFIX}{journal.transaction_id}-{target.target_id}{SUFFIX}"


def temporary_place(ground: Ground, journal: Journal, target: JournalTarget) -> Place:
    """Returns the place of that name."""
    folder = target.path.rpartition("/")[0]
    name = temporary_name(journal, target)
    path = RepoPath(f"{folder}/{name}" if folder else name)
    return ground.place(target.root, path, label=f"The temporary file of target {target.target_id}")


def examine(ground: Ground) -> tuple[Examined, ...]:
    """Returns every entry under the ground's binding, examined; writes and creates nothing.

    Raises `StateError` when the private state cannot be looked at.
    """
    entries = stored_entries(ground.state, ground.binding)
    return tuple(examine_entry(ground, judge_entry(e, ground.binding, ground.root_binding)) for e in entries)


def examine_entry(ground: Ground, judged: Judged) -> Examined:
    """Returns one entry with what its targets look like and what may be done."""
    journal = judged.journal
    if journal is None or judged.kind in (Kind.OTHER_CHECKOUT, Kind.CLEAN):
        return Examined(ground=ground, judged=judged, observed=(), decision=None)
    observed = tuple(observe(ground, journal, target) for target in journal.targets)
    decision = None
    if judged.kind in (Kind.UNFINISHED, Kind.CLEANUP):
        decision = decide(
            journal.phase,
            journal.recovery_action,
            facts(judged, observed),
            places_are_safe=places_are_safe(ground, journal),
        )
    return Examined(ground=ground, judged=judged, observed=observed, decision=decision)


def observe(ground: Ground, journal: Journal, target: JournalTarget) -> Observed:
    """Returns whether a target is as it was, as it shall be, or neither."""
    try:
        state = state_of(ground.target(journal, target))
    except PathError:
        return Observed.OTHER
    is_base, is_output = state == target.before, state == target.after
    if is_base and is_output:
        return Observed.BOTH
    return Observed.BASE if is_base else Observed.OUTPUT if is_output else Observed.OTHER


def facts(judged: Judged, observed: tuple[Observed, ...]) -> tuple[TargetFacts, ...]:
    """Returns what is decided from: operation, observation and artifacts of each target."""
    journal = judged.journal
    assert journal is not None, "only a journal has targets"
    missing = lacking(judged)
    return tuple(
        TargetFacts(
            operation=target.operation,
            observed=seen,
            is_prepared=target.prepared_path not in missing,
            is_backed_up=target.backup_path not in missing,
        )
        for target, seen in zip(journal.targets, observed, strict=True)
    )


def places_are_safe(ground: Ground, journal: Journal) -> bool:
    """Tells whether roots and ancestors are real directories, those we made are ours, and residue is ours."""
    try:
        for target in journal.targets:
            with parent_of(ground.target(journal, target)):
                pass
            if not is_free(temporary_place(ground, journal, target)):
                return False
        for directory in journal.created_directories:
            found = directory_identity(ground.directory(journal, directory))
            if directory.created and found is not None and found[0] != directory.identity:
                return False
        for gone in journal.removed_directories:
            directory_identity(ground.directory(journal, gone))
    except PathError:
        return False
    return True
