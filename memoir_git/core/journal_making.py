"""Makes the first journal of a transaction from the changes of a plan.

The order of commit is the order of the rows: content first, then the manifest, then the file that binds a
local overlay. So no crash leaves an authority that points at content which is not written yet; within a rank
the paths decide, so that the order is the same everywhere (guide 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath, printable
from memoir_git.core.journal import (
    DIRECTORY_MODES,
    POSIX,
    Binding,
    BindingKind,
    CreatedDirectory,
    Journal,
    JournalTarget,
    Phase,
    RemovedDirectory,
    commit_order,
)
from memoir_git.core.journal_fields import is_target_path
from memoir_git.core.plan import Change, Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json


class TargetError(MemoirGitError):
    """Two changes of one file, or a path that no transaction may touch. Nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undertaking:
    """What a writer is about to do, and what its journal may say about it.

    `command` is a generic word. `created_at` is a date-time of RFC 3339 in UTC. `erasure_scope` is a JSON
    object of a forgetting or a local reset. `needs_journal` asks for a journal even for one change.
    """

    transaction_id: str
    command: str
    plan_id: str
    created_at: str
    changes: tuple[Change, ...]
    removed_directories: tuple[RemovedDirectory, ...] = ()
    erasure_scope: Mapping[str, Json] | None = None
    is_sensitive: bool = False
    needs_journal: bool = False

    @property
    def is_journalled(self) -> bool:
        """Whether a crash could leave it half done, or leave content in a temporary file unnoticed."""
        several = len(self.changes) + len(self.removed_directories) > 1
        return several or self.is_sensitive or self.needs_journal


def commit_key(change: Change) -> tuple[int, str, str]:
    """Returns what changes are sorted by."""
    return (commit_order(change.path), change.root.value, change.path)


def new_journal(
    undertaking: Undertaking,
    binding: Binding,
    root_binding: str,
    missing: Iterable[tuple[Root, RepoPath]],
) -> Journal:
    """Returns the journal in its first phase; `missing` are the directories that targets need.

    Raises `TargetError`.
    """
    changes = sorted(undertaking.changes, key=commit_key)
    require_targets(undertaking, binding)
    return Journal(
        transaction_id=undertaking.transaction_id,
        binding=binding,
        root_binding=root_binding,
        command=undertaking.command,
        plan_id=undertaking.plan_id,
        phase=Phase.PLANNED,
        created_at=undertaking.created_at,
        targets=tuple(_target(number, change) for number, change in enumerate(changes, 1)),
        created_directories=tuple(
            CreatedDirectory(root=root, path=path, mode=DIRECTORY_MODES[root], created=False, identity=None)
            for root, path in sorted(missing, key=lambda row: (row[0].value, row[1]))
        ),
        removed_directories=tuple(
            sorted(undertaking.removed_directories, key=lambda row: (row.root.value, row.path))
        ),
        erasure_scope=None if undertaking.erasure_scope is None else dict(undertaking.erasure_scope),
        recovery_action=None,
        is_sensitive=undertaking.is_sensitive,
    )


def require_targets(undertaking: Undertaking, binding: Binding) -> None:
    """Raises `TargetError` for paths that cannot be targets, beside each other or here."""
    seen: set[tuple[Root, str]] = set()
    for change in undertaking.changes:
        key = (change.root, str(change.path))
        if not is_target_path(change.path):
            raise _refused(undertaking, change, "is no plain path")
        if key in seen:
            raise _refused(undertaking, change, "is changed twice by one plan")
        if change.root is not Root.SHARED and binding.kind is not BindingKind.PROJECT:
            raise _refused(undertaking, change, "belongs to a project, and there is none")
        seen.add(key)


def _refused(undertaking: Undertaking, change: Change, reason: str) -> TargetError:
    name = "A path" if undertaking.is_sensitive else printable(change.path)
    return TargetError(f"{name} {reason}; nothing was written.", hint="rename the file, then try again")


def _target(number: int, change: Change) -> JournalTarget:
    return JournalTarget(
        target_id=f"{number:04d}",
        root=change.root,
        path=change.path,
        before=change.before,
        after=change.after,
        mode_semantics=POSIX,
        commit_order=commit_order(change.path),
        replaced=False,
    )
