"""Every change of project memory: plan, lock, plan again, compare, write (guide 3.4 and 6.2).

A preview takes no lock and writes nothing to the project. Applying builds the plan anew from what is there
once the locks are held, and stops when its ID is not the confirmed one. Commands that need no preview take
the same way in one step. What a plan would newly break is a blocker of the plan, so that no command has to
judge its own outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from memoir_git.core.erasure import SCOPE, from_json, to_json
from memoir_git.core.finding import Detail, Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.plan import BudgetResult, Change, Plan, PlanView, Root, change_of
from memoir_git.core.report import Report
from memoir_git.core.text import sha256
from memoir_git.custodian.checks.budgets import budgets
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from memoir_git.custodian.overlay import NO_OVERLAY
from memoir_git.custodian.plans.draft import Draft, Material, blocked
from memoir_git.custodian.project import Project
from memoir_git.fs.paths import join_inside, read_regular, regular_mode
from memoir_git.fs.seeds import Seeds
from memoir_git.fs.state import StateRoot
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.evidence_sources import evidence_sources, source_exists
from memoir_git.services.memory_place import MemoryPlace, contents_of, find_place, load_files
from memoir_git.services.mutation_lock import Governing, declared_identity, mutation_lock, state_root
from memoir_git.services.mutation_write import write_plan
from memoir_git.services.overlay import load_overlay
from memoir_git.services.overlay_change import overlay_broken, overlay_changes, overlay_facts
from memoir_git.services.writable import require_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_SHARED_FILE = 0o644
_JUDGED = ("routing", "reachability", "entries", "evidence", "relations", "subjects", "conflicts", "security")
_STALE = "stale-plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One change that was asked for.

    `command` is the command's words; `arguments` are what it was given, normalised: they enter the Plan ID
    and go nowhere else. `outside` are the files of the project's root that the planner looks at. A sensitive
    one shows no digests; `writes_bodies` and `accepts_older` say in which projects it may work;
    `uses_overlay` gives the planner this machine's local overlay. `allows` are the words of those needs of a
    draft for which it was given the flag.
    """

    command: str
    arguments: Mapping[str, Json]
    plan: Callable[[Material], Draft]
    is_sensitive: bool = False
    writes_bodies: bool = False
    accepts_older: bool = False
    uses_overlay: bool = False
    outside: tuple[str, ...] = ()
    allows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """The public face of a change: its plan, whether it was made, and the files that were written.

    `facts` are what the command has to tell besides, by name; `context` is the public part of the plan.
    """

    command: str
    directory: RepoPath
    plan: PlanView
    is_applied: bool
    written: tuple[RepoPath, ...]
    facts: tuple[tuple[str, Detail], ...]
    context: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """The plan, what the command tells, and the seed of its random values."""

    plan: Plan
    draft: Draft
    seeds: Seeds


def preview(governing: Governing, mutation: Mutation) -> Report[Changing]:
    """Returns what the change would do; blockers are warnings here. Takes no lock.

    Raises `PlaceError`, `NotWritableError`, `StateError` and `PathError`.
    """
    place = find_place(governing.directory, governing.memory_dir)
    planned = _planned(governing, mutation, place, state_root(governing, place), declared_identity(place))
    return _report(mutation, place, planned, severity=Severity.WARNING)


def apply(governing: Governing, mutation: Mutation, confirmed: str) -> Report[Changing]:
    """Makes the change if its plan is still the confirmed one and has no blockers.

    A stale plan is an error of the report, which then shows the fresh plan. Raises what `preview` raises,
    and the errors of locking and writing.
    """
    place = find_place(governing.directory, governing.memory_dir)
    with mutation_lock(governing, place) as lock:
        planned = _planned(governing, mutation, place, lock.state, lock.project_id)
        if planned.plan.id != confirmed:
            return _report(mutation, place, planned, more=(blocked(_STALE),), severity=Severity.WARNING)
        missing = tuple(_missing(mutation, planned))
        if planned.plan.blockers or missing:
            return _report(mutation, place, planned, more=missing, severity=Severity.ERROR)
        write_plan(governing, lock, planned.plan, planned.draft, is_confirmed=True)
        planned.seeds.discard()
    return _report(mutation, place, planned, is_applied=True)


def _missing(mutation: Mutation, planned: _Planned) -> Iterator[Finding]:
    """Yields an error for each flag that the plan needs and the command was not given."""
    yield from (blocked(word) for word in sorted(planned.draft.needs - mutation.allows))


def change(governing: Governing, mutation: Mutation) -> Report[Changing]:
    """Makes a change that needs no preview, unless its plan has blockers. Raises as `apply` does."""
    place = find_place(governing.directory, governing.memory_dir)
    with mutation_lock(governing, place) as lock:
        planned = _planned(governing, mutation, place, None, lock.project_id)
        if planned.plan.blockers:
            return _report(mutation, place, planned, severity=Severity.ERROR)
        write_plan(governing, lock, planned.plan, planned.draft, is_confirmed=False)
    return _report(mutation, place, planned, is_applied=True)


