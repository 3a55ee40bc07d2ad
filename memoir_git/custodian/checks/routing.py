"""The manifest as the only routing authority, and what its routes reach (guide 5.5; plan 4 and 11 of 0.7).

Nothing is moved, routed or promoted by itself: each finding names what a person may change.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian import codes_routing as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.entries import unusable
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.manifest import SUBSTANTIAL_TASKS
from memoir_git.custodian.metadata import metadata_faults
from memoir_git.custodian.module_index import TASKS
from memoir_git.custodian.sections import ManifestFault, ManifestReason
from memoir_git.custodian.storage import PROJECT_SCOPE, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_FILE = "manifest.md"
# Why nobody can tell which protocol a manifest follows.
_OF_METADATA = (
    ManifestReason.LOOKALIKE_HEADING,
    ManifestReason.MALFORMED_METADATA,
    ManifestReason.REPEATED_KEY,
)
_ACTIVATION = (ManifestReason.NO_ACTIVATION, ManifestReason.UNKNOWN_ACTIVATION)
_HARD_CODES = ("CON", "DNU", "TOMB")
# A manifest for people too: each of these should be mentioned in it.
_MENTIONED = ("brief.md", "do-not-use.md", "archive/", "rules/", "profiles/")


def check_routing(context: CheckContext) -> Iterator[Finding]:
    """Yields faults of metadata, routes and module index, and files that routes miss."""
    project = context.project
    if _FILE not in project.files:
        yield _no_manifest(context)
        return
    if not project.files[_FILE].is_usable:
        yield from unusable(context, project.files[_FILE])
        return
    for name, severity in metadata_faults(project):
        yield context.at(codes.INVALID_MANIFEST, _FILE, severity=severity, reason=Handle(name))
    for fault in project.manifest.faults:
        if project.is_readable or fault.reason in _OF_METADATA:
            yield _manifest_fault(context, fault)
    if project.is_readable:
        yield from _files(context)
        yield from _lint(context)


def _manifest_fault(context: CheckContext, fault: ManifestFault) -> Finding:
    if fault.missing:
        return context.at(codes.MISSING_ROUTE, _FILE, fault.line, part=Handle(fault.missing))
    if fault.reason in _ACTIVATION:
        return context.at(codes.NO_ACTIVATION, _FILE, fault.line)
    return context.at(codes.INVALID_MANIFEST, _FILE, fault.line, reason=Handle(fault.reason.value))


def _no_manifest(context: CheckContext) -> Finding:
    """Memory without its manifest is damaged; a project without memory has only not begun."""
    if context.project.files:
        return context.at(codes.MISSING_ROUTE, _FILE, severity=Severity.BLOCKER, part=Handle(_FILE))
    return codes.MISSING_ROUTE.at(RepoPath(context.directory), part=Handle("memory-directory"))


def check_reachability(context: CheckContext) -> Iterator[Finding]:
    """Yields active entries that no normal route reaches."""
    substantial = _reached_by(context, SUBSTANTIAL_TASKS)
    normal = _reached_by(context, [task for task in TASKS if task != "maintenance"])
    for entry in context.project.entries():
        kind = context.project.files[entry.path].storage.kind
        if not entry.is_active or kind in (Kind.ARCHIVE, Kind.INBOX, Kind.RULE, Kind.PROFILE):
            continue
        if kind is Kind.AREA:
            reached = entry.path in context.project.declared
        else:
            reached = entry.path in (substantial if entry.code == "CON" else normal)
        if not reached:
            yield context.on(codes.UNREACHABLE_HARD if _is_hard(entry) else codes.UNREACHABLE_ENTRY, entry)
    yield from _substantial_routes(context)


def _is_hard(entry: Entry) -> bool:
    return entry.code in _HARD_CODES or entry.scalars.get("Entry-Type") in ("constraint", "do-not-use")


def _reached_by(context: CheckContext, tasks: Collection[str]) -> frozenset[str]:
    """Returns the files that any of these tasks loads."""
    manifest = context.project.manifest
    routes = [route for task, route in manifest.routes.items() if task in tasks]
    return frozenset(path for route in (manifest.always, *routes) for path in route.paths)


def _substantial_routes(context: CheckContext) -> Iterator[Finding]:
    """Root constraints should be loaded for every substantial task; for none, each is unreachable."""
    manifest = context.project.manifest
    file = context.project.files.get("constraints.md")
    has_constraints = file is not None and any(
        entry.is_active and entry.scope == PROJECT_SCOPE for entry in file.entries
    )
    if not has_constraints or "constraints.md" in manifest.always.paths:
        return
    without = [
        task
        for task in SUBSTANTIAL_TASKS
        if task in manifest.routes and "constraints.md" not in manifest.routes[task].paths
    ]
    if without and len(without) < len(SUBSTANTIAL_TASKS):
        tasks = tuple(Handle(task) for task in without)
        yield context.at(codes.ROUTE_SKIPS_CONSTRAINTS, _FILE, tasks=tasks)


def _files(context: CheckContext) -> Iterator[Finding]:
    project = context.project
    for path in sorted(project.required.union(project.core_files)):
        if path not in project.files:
            yield context.at(codes.REQUIRED_FILE_MISSING, path)
    for module in project.manifest.modules:
        if module.path not in project.files:
            yield context.at(codes.OPTIONAL_FILE_MISSING, module.path)
    for path, file in project.files.items():
        undeclared = path not in project.declared
        if file.storage.kind in (Kind.AREA, Kind.RULE, Kind.PROFILE) and undeclared and project.is_current:
            yield context.at(codes.NO_ACTIVATION, path)


def _lint(context: CheckContext) -> Iterator[Finding]:
    text = context.project.files[_FILE].text.render()
    for name in _MENTIONED:
        if name not in text:
            yield context.at(codes.MANIFEST_LINT, _FILE, name=Handle(name))
    if not context.project.manifest.has_trust_boundary:
        yield context.at(codes.MANIFEST_LINT, _FILE, name=Handle("Trust-boundary"))
