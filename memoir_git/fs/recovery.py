"""Goes on with an interrupted transaction, or back, as far as `core.recovery` allows (guide 3.5).

Everything is looked at again under the lock, and once more just before each write. The chosen action is
recorded before anything is touched and is kept to: a recovery that is interrupted itself is taken up again,
never turned round. A file that somebody changed stops it there, and stays as it is.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath
from memoir_git.core.inventory import Kind
from memoir_git.core.journal import DIRECTORY_MODES, Action, Journal, JournalTarget, Phase
from memoir_git.core.plan import FileState, Root
from memoir_git.core.recovery import Step
from memoir_git.fs import failpoints as at
from memoir_git.fs.atomic import ChangedError
from memoir_git.fs.directories import directory_identity, discard_residue, make_directory, state_of
from memoir_git.fs.ground import Examined, Ground, observe, temporary_place
from memoir_git.fs.journal_store import clean, discard, folder_of, read_artifact, update
from memoir_git.fs.transaction import (
    UnfinishedError,
    drop_created,
    put_target,
    remove_directories,
    require_outputs,
    with_directory_made,
)


class ManualRecoveryError(MemoirGitError):
    """The transaction can neither go on nor back by itself; nothing was written."""


def recover(examined: Examined, action: Action) -> None:
    """Carries out what the decision allows for `action`; the caller holds the lock and just examined it.

    Raises `ManualRecoveryError` when that is nothing, `UnfinishedError` when it stops half-way, and
    `WriteError`.
    """
    step = Step.REFUSED if examined.decision is None else examined.decision.step(action)
    journal = examined.judged.journal
    if step is Step.REFUSED or journal is None:
        raise ManualRecoveryError(
            f"The transaction {examined.judged.handle} cannot be {_DONE[action]} by itself; "
            "nothing was written.",
            hint="run 'git memoir recover' to see why and what is left to do",
        )
    folder = folder_of(examined.ground.state, examined.ground.binding, examined.judged.entry.name)
    if step is Step.WRITE:
        _Repair(examined.ground, journal, action).run()
    elif step is Step.ABANDON and journal.phase is not Phase.PLANNED:
        update(folder, journal.entering(Phase.PLANNED))
    clean(folder)


def finish(examined: Examined) -> None:
    """Removes what a transaction left that has ended; its targets are where it left them."""
    assert examined.is_settled, "only what has ended is finished"
    clean(folder_of(examined.ground.state, examined.ground.binding, examined.judged.entry.name))


def give_up(examined: Examined) -> None:
    """Removes an entry of the private state whatever it is; no target is looked at or touched.

    Raises `WriteError`.
    """
    assert examined.judged.kind is not Kind.CLEAN, "what has ended is finished, not given up"
    discard(folder_of(examined.ground.state, examined.ground.binding, examined.judged.entry.name))


_DONE = {Action.COMPLETE: "completed", Action.ROLLBACK: "rolled back"}


class _Repair:
    """One recovery on its way; `journal` is what its file says."""

    def __init__(self, ground: Ground, journal: Journal, action: Action) -> None:
        self.ground = ground
        self.journal = journal
        self.action = action
        self.folder = folder_of(ground.state, ground.binding, journal.transaction_id)

    def run(self) -> None:
        self._record(self.journal.entering(Phase.RECOVERING, self.action))
        try:
            self._repair()
        except ManualRecoveryError:
            raise
        except MemoirGitError as error:
            raise UnfinishedError(
                f"{error} The recovery stopped half-way.",
                hint="look with 'git memoir recover', then run it again",
            ) from None

    def _repair(self) -> None:
        self.ground.failpoints.reached(at.WHILE_RECOVERING)
        for target in self.journal.targets:
            if not discard_residue(temporary_place(self.ground, self.journal, target)):
                raise ManualRecoveryError(
                    f"Something else has the name of the temporary file of target {target.target_id}.",
                    hint="look at it and move it away, then run the same command again",
                )
        if any(target.root is Root.LOCAL_OVERLAY for target in self.journal.targets):
            self.ground.make_private_root()
        if self.action is Action.COMPLETE:
            self._complete()
        else:
            self._roll_back()

    def _complete(self) -> None:
        for directory in self.journal.created_directories:
            if directory_identity(self.ground.directory(self.journal, directory)) is None:
                self._record(with_directory_made(self.ground, self.journal, directory))
        for target in self.journal.targets:
            self._bring(target, target.before, target.after, target.prepared_path)
        remove_directories(self.ground, self.journal)
        require_outputs(self.ground, self.journal)
        self._record(self.journal.entering(Phase.COMMITTED))
        self.ground.failpoints.reached(at.AFTER_COMMITTED)

    def _roll_back(self) -> None:
        for directory in self.journal.removed_directories:
            make_directory(self.ground.place(directory.root, directory.path), directory.mode)
        for target in sorted(self.journal.targets, key=_authority_first):
            self._bring(target, target.after, target.before, target.backup_path)
        for target in self.journal.targets:
            place = self.ground.target(self.journal, target)
            if state_of(place) != target.before:
                raise ChangedError(f"{place.label} is not what was just restored.")
        self._record(drop_created(self.ground, self.journal))
        self._record(self.journal.entering(Phase.ROLLED_BACK))

    def _bring(
        self, target: JournalTarget, old: FileState | None, new: FileState | None, artifact: str | None
    ) -> None:
        """Brings a target from `old` to `new` unless it is there already."""
        seen = observe(self.ground, self.journal, target)
        is_there = seen.is_output if self.action is Action.COMPLETE else seen.is_base
        if is_there:
            return
        content = None
        if artifact is not None and new is not None:
            content = read_artifact(self.folder, artifact, new.digest)
            self._make_parents(target)
        put_target(self.ground, self.journal, target, old, new, content)
        self.ground.failpoints.reached(at.AFTER_EACH_REPAIR)
        done = self.action is Action.COMPLETE
        self._record(self.journal.with_replaced(target.target_id, replaced=done))

    def _make_parents(self, target: JournalTarget) -> None:
        """Makes directories that went meanwhile: git removes one when it takes the last file out of it."""
        parts = target.path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            folder = self.ground.place(target.root, RepoPath("/".join(parts[:count])), label="A directory")
            make_directory(folder, DIRECTORY_MODES[target.root])

    def _record(self, journal: Journal) -> None:
        update(self.folder, journal)
        self.journal = journal


def _authority_first(target: JournalTarget) -> tuple[int, str, str]:
    """A manifest stops pointing at content before the content goes."""
    return (-target.commit_order, target.root.value, target.path)
