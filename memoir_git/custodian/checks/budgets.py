"""Budgets: memory must stay small enough to be loaded (plan 2.6 of 0.7). Constants of the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_routing as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.storage import Kind, storage_of
from memoir_git.custodian.tokens import estimate_tokens
from memoir_git.custodian.units import SEMANTIC

LIMITS = {
    "brief.md": 500,
    "decisions.md": 800,
    "constraints.md": 400,
    "do-not-use.md": 400,
    "preferences.md": 300,
    "changelog.md": 800,
}
FOLDER_LIMITS = {Kind.RULE: 400, Kind.PROFILE: 500, Kind.AREA: 600}
DECISION_LIMIT = 120
INBOX_ITEMS = 30
_NEAR_PERCENT = 80


class State(Enum):
    """How full a budget is."""

    OK = "OK"
    NEAR = "NEAR LIMIT"
    OVER = "OVER BUDGET"


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """One file's estimated tokens against its limit."""

    path: str
    tokens: int
    limit: int

    @property
    def state(self) -> State:
        """OK below 80 percent, NEAR up to the limit, OVER beyond."""
        if self.tokens > self.limit:
            return State.OVER
        return State.NEAR if self.tokens * 100 >= self.limit * _NEAR_PERCENT else State.OK


def budgets(context: CheckContext) -> list[Budget]:
    """Returns the budget of every file that has one, by path."""
    found = []
    for path, file in context.project.files.items():
        limit = limit_of(path)
        if limit is not None:
            tokens = estimate_tokens(file.text.render())
            found.append(Budget(path=path, tokens=tokens, limit=limit))
    return found


def limit_of(path: str) -> int | None:
    """Returns the limit of a file's tokens, `None` for one without a budget."""
    return LIMITS.get(path) or FOLDER_LIMITS.get(storage_of(path).kind)


def decision_tokens(entry: Entry) -> int:
    """Returns what one decision weighs: its title and its body."""
    return estimate_tokens(f"{entry.heading.title}\n{entry.body}")


def check_budgets(context: CheckContext) -> Iterator[Finding]:
    """Yields files near or over their budget, long decisions, and an inbox that wants maintenance."""
    for budget in budgets(context):
        if budget.state is not State.OK:
            severity = Severity.ERROR if budget.state is State.OVER else None
            yield context.at(
                codes.BUDGET,
                budget.path,
                severity=severity,
                amount=budget.tokens,
                limit=budget.limit,
                unit=Handle("tokens"),
            )
    for entry in context.project.entries():
        file = context.project.files[entry.path]
        if entry.code == "DEC" and entry.is_active and file.storage.kind is Kind.DECISIONS:
            tokens = decision_tokens(entry)
            if tokens > DECISION_LIMIT:
                yield context.on(
                    codes.BUDGET, entry, amount=tokens, limit=DECISION_LIMIT, unit=Handle("tokens")
                )
    inbox = context.project.files.get("inbox.md")
    items = sum(unit.kind in SEMANTIC for unit in inbox.units) if inbox else 0
    if items > INBOX_ITEMS:
        yield context.at(codes.BUDGET, "inbox.md", amount=items, limit=INBOX_ITEMS, unit=Handle("items"))
