"""Hypothesis strategies for sessions: odd ones that only a merge must survive, and honest writers' ones.

`sessions()` draws from a small pool of texts and dates so that two independent draws collide often, and
puts in what deployed files hold: twins in case and blanks, broken and missing dates, every form of
tombstone, keys and items nobody knows. `edits()` draws what writers do; `apply_edits` does it, as the
format's writer rules say, so that each state is an inflation of the one before.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TypeAlias

from hypothesis import strategies as st

from tests.support.identities import digest
from tests.support.sessions import Item, Json, Session, action, decision, goal, question, session

Edit: TypeAlias = tuple[str, str, int]

TEXTS = (
    "a",
    " A",
    "a\u00a0",
    "b",
    "B\t",
    "c",
    "stra\u00dfe",
    "STRASSE ",
    "\ufeffd",
    "e f",
    "e  f",
    "[purged]",
)
DATES = (
    "2026-03-01",
    "2026-03-01T00:00:00Z",
    "2026-03-01T00:00:00.000Z",
    "2026-03-01T01:00:00+01:00",
    "2026-03-02 12:30",
    "2026-03-02T12:30:00,5Z",
    "2026-04-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "2999-01-01",
)
BROKEN_DATES = ("", "yesterday", "2026-02-30", "03/01/2026", "20260301", 7, None, True)
OPAQUE_ITEMS: tuple[Json, ...] = (None, 7, "text", [], {}, {"text": 5}, {"text": " \t"}, {"note": "no text"})

_DATE = st.sampled_from((*DATES, *DATES, *BROKEN_DATES))
_UNKNOWN = st.dictionaries(
    st.sampled_from(("x_one", "x_two")),
    st.sampled_from((0, "v", [1, 2], {"deep": None})),
    max_size=1,
)


def sessions(*, unknown_keys: bool = True, opaque: bool = True) -> st.SearchStrategy[Session]:
    """Returns a strategy for whole documents.

    Leave `unknown_keys` out for laws that hold up to a key that both sides changed, which is ours.
    """
    odd = st.sampled_from(OPAQUE_ITEMS) if opaque else st.nothing()
    extra = _UNKNOWN if unknown_keys else st.just({})
    return st.builds(
        _session,
        goals=_list(_item("set_on"), odd),
        next_actions=_list(_item("added"), odd),
        parked_actions=_list(_item("added", "parked_at"), odd),
        completed_actions=_list(_item("done_at"), odd),
        completed_goals=_list(_item("done_at"), odd),
        open_questions=_list(_item("asked"), odd),
        decisions=_list(st.one_of(_item("date"), _tombstones()), odd),
        history=st.lists(_rows(), max_size=3),
        machines=st.dictionaries(st.sampled_from(("u1", "u2")), _machines(), max_size=2),
        extra=extra,
    )


def edits(*, minimum: int = 1, maximum: int = 4) -> st.SearchStrategy[list[Edit]]:
    """Returns a strategy for what one machine does: verbs with a text and the day of March they happen."""
    verb = st.sampled_from(("goal", "retire", "action", "done", "ask", "decide", "hide", "purge", "see"))
    text = st.sampled_from(("alpha", "beta", "gamma", "Delta", "delta "))
    return st.lists(st.tuples(verb, text, st.integers(2, 28)), min_size=minimum, max_size=maximum)


def apply_edits(before: Session, script: list[Edit], machine: str) -> Session:
    """Returns the session after a machine's edits, in order of day; never less than `before` says."""
    after = deepcopy(before)
    for verb, text, day in sorted(script, key=lambda edit: edit[2]):
        _edit(after, verb, text, day, machine)
    return after


