"""Commands that change project memory, as a person runs them: a preview, then the same words confirmed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.projects import MEMORY


class Changes:
    """The memory of a project, and commands that change it."""

    def __init__(self, memoir: InProcess) -> None:
        self.memoir = memoir

    def previewed(self, *words: str, stdin: bytes = b"") -> dict[str, Any]:
        """Returns the data of a preview, which writes nothing and ends well."""
        before = self.files()
        result = self.memoir(*words, "--format", "json", stdin=stdin)
        assert result.code == 0, str(result)
        assert self.files() == before, "a preview writes nothing"
        return changed(result)

    def applied(self, *words: str, stdin: bytes = b"") -> dict[str, Any]:
        """Returns the data of a change that was previewed and confirmed."""
        plan = self.previewed(*words, stdin=stdin)["plan"]["plan_id"]
        result = self.memoir(*words, "--apply", "--confirm-plan", plan, "--format", "json", stdin=stdin)
        assert result.code == 0, str(result)
        return changed(result)

    def refused(self, *words: str) -> list[tuple[str, str]]:
        """Returns reason and entry of what blocks a change, and checks that applying it writes nothing."""
        plan = self.previewed(*words)["plan"]
        before = self.files()
        assert plan["readiness"] == "blocked"
        result = self.memoir(*words, "--apply", "--confirm-plan", plan["plan_id"])
        assert (result.code, self.files()) == (1, before), str(result)
        return [(found["details"]["reason"], found["entry_id"] or "") for found in plan["blockers"]]

    def errors(self) -> list[str]:
        """Returns the codes of what an audit finds wrong."""
        document = json.loads(self.memoir("audit", "--format", "json").out)
        return [one["code"] for one in document["findings"] if one["severity"] in ("ERROR", "BLOCKER")]

    def files(self) -> dict[str, bytes]:
        """Returns the files of the memory directory by their path relative to it."""
        folder = self.memoir.directory / MEMORY
        return {name(path, folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def text(self, path: str) -> str:
        """Returns a memory file's text."""
        return self.files()[path].decode()

    def write(self, path: str, text: str) -> None:
        """Writes a memory file."""
        place = self.memoir.directory / MEMORY / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())


def name(path: Path, folder: Path) -> str:
    """Returns a file's path relative to a folder."""
    return path.relative_to(folder).as_posix()


def changed(result: Result) -> dict[str, Any]:
    """Returns the data object of a change, which keeps to the published schema."""
    data = data_of(result)
    jsonschema.validate(data, json.loads((PROJECT / "docs/reference/schemas/change-v1.json").read_bytes()))
    return data


def data_of(result: Result) -> dict[str, Any]:
    """Returns the data object that a command printed."""
    data = json.loads(result.out)["data"]
    assert isinstance(data, dict)
    return data
