"""The conformance vectors of entry files, loaded by kind; what their keys mean stands in their README."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import parse_options
from memoir_git.registry import merge
from tests.support.places import FIXTURES
from tests.support.text_merge import merge_text

FOLDER = FIXTURES / "conformance/memoir/entries"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVector:
    """One rule of the format about entry files; `data` is the vector as it stands in its file."""

    id: str
    data: dict[str, Any]

    def file(self, name: str) -> bytes:
        """Returns one of the versions, empty if the vector has none."""
        return str(self.data.get(name, "")).encode()

    def merge(self, *, exchanged: bool = False) -> MergeOutcome:
        """Merges the vector's versions, ours and theirs exchanged if asked."""
        ours, theirs = self.file("ours"), self.file("theirs")
        if exchanged:
            ours, theirs = theirs, ours
        options = parse_options(path="memory/entry.md", strategy=self.data.get("strategy", ""))
        return merge("memoir-entry", self.file("base"), ours, theirs, options, merge_text)


def load_entry_vectors(kind: str) -> list[EntryVector]:
    """Returns the vectors of a kind: `merge`, `read`, `validate` or `validate_session`."""
    loaded = [_load(path) for path in sorted(FOLDER.glob("*.json"))]
    return [vector for vector in loaded if vector.data["kind"] == kind]


def _load(path: Path) -> EntryVector:
    data = json.loads(path.read_bytes())
    return EntryVector(id=data["id"], data=data)
