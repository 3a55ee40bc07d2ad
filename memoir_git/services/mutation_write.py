"""Writes a plan that stands: its files through a transaction, the local overlay's folders around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import RemovedDirectory
from memoir_git.core.journal_making import Undertaking
from memoir_git.core.plan import Plan, Root
from memoir_git.custodian.plans.draft import Draft
from memoir_git.fs.change_set import remove_empty
from memoir_git.fs.directories import directory_identity
from memoir_git.fs.ground import Ground
from memoir_git.fs.transaction import commit, new_transaction_id
from memoir_git.services.mutation_lock import Governing, Held
from memoir_git.services.unfinished import telling_unfinished
from memoir_git.store.plans.dates import stamp_of


def write_plan(governing: Governing, lock: Held, plan: Plan, draft: Draft, *, is_confirmed: bool) -> None:
    """Makes the plan's changes; what was confirmed is journalled even where it is one file.

    Raises what `fs.transaction.commit` raises, and `StateError`.
    """
    scope = plan.context.get("erasure_scope")
    undertaking = Undertaking(
        transaction_id=new_transaction_id(),
        command=plan.command,
        plan_id=plan.id,
        created_at=stamp_of(governing.now),
        changes=plan.changes,
        removed_directories=tuple(_removed(lock.ground, draft)),
        erasure_scope=scope if isinstance(scope, Mapping) else None,
        is_sensitive=plan.is_sensitive,
        needs_journal=is_confirmed,
    )
    if draft.new_folders:
        assert lock.project_id is not None, "an overlay belongs to a project"
        for name in draft.new_folders:
            lock.state.directory(f"{lock.state.project_folder(lock.project_id)}/{name}")
    with telling_unfinished(lock.ground.binding.kind):
        commit(lock.ground, undertaking)
    if "" in draft.gone_folders:
        assert lock.project_id is not None, "an overlay belongs to a project"
        remove_empty(lock.state.path / lock.state.project_folder(lock.project_id))


def _removed(ground: Ground, draft: Draft) -> Iterator[RemovedDirectory]:
    """Yields the folders that go, as they are now, but for the root, which has no path in a journal."""
    for name in filter(None, draft.gone_folders):
        found = directory_identity(ground.place(Root.LOCAL_OVERLAY, RepoPath(name)))
        if found is not None:
            identity, mode = found
            yield RemovedDirectory(root=Root.LOCAL_OVERLAY, path=RepoPath(name), mode=mode, identity=identity)
