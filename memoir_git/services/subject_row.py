"""A Subject as inventories list it."""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.custodian.subjects import Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectRow:
    """One Subject; `None` stands for what is not there."""

    id: str
    title: str
    status: str
    kind: str
    canonical_ref: str | None
    aliases: tuple[str, ...]
    merged_into: str | None


def subject_row(subject: Subject) -> SubjectRow:
    """Returns the row of a Subject, with what its unit says; an unreadable one says less."""
    scalars = subject.scalars
    return SubjectRow(
        id=subject.id,
        title=subject.title,
        status=scalars.get("Status", ""),
        kind=scalars.get("Kind", ""),
        canonical_ref=subject.canonical_ref,
        aliases=subject.aliases,
        merged_into=scalars.get("Merged-Into"),
    )
