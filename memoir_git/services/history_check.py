"""The look into history that a forgetting may be asked for: what it gave, put into the report.

What it found never changes what is forgotten; it is told beside it, and an answer that is none is no pass.
"""

from __future__ import annotations

from dataclasses import replace

from memoir_git.core.erasure import SCOPE, from_json, to_json
from memoir_git.core.exposure import HistoryStatus
from memoir_git.core.report import Report
from memoir_git.services.mutate import Changing


def history_status() -> HistoryStatus:
    """Returns what a look into history gave."""
    return HistoryStatus.UNAVAILABLE


def with_history(report: Report[Changing]) -> Report[Changing]:
    """Returns the report of a forgetting with what a look into history gave."""
    scope = from_json(report.data.context.get(SCOPE))
    if scope is None:
        return report
    told = to_json(scope.with_history(history_status()))
    return replace(report, data=replace(report.data, context={**report.data.context, SCOPE: told}))
