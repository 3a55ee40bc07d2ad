"""What the words of `--type` stand for: the code of an entry, its body's label, and the file it lives in.

An area holds entries of the same types as the root (guide 2.2); the word `area` alone means a decision there.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.custodian.module_index import is_module_path
from memoir_git.custodian.plans.draft import ObstacleError, blocked
from memoir_git.custodian.project import Project
from memoir_git.custodian.storage import AREA_PREFIX, PROJECT_SCOPE, Kind, area_slug, is_local_scope, is_scope

INBOX = "inbox"
AREA = "area"
WORKFLOW = ("rule", "profile")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryKind:
    """One type: its code, its body's label, and the root file or folder that holds it."""

    word: str
    code: str
    label: str
    home: str
    needs_subject: bool = False


_DECISION = EntryKind(word="decision", code="DEC", label="Decision", home="decisions.md", needs_subject=True)
_REJECTION = EntryKind(
    word="do-not-use", code="DNU", label="Rejected", home="do-not-use.md", needs_subject=True
)
KINDS = {
    "decision": _DECISION,
    "constraint": EntryKind(
        word="constraint", code="CON", label="Constraint", home="constraints.md", needs_subject=True
    ),
    "preference": EntryKind(word="preference", code="PREF", label="Preference", home="preferences.md"),
    "tombstone": _REJECTION,
    "do-not-use": _REJECTION,
    "rule": EntryKind(word="rule", code="AREA", label="Rule", home="rules"),
    "profile": EntryKind(word="profile", code="AREA", label="Profile", home="profiles"),
    AREA: _DECISION,
    INBOX: EntryKind(word=INBOX, code="INBOX", label="Statement", home="inbox.md"),
}
# What a candidate may be promoted to.
PROMOTED_WORDS = ("decision", "constraint", "preference", "tombstone", "do-not-use")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry shall stand: its scope, and its file relative to the memory directory."""

    scope: str
    path: str


def scope_of(scope: str | None, area: str | None) -> str | None:
    """Returns the scope that the two options name, in lower case; `None` for neither.

    Raises `ObstacleError` for a scope that shared memory cannot have, and for two that differ.
    """
    of_area = None if area is None else AREA_PREFIX + area.lower()
    named = None if scope is None else scope.lower()
    if of_area is not None and named is not None and named != of_area:
        raise ObstacleError(blocked("scope-contradicts"))
    found = of_area or named
    if found is not None and (not is_scope(found) or is_local_scope(found)):
        raise ObstacleError(blocked("scope-invalid"))
    return found


def place_of(project: Project, kind: EntryKind, scope: str | None, name: str | None) -> Place:
    """Returns where an active entry of this kind shall stand. Raises `ObstacleError`."""
    if kind.word in WORKFLOW:
        return Place(scope=PROJECT_SCOPE, path=_workflow_path(kind, scope, name))
    if scope is None or scope == PROJECT_SCOPE:
        return Place(scope=PROJECT_SCOPE, path=kind.home)
    slug = scope.removeprefix(AREA_PREFIX)
    path = _area_file(project, slug) or f"areas/{slug}.md"
    if not is_module_path(path, "areas"):
        raise ObstacleError(_name_invalid())
    return Place(scope=scope, path=path)


def _workflow_path(kind: EntryKind, scope: str | None, name: str | None) -> str:
    if scope not in (None, PROJECT_SCOPE):
        raise ObstacleError(blocked("scope-invalid"))
    if name is None:
        raise ObstacleError(blocked("name-missing"))
    path = f"{kind.home}/{name}.md"
    if not is_module_path(path, kind.home):
        raise ObstacleError(_name_invalid())
    return path


def _area_file(project: Project, slug: str) -> str | None:
    """Returns the file of an area whatever its case: two that differ by case would be one area."""
    files = (file for file in project.files.values() if file.storage.kind is Kind.AREA)
    return next((file.path for file in files if area_slug(file.path).casefold() == slug), None)


def _name_invalid() -> Finding:
    return blocked("name-invalid")
