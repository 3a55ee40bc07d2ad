"""Whether a project's memory may be changed by this program: its protocol, its schema, its manifest."""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.custodian.bodies import FENCED_SCHEMAS
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.custodian.plans.repair import Refusal, refusal_of
from memoir_git.custodian.project import Project
from memoir_git.services.memory_place import MemoryPlace

# What stands in the way, and what to do about it.
REASONS = {
    Refusal.UNREADABLE: ("cannot be read as text with closed fences and comments", "mend it by hand"),
    Refusal.NEWER: (
        "declares a protocol or a schema that this version does not know",
        "use the version of memoir-git that wrote it",
    ),
    Refusal.OLDER: (
        "is of a protocol before 0.8, in which this version only reads, merges and forgets",
        "leave it as it is; reading, 'git memoir audit' and 'git memoir forget' work",
    ),
    Refusal.MALFORMED: (
        "has metadata or sections that are malformed or stand twice",
        "'git memoir audit --routing' names the lines; mend them by hand",
    ),
}


class NotWritableError(MemoirGitError):
    """The project is not one that this command may change; nothing was written."""


def require_writable(project: Project, place: MemoryPlace, *, bodies: bool, older: bool) -> None:
    """Raises `NotWritableError` unless the project may be changed.

    `bodies` is for commands that write an entry's body, which is fenced under entry schemas 2 and 3; `older`
    for forgetting, which works under every protocol that can be read.
    """
    path = f"{printable(place.directory)}/{MANIFEST}"
    if MANIFEST not in project.files:
        raise NotWritableError(
            f"There is no project memory: {path} does not exist.",
            hint="begin it with 'git memoir init project', or name its place with --memory-dir",
        )
    refusal = refusal_of(project)
    if refusal is not None and not (older and refusal is Refusal.OLDER):
        reason, hint = REASONS[refusal]
        raise NotWritableError(f"{path} {reason}; nothing was changed.", hint=hint)
    if bodies and project.entry_schema in FENCED_SCHEMAS:
        raise NotWritableError(
            f"{path} declares entry schema {project.entry_schema}, whose bodies this version reads and does"
            " not write; nothing was changed.",
            hint="write the entry by hand in the form of its neighbours; removals and single fields work",
        )
