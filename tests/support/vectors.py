"""The conformance vectors of session.json: loaded as three files and an expectation, compared by their rules.

The rules (what order, which fields are free, what equals what) stand in the vectors' README.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.support.places import FIXTURES
from tests.support.sessions import Session, to_bytes

FOLDER = FIXTURES / "conformance/memoir"
OPTIONAL_LISTS = ("parked_actions", "completed_actions", "completed_goals")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One rule of the format as three files (absent: empty) and what their merge must be."""

    id: str
    base: bytes
    ours: bytes
    theirs: bytes
    expect: Session | None
    order_free: bool
    free: tuple[str, ...]
    caps: dict[str, int]
    conflict: bool
    notes: tuple[str, ...]
    must_not_contain: tuple[str, ...]
    symmetric: bool

    def exchanged(self) -> Vector:
        """Returns the vector with its sides exchanged: the same expectation, notes of the other side."""
        sides = {"local": "remote", "remote": "local"}
        notes = tuple(re.sub(r"(?<=:)(local|remote)\b", lambda m: sides[m[1]], note) for note in self.notes)
        return replace(self, id=f"{self.id}-exchanged", ours=self.theirs, theirs=self.ours, notes=notes)


def load_vectors() -> list[Vector]:
    """Returns every vector, and the exchanged form of each that must not depend on the side."""
    straight = [_load(path) for path in sorted(FOLDER.glob("*.json"))]
    return straight + [vector.exchanged() for vector in straight if vector.symmetric]


def assert_expected(merged: bytes, vector: Vector) -> None:
    """Asserts that a clean merge's bytes are what the vector expects.

    Order is free as well where the merge kept a side's own bytes, as it does when that side already says
    all there is: then nobody's lists are rearranged for order's sake alone.
    """
    assert vector.expect is not None, vector.id
    document = json.loads(merged.decode(), parse_float=Decimal)
    judged = replace(vector, order_free=vector.order_free or merged in (vector.ours, vector.theirs))
    assert comparable(document, judged) == comparable(vector.expect, judged)
    assert_clean_of(merged, vector)


def assert_clean_of(content: bytes, vector: Vector) -> None:
    """Asserts that nothing the vector forbids stands in `content`."""
    for word in vector.must_not_contain:
        assert word.encode() not in content


def comparable(document: Session, vector: Vector) -> Any:
    """Returns the document in a form that is equal exactly when the vector's rules call it equal."""
    plain = json.loads(json.dumps(document, default=_number))
    current = plain["current"]
    for name in OPTIONAL_LISTS:
        if not current.get(name):
            current.pop(name, None)
    for path in vector.free:
        name, _, field = path.partition("[*].")
        for item in current.get(name, []):
            item.pop(field, None)
    if vector.order_free:
        for lists, name in [(current, name) for name in current] + [(plain, "history")]:
            if isinstance(lists.get(name), list):
                lists[name].sort(key=lambda item: json.dumps(item, sort_keys=True))
    return _strict(plain)


def _number(value: Decimal) -> float | int:
    return int(value) if value == value.to_integral_value() else float(value)


def _strict(value: Any) -> Any:
    """Tells true from 1, which Python calls equal."""
    if isinstance(value, dict):
        return {key: _strict(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_strict(inner) for inner in value]
    return (type(value) is bool, value)


def _load(path: Path) -> Vector:
    data = json.loads(path.read_bytes())
    return Vector(
        id=data["id"],
        base=_file(data, "base"),
        ours=_file(data, "local"),
        theirs=_file(data, "remote"),
        expect=data.get("expect"),
        order_free=data.get("order") == "free",
        free=tuple(data.get("free", ())),
        caps=data.get("caps", {}),
        conflict=data.get("conflict", False),
        notes=tuple(data.get("notes", ())),
        must_not_contain=tuple(data.get("must_not_contain", ())),
        symmetric=not data.get("asymmetric", False),
    )


def _file(data: dict[str, Any], side: str) -> bytes:
    if f"{side}_raw" in data:
        return str(data[f"{side}_raw"]).encode("utf-8", "surrogatepass")
    return to_bytes(data[side]) if side in data else b""
