"""What the tests of plans share: sessions opened from builders, a stamp, and the plan's document."""

from __future__ import annotations

import json
from typing import Any

from memoir_git.core.jsondoc import render_json
from memoir_git.core.jsonstyle import DEFAULT_STYLE
from memoir_git.store.model import DEFAULT_CAPS
from memoir_git.store.parse import Session, open_session
from memoir_git.store.plans.plan import SessionPlan, Stamp
from tests.support.sessions import Session as Document
from tests.support.sessions import to_bytes

NOW = "2026-03-20T12:00:00.000Z"
JUST_AFTER = "2026-03-20T12:00:00.001Z"
MACHINE = "3f2b7a52-0c11-4b7e-9a70-2f5f1a6b7c8d"


def stamp(
    now: str = NOW, *, machine: str | None = MACHINE, label: str | None = "laptop", **caps: int
) -> Stamp:
    return Stamp(now=now, machine_id=machine, label=label, caps={**DEFAULT_CAPS, **caps})


def opened(document: Document) -> Session:
    return open_session(to_bytes(document))


def after(plan: SessionPlan) -> Any:
    """Returns the planned document as plain JSON."""
    assert plan.value is not None, "the plan changes something"
    return json.loads(render_json(plan.value, DEFAULT_STYLE))


def happenings(plan: SessionPlan) -> list[tuple[str, str, int]]:
    """Returns what happened, the machine's first row aside."""
    events = [(event.happening.value, event.place, event.count) for event in plan.events]
    return [event for event in events if event[0] != "machine_added"]
