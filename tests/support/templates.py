"""Repositories with the plugin in place: made once per worker, then copied, which is far quicker."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from memoir_git.git.driver_line import driver_line
from tests.support.places import DRIVER_MAIN
from tests.support.scenario import SESSION, Repo

FORMAT = "memoir-session"


class Templates:
    """Repositories kept under `folder`, each made by the first test that asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def plain(self, path: Path) -> Repo:
        """Returns an empty repository at `path` that knows nothing of the plugin."""
        template = self._folder / "plain"
        if not template.exists():
            _init(template)
        return _copy(template, path)

    def store(self, path: Path) -> Repo:
        """Returns a repository as `git memoir install` and `init store .` leave it, without a commit."""
        template = self._folder / "store"
        if not template.exists():
            repo = _init(template)
            for command in (("install",), ("init", "store", ".")):
                result = repo.memoir(*command)
                assert result.code == 0, str(result)
        return _copy(template, path)


def install_driver(
    repo: Repo, *, program: str = sys.executable, patterns: tuple[str, ...] = (SESSION,), strategy: str = ""
) -> None:
    """Writes just the two things a merge needs, a config line and `info/attributes`, without any command.

    For tests of the line itself: `program` is what stands where the interpreter should.
    """
    line = driver_line(program, str(DRIVER_MAIN), FORMAT, strategy=strategy)
    repo.git("config", f"merge.{FORMAT}.name", "memoir session state")
    repo.git("config", f"merge.{FORMAT}.driver", line)
    attributes = Path(repo.git("rev-parse", "--git-path", "info/attributes").stdout.strip())
    attributes = repo.path / attributes
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("".join(f"{pattern} merge={FORMAT}\n" for pattern in patterns))


def _init(path: Path) -> Repo:
    path.mkdir(parents=True)
    repo = Repo(path)
    repo.git("init", "--quiet")
    for sample in (path / ".git/hooks").glob("*.sample"):
        sample.unlink()
    return repo


def _copy(template: Path, path: Path) -> Repo:
    shutil.copytree(template, path, symlinks=True)
    return Repo(path)
