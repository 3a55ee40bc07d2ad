"""Every change of project memory in text and JSON: the plan, what it would break, what was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoir_git.core.erasure import SCOPE, from_json
from memoir_git.core.finding import Detail
from memoir_git.core.ids import RepoPath
from memoir_git.core.plan import PlanView, TargetView
from memoir_git.core.report import Report
from memoir_git.render.erasure import scope_lines
from memoir_git.render.json_v1 import finding_object
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.wording import LOCAL_RESET_LIMIT, removal_limits
from memoir_git.services.mutate import Changing

_SCHEMA_VERSION = 1
_WILL = {"create": "make", "replace": "change", "delete": "delete"}
_DONE = {"create": "Made", "replace": "Changed", "delete": "Deleted"}
_LIMITS = {"local reset": (LOCAL_RESET_LIMIT,)}


def as_text(report: Report[Changing]) -> str:
    """Returns what would change or has changed, the findings, and how to go on."""
    data = report.data
    return joined([*_facts(data), *_scope(data), *_targets(data), *closing_lines(report), *_next(data)])


def limits(data: Changing) -> tuple[str, ...]:
    """Returns the sentences that say where a change ends; one that removes nothing has none."""
    scope = from_json(data.context.get(SCOPE))
    removal = () if scope is None else removal_limits(scope)
    return (*removal, *_LIMITS.get(data.command, ()))


def as_json(data: Changing) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "operation": data.command,
        "memory_directory": data.directory.shown(),
        "plan": plan_object(data.plan),
        "applied": data.is_applied,
        "written": [path.shown() for path in data.written],
        "facts": {name: plain(value) for name, value in data.facts},
        **data.context,
    }


def plan_object(plan: PlanView) -> dict[str, Any]:
    """Returns the public plan (guide 6.2); a sensitive one has an opaque reference and no digests."""
    reference = {} if plan.operation_ref is None else {"operation_ref": plan.operation_ref}
    return {
        **reference,
        "public_plan_schema_version": _SCHEMA_VERSION,
        "plan_id": plan.plan_id,
        "readiness": "blocked" if plan.is_blocked else "ready",
        "targets": [_target(target, with_digests=not plan.is_sensitive) for target in plan.targets],
        "blockers": [finding_object(finding) for finding in plan.blockers],
        "warnings": [finding_object(finding) for finding in plan.warnings],
        "budget_results": [
            {"path": row.path.shown(), "tokens": row.tokens, "limit": row.limit, "state": row.state}
            for row in plan.budgets
        ],
    }


def plain(value: Detail) -> Any:
    """Returns a fact as JSON has it."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.shown() if isinstance(value, RepoPath) else value


def plan_lines(plan: PlanView) -> Iterator[str]:
    """Yields the targets and budgets of a plan that was not applied, and how to apply it."""
    yield from (f"  would {_WILL[target.operation.value]} {target.path.shown()}" for target in plan.targets)
    for row in plan.budgets:
        if row.state != "OK":
            yield f"  {row.path.shown()} would hold about {row.tokens} of {row.limit} tokens: {row.state}"


def _target(target: TargetView, *, with_digests: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "root": target.root.value,
        "path": target.path.shown(),
        "operation": target.operation.value,
        "base_exists": target.base_exists,
        "output_exists": target.output_exists,
    }
    if with_digests:
        shown["base_digest"] = target.base_digest
        shown["output_digest"] = target.output_digest
    return shown


def _facts(data: Changing) -> Iterator[str]:
    for name, value in data.facts:
        yield f"{name.replace('_', ' ').capitalize()}: {_shown(value)}"


def _shown(value: Detail) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value)) or "none"
    return value.shown() if isinstance(value, RepoPath) else str(value)


def _scope(data: Changing) -> Iterator[str]:
    scope = from_json(data.context.get(SCOPE))
    if scope is not None:
        yield from scope_lines(scope)


def _targets(data: Changing) -> Iterator[str]:
    if data.is_applied:
        operations = {target.path: target.operation.value for target in data.plan.targets}
        yield from (f"{_DONE[operations[path]]} {path.shown()}." for path in data.written)
        if not data.written:
            yield "There was nothing to change."
    else:
        yield from plan_lines(data.plan)
        if not data.plan.targets and not data.plan.is_blocked:
            yield "There is nothing to change."


def _next(data: Changing) -> list[str]:
    if data.is_applied or (not data.plan.targets and not data.plan.is_blocked):
        return []
    if data.plan.is_blocked:
        return ["", "Nothing was changed; the plan cannot be applied as it stands."]
    flags = "".join(f"--{word.removeprefix('needs-')} " for word in data.needs)
    return [
        "",
        f"Plan: {data.plan.plan_id}",
        "Nothing was changed. To do it, give the same words again, with:",
        f"  {flags}--apply --confirm-plan {data.plan.plan_id}",
    ]
