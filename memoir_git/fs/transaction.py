"""Several files changed as one: prepared privately, committed one by one, and mendable after a crash.

The order is that of guide 3.4: a journal before anything else, backups and prepared files in the private
state, then each target by a temporary beside it that takes its place, then verification, then cleaning. The
base states come from the plan; a file that is not as the plan saw it stops everything, at the beginning and
again just before it is replaced. Until the first target is replaced an error is undone here; after that the
journal says `failed`, and `git memoir recover` goes on or back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from memoir_git.core import codes_transactions
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import DIRECTORY_MODES, CreatedDirectory, Journal, JournalTarget, Phase
from memoir_git.core.journal_making import Undertaking, commit_key, new_journal, require_targets
from memoir_git.core.journal_reading import ID_LENGTH
from memoir_git.core.plan import Change, FileState, Root
from memoir_git.core.text import sha256
from memoir_git.fs import failpoints as at
from memoir_git.fs.atomic import ChangedError, WriteError, sweep, temporary_of
from memoir_git.fs.directories import (
    Place,
    directory_identity,
    drop_directory,
    make_directory,
    put_file,
    read_file,
    remove_file,
    state_of,
)
from memoir_git.fs.ground import Ground, temporary_name
from memoir_git.fs.journal_store import begin, clean, update, write_artifact
from memoir_git.fs.paths import PathError


class UnfinishedError(MemoirGitError):
    """The change stopped half-way; its journal has what is needed to go on or back."""

    code = codes_transactions.UNFINISHED


def new_transaction_id() -> str:
    """Returns a name that says nothing and that no other transaction has."""
    return os.urandom(ID_LENGTH // 2).hex()


def commit(ground: Ground, undertaking: Undertaking) -> tuple[RepoPath, ...]:
    """Makes the changes, all of them or, as far as this process can see to it, none; returns their paths.

    The caller holds the lock and has made sure that nothing is unfinished. Raises `ChangedError`,
    `WriteError`, `TargetError`, `PathError` and `StateError` when nothing was changed, `UnfinishedError` when
    something was.
    """
    if not undertaking.changes and not undertaking.removed_directories:
        return ()
    require_targets(undertaking, ground.binding)
    changes = tuple(sorted(undertaking.changes, key=commit_key))
    if any(change.root is Root.LOCAL_OVERLAY and change.after is not None for change in changes):
        ground.make_private_root()
    if undertaking.is_journalled:
        _Transaction(ground, undertaking, changes).run()
    else:
        _put_single(ground, changes[0])
    return tuple(change.path for change in changes)


class _Transaction:
    """One transaction on its way; `journal` is what its file says."""

    def __init__(self, ground: Ground, undertaking: Undertaking, changes: tuple[Change, ...]) -> None:
        self.ground = ground
        self.changes = changes
        missing = sorted(_missing_directories(ground, changes))
        self.journal = new_journal(
            undertaking,
            ground.binding,
            ground.root_binding,
            [(Root(root), RepoPath(path)) for root, path in missing],
        )
        self.is_touched = False

    def run(self) -> None:
        bases = [self._base(target) for target in self.journal.targets]
        self.folder = begin(self.ground.state, self.journal)
        try:
            self._prepare(bases)
            self._commit()
        except BaseException as error:
            self._give_up(error)
            raise
        self.ground.failpoints.reached(at.AFTER_COMMITTED)
        clean(self.folder)

    def _base(self, target: JournalTarget) -> bytes | None:
        """Returns the bytes of a target, which have to be those that the plan was made from."""
        place = self.ground.target(self.journal, target)
        found = read_file(place)
        state = None if found is None else FileState(digest=sha256(found[0]), mode=found[1])
        if state != target.before:
            raise ChangedError(
                f"{place.label} was changed by another program meanwhile; nothing was written.",
                hint="run the command again",
            )
        return None if found is None else found[0]

    def _prepare(self, bases: list[bytes | None]) -> None:
        self.ground.failpoints.reached(at.AFTER_PLANNED)
        for target, change, base in zip(self.journal.targets, self.changes, bases, strict=True):
            if target.backup_path is not None and base is not None:
                write_artifact(self.folder, target.backup_path, base)
                self.ground.failpoints.reached(at.AFTER_FIRST_BACKUP)
            if target.prepared_path is not None and change.content is not None:
                write_artifact(self.folder, target.prepared_path, change.content)
        self._record(self.journal.entering(Phase.PREPARED))
        self.ground.failpoints.reached(at.AFTER_PREPARED)

    def _commit(self) -> None:
        self._record(self.journal.entering(Phase.COMMITTING))
        for directory in self.journal.created_directories:
            self._record(with_directory_made(self.ground, self.journal, directory))
        for target, change in zip(self.journal.targets, self.changes, strict=True):
            self._replace(target, change)
            self.ground.failpoints.reached(at.AFTER_FIRST_REPLACE)
            self.ground.failpoints.reached(at.AFTER_EACH_REPLACE)
            self._record(self.journal.with_replaced(target.target_id))
        self.is_touched = True  # also where directories are all there is to remove
        remove_directories(self.ground, self.journal)
        self.ground.failpoints.reached(at.BEFORE_COMMITTED)
        require_outputs(self.ground, self.journal)
        self._record(self.journal.entering(Phase.COMMITTED))

    def _replace(self, target: JournalTarget, change: Change) -> None:
        """Replaces one target; only an error that says it changed nothing leaves it counted untouched."""
        was_touched, self.is_touched = self.is_touched, True
        try:
            put_target(self.ground, self.journal, target, target.before, target.after, change.content)
        except (ChangedError, WriteError, PathError):
            self.is_touched = was_touched
            raise

    def _record(self, journal: Journal) -> None:
        update(self.folder, journal)
        self.journal = journal

    def _give_up(self, error: BaseException) -> None:
        if self.journal.phase is Phase.COMMITTED:
            return
        if not self.is_touched:
            with suppress(MemoirGitError):
                self._abandon()
            return
        with suppress(MemoirGitError):
            self._record(self.journal.entering(Phase.FAILED))
        if isinstance(error, MemoirGitError):
            raise UnfinishedError(
                f"{error} The change stopped half-way.", hint="run 'git memoir recover'"
            ) from None

    def _abandon(self) -> None:
        """Takes everything back that was made for a change of which nothing was written."""
        journal = drop_created(self.ground, self.journal)
        if journal.phase is not Phase.PLANNED:
            self._record(journal.entering(Phase.PLANNED))
        clean(self.folder)


def put_target(
    ground: Ground,
    journal: Journal,
    target: JournalTarget,
    old: FileState | None,
    new: FileState | None,
    content: bytes | None,
) -> None:
    """Brings a target from one state to the other, whichever way that is. Raises as `put_file` does."""
    place = ground.target(journal, target)
    if new is None:
        assert old is not None, "an absent file stays absent without a step"
        remove_file(place, expected=old)
        return
    assert content is not None, "a file that shall exist has bytes"
    put_file(place, content, new.mode, expected=old, temporary=temporary_name(journal, target))


def with_directory_made(ground: Ground, journal: Journal, directory: CreatedDirectory) -> Journal:
    """Makes a directory and returns the journal that says so; one that appeared meanwhile is not ours."""
    identity = make_directory(ground.directory(journal, directory), directory.mode)
    return journal.with_directory(replace(directory, created=identity is not None, identity=identity))


def drop_created(ground: Ground, journal: Journal) -> Journal:
    """Removes the directories that the transaction made and that are empty; returns it without them."""
    for directory in reversed(journal.created_directories):
        if directory.identity is not None:
            drop_directory(ground.directory(journal, directory), directory.identity)
            journal = journal.with_directory(replace(directory, created=False, identity=None))
    return journal


def remove_directories(ground: Ground, journal: Journal) -> None:
    """Removes the directories that are to go, the deepest first, unless something else is in them by now."""
    for directory in reversed(journal.removed_directories):
        drop_directory(ground.directory(journal, directory), directory.identity)


def require_outputs(ground: Ground, journal: Journal) -> None:
    """Raises `ChangedError` unless every target is what it shall be."""
    for target in journal.targets:
        place = ground.target(journal, target)
        if state_of(place) != target.after:
            raise ChangedError(f"{place.label} is not what was just written.")


def _put_single(ground: Ground, change: Change) -> None:
    """Changes one file in one step; that needs no journal."""
    place = ground.place(change.root, change.path)
    made = []
    for root, path in sorted(_missing_directories(ground, (change,))):
        folder = ground.place(Root(root), RepoPath(path))
        identity = make_directory(folder, DIRECTORY_MODES[change.root])
        made.append((folder, identity))
    path_on_disk = place.root / change.path
    sweep(path_on_disk)
    try:
        _put(place, change, temporary_of(path_on_disk).name)
    except BaseException:
        for folder, identity in reversed(made):
            if identity is not None:
                drop_directory(folder, identity)
        raise


def _put(place: Place, change: Change, temporary: str) -> None:
    if change.after is None:
        assert change.before is not None, "a change changes something"
        remove_file(place, expected=change.before)
        return
    assert change.content is not None, "bytes and state go together"
    put_file(place, change.content, change.after.mode, expected=change.before, temporary=temporary)


def _missing_directories(ground: Ground, changes: tuple[Change, ...]) -> Iterator[tuple[str, str]]:
    """Yields the directories that new files need, once each."""
    seen = set()
    for change in changes:
        parts = change.path.split("/")[:-1] if change.after is not None else []
        for count in range(1, len(parts) + 1):
            path = "/".join(parts[:count])
            if (change.root, path) in seen:
                continue
            seen.add((change.root, path))
            if directory_identity(ground.place(change.root, RepoPath(path))) is None:
                yield (change.root.value, path)
