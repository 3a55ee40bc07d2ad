"""Finding codes of entries, evidence, relations and freshness (guide 2.2, 2.5, 2.6)."""

from __future__ import annotations

from memoir_git.custodian.codes_common import error, info, warning

MALFORMED_ENTRY = error(
    "ENTRY-001",
    "The entry or its file is malformed: {reason}.",
    "Mend the line; docs/reference/formats/custodian.md has the grammar.",
)
LEGACY_ENTRY = error(
    "ENTRY-002",
    "An active unit has no Entry ID (unit {unit}).",
    "Give it an ID with git memoir add --from-legacy, or rewrite it by hand as a canonical entry.",
)
UNCURATED_BRIEF = warning(
    "ENTRY-003",
    "brief.md still holds the placeholders of the template.",
    "Describe the project's purpose, shape and direction in brief.md.",
)
AREA_CASE = error(
    "ENTRY-004",
    "Two area files differ only by the case of their names.",
    "Rename one of them; scopes are compared without case.",
)
NO_EVIDENCE = error(
    "EVIDENCE-001",
    "Active memory is not backed by admissible evidence: {reason}.",
    "Add user-confirmed or source-backed evidence with git memoir evidence add.",
)
EVIDENCE_FORM = error(
    "EVIDENCE-002",
    "Evidence item {item} is malformed or spelled in a roundabout way: {reason}.",
    "Write it as user-confirmed, repo:PATH, doc:PATH, test:PATH, issue:#N or pr:#N.",
)
RELATION_TARGET = error(
    "RELATION-001",
    "The target of {field} is missing, not unique or of the wrong kind.",
    "Correct the ID, or restore the entry it names.",
)
RELATION_RECIPROCAL = error(
    "RELATION-002",
    "{field} is not answered by {reciprocal} on its target.",
    "Add {reciprocal} to the target, or remove {field}.",
)
RELATION_CYCLE = error(
    "RELATION-003",
    "{field} runs in a circle: {cycle}.",
    "Remove one of the relations.",
)
SOURCE_MISSING = error(
    "FRESH-001",
    "The source that evidence item {item} names is not in the project.",
    "Correct the path, or replace the evidence.",
)
SOURCE_DRIFT = warning(
    "FRESH-002",
    "The source that evidence item {item} names changed since the pinned revision.",
    "Read the source again and pin the new revision.",
)
GIT_UNAVAILABLE = info(
    "FRESH-003",
    "Pinned revisions were not compared: git is not available here.",
    "Run the audit inside the repository.",
)
