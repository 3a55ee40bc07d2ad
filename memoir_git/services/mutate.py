"""Every change of project memory: plan, lock, plan again, compare, write (guide 3.4 and 6.2).

A preview takes no lock and writes nothing to the project. Applying builds the plan anew from what is there
once the locks are held, and stops when its ID is not the confirmed one. Commands that need no preview take
the same way in one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memoir_git.core.erasure import SCOPE, from_json, to_json
from memoir_git.core.finding import Detail, Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.plan import PlanView
from memoir_git.core.report import Report
from memoir_git.custodian.plans.draft import blocked
from memoir_git.services.memory_place import MemoryPlace, find_place
from memoir_git.services.mutation_lock import Governing, declared_identity, mutation_lock, state_root
from memoir_git.services.mutation_plan import Mutation, Planned, plan_mutation
from memoir_git.services.mutation_write import write_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_STALE = "stale-plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """The public face of a change: its plan, whether it was made, and the files that were written.

    `facts` are what the command has to tell besides, by name; `context` is the public part of the plan.
    `needs` are the words for flags that applying it needs besides, and that were not given.
    """

    command: str
    directory: RepoPath
    plan: PlanView
    is_applied: bool
    written: tuple[RepoPath, ...]
    facts: tuple[tuple[str, Detail], ...]
    context: Mapping[str, Json] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


def preview(governing: Governing, mutation: Mutation) -> Report[Changing]:
    """Returns what the change would do; blockers are warnings here. Takes no lock.

    Raises `PlaceError`, `NotWritableError`, `StateError` and `PathError`.
    """
    place = find_place(governing.directory, governing.memory_dir)
    planned = plan_mutation(
        governing, mutation, place, state_root(governing, place), declared_identity(place)
    )
    return _report(mutation, place, planned, severity=Severity.WARNING)


def apply(governing: Governing, mutation: Mutation, confirmed: str) -> Report[Changing]:
    """Makes the change if its plan is still the confirmed one and has no blockers.

    A stale plan is an error of the report, which then shows the fresh plan. Raises what `preview` raises,
    and the errors of locking and writing.
    """
    place = find_place(governing.directory, governing.memory_dir)
    with mutation_lock(governing, place) as lock:
        planned = plan_mutation(governing, mutation, place, lock.state, lock.project_id)
        if planned.plan.id != confirmed:
            return _report(mutation, place, planned, more=(blocked(_STALE),), severity=Severity.WARNING)
        missing = tuple(blocked(word) for word in _missing(mutation, planned))
        if planned.plan.blockers or missing:
            return _report(mutation, place, planned, more=missing, severity=Severity.ERROR)
        write_plan(governing, lock, planned.plan, planned.draft, is_confirmed=True)
        planned.seeds.discard()
    return _report(mutation, place, planned, is_applied=True)


def change(governing: Governing, mutation: Mutation) -> Report[Changing]:
    """Makes a change that needs no preview, unless its plan has blockers. Raises as `apply` does."""
    place = find_place(governing.directory, governing.memory_dir)
    with mutation_lock(governing, place) as lock:
        planned = plan_mutation(governing, mutation, place, None, lock.project_id)
        if planned.plan.blockers:
            return _report(mutation, place, planned, severity=Severity.ERROR)
        write_plan(governing, lock, planned.plan, planned.draft, is_confirmed=False)
    return _report(mutation, place, planned, is_applied=True)


def _report(
    mutation: Mutation,
    place: MemoryPlace,
    planned: Planned,
    *,
    more: tuple[Finding, ...] = (),
    severity: Severity = Severity.ERROR,
    is_applied: bool = False,
) -> Report[Changing]:
    """Returns the report; `severity` is what blockers weigh, in an error those that are worse their own."""
    plan = planned.plan
    worst = Severity.BLOCKER if severity is Severity.ERROR else severity
    blockers = tuple(
        finding.replaced(severity=min(max(finding.severity, severity), worst)) for finding in plan.blockers
    )
    data = Changing(
        command=mutation.command,
        directory=RepoPath(place.directory),
        plan=plan.view,
        is_applied=is_applied,
        written=tuple(change.public_path for change in plan.changes) if is_applied else (),
        facts=planned.draft.facts,
        context=_told(plan.context, is_applied=is_applied),
        needs=_missing(mutation, planned),
    )
    return Report(
        command=mutation.command.split(" ", maxsplit=1)[0],
        data=data,
        findings=(*blockers, *plan.warnings, *more),
        protocol_version=plan.protocol,
    )


def _missing(mutation: Mutation, planned: Planned) -> tuple[str, ...]:
    """Returns the words for the flags that the plan needs and the command was not given."""
    return tuple(sorted(planned.draft.needs - mutation.allows))


def _told(context: Mapping[str, Json], *, is_applied: bool) -> Mapping[str, Json]:
    """Returns a plan's context as it is told: the scope of what was removed, once it was."""
    scope = from_json(context.get(SCOPE))
    return context if scope is None or not is_applied else {**context, SCOPE: to_json(scope.applied)}
