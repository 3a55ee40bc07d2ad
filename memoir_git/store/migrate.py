"""The version ladder of the session file (format section 6): a pure step per version, never a guess.

A version newer than ours is not interpreted at all; an older or unreadable one is lifted step by step. A
step fills what is missing and throws nothing away; it cannot fail.
"""

from __future__ import annotations

from memoir_git.core.jsondoc import Number
from memoir_git.store.model import REQUIRED_LISTS, SCHEMA_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoir_git.core.jsondoc import Json


def schema_version(value: dict[str, Json]) -> int | None:
    """Returns the file's schema version; `None` for one newer than ours.

    A whole number up to ours counts as it is (`1.0` is 1). Missing, null, a boolean, an object, a word,
    zero and below are the oldest schema, 0. Any number above ours, `1.5` and `1e400` included, and a string
    of digits above ours is newer.
    """
    found = value.get("version")
    if isinstance(found, str):
        found = found.strip()
        return None if found[:1].isdigit() and _as_float(found) > SCHEMA_VERSION else 0
    if not isinstance(found, Number):
        return 0
    number = _as_float(found.lexeme)
    if number > SCHEMA_VERSION:
        return None
    return int(number) if number == int(number) and number > 0 else 0


def migrate(value: dict[str, Json], version: int) -> dict[str, Json]:
    """Returns `value` lifted from `version` to ours, the same object when nothing had to change."""
    for step in LADDER[version:]:
        value = step(value)
    return value


def _from_0(value: dict[str, Json]) -> dict[str, Json]:
    """Fills the missing containers and writes the version; nothing else was ever different."""
    lifted = {"version": Number("1"), **value}
    lifted["version"] = Number("1")
    if lifted.get("machines") is None:
        lifted["machines"] = {}
    current = dict(lifted.get("current") or {})
    for name in REQUIRED_LISTS:
        if current.get(name) is None:
            current[name] = []
    lifted["current"] = current
    if lifted.get("history") is None:
        lifted["history"] = []
    return lifted


# LADDER[n] lifts version n to n + 1.
LADDER: tuple[Callable[[dict[str, Json]], dict[str, Json]], ...] = (_from_0,)


def _as_float(lexeme: str) -> float:
    try:
        return float(lexeme)
    except ValueError:
        return 0.0
