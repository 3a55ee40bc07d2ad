"""Scenario S103: the suite runs from a pre-commit hook in a linked worktree and leaves that repository alone.

git hands hooks `GIT_DIR` and `GIT_INDEX_FILE`. A test, or a command under test, that passed them on to git
in another repository would write to the one that is being committed to.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.places import PROJECT
from tests.support.scenario import Repo
from tests.support.seal import make_script

# A part of every kind: git alone, the driver through git, the commands, the plumbing below them.
PART = (
    "tests/scenario/test_entry_rules.py",
    "tests/scenario/test_entry_shapes.py",
    "tests/unit/git/test_repo.py",
    "tests/cli/test_init.py",
)
CHOSEN = "s01 or s48 or test_repo or test_init"


@pytest.mark.parametrize("arguments", [("--all",), ("held.txt",)], ids=["all", "one path"])
def test_s103_the_repository_around_a_hook_is_what_it_was(
    arguments: tuple[str, ...], make_repo: Callable[[], Repo], tmp_path: Path
) -> None:
    outer = make_repo()
    outer.commit({"held.txt": "one\n", "other.txt": "one\n"})
    outer.git("branch", "linked")
    linked = outer.add_worktree(tmp_path / "linked", "linked")
    install_hook(outer, tmp_path)
    linked.write({"held.txt": "two\n", "new.txt": "not staged\n"})
    before = state(outer, linked)

    result = linked.attempt("commit", "--message=from inside", *arguments)

    report = (tmp_path / "report").read_text()
    assert result.code == 0, report
    assert " passed" in report
    assert "GIT_DIR" in (tmp_path / "variables").read_text()
    assert linked.git("show", "--format=", "--name-only", "HEAD").stdout == "held.txt\n"
    assert linked.git("status", "--porcelain").stdout == "?? new.txt\n"
    linked.git("reset", "--quiet", "--soft", "HEAD^")
    linked.git("reset", "--quiet")
    assert state(outer, linked) == before


def install_hook(repo: Repo, folder: Path) -> None:
    """Makes pre-commit run a part of this suite, in this project and with all that git hands to a hook."""
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN)
    inner = shlex.join((*words, f"--basetemp={folder / 'inner'}", *PART))
    make_script(
        repo.path / ".git/hooks/pre-commit",
        f"env > {folder / 'variables'}\ncd {shlex.quote(str(PROJECT))} && {inner} > {folder / 'report'} 2>&1",
    )


def state(outer: Repo, linked: Repo) -> dict[str, object]:
    """Returns what a leak would change: both indexes and work trees, config, attributes, branches, hooks."""
    found: dict[str, object] = {}
    for name, repo in (("outer", outer), ("linked", linked)):
        found[f"{name} staged"] = repo.git("ls-files", "--stage").stdout
        found[f"{name} status"] = repo.git("status", "--porcelain").stdout
    found["refs"] = outer.git("for-each-ref", "--format=%(refname)").stdout
    found["worktrees"] = outer.git("worktree", "list", "--porcelain").stdout
    private = [path for path in (outer.path / ".git").rglob("*") if path.is_file()]
    kept = ("config", "info", "hooks", "modules")
    found["files"] = {
        str(path): path.read_bytes()
        for path in private
        if path.relative_to(outer.path / ".git").parts[0] in kept
    }
    found["outer files"] = sorted(os.listdir(outer.path))
    return found