def _planned(
    governing: Governing,
    mutation: Mutation,
    place: MemoryPlace,
    state: StateRoot | None,
    project_id: str | None,
) -> _Planned:
    contents = contents_of(load_files(place), place.directory)
    project = Project(contents)
    require_writable(project, place, bodies=mutation.writes_bodies, older=mutation.accepts_older)
    private = state_root(governing, place)
    overlay = load_overlay(private, place, project) if mutation.uses_overlay else NO_OVERLAY
    outside = {name: data for name in mutation.outside if (data := _read(place, name)) is not None}
    digests = {RepoPath(f"{place.directory}/{path}"): sha256(data) for path, data in contents.items()}
    asked = [mutation.command, dict(mutation.arguments), str(place.root), project_id, dict(digests)]
    seeds = Seeds(state, canonical_json(asked).encode(), governing.now)
    material = Material(
        project=project,
        contents=contents,
        directory=place.directory,
        today=f"{governing.now:%Y%m%d}",
        random=seeds.value,
        outside=outside,
        overlay=overlay,
        has_source=partial(source_exists, place.root),
    )
    draft = mutation.plan(material)
    after = _after(contents, draft)
    changes = (*_changes(place, draft), *overlay_changes(private, overlay, draft))
    written = {change.path for change in changes}
    planned = CheckContext(Project(after), place.directory)
    nonce = {"nonce": seeds.value("nonce")} if mutation.is_sensitive else {}
    plan = Plan(
        command=mutation.command,
        project_id=project_id,
        protocol=declared_protocol(project.manifest),
        changes=changes,
        blockers=draft.blockers
        or (
            *(_broken(place, project, planned.project) if after != contents else ()),
            *overlay_broken(overlay, draft, planned.project),
        ),
        warnings=draft.warnings,
        budgets=tuple(_budgets(planned, written)),
        dependencies={path: digest for path, digest in digests.items() if path not in written},
        context=draft.context,
        arguments=mutation.arguments,
        private={**draft.private, **overlay_facts(overlay, draft), **nonce},
        is_sensitive=mutation.is_sensitive,
        operation_ref=seeds.value("operation") if mutation.is_sensitive else None,
    )
    return _Planned(plan=plan, draft=draft, seeds=seeds)


def _after(contents: Mapping[str, bytes], draft: Draft) -> dict[str, bytes]:
    after = {**contents, **draft.contents}
    return {path: data for path, data in after.items() if data is not None}


def _changes(place: MemoryPlace, draft: Draft) -> Iterator[Change]:
    inside = {f"{place.directory}/{path}": data for path, data in draft.contents.items()}
    for name, after in sorted({**inside, **draft.outside}.items()):
        path = join_inside(place.root, name)
        before, mode = read_regular(path), regular_mode(path)
        state = None if before is None or mode is None else (before, mode)
        made = change_of(Root.SHARED, RepoPath(name), state, after, new_mode=_SHARED_FILE)
        if made is not None:
            yield made


def _broken(place: MemoryPlace, before: Project, after: Project) -> tuple[Finding, ...]:
    """Returns what the plan would newly break: errors of the outcome that the present state has not."""
    known = Counter(map(_key, _errors(place, before)))
    found = []
    for finding in _errors(place, after):
        if known[_key(finding)] > 0:
            known[_key(finding)] -= 1
        else:
            found.append(finding)
    return tuple(found)


def _errors(place: MemoryPlace, project: Project) -> list[Finding]:
    sources, available = evidence_sources(project, place.root, place.repository)
    context = CheckContext(project, place.directory, sources, available)
    return [finding for finding in run_checks(context, _JUDGED) if finding.severity >= Severity.ERROR]


def _key(finding: Finding) -> tuple[str, str, str, str]:
    return (finding.code.id, finding.path or "", finding.entry_id or "", finding.message)


def _budgets(context: CheckContext, written: set[RepoPath]) -> Iterator[BudgetResult]:
    for budget in budgets(context):
        path = context.path(budget.path)
        if path in written:
            yield BudgetResult(path=path, tokens=budget.tokens, limit=budget.limit, state=budget.state.value)


def _read(place: MemoryPlace, name: str) -> bytes | None:
    return read_regular(join_inside(place.root, name))


def _report(
    mutation: Mutation,
    place: MemoryPlace,
    planned: _Planned,
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
    )
    return Report(
        command=mutation.command.split(" ", maxsplit=1)[0],
        data=data,
        findings=(*blockers, *plan.warnings, *more),
        protocol_version=plan.protocol,
    )


def _told(context: Mapping[str, Json], *, is_applied: bool) -> Mapping[str, Json]:
    """Returns a plan's context as it is told: the scope of what was removed, once it was."""
    scope = from_json(context.get(SCOPE))
    return context if scope is None or not is_applied else {**context, SCOPE: to_json(scope.applied)}
