"""`git memoir forget` in a memoir store: hides or purges one entry, or one decision of the session.

A preview changes nothing and gives a plan's ID; applying makes the plan again under the store's lock and
stops when its ID is another. The ID is a digest of the request and of what the files hold; what is to be
forgotten enters it by its place only, so that nobody can try texts against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.erasure import DomainState, ErasureScope, forgetting
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.report import Report
from memoir_git.core.text import sha256_hex
from memoir_git.store import codes_plans

_ID_LENGTH = 24


class Mode(Enum):
    """How much is forgotten: `hide` keeps the text out of sight, `purge` out of the file."""

    HIDE = "hide"
    PURGE = "purge"


class Kind(Enum):
    """What is forgotten."""

    ENTRY = "entry"
    DECISION = "decision"


class StalePlanError(MemoirGitError):
    """The confirmed plan was made for other files, or for another request."""

    code = codes_plans.PLAN_STALE


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """The public face of a plan: what would change or has changed, in paths and counts.

    `index_links` leave the index with the entry; `links` are other entries that link to it and stay as they
    are; `mentions` are other texts of the session that hold the decision's. `scope` is how far it reaches.
    `label` names a machine that is new in the session and will be committed.
    """

    kind: Kind
    mode: Mode
    plan_id: str
    is_applied: bool
    paths: tuple[RepoPath, ...]
    index_links: int
    links: int
    mentions: int
    scope: ErasureScope
    label: str | None = None


def scope_of(mode: Mode, paths: tuple[RepoPath, ...]) -> ErasureScope:
    """Returns how far forgetting reaches in a store, which has no archive; what is hidden keeps its text."""
    changes = bool(paths)
    is_kept = changes and mode is Mode.HIDE
    scope = forgetting(matches=changes, archive=None, writes=changes, topic_retained=is_kept)
    return replace(scope, managed_archive=DomainState.NOT_APPLICABLE)


def applied(data: Forgetting) -> Forgetting:
    """Returns the same once its plan was written."""
    return replace(data, is_applied=True, scope=data.scope.applied)


def plan_id(kind: Kind, mode: Mode, place: str, states: Mapping[RepoPath, str]) -> str:
    """Returns the ID of a plan: `place` says what is meant, `states` are the digests of the files by path."""
    return sha256_hex(canonical_json([1, kind.value, mode.value, place, dict(states)]))[:_ID_LENGTH]


def require_current(found: str, confirmed: str) -> None:
    """Raises `StalePlanError` when the plan made now is not the confirmed one."""
    if found != confirmed:
        raise StalePlanError(
            "The plan is stale: the files or the request are not those of the preview. Nothing was written.",
            hint="run the command without --apply and confirm the plan it shows",
        )


def forget_report(data: Forgetting, findings: tuple[Finding, ...] = ()) -> Report[Forgetting]:
    """Returns the report of a preview or of a plan that was applied."""
    return Report(command="forget", data=data, findings=findings)
