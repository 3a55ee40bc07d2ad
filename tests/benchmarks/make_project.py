"""Project memory of any size for the benchmark, the same bytes on every run."""

from __future__ import annotations

ENTRIES = 500
AREAS = 50
REFERENCES = 100

_MANIFEST = """# Memory manifest

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
- project_id: 0b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10
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
- `decisions.md`
- `do-not-use.md`
### Implementation / execution / debugging
- `decisions.md`
- `do-not-use.md`
### User-facing artifact / output
- `do-not-use.md`
### Preferences
Load if present:
- `preferences.md`
### Change history / recap
- `decisions.md`
### Memory maintenance
- `inbox.md`

## Optional module index
### Enabled areas
"""
_BODY = (
    "The importer reads one file at a time, keeps the order of its rows and writes what it could not\n"
    "understand to a report. A run that stops half-way begins again where it stopped, because the report\n"
    "names the last row that was taken.\n"
)


def make_project(times: int, entries: int = ENTRIES) -> dict[str, bytes]:
    """Returns the files of a project: `times` x 500 active entries, 500 candidates and 500 in the archive.

    The active ones are spread over the root files and one area for ten of them, and name `times` x 100
    sources. `entries` is another number in the place of 500.
    """
    count = entries * times
    areas = count // (ENTRIES // AREAS)
    files = {
        "brief.md": "# Brief\n\nA tool that imports things.\n",
        "manifest.md": _MANIFEST + "".join(_declaration(number) for number in range(areas)),
        "subjects.md": "# Subjects\n\n" + "\n".join(_subject(number) for number in range(count)),
        "do-not-use.md": "# Do not use\n",
    }
    homes = ["decisions.md", "constraints.md", *(f"areas/a{number}.md" for number in range(areas))]
    units: dict[str, list[str]] = {home: [] for home in homes}
    for number in range(count):
        home = homes[number % len(homes)]
        units[home].append(_active(number, home, times))
    files |= {home: "# Memory\n\n" + "\n".join(held) for home, held in units.items()}
    candidates = [_candidate(number) for number in range(count)]
    archived = [_archived(number) for number in range(count)]
    files["inbox.md"] = "# Inbox\n\n" + "\n".join(candidates)
    files["archive/decisions-2026-01-01.md"] = "# Archived\n\n" + "\n".join(archived)
    return {path: text.encode() for path, text in files.items()}


def _declaration(number: int) -> str:
    return f"- `areas/a{number}.md`\n  - activation: path\n  - paths: `src/a{number}/**`\n"


def _subject(number: int) -> str:
    return (
        f"## MC-SUBJ-20260901-{number:08x} — Thing {number}\n\nStatus: active\nKind: feature\n"
        f"Canonical-Ref: feature:thing-{number}\nEvidence:\n- user-confirmed\n\nAliases:\n- name {number}\n"
    )


def _active(number: int, home: str, times: int) -> str:
    code = "CON" if home == "constraints.md" else "DEC"
    scope = "area:" + home[6:-3] if home.startswith("areas/") else "project"
    label = "Constraint" if code == "CON" else "Decision"
    source = f"docs/source-{number % (REFERENCES * times)}.md"
    return (
        f"## MC-{code}-20260901-{number:08x} — Entry {number}\n\nStatus: active\nScope: {scope}\n"
        f"Subject: MC-SUBJ-20260901-{number:08x}\nFacet: workflow\nEvidence:\n- user-confirmed\n"
        f"- doc:{source}\n\n{label}:\n{_BODY}\nReason:\nIt was measured.\n"
    )


def _candidate(number: int) -> str:
    return (
        f"## MC-INBOX-20260901-{number:08x} — Candidate {number}\n\nStatus: candidate\n"
        f"Candidate-Type: decision\nScope: project\nEvidence:\n- agent-observed\n\nStatement:\n{_BODY}\n"
        "Promotion-Requirement:\nA person confirms it.\n"
    )


def _archived(number: int) -> str:
    return (
        f"## MC-DEC-20250901-{number:08x} — Old {number}\n\nStatus: superseded\n"
        f"Superseded-By: external:removed\nScope: project\nEvidence:\n- user-confirmed\n\nDecision:\n{_BODY}"
    )
