"""A Subject's row in JSON, the same in every inventory."""

from __future__ import annotations

from typing import Any

from memoir_git.services.subject_row import SubjectRow


def subject_object(row: SubjectRow) -> dict[str, Any]:
    """Returns the object of one row."""
    return {
        "subject_id": row.id,
        "title": row.title,
        "status": row.status,
        "kind": row.kind,
        "canonical_ref": row.canonical_ref,
        "aliases": list(row.aliases),
        "merged_into": row.merged_into,
    }
