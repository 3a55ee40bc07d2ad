"""Scenario S103 and public report B22: the suite runs from a hook in a linked worktree and leaves it alone.

git hands hooks `GIT_DIR` and `GIT_INDEX_FILE`, `GIT_WORK_TREE` where it was told one, and `GITHEAD_<commit>`
in a merge. A test, or a command under test, that passed them on to git in another repository would write to
the one that is being committed to.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.seal import make_script

# A part of every kind: git alone, the driver through git, the hooks themselves, the commands that write,
# those that finish and mend merges, and the plumbing below them.
PART = (
    "tests/scenario/test_entry_rules.py",
    "tests/scenario/test_entry_shapes.py",
    "tests/scenario/test_field_reports_project.py",
    "tests/scenario/test_hooks.py",
    "tests/scenario/test_hooks_project_forms.py",
    "tests/scenario/test_resolve.py",
    "tests/unit/git",
    "tests/cli/test_init.py",
)
FEW = "s01 or s48 or test_repo or test_init"
MANY = f"{FEW} or b18 or b23 or s99_the_repair or resolving_twice or textual_merge or test_stages"
COMMON = ("GIT_DIR", "GIT_INDEX_FILE")


@pytest.fixture
def outer(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    made.commit({"held.txt": "one\n", "other.txt": "one\n"})
    made.git("branch", "linked")
    made.switch("side", at="HEAD")
    made.commit({"merged.txt": "theirs\n"})
    made.switch("main")
    return made


@pytest.fixture
def linked(outer: Repo, tmp_path: Path) -> Repo:
    return outer.add_worktree(tmp_path / "linked", "linked")


@pytest.mark.parametrize("arguments", [("--all",), ("held.txt",)], ids=["all", "one path"])
def test_s103_b22_the_repository_around_a_commit_is_what_it_was(
    arguments: tuple[str, ...], outer: Repo, linked: Repo, tmp_path: Path
) -> None:
    install_hook(outer, tmp_path, "pre-commit", FEW)
    linked.write({"held.txt": "two\n", "new.txt": "not staged\n"})
    before = state(outer, linked)

    result = linked.attempt("commit", "--message=from inside", *arguments)

    assert_ran(result, tmp_path, *COMMON)
    assert linked.git("show", "--format=", "--name-only", "HEAD").stdout == "held.txt\n"
    assert linked.git("status", "--porcelain").stdout == "?? new.txt\n"
    linked.git("reset", "--quiet", "--soft", "HEAD^")
    linked.git("reset", "--quiet")
    assert state(outer, linked) == before


def test_s103_b22_the_repository_around_a_merge_in_a_named_work_tree_is_what_it_was(
    outer: Repo, linked: Repo, tmp_path: Path
) -> None:
    install_hook(outer, tmp_path, "pre-merge-commit", MANY)
    linked.commit({"held.txt": "two\n"})
    linked.write({"new.txt": "not staged\n"})
    before = state(outer, linked)
    theirs, place = outer.resolve("side"), linked.resolve("HEAD")
    private = linked.git("rev-parse", "--absolute-git-dir").stdout.strip()

    named = (f"--git-dir={private}", f"--work-tree={linked.path}")
    result = linked.attempt(*named, "merge", "--quiet", "--message=from inside", "side")

    assert_ran(result, tmp_path, "GIT_DIR", "GIT_WORK_TREE", f"GITHEAD_{theirs}")
    assert (
        linked.git("show", "--format=", "--name-only", "-m", "--first-parent", "HEAD").stdout
        == "merged.txt\n"
    )
    assert linked.git("status", "--porcelain").stdout == "?? new.txt\n"
    linked.git("reset", "--quiet", "--hard", place)
    assert state(outer, linked) == before


def assert_ran(result: Result, folder: Path, *names: str) -> None:
    """Asserts that the suite passed inside the hook, and that the hook had these variables."""
    report = (folder / "report").read_text()
    variables = {line.partition("=")[0] for line in (folder / "variables").read_text().splitlines()}
    assert result.code == 0, report
    assert " passed" in report
    assert " failed" not in report
    assert set(names) - variables == set()


def install_hook(repo: Repo, folder: Path, name: str, chosen: str) -> None:
    """Makes a hook run a part of this suite, in this project and with all that git hands to a hook."""
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen)
    inner = shlex.join((*words, f"--basetemp={folder / 'inner'}", *PART))
    make_script(
        repo.path / ".git/hooks" / name,
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
