"""Plans for forgetting a decision of the session: hide it, or purge its text (format 5.3.1).

Both are for ever and touch no date. What is purged keeps its identity as a hash, and nothing else of what
it said: keys that this program does not know could hold the text too, so they go as well.
"""

from __future__ import annotations

from memoir_git.core.instants import is_instant
from memoir_git.core.text import lower_text_hash, normalised, text_hash
from memoir_git.store.identity import is_hidden
from memoir_git.store.model import DATE_FIELDS, DECISIONS, PURGED_TEXT
from memoir_git.store.parse import Session
from memoir_git.store.plans.dates import not_before
from memoir_git.store.plans.lists import copies_of, put_back, without
from memoir_git.store.plans.plan import Draft, SessionPlan, Stamp
from memoir_git.store.selection import choose
from memoir_git.store.tombstones import Decisions
from memoir_git.store.working_set import working_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_DATE = DATE_FIELDS[DECISIONS]


def find_decision(session: Session, words: str) -> str:
    """Returns the identity of the decision that `words` mean.

    The text of any decision, hidden and purged ones included, else what `session show` takes: a number such
    as d1, or the beginning of a visible text. Raises `SelectionError`, also where several fit.
    """
    key = normalised(words)
    items = session.items(DECISIONS)
    if key and (copies_of(key, items) or not Decisions(items).purged.keys().isdisjoint(_hashes(key, words))):
        return key
    return choose(working_set(session), words, (DECISIONS,))


def plan_hide(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Hides every copy of the decision with the identity `key`; no value if it is hidden already."""
    draft = Draft(session, stamp)
    items = draft.items(DECISIONS)
    held = Decisions(items).visible.get(key)
    if held is not None:
        item = held[1]
        if not (is_hidden(item) and is_instant(item.get("hidden_at"))):
            item = {**item, "hidden": True, "hidden_at": stamp.now}
        draft.put(DECISIONS, put_back(items, key, item))
    return draft.planned()


def plan_purge(session: Session, key: str, stamp: Stamp) -> SessionPlan:
    """Replaces every copy of the decision by its hash; no value if that was done already."""
    draft = Draft(session, stamp)
    items = draft.items(DECISIONS)
    copies = copies_of(key, items)
    joined = Decisions(items)
    if not joined.purged.keys().isdisjoint(_hashes(key, *(item["text"] for item in copies))):
        draft.put(DECISIONS, without({key}, items))
    elif copies:
        draft.put(DECISIONS, put_back(items, key, _purged(joined.visible[key][1], key, stamp.now)))
    return draft.planned()


def mentions(value: Json, key: str) -> int:
    """Returns how many texts of a document still hold the identity `key`, at any depth."""
    if isinstance(value, str):
        return key in normalised(value)
    if isinstance(value, dict):
        return sum(mentions(part, key) for part in (*value.keys(), *value.values()))
    return sum(mentions(part, key) for part in value) if isinstance(value, list) else 0


def _purged(item: dict[str, Json], key: str, now: str) -> dict[str, Json]:
    date = item.get("hidden_at") if is_hidden(item) else None
    purged: dict[str, Json] = {
        "text": PURGED_TEXT,
        "hidden": True,
        "hidden_at": not_before(now, date),
        "text_hash": text_hash(key),
    }
    if isinstance(item.get("machine_id"), str):
        purged["machine_id"] = item["machine_id"]
    if is_instant(item.get(_DATE)):
        purged[_DATE] = item[_DATE]
    return purged


def _hashes(key: str, *spellings: str) -> set[str]:
    """Returns the hashes that purge this identity, in the spec's dialect and in the deployed one."""
    return {text_hash(key), *map(lower_text_hash, spellings)}
