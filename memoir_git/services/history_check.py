"""The look into history that a forgetting may be asked for (guide 4.2).

What it finds never changes what is forgotten: it is told beside it, and an answer that is none is no pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from memoir_git.core.erasure import SCOPE, from_json, to_json
from memoir_git.core.report import Report
from memoir_git.custodian.plans.forget_request import Forget, ForgetTopic
from memoir_git.services.exposure import USUAL_LOOK, exposure_findings, inspect_for
from memoir_git.services.forget import Forgetting, Kind
from memoir_git.services.history import known
from memoir_git.services.history.exposed import Exposure
from memoir_git.services.history.sought import Sought, seek_entry, seek_topic
from memoir_git.services.mutate import Changing

Progress = Callable[[int], None] | None


def check_project(
    report: Report[Changing], request: Forget, directory: Path, on_progress: Progress
) -> Report[Changing]:
    """Returns the report of a forgetting in project memory with what a look into history gave."""
    if isinstance(request, ForgetTopic):
        sought = seek_topic(request.topic)
    else:
        sought = known.seek_entry_ids(directory, [request.identifier])
    exposure = _look(directory, sought, on_progress)
    scope = from_json(report.data.context.get(SCOPE))
    assert scope is not None, "a forgetting has a scope"
    context = {**report.data.context, SCOPE: to_json(scope.with_history(exposure.status))}
    return replace(
        report,
        data=replace(report.data, context=context),
        findings=(*report.findings, *exposure_findings(exposure)),
    )


def store_sought(directory: Path, store: Path | None, kind: Kind, words: str) -> Sought:
    """Returns what looks for an entry or a decision; to be asked before it is forgotten."""
    return seek_entry(words) if kind is Kind.ENTRY else known.seek_decision(directory, store, words)


def check_store(
    report: Report[Forgetting], sought: Sought, directory: Path, on_progress: Progress
) -> Report[Forgetting]:
    """Returns the report of a forgetting in a memoir store with what a look into history gave."""
    exposure = _look(directory, sought, on_progress)
    return replace(
        report,
        data=replace(report.data, scope=report.data.scope.with_history(exposure.status)),
        findings=(*report.findings, *exposure_findings(exposure)),
    )


def _look(directory: Path, sought: Sought, on_progress: Progress) -> Exposure:
    return inspect_for(directory, sought, replace(USUAL_LOOK, on_progress=on_progress))
