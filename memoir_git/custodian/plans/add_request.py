"""What `git memoir add` is asked, with what can be said of it before any file is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.custodian.ids import canonical_id, is_subject_id
from memoir_git.custodian.plans.active_entry import Permissions
from memoir_git.custodian.plans.entry_kinds import AREA, INBOX, KINDS, EntryKind, scope_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRequest:
    """What was asked for, as it was said; `None` for what was not. `type` is one of the words of `KINDS`.

    `templates` are the files of a new project, for one that is not there yet.
    """

    message: str | None
    type: str
    name: str | None
    area: str | None
    title: str | None
    scope: str | None
    reason: str | None
    evidence: tuple[str, ...]
    candidate: bool
    supersedes: str | None
    subject: str | None
    facet: str | None
    from_legacy: str | None
    permissions: Permissions
    templates: Mapping[str, str]

    @property
    def kind(self) -> EntryKind:
        """The kind that `type` stands for."""
        return KINDS[self.type]

    @property
    def is_candidate(self) -> bool:
        """Whether the entry goes to the inbox."""
        return self.candidate or self.type == INBOX

    @property
    def texts(self) -> tuple[str | None, ...]:
        """Every argument that may be written somewhere, or be told."""
        said = (self.message, self.title, self.reason, self.name, self.area, self.scope, self.subject)
        return (*said, *self.evidence)

    def said_scope(self) -> str | None:
        """Returns the scope that was asked for, `None` for none. Raises `ObstacleError`.

        `--name` names the area where the type is one.
        """
        area = self.name if self.type == AREA and self.area is None else self.area
        return scope_of(self.scope, area)


def spelled_subject(subject: str) -> str:
    """Returns a Subject ID in the writers' spelling; what is none stays, for the checks to refuse."""
    return canonical_id(subject) if is_subject_id(subject) else subject
