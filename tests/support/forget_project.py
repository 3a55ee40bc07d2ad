"""`git memoir forget` in a copy of a project: a preview, its plan, and the same words applied."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.support.in_process import memoir_in
from tests.support.processes import Result
from tests.support.projects import MEMORY

TOPIC = "rows keep their order"
_RANDOM = (
    (r"\b[0-9a-f]{32}\b", "OPERATION"),
    (r'(plan_id": ?"|Plan: |confirm-plan )[0-9a-f]{16}', r"\1PLAN"),
    (r"MC-TOMB-20260701-[0-9a-f]{8}", "MC-TOMB-20260701-GUARD"),
)


def forget(place: Path, *words: str, stdin: bytes = b"") -> Result:
    return memoir_in(place, "forget", *words, stdin=stdin)


def plan_of(place: Path, *words: str, stdin: bytes = b"") -> str:
    """Returns the ID of the plan that a preview shows."""
    result = forget(place, *words, "--format", "json", stdin=stdin)
    assert result.code == 0, str(result)
    found = data_of(result)["plan"]["plan_id"]
    assert isinstance(found, str)
    return found


def applied(place: Path, *words: str, stdin: bytes = b"", more: tuple[str, ...] = ()) -> Result:
    """Applies what a preview of the same words shows."""
    plan = plan_of(place, *words, stdin=stdin)
    return forget(place, *words, *more, "--apply", "--confirm-plan", plan, stdin=stdin)


def data_of(result: Result) -> Any:
    return json.loads(result.out)["data"]


def codes_of(result: Result) -> list[str]:
    return [finding["code"] for finding in json.loads(result.out)["findings"]]


def memory_of(place: Path) -> dict[str, bytes]:
    """Returns every file of the memory directory."""
    folder = place / MEMORY
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def settled(printed: bytes) -> bytes:
    """Returns output with a word in the place of each random value."""
    text = printed.decode()
    for pattern, word in _RANDOM:
        text = re.sub(pattern, word, text)
    return text.encode()
