"""A project with a local overlay, on a machine of its own: the command line, and the private folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from memoir_git.core.private_tree import PrivateNode, PrivateTree
from memoir_git.custodian.overlay import LocalOverlay, standing_of, with_contents
from memoir_git.custodian.overlay_bindings import render_bindings
from memoir_git.custodian.overlay_manifest import scaffold
from tests.support.in_process import InProcess
from tests.support.memory import PROJECT_ID
from tests.support.processes import Result
from tests.support.projects import with_project


class Machine:
    """`memoir` runs in the project at `place`; `folder` is what this machine keeps for it privately."""

    def __init__(
        self, root: Path, capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self._capture = capture
        self._monkeypatch = monkeypatch
        self.root = root
        self.place = with_project(root / "project", "clean-0.8")
        self.state = root / "state"
        self.folder = self.state / "projects" / PROJECT_ID
        monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(self.state))

    def __call__(self, *words: str, at: Path | None = None, stdin: bytes = b"") -> Result:
        """Runs `git memoir` in the project, or in another copy of it."""
        return InProcess(at or self.place, self._capture, self._monkeypatch)(*words, stdin=stdin)

    def use_state(self, state: Path) -> None:
        """Makes this the machine whose private state is `state`."""
        self._monkeypatch.setenv("MEMOIR_GIT_STATE_HOME", str(state))

    def bound(self, *texts: str) -> Machine:
        """Links the project and adds a preference for each text."""
        for words in (("local", "link"), *(add_words(text) for text in texts)):
            result = self(*words)
            assert result.code == 0, str(result)
        return self

    def status(self, at: Path | None = None) -> str:
        """Returns the status word."""
        return self("local", "status", at=at).stdout.split("\n")[0].removeprefix("Local overlay: ")


def bound_overlay(**contents: bytes) -> LocalOverlay:
    """Returns an overlay of ours with the files of an empty one, or others in their place by bare name."""
    here = "a" * 64
    files = {**scaffold(PROJECT_ID), **{f"local/{name}.md": data for name, data in contents.items()}}
    nodes = [PrivateNode(path="local", is_folder=True, mode=0o700, unsafe=None)]
    nodes += [
        PrivateNode(path=path, is_folder=False, mode=0o600, unsafe=None)
        for path in ("bindings.json", *sorted(files))
    ]
    bindings = render_bindings(PROJECT_ID, [here])
    tree = PrivateTree(nodes=tuple(nodes))
    return with_contents(standing_of(tree, bindings, project_id=PROJECT_ID, here=here), files, {})


def add_words(text: str, *more: str) -> tuple[str, ...]:
    """Returns the words that add a preference a person confirmed."""
    return ("local", "add", text, "--evidence", "user-confirmed", *more)


def nodes_below(folder: Path) -> Mapping[str, tuple[int, bytes | None]]:
    """Returns mode and bytes of every node below a folder; a link's are its own, `None` for no file."""
    found: dict[str, tuple[int, bytes | None]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            content: bytes | None = os.fsencode(os.readlink(path))
        else:
            content = path.read_bytes() if path.is_file() else None
        found[path.relative_to(folder).as_posix()] = (path.lstat().st_mode & 0o7777, content)
    return found
