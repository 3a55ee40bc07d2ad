"""What `git memoir recover` prints: the transactions, what may be done with each, or what was done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoir_git.core.erasure import to_json
from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.render.layout import next_steps
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.wording import (
    LATER_EDIT,
    OTHER_CHECKOUT,
    SCOPE_DAMAGED,
    SCOPE_RESTORED,
    SCOPE_UNCHANGED,
)
from memoir_git.services.recover import Fate, Recovery, RecoveryStatus
from memoir_git.services.recover_rows import TargetRow, TransactionRow

_DONE = {
    RecoveryStatus.COMMITTED: "Completed: the change is made.",
    RecoveryStatus.ROLLED_BACK: "Rolled back: the files are as they were before the change.",
    RecoveryStatus.ABANDONED: "Given up: the private copies are removed; no file was touched.",
}
_ISSUES = {
    "changed-target": "a file was changed since by something else",
    "missing-artifact": "a private copy is missing or damaged",
    "unsafe-place": "a directory or link stands where it should not",
    "other-action-begun": "a recovery was begun and is kept to",
    "finished-already": "it has ended already",
}
_STATES = {
    "other-checkout": "of another checkout",
    "malformed": "its journal is damaged",
    "unsupported": "its journal is of a newer memoir-git",
    "orphan": "private files without a journal",
    "symlink": "a symbolic link in the private state",
    "unsafe": "private copies are missing, damaged or unsafe",
}


def as_text(report: Report[Recovery]) -> str:
    """Returns the whole text."""
    data = report.data
    if data.status in _DONE:
        return joined([*_done(data), *closing_lines(report)])
    lines = [line for row in data.rows for line in _row_lines(row)]
    return joined(
        [_heading(data), *lines, *_plan_lines(data), *closing_lines(report), *next_steps(_steps(data))]
    )


def as_json(data: Recovery) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "recovery_status": data.status.value,
        "transactions": [_row_object(row) for row in data.rows],
        "plan_id": data.plan_id,
        "erasure_scope": None if data.scope is None else to_json(data.scope),
        "erasure_scope_damaged": data.scope_is_damaged,
        "forgotten_content": None if data.fate is None else data.fate.value,
        "changed_after_commit": data.is_later_edit,
    }


def _done(data: Recovery) -> Iterator[str]:
    (row,) = data.rows
    if data.is_later_edit:
        yield LATER_EDIT
        yield from _target_lines(row)
        return
    yield _DONE[data.status]
    if data.status is not RecoveryStatus.ABANDONED:
        yield from (f"  {_name(target)}" for target in row.targets)
    if data.fate is not None:
        yield SCOPE_RESTORED if data.fate is Fate.RESTORED else SCOPE_UNCHANGED
    if data.scope_is_damaged:
        yield SCOPE_DAMAGED


def _heading(data: Recovery) -> str:
    if data.status is RecoveryStatus.CLEAN:
        return "Nothing is unfinished here."
    if data.status is RecoveryStatus.CLEANUP:
        return "The change has ended; the next writer removes its private copies."
    if data.plan_id is not None:
        return "Giving this transaction up would remove its private copies and touch no file."
    count = sum(row.state != "other-checkout" for row in data.rows)
    return f"{counted(count, 'transaction')} unfinished:"


def _row_lines(row: TransactionRow) -> Iterator[str]:
    kind = "project memory" if row.system == "project" else "a store"
    what = f"{row.operation}, {kind}" if row.operation else kind
    yield f"  {row.transaction_id}: {what}; {_STATES.get(row.state, f'phase {row.state}')}"
    if row.state == "other-checkout":
        yield f"    {OTHER_CHECKOUT}"
        return
    if row.phase is not None and row.state not in _STATES:
        yield f"    complete: {_word(row.is_complete_safe)}; roll back: {_word(row.is_rollback_safe)}"
    yield from (f"    {_ISSUES[issue]}" for issue in row.issues)
    yield from ("  " + line for line in _target_lines(row))


def _target_lines(row: TransactionRow) -> Iterator[str]:
    for target in row.targets:
        yield f"  {_name(target)}: {target.operation}; it is {_OBSERVED[target.observed.value]}"


_OBSERVED = {
    "base": "as before",
    "output": "as it shall be",
    "both": "as before, which is as it shall be",
    "other": "neither as before nor as it shall be",
}


def _name(target: TargetRow) -> str:
    return f"target {target.number}" if target.path is None else target.path


def _word(is_safe: bool) -> str:
    return "safe" if is_safe else "not safe"


def _plan_lines(data: Recovery) -> list[str]:
    return [] if data.plan_id is None else ["", f"Plan: {data.plan_id}"]


def _steps(data: Recovery) -> list[str]:
    if data.plan_id is not None:
        (row,) = data.rows
        return [
            f"git memoir recover --abandon --transaction-id {row.transaction_id} "
            f"--apply --confirm-plan {data.plan_id}"
        ]
    own = [row for row in data.rows if row.state != "other-checkout"]
    return [step for row in own for step in _row_steps(row, is_only=len(own) == 1)]


def _row_steps(row: TransactionRow, *, is_only: bool) -> Iterator[str]:
    which = "" if is_only else f" --transaction-id {row.transaction_id}"
    if row.is_complete_safe:
        yield f"git memoir recover --complete{which}"
    if row.is_rollback_safe:
        yield f"git memoir recover --rollback{which}"
    if row.is_complete_safe or row.is_rollback_safe:
        return
    if row.can_be_discarded:
        yield f"git memoir recover --complete --transaction-id {row.transaction_id}, which keeps the files"
        return
    newer = " --discard-newer" if row.state == "unsupported" else ""
    yield (
        f"look at the files, then git memoir recover --abandon --transaction-id {row.transaction_id}{newer}"
    )


def _row_object(row: TransactionRow) -> dict[str, Any]:
    return {
        "transaction_id": row.transaction_id,
        "system": row.system,
        "state": row.state,
        "phase": row.phase,
        "operation": row.operation,
        "sensitive": row.is_sensitive,
        "complete_safe": row.is_complete_safe,
        "rollback_safe": row.is_rollback_safe,
        "issues": list(row.issues),
        "targets": [_target_object(target) for target in row.targets],
    }


def _target_object(target: TargetRow) -> dict[str, Any]:
    return {
        "target": target.number,
        "path": target.path,
        "operation": target.operation,
        "observed": target.observed.value,
        "base_exists": target.base_exists,
        "base_digest": target.base_digest,
        "output_exists": target.output_exists,
        "output_digest": target.output_digest,
    }
