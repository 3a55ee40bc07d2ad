"""What `git memoir status` prints: the operation and what to type next, then the stores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.git.operation import Kind
from memoir_git.render.layout import next_steps
from memoir_git.render.project_status import project_lines, project_object
from memoir_git.render.resolve import operation_object, operation_words
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.transactions import TRANSACTION_WORDS
from memoir_git.services.status import Status, StoreStatus
from memoir_git.services.transaction_state import TransactionWord


def as_text(report: Report[Status]) -> str:
    """Returns the whole text."""
    data = report.data
    lines = [_operation_line(data), *(f"  {path.shown()}: unmerged" for path in data.unmerged)]
    if data.others:
        lines.append(f"  {counted(data.others, 'unmerged path')} outside of memory")
    lines += [_store_line(store) for store in data.stores] + project_lines(data.project)
    if not data.stores and data.project is None:
        lines.append("No memory files were found.")
    if data.transactions is not TransactionWord.CLEAN:
        lines.append(f"Transactions: {TRANSACTION_WORDS[data.transactions]}")
    return joined([*lines, *closing_lines(report), *next_steps(tuple(_steps(data)))])


def as_json(data: Status) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "git": data.is_repository,
        "operation": operation_object(data.operation),
        "unmerged": [path.shown() for path in data.unmerged],
        "other_unmerged": data.others,
        "stores": [{"root": store.root.shown() or ".", "files": dict(store.files)} for store in data.stores],
        **project_object(data.project),
        "transactions": data.transactions.value,
        "next": list(_steps(data)),
    }


def _operation_line(data: Status) -> str:
    if not data.is_repository:
        return "Not inside a git repository."
    if data.operation is None:
        return "No operation of git is in progress."
    return f"A {operation_words(data.operation)} is in progress."


def _store_line(store: StoreStatus) -> str:
    files = ", ".join(f"{count} {name}" for name, count in store.files)
    return f"Store {store.root.shown() or '.'}: {files}"


def _steps(data: Status) -> Iterator[str]:
    operation = data.operation
    if data.transactions is TransactionWord.REQUIRED:
        yield "git memoir recover"
    if operation is None:
        if data.project is not None and not data.project.is_clean:
            yield "git memoir audit, which says what is to be done about these files"
        return
    if data.unmerged:
        yield "git memoir resolve"
    if data.others:
        yield "merge the other files by hand and run git add on them"
    if operation.kind is Kind.STASH:
        yield "look at the result, then drop the stash yourself: git stash drop"
    elif operation.proceed:
        yield f"git {' '.join(operation.proceed)}"
    if operation.abort:
        yield f"or git {' '.join(operation.abort)} to go back"