def _edit(document: Session, verb: str, text: str, day: int, machine: str) -> None:
    current = document["current"]
    stamp = {"machine_id": machine}
    if verb == "goal":
        _put(current["goals"], goal(text, day, **stamp), "set_on")
    elif verb == "action":
        _put(current["next_actions"], action(text, day, **stamp), "added")
    elif verb == "ask":
        _put(current["open_questions"], question(text, day, **stamp), "asked")
    elif verb == "decide":
        _put(current["decisions"], decision(text, day, **stamp), "date")
    elif verb == "retire":
        _complete(current, "goals", "completed_goals", text, day)
    elif verb == "done":
        _complete(current, "next_actions", "completed_actions", text, day)
    elif verb in ("hide", "purge"):
        _suppress(current["decisions"], text, day, purge=verb == "purge")
    else:
        document["machines"][machine] = {"label": machine, "last_seen": f"2026-03-{day:02d}T12:00:00Z"}
        row = {"date": f"2026-03-{day:02d}T12:00:00Z", "machine_id": machine, "summary": text}
        if row not in document["history"]:
            document["history"].insert(0, row)


def _put(items: list[Item], item: Item, field: str) -> None:
    """Adds an item, or renews the one of its identity; one that is hidden for good stays as it is."""
    held = _find(items, item["text"])
    if held is None:
        items.insert(0, item)
    elif not held.get("hidden") and held[field] < item[field]:
        held.clear()
        held.update(item)


def _complete(current: dict[str, list[Item]], live: str, done: str, text: str, day: int) -> None:
    held = _find(current[live], text)
    if held is None:
        return
    current[live].remove(held)
    when = max(f"2026-03-{day:02d}T00:00:00Z", str(held.get("added") or held.get("set_on")))
    graves = current.setdefault(done, [])
    grave = _find(graves, text)
    if grave is None:
        graves.insert(0, {"text": text, "done_at": when})
    else:
        grave["done_at"] = max(grave["done_at"], when)


def _suppress(decisions: list[Item], text: str, day: int, *, purge: bool) -> None:
    held = _find(decisions, text)
    if held is None or "text_hash" in held:
        return
    held["hidden"] = True
    held.setdefault("hidden_at", f"2026-03-{day:02d}T00:00:00Z")
    if purge:
        held["text_hash"] = digest(held["text"])
        held["text"] = "[purged]"


def _find(items: list[Item], text: str) -> Item | None:
    wanted = digest(text)
    return next((item for item in items if (item.get("text_hash") or digest(item["text"])) == wanted), None)


def _session(
    *, history: list[Json], machines: dict[str, Json], extra: dict[str, Json], **lists: list[Json]
) -> Session:
    """Returns a session of drawn lists; an optional list is left out when it is empty."""
    optional = ("parked_actions", "completed_actions", "completed_goals")
    current = {name: items for name, items in lists.items() if items or name not in optional}
    return session(machines=machines, history=history) | {"current": current | extra} | extra


def _list(items: st.SearchStrategy[Json], odd: st.SearchStrategy[Json]) -> st.SearchStrategy[list[Json]]:
    return st.lists(st.one_of(items, items, items, odd), max_size=4)


def _item(*dates: str) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(
        {"text": st.sampled_from(TEXTS)},
        optional=dict.fromkeys(dates, _DATE) | {"machine_id": st.just("u1"), "x_item": st.just([1])},
    )


def _tombstones() -> st.SearchStrategy[Json]:
    """Draws hidden and purged decisions, whole, half done and oddly spelled."""
    hashes = st.sampled_from([digest(text) for text in TEXTS[:4]] + [digest("a").upper(), "not a hash"])
    return st.fixed_dictionaries(
        {
            "text": st.sampled_from((*TEXTS, "[purged]", "[purged]", "[purged]")),
            "hidden": st.sampled_from((True, True, True, "true", 1, False, "false", 0)),
        },
        optional={"hidden_at": _DATE, "date": _DATE, "text_hash": hashes, "why": st.just("because")},
    )


def _rows() -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(
        {"date": _DATE, "machine_id": st.sampled_from(("u1", "u2", None))},
        optional={"summary": st.sampled_from(("s", "S", 7)), "session_id": st.sampled_from(("i", " ", 4))},
    )


def _machines() -> st.SearchStrategy[Json]:
    known = st.fixed_dictionaries({"label": st.sampled_from(("l", "m"))}, optional={"last_seen": _DATE})
    return st.one_of(known, known, st.none(), st.just("odd"))
