"""The files that one plan writes, while it is being made: the latest text of each, by path.

A plan may touch a file twice, as a supersession within one file does; every step sees what the one before it
left. A file that is missing begins as its template.
"""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.custodian.plans.changelog import CHANGELOG, logged
from memoir_git.custodian.plans.draft import Material, ObstacleError, blocked


class Edits:
    """Texts over a project's files. Paths are relative to the memory directory."""

    def __init__(self, material: Material, templates: Mapping[str, str]) -> None:
        self._material = material
        self._templates = templates
        self._texts: dict[str, str] = {}

    def has(self, path: str) -> bool:
        """Tells whether the file is there already, or was written by this plan."""
        return path in self._texts or path in self._material.contents

    def text(self, path: str) -> str:
        """Returns the file's text as it stands now. Raises `ObstacleError` for one that cannot be read."""
        if path in self._texts:
            return self._texts[path]
        file = self._material.project.files.get(path)
        if file is None:
            return self._templates.get(path, "")
        if not file.is_usable:
            raise ObstacleError(blocked("file-unusable", path=RepoPath(f"{self._material.directory}/{path}")))
        return file.text.render()

    def put(self, path: str, text: str) -> None:
        """Sets what the file shall hold."""
        self._texts[path] = text

    def log(self, words: str) -> None:
        """Adds a line of this day to the changelog, where the project keeps one."""
        if self.has(CHANGELOG):
            self.put(CHANGELOG, logged(self.text(CHANGELOG), self._material.today, words))

    def contents(self) -> dict[str, bytes | None]:
        """Returns the files of the plan as a draft takes them."""
        return {path: text.encode("utf-8") for path, text in self._texts.items()}
