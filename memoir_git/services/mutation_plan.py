"""What a change of project memory comes to: its plan, from the files as they are (guide 3.4).

A preview and its application make the plan here, from the same seed, so that it has the same ID as long as
nothing it depends on has changed. What the plan would newly break is a blocker of it, so that no command has
to judge its own outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.plan import BudgetResult, Change, Plan, Root
from memoir_git.core.text import sha256
from memoir_git.custodian.checks.budgets import budgets
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import run_checks
from memoir_git.custodian.overlay import NO_OVERLAY
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.project import Project
from memoir_git.fs.paths import join_inside, read_regular
from memoir_git.fs.seeds import Seeds
from memoir_git.fs.state import StateRoot
from memoir_git.services.audit_data import declared_protocol
from memoir_git.services.evidence_sources import evidence_sources, source_exists
from memoir_git.services.memory_place import MemoryPlace, contents_of, load_files
from memoir_git.services.mutation_lock import Governing, state_root
from memoir_git.services.observed_change import observed_change
from memoir_git.services.overlay import load_overlay
from memoir_git.services.overlay_change import overlay_broken, overlay_changes, overlay_facts
from memoir_git.services.writable import require_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_SHARED_FILE = 0o644
_JUDGED = ("routing", "reachability", "entries", "evidence", "relations", "subjects", "conflicts", "security")


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
class Planned:
    """The plan, what the command tells, and the seed of its random values."""

    plan: Plan
    draft: Draft
    seeds: Seeds


def plan_mutation(
    governing: Governing,
    mutation: Mutation,
    place: MemoryPlace,
    state: StateRoot | None,
    project_id: str | None,
) -> Planned:
    """Returns the plan of the change for the files as they are; with a `state` its seed is kept there.

    Raises `NotWritableError`, `StateError` and `PathError`.
    """
    snapshot = load_files(place)
    contents = contents_of(snapshot, place.directory)
    project = Project(contents)
    require_writable(project, place, bodies=mutation.writes_bodies, older=mutation.accepts_older)
    private = state_root(governing, place)
    digests = {RepoPath(f"{place.directory}/{path}"): sha256(data) for path, data in contents.items()}
    asked = [mutation.command, dict(mutation.arguments), str(place.root), project_id, dict(digests)]
    seeds = Seeds(state, canonical_json(asked).encode(), governing.now)
    material = Material(
        project=project,
        contents=contents,
        directory=place.directory,
        today=f"{governing.now:%Y%m%d}",
        random=seeds.value,
        outside={name: data for name in mutation.outside if (data := _read(place, name)) is not None},
        unread=tuple(sorted(path.removeprefix(f"{place.directory}/") for path in snapshot.obstacles)),
        overlay=load_overlay(private, place, project) if mutation.uses_overlay else NO_OVERLAY,
        has_source=partial(source_exists, place.root),
    )
    draft = mutation.plan(material)
    changes = (*_changes(place, draft), *overlay_changes(private, material.overlay, draft))
    plan = _plan(mutation, place, material, draft, changes, digests, project_id)
    return Planned(plan=plan, draft=draft, seeds=seeds)


def _plan(
    mutation: Mutation,
    place: MemoryPlace,
    material: Material,
    draft: Draft,
    changes: tuple[Change, ...],
    digests: Mapping[RepoPath, str],
    project_id: str | None,
) -> Plan:
    written = {change.path for change in changes}
    after = Project(_after(material.contents, draft))
    nonce = {"nonce": material.random("nonce")} if mutation.is_sensitive else {}
    return Plan(
        command=mutation.command,
        project_id=project_id,
        protocol=declared_protocol(material.project.manifest),
        changes=changes,
        blockers=draft.blockers or tuple(_newly_broken(place, material, draft, after)),
        warnings=draft.warnings,
        budgets=tuple(_budgets(CheckContext(after, place.directory), written)),
        dependencies={path: digest for path, digest in digests.items() if path not in written},
        context=draft.context,
        arguments=mutation.arguments,
        private={**draft.private, **overlay_facts(material.overlay, draft), **nonce},
        is_sensitive=mutation.is_sensitive,
        operation_ref=material.random("operation") if mutation.is_sensitive else None,
    )


def _newly_broken(place: MemoryPlace, material: Material, draft: Draft, after: Project) -> Iterator[Finding]:
    if _after(material.contents, draft) != material.contents:
        yield from _broken(place, material.project, after)
    yield from overlay_broken(material.overlay, draft, after)


def _after(contents: Mapping[str, bytes], draft: Draft) -> dict[str, bytes]:
    after = {**contents, **draft.contents}
    return {path: data for path, data in after.items() if data is not None}


def _changes(place: MemoryPlace, draft: Draft) -> Iterator[Change]:
    inside = {f"{place.directory}/{path}": data for path, data in draft.contents.items()}
    for name, after in sorted({**inside, **draft.outside}.items()):
        made = observed_change(place.root, Root.SHARED, name, after, new_mode=_SHARED_FILE)
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
