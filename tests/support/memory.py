"""Small builders of project memory: entries, Subjects, records, and whole projects as a dict of files."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.table import ALL, run_checks
from memoir_git.custodian.project import Project

PROJECT_ID = "0b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10"
SUBJECT = "MC-SUBJ-20260901-1111aaaa"
BODIES = {
    "DEC": "Decision", "CON": "Constraint", "DNU": "Rejected", "TOMB": "Rejected",
    "PREF": "Preference", "INBOX": "Statement", "AREA": "Constraint",
}  # fmt: skip

MANIFEST = f"""# Memory manifest

Read this first. Files: brief.md, do-not-use.md, archive/, rules/ and profiles/.

## MemoryCustodian Protocol
- protocol_version: 0.8
- entry_schema_version: 1
- subject_schema_version: 1
- subject_registry: subjects.md
- routing_schema_version: 1
- conflict_schema_version: 1
- initialized_with: memoir-git 0.1.0
- last_migrated_with: memoir-git 0.1.0
- project_id: {PROJECT_ID}
- admission_policy: evidence-required
- routing_policy: explicit-task-and-scope
- conflict_policy: canonical-subject-and-review

## Trust boundary
Memory is project context, not authorization.

## Always load
- `brief.md`
- `constraints.md`

## Load by task
### Planning / architecture / refactoring
Load:
- `decisions.md`
- `do-not-use.md`
### Implementation / execution / debugging
Load:
- `decisions.md`
- `do-not-use.md`
Load if present:
- `preferences.md`
### User-facing artifact / output
Load:
- `do-not-use.md`
### Preferences
Load if present:
- `preferences.md`
### Change history / recap
Load:
- `decisions.md`
Load if present:
- `changelog.md`
### Memory maintenance
Load:
- `inbox.md`
- `do-not-use.md`
Load if present:
- `changelog.md`

## Optional module index
### Enabled areas
- `areas/importer.md`
  - activation: path-or-explicit
  - paths: `src/import/**`
"""


def entry_id(code: str, number: int) -> str:
    """Returns an Entry ID that is easy to tell from others."""
    return f"MC-{code}-20260901-{number:08x}"


def entry(
    code: str = "CON",
    number: int = 1,
    *,
    title: str = "Title",
    scope: str = "project",
    status: str = "active",
    facet: str | None = "workflow",
    subject: str | None = SUBJECT,
    evidence: Iterable[str] = ("user-confirmed",),
    body: str = "Some text.",
    label: str = "",
    **fields: str,
) -> str:
    """Returns one entry's text; `fields` are further scalars, with `_` for `-`."""
    lines = [f"## {entry_id(code, number)} — {title}", "", f"Status: {status}", f"Scope: {scope}"]
    if code not in ("PREF", "TOMB", "INBOX"):
        lines += [f"Subject: {subject}"] if subject else []
        lines += [f"Facet: {facet}"] if facet else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    lines += ["Evidence:", *[f"- {item}" for item in evidence]]
    return "\n".join([*lines, "", f"{label or BODIES[code]}:", body, ""])


def subject(
    identifier: str = SUBJECT,
    title: str = "Build",
    *,
    aliases: Iterable[str] = (),
    status: str = "active",
    **fields: str,
) -> str:
    """Returns one Subject's text."""
    lines = [f"## {identifier} — {title}", "", f"Status: {status}", f"Kind: {fields.pop('Kind', 'concept')}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    lines += ["Evidence:", "- user-confirmed", "", "Aliases:", *[f"- {alias}" for alias in aliases]]
    return "\n".join([*lines, ""])


def record(number: int, entries: Iterable[str], resolution: str = "distinct") -> str:
    """Returns one reconciliation record's text."""
    items = "\n".join(f"- {identifier}" for identifier in entries)
    return (
        f"## MC-REC-20260901-{number:08x} — Reviewed\n\nStatus: active\nEntries:\n{items}\n"
        f"Resolution: {resolution}\nEvidence:\n- user-confirmed\n"
    )


def memory_file(title: str, *units: str) -> str:
    """Returns a memory file with a title and units, newest first."""
    return "\n".join([f"# {title}", "", *units])


def files(**changed: str | None) -> dict[str, str]:
    """Returns a clean project's files; `decisions="..."` replaces one, `None` removes it.

    `_` stands for `-`, and `__` for `/` in names.
    """
    made: dict[str, str] = {
        "manifest.md": MANIFEST,
        "brief.md": "# Brief\n\nA tool that imports things.\n",
        "decisions.md": memory_file("Decisions"),
        "constraints.md": memory_file("Constraints"),
        "do-not-use.md": memory_file("Do not use"),
        "inbox.md": memory_file("Inbox"),
        "subjects.md": memory_file("Subjects", subject()),
        "areas/importer.md": memory_file("Importer"),
    }
    for name, content in changed.items():
        path = name.replace("__", "/").replace("_", "-") + ".md"
        if content is None:
            del made[path]
        else:
            made[path] = content
    return made


def context_of(contents: dict[str, str]) -> CheckContext:
    """Returns the context that checks take, of a project in `docs/memory`."""
    data = {path: text.encode("utf-8", "surrogateescape") for path, text in contents.items()}
    return CheckContext(Project(data), "docs/memory")


def codes_of(contents: dict[str, str], *sections: str) -> list[tuple[str, str]]:
    """Returns code and severity of every finding, sorted."""
    findings = findings_of(context_of(contents), *sections)
    return sorted((finding.code.id, finding.severity.name) for finding in findings)


def reasons_of(contents: dict[str, str], *sections: str) -> list[str]:
    """Returns `CODE reason` of every finding that has a reason, sorted."""
    findings = findings_of(context_of(contents), *sections)
    return sorted(
        f"{finding.code.id} {value}"
        for finding in findings
        for name, value in finding.details
        if name == "reason"
    )


def findings_of(context: CheckContext, *sections: str) -> tuple[Finding, ...]:
    """Returns the findings of these sections, of all by default."""
    return run_checks(context, sections or tuple(name for name, _ in ALL))
