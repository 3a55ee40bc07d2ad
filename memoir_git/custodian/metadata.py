"""The manifest's protocol metadata: what protocol 0.8 demands of each key (guide, "target version")."""

from __future__ import annotations

from memoir_git.core.finding import Severity
from memoir_git.core.ids import is_uuid4
from memoir_git.custodian.manifest import READABLE
from memoir_git.custodian.project import Project

POLICIES = {
    "subject_schema_version": "1",
    "subject_registry": "subjects.md",
    "routing_schema_version": "1",
    "conflict_schema_version": "1",
    "admission_policy": "evidence-required",
    "routing_policy": "explicit-task-and-scope",
    "conflict_policy": "canonical-subject-and-review",
}
# Schema versions that belong to private state and outputs, never to the shared manifest.
_FORBIDDEN = (
    "local_overlay_schema_version",
    "transaction_schema_version",
    "audit_schema_version",
    "output_schema_version",
    "erasure_scope_schema_version",
)


def metadata_faults(project: Project) -> list[tuple[str, Severity | None]]:
    """Returns what is wrong with the metadata, with the severity where it is not the code's own.

    An older protocol and a foreign entry schema are read, which is worth knowing and no error.
    """
    metadata = project.manifest.metadata
    if project.version not in READABLE:
        return [("unknown-protocol", Severity.BLOCKER)]
    faults: list[tuple[str, Severity | None]] = []
    if project.entry_schema is None:
        faults.append(("unknown-entry-schema", Severity.BLOCKER))
    elif project.entry_schema != 1:
        faults.append(("foreign-entry-schema", Severity.INFO))
    if project.version != READABLE[-1]:
        return [*faults, ("older-protocol", Severity.INFO)]
    wrong = [key for key, value in POLICIES.items() if metadata.get(key) != value]
    wrong += [key for key in _FORBIDDEN if key in metadata]
    wrong += [key for key in ("initialized_with", "last_migrated_with") if not metadata.get(key)]
    if not project.is_current:
        wrong.append("protocol_version")
    if "entry_schema_version" not in metadata:
        wrong.append("entry_schema_version")
    if not is_project_id(metadata.get("project_id", "")):
        wrong.append("project_id")
    return [*faults, *((f"metadata:{key}", None) for key in sorted(wrong))]


def is_project_id(text: str) -> bool:
    """Tells whether `text` is a project's identity, a canonical UUID of version 4."""
    return is_uuid4(text)
