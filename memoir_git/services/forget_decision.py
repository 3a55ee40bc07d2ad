"""Forgets one decision of the session file."""

from __future__ import annotations

from dataclasses import replace

from memoir_git.core.jsondoc import ordered_json
from memoir_git.core.report import Report
from memoir_git.core.text import is_blank, sha256_hex
from memoir_git.fs.paths import read_regular
from memoir_git.services.forget import (
    Forgetting,
    Kind,
    Mode,
    applied,
    forget_report,
    plan_id,
    require_current,
    scope_of,
)
from memoir_git.services.session import Writing, cannot_change, write_session
from memoir_git.services.session_place import SessionPlace, find_session
from memoir_git.store.fresh import fresh_session
from memoir_git.store.identity import identity_of
from memoir_git.store.model import DECISIONS
from memoir_git.store.parse import Session, UnreadableError, open_session
from memoir_git.store.plans.dates import stamp_of
from memoir_git.store.plans.decision_forget import find_decision, mentions, plan_hide, plan_purge
from memoir_git.store.plans.plan import SessionPlan, Stamp

_PLANNERS = {Mode.HIDE: plan_hide, Mode.PURGE: plan_purge}


def preview_decision(writing: Writing, words: str, mode: Mode) -> Report[Forgetting]:
    """Returns what forgetting the decision would do. Takes no lock and writes nothing.

    Raises `SelectionError`, `UnreadableSessionError`, `StoreError` and `PathError`.
    """
    place = find_session(writing.directory, writing.store)
    stamp = Stamp(now=stamp_of(writing.now), machine_id=None, label=None, caps=writing.caps)
    _, data = _planned(_opened(place, stamp.now), place, words, mode, stamp)
    return forget_report(data)


def apply_decision(writing: Writing, words: str, mode: Mode, confirmed: str) -> Report[Forgetting]:
    """Forgets the decision if the plan is still the confirmed one.

    Raises `StalePlanError`, what `preview_decision` raises, and the errors of locking and writing.
    """
    place = find_session(writing.directory, writing.store)
    made: list[Forgetting] = []

    def plan(session: Session, stamp: Stamp) -> SessionPlan:
        planned, data = _planned(session, place, words, mode, stamp)
        require_current(data.plan_id, confirmed)
        made.append(data)
        return planned

    written = write_session(writing, "forget", (), plan)
    data = replace(applied(made[-1]), label=written.data.label)
    return forget_report(data, written.findings)


def _opened(place: SessionPlace, now: str) -> Session:
    data = read_regular(place.path)
    if data is None or is_blank(data):
        data = fresh_session(now)
    try:
        return open_session(data)
    except UnreadableError as error:
        raise cannot_change(place, data, error) from None


def _planned(
    session: Session, place: SessionPlace, words: str, mode: Mode, stamp: Stamp
) -> tuple[SessionPlan, Forgetting]:
    key = find_decision(session, words)
    planned = _PLANNERS[mode](session, key, stamp)
    positions = [at for at, item in enumerate(session.items(DECISIONS)) if identity_of(item) == key]
    states = {place.relative: sha256_hex(ordered_json(session.value))}
    after = session.value if planned.value is None else planned.value
    paths = () if planned.value is None else (place.relative,)
    data = Forgetting(
        kind=Kind.DECISION,
        mode=mode,
        plan_id=plan_id(Kind.DECISION, mode, str(positions), states),
        is_applied=False,
        paths=paths,
        index_links=0,
        links=0,
        mentions=mentions(after, key) if mode is Mode.PURGE else 0,
        scope=scope_of(mode, paths),
    )
    return planned, data
