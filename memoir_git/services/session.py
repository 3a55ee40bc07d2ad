"""Reads and changes the working set: the one way in for every `session` command.

A write is one critical section: under the store's lock the file is read, planned upon and replaced, and the
replacement is refused when the file is not what was read (format 4.1). A file that cannot be understood is
left as it is: a reader shows nothing and says so, a writer stops, and a copy is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoir_git.core.conflict import has_conflict
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.core.jsondoc import ordered_json
from memoir_git.core.jsonedit import edit_json
from memoir_git.core.report import Report
from memoir_git.core.text import is_blank
from memoir_git.fs.atomic import create_file, replace_file, sweep
from memoir_git.fs.lock import Holder, held
from memoir_git.fs.paths import read_regular
from memoir_git.fs.state import StateRoot, locate
from memoir_git.services.machine import identify
from memoir_git.services.quarantine import keep_copy
from memoir_git.services.secret_gate import refuse_secrets
from memoir_git.services.session_place import SessionPlace, StoreError, find_session
from memoir_git.services.transaction_grounds import known_store_grounds
from memoir_git.services.unfinished import require_finished
from memoir_git.store import codes_common, codes_session
from memoir_git.store.fresh import fresh_session
from memoir_git.store.parse import DAMAGED, NEWER, Session, UnreadableError, open_session
from memoir_git.store.plans.dates import stamp_of
from memoir_git.store.plans.plan import Event, Happening, SessionPlan, Stamp
from memoir_git.store.working_set import EMPTY, WorkingSet, working_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

# the opened session and who writes when -> the new document
Planner = Callable[[Session, Stamp], SessionPlan]


class UnreadableSessionError(MemoirGitError):
    """The session file cannot be understood, so it is not changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What a write depends on besides its words: where, who, when and how long to wait."""

    directory: Path
    store: Path | None
    variables: Mapping[str, str]
    now: datetime
    hostname: str
    process_id: int
    lock_timeout: float
    caps: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """What may be shown of a session; nothing, with a finding, when the file is not `is_readable`."""

    path: str
    is_readable: bool
    shown: WorkingSet
    updated_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionChange:
    """What a write did. `label` names a machine that is new in the file, and will be committed.

    `is_anonymous` says that no identity could be kept for this machine.
    """

    action: str
    path: str
    is_written: bool
    events: tuple[Event, ...]
    label: str | None
    is_anonymous: bool


def read_session(directory: Path, store: Path | None, *, command: str) -> Report[SessionView]:
    """Returns what may be shown of the session; an absent or blank file is an empty one.

    Takes no lock and creates nothing. Raises `StoreError` and `PathError`.
    """
    place = find_session(directory, store)
    data = read_regular(place.path)
    _require_checked_out(place, data)
    findings: tuple[Finding, ...] = ()
    session = None
    if data is not None and not is_blank(data):
        try:
            session = open_session(data)
        except UnreadableError as error:
            findings = (_finding(place, data, error),)
    updated = session.value.get("updated_at") if session else None
    view = SessionView(
        path=place.relative.shown(),
        is_readable=not findings,
        shown=working_set(session) if session else EMPTY,
        updated_at=updated if isinstance(updated, str) else None,
    )
    return Report(command=command, data=view, findings=findings)


def write_session(
    writing: Writing, action: str, texts: Sequence[str | None], plan: Planner
) -> Report[SessionChange]:
    """Changes the session by `plan`, under the lock, and returns what happened.

    `texts` is everything that would enter the file. Raises `SecretRefusedError`, `UnreadableSessionError`,
    what `plan` raises, and the errors of finding, locking and writing; then the file is as it was.
    """
    place = find_session(writing.directory, writing.store)
    doubts = refuse_secrets(texts, place.relative)
    state = locate(writing.variables, outside=place.private_ground)
    stamp = _stamp(writing, place, state)
    holder = Holder(process_id=writing.process_id, since=stamp.now)
    with held(state.lock_path(place.lock_key), holder=holder, timeout=writing.lock_timeout):
        require_finished(known_store_grounds(state, place.journal_root, place.lock_key, writing.variables))
        planned = _replace(place, state, plan, stamp, writing.now)
    change = _told(action, place, planned, stamp)
    return Report(command="session", data=change, findings=doubts)


def _stamp(writing: Writing, place: SessionPlace, state: StateRoot) -> Stamp:
    machine = identify(
        writing.variables,
        state,
        directory=writing.directory,
        repository=place.repository,
        hostname=writing.hostname,
    )
    return Stamp(now=stamp_of(writing.now), machine_id=machine.id, label=machine.label, caps=writing.caps)


def _replace(
    place: SessionPlace, state: StateRoot, plan: Planner, stamp: Stamp, now: datetime
) -> SessionPlan:
    """Reads, plans and replaces; the caller holds the lock."""
    path = place.path
    sweep(path)
    data = read_regular(path)
    _require_checked_out(place, data)
    planned = plan(_opened(place, state, data, now), stamp)
    if planned.value is not None:
        _write(path, data, planned.value, stamp)
    return planned


def _told(action: str, place: SessionPlace, planned: SessionPlan, stamp: Stamp) -> SessionChange:
    is_new = any(event.happening is Happening.MACHINE_ADDED for event in planned.events)
    return SessionChange(
        action=action,
        path=place.relative.shown(),
        is_written=planned.value is not None,
        events=tuple(event for event in planned.events if event.happening is not Happening.MACHINE_ADDED),
        label=stamp.label if is_new else None,
        is_anonymous=stamp.machine_id is None,
    )


def _opened(place: SessionPlace, state: StateRoot, data: bytes | None, now: datetime) -> Session:
    """Opens the file, or a fresh session where there is none yet; keeps a copy of what cannot be opened."""
    if data is None or is_blank(data):
        return open_session(fresh_session(stamp_of(now)))
    try:
        return open_session(data)
    except UnreadableError as error:
        raise _stopped(place, state, data, now, error) from None


def _stopped(
    place: SessionPlace, state: StateRoot, data: bytes, now: datetime, error: UnreadableError
) -> UnreadableSessionError:
    try:
        copy = f"A copy is at {keep_copy(place, state, data, now)}."
    except MemoirGitError:
        copy = "No copy of it could be kept."
    return cannot_change(place, data, error, f" It is as it was. {copy}")


def cannot_change(
    place: SessionPlace, data: bytes, error: UnreadableError, fate: str = ""
) -> UnreadableSessionError:
    """Returns the error of a write to a file that cannot be understood; `fate` says what became of it."""
    reason, hint = str(error), "mend it, then run 'git memoir validate'"
    if error.kind == NEWER:
        hint = "upgrade memoir-git"
    elif has_conflict(data):
        reason = codes_common.MARKERS.title
        hint = "run 'git memoir resolve', or edit the file until one version stands without markers"
    return UnreadableSessionError(f"{place.relative.shown()} cannot be changed. {reason}{fate}", hint=hint)


def _write(path: Path, data: bytes | None, value: Json, stamp: Stamp) -> None:
    """Puts the planned document in the file's place, laid out as the file was."""
    model = fresh_session(stamp.now) if data is None or is_blank(data) else data
    content = edit_json(model, value)
    assert ordered_json(open_session(content).value) == ordered_json(value), "a write says what was planned"
    if data is None:
        create_file(path, content)
    else:
        replace_file(path, content, expected=data)


def _require_checked_out(place: SessionPlace, data: bytes | None) -> None:
    """Refuses a file that git has and the work tree has not: a new one would hide the other."""
    if data is None and place.is_tracked:
        raise StoreError(
            f"{place.relative.shown()} is in git's index and not in the work tree.",
            hint="get it with 'git restore', or widen a sparse checkout",
        )


def _finding(place: SessionPlace, data: bytes, error: UnreadableError) -> Finding:
    if error.kind == NEWER:
        return codes_session.NEWER_VERSION.at(place.relative)
    if has_conflict(data):
        return codes_common.MARKERS.at(place.relative)
    if error.kind != DAMAGED:
        return codes_session.NOT_JSON.at(place.relative, line=error.line or None)
    whole = {
        "machines": codes_session.MACHINES,
        "current": codes_session.CURRENT,
        "history": codes_session.HISTORY,
    }
    if error.place in whole:
        return whole[error.place].at(place.relative)
    return codes_session.LIST.at(place.relative, place=Handle(error.place))
