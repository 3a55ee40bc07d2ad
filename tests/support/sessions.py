"""Small builders of session documents, and their bytes as deployed writers emit them.

A day number stands for a date-time in March 2026, so that a test reads `action("x", 3)`; where the date
itself is the point, a string is taken as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, TypeAlias

Json: TypeAlias = Any
Item: TypeAlias = dict[str, Json]
Session: TypeAlias = dict[str, Json]
When: TypeAlias = int | str | None


def moment(when: int | str) -> str:
    return when if isinstance(when, str) else f"2026-03-{when:02d}T00:00:00Z"


def session(
    *,
    goals: Iterable[Item] = (),
    actions: Iterable[Item] = (),
    parked: Iterable[Item] = (),
    done: Iterable[Item] = (),
    retired: Iterable[Item] = (),
    questions: Iterable[Item] = (),
    decisions: Iterable[Item] = (),
    machines: Json = None,
    history: Iterable[Item] = (),
    extra_lists: Json = None,
    **top_level: Json,
) -> Session:
    """Returns a session; the optional lists are there only when they hold something."""
    current: dict[str, Json] = {"goals": list(goals), "next_actions": list(actions)}
    optional = {"parked_actions": parked, "completed_actions": done, "completed_goals": retired}
    current |= {name: list(items) for name, items in optional.items() if items}
    current |= {"open_questions": list(questions), "decisions": list(decisions)}
    document: Session = {
        "version": 1,
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-06-01T00:00:00Z",
        "machines": machines or {},
        "current": current | (extra_lists or {}),
        "history": list(history),
    }
    return document | top_level


def goal(text: str, set_on: When = 1, **more: Json) -> Item:
    return _item(text, "set_on", set_on, more)


def action(text: str, added: When = 1, **more: Json) -> Item:
    return _item(text, "added", added, more)


def question(text: str, asked: When = 1, **more: Json) -> Item:
    return _item(text, "asked", asked, more)


def decision(text: str, date: When = 1, **more: Json) -> Item:
    return _item(text, "date", date, more)


def completion(text: str, done_at: When = 1, **more: Json) -> Item:
    return _item(text, "done_at", done_at, more)


def hidden(text: str, date: When = 1, *, at: int | str = 2, **more: Json) -> Item:
    return decision(text, date, **more) | {"hidden": True, "hidden_at": moment(at)}


def purged(text: str, date: When = 1, *, at: int | str = 2) -> Item:
    """Returns what stands for a decision whose `text` had to leave the file."""
    digest = hashlib.sha256(text.strip().casefold().encode()).hexdigest()
    return hidden("[purged]", date, at=at) | {"text_hash": digest}


def row(date: When, machine: str, summary: str, **more: Json) -> Item:
    """Returns a history row."""
    return {"date": moment(date or 1), "machine_id": machine, "summary": summary} | more


def to_bytes(document: Json, *, indent: int | str | None = 2) -> bytes:
    """Returns the document as deployed writers emit it: two spaces, LF, no final newline."""
    return json.dumps(document, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass")


def texts(document: Session, name: str) -> list[str]:
    """Returns the texts of one list of the working set, in order."""
    return [item["text"] for item in document["current"].get(name, [])]


def _item(text: str, key: str, when: When, more: dict[str, Json]) -> Item:
    return {"text": text} | ({} if when is None else {key: moment(when)}) | more
