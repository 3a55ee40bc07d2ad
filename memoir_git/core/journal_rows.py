"""Reads the rows of a journal: targets and directories, each with exactly the keys it has."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import (
    MODE_SEMANTICS,
    CreatedDirectory,
    Identity,
    JournalTarget,
    RemovedDirectory,
    commit_order,
)
from memoir_git.core.journal_fields import (
    DIGEST_LENGTH,
    HEX,
    FieldError,
    a_bool,
    a_choice,
    a_mode,
    a_pattern,
    an_object,
    is_target_path,
    whole,
)
from memoir_git.core.plan import FileState, Operation, Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_TARGET = frozenset(
    {
        "target_id",
        "root",
        "path",
        "operation",
        "base_exists",
        "base_digest",
        "original_mode",
        "output_exists",
        "output_digest",
        "output_mode",
        "mode_semantics",
        "backup_path",
        "prepared_path",
        "commit_order",
        "replaced",
    }
)
_CREATED = frozenset({"root", "path", "mode", "base_exists", "created", "identity"})
_REMOVED = frozenset({"root", "path", "mode", "identity"})
_IDENTITY = frozenset({"st_dev", "st_ino"})
_EXISTENCE = {
    Operation.CREATE: (False, True),
    Operation.REPLACE: (True, True),
    Operation.DELETE: (True, False),
}


def read_target(value: Json, number: int) -> JournalTarget:
    """Returns the target of a row; its id is its number, counted from 1. Raises `FieldError`."""
    row = an_object(value, _TARGET, "targets")
    if row["target_id"] != f"{number:04d}":
        raise FieldError("target_id", "not the row's number")
    operation = Operation(a_choice(row, "operation", [each.value for each in Operation]))
    if (a_bool(row, "base_exists"), a_bool(row, "output_exists")) != _EXISTENCE[operation]:
        raise FieldError("operation", "it does not fit what exists before and after")
    target = JournalTarget(
        target_id=f"{number:04d}",
        root=_root(row),
        path=_path(row),
        before=_state(row, "base_exists", "base_digest", "original_mode"),
        after=_state(row, "output_exists", "output_digest", "output_mode"),
        mode_semantics=a_choice(row, "mode_semantics", MODE_SEMANTICS),
        commit_order=whole(row, "commit_order"),
        replaced=a_bool(row, "replaced"),
    )
    if target.commit_order != commit_order(target.path):
        raise FieldError("commit_order", "not the rank of this file")
    if (row["backup_path"], row["prepared_path"]) != (target.backup_path, target.prepared_path):
        raise FieldError("backup_path, prepared_path", "not where they belong")
    return target


def read_created(value: Json) -> CreatedDirectory:
    """Returns the directory of a row. Raises `FieldError`."""
    row = an_object(value, _CREATED, "created_directories")
    if a_bool(row, "base_exists"):
        raise FieldError("created_directories.base_exists", "a directory that was there is not created")
    identity = None if row["identity"] is None else _identity(row["identity"])
    made = a_bool(row, "created")
    if made != (identity is not None):
        raise FieldError("created_directories.identity", "it does not fit whether the directory was made")
    return CreatedDirectory(
        root=_root(row), path=_path(row), mode=a_mode(row, "mode"), created=made, identity=identity
    )


def read_removed(value: Json) -> RemovedDirectory:
    """Returns the directory of a row. Raises `FieldError`."""
    row = an_object(value, _REMOVED, "removed_directories")
    identity = _identity(row["identity"])
    return RemovedDirectory(root=_root(row), path=_path(row), mode=a_mode(row, "mode"), identity=identity)


def _root(row: Mapping[str, Json]) -> Root:
    return Root(a_choice(row, "root", [root.value for root in Root]))


def _path(row: Mapping[str, Json]) -> RepoPath:
    found = row["path"]
    if not isinstance(found, str) or not is_target_path(found):
        raise FieldError("path", "not a plain path below its root")
    return RepoPath(found)


def _state(row: Mapping[str, Json], exists: str, digest: str, mode: str) -> FileState | None:
    """Returns the state of a file; an absent one has neither digest nor mode, an empty one has both."""
    if not a_bool(row, exists):
        if row[digest] is not None or row[mode] is not None:
            raise FieldError(digest, "an absent file has no digest and no mode")
        return None
    return FileState(digest=a_pattern(row, digest, HEX, exactly=DIGEST_LENGTH), mode=a_mode(row, mode))


def _identity(value: Json) -> Identity:
    row = an_object(value, _IDENTITY, "identity")
    return Identity(device=whole(row, "st_dev"), inode=whole(row, "st_ino"))
