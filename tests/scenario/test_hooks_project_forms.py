"""The hooks and project memory in every form a commit, a merge and a hook manager have.

Scenarios S43, S75, S87, S88, S93 and S97, and public reports B21, B23, B25 and B34, for project memory.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.bound_projects import DECISIONS, parted, project_of, with_bound_project
from tests.support.memory import entry, memory_file
from tests.support.processes import Result
from tests.support.projects import MEMORY
from tests.support.scenario import Repo
from tests.support.seal import make_script
from tests.support.setting_up import installed

GOOD = project_of(entry("DEC", 1))
# Two active owners of one identity: new, it stops a commit.
BROKEN = project_of(entry("DEC", 1), entry("DEC", 2))
OWNERS = "MC-CONFLICT-001"
MARKED = "<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n".format(entry("DEC", 1), entry("DEC", 2))


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = with_bound_project(make_repo())
    made.commit({**GOOD, "code.txt": "code\n"}, "good")
    return made


def commit(repo: Repo, *words: str, env: dict[str, str] | None = None) -> Result:
    return repo.attempt("commit", "--quiet", "-m", "change", *words, env=env)


def stage(repo: Repo, files: dict[str, str]) -> None:
    repo.write(files)
    repo.git("add", "-A")


class TestWhatIsLookedAt:
    """S97: the content being committed, whichever way it is named."""

    def test_s97_the_staged_content_and_not_a_later_edit(self, repo: Repo) -> None:
        stage(repo, project_of(entry("DEC", 1), entry("DEC", 2, facet="security")))
        repo.write(BROKEN)

        assert commit(repo).code == 0

    def test_s97_with_all_the_work_tree(self, repo: Repo) -> None:
        repo.write(BROKEN)

        assert OWNERS in commit(repo, "-a").stderr

    def test_s97_with_a_path_that_path_alone(self, repo: Repo) -> None:
        stage(repo, BROKEN)
        repo.write({"code.txt": "new\n"})

        assert commit(repo, "code.txt").code == 0
        assert OWNERS in commit(repo, DECISIONS).stderr

    def test_s97_an_amended_commit(self, repo: Repo) -> None:
        stage(repo, BROKEN)

        assert OWNERS in commit(repo, "--amend").stderr

    def test_s97_the_first_commit(self, make_repo: Callable[[], Repo]) -> None:
        made = make_repo()
        made.write(BROKEN)
        installed(made)
        made.git("add", "-A")

        assert OWNERS in commit(made).stderr

    def test_s97_b23_a_linked_work_tree_and_nothing_of_the_other(self, repo: Repo, tmp_path: Path) -> None:
        repo.git("branch", "other")
        linked = repo.add_worktree(tmp_path / "linked", "other")
        stage(linked, BROKEN)
        listed = repo.git("ls-files", "-s").stdout

        assert OWNERS in commit(linked).stderr
        assert repo.git("ls-files", "-s").stdout == listed
        assert repo.git("status", "--porcelain").stdout == ""
        assert linked.git("diff", "--name-only", "--diff-filter=D", "--cached").stdout == ""

    def test_s97_an_index_named_by_the_environment(self, repo: Repo) -> None:
        index = {"GIT_INDEX_FILE": ".git/other-index"}
        repo.git("read-tree", "HEAD", env=index)
        repo.write(BROKEN)
        repo.git("add", DECISIONS, env=index)

        assert OWNERS in commit(repo, env=index).stderr
        assert commit(repo, "--allow-empty").code == 0

    def test_s97_from_a_folder_below_the_top(self, repo: Repo) -> None:
        stage(repo, BROKEN)

        assert OWNERS in repo.attempt("commit", "-m", "x", cwd=repo.path / MEMORY).stderr

    def test_s43_a_merge_without_a_commit_that_is_edited_before_it_is_made(self, repo: Repo) -> None:
        parted(repo, {"ours.txt": "x\n"}, {"theirs.txt": "x\n"})
        repo.git("merge", "--quiet", "--no-commit", "side")
        stage(repo, BROKEN)

        stopped = commit(repo)
        stage(repo, GOOD)

        assert OWNERS in stopped.stderr
        assert commit(repo).code == 0


class TestMarkers:
    @pytest.mark.parametrize(
        "name",
        [DECISIONS, f"{MEMORY}/subjects.md", f"{MEMORY}/areas/importer.md", f"{MEMORY}/brief.md"],
        ids=["decisions", "subjects", "area", "brief"],
    )
    def test_b21_b34_outside_of_a_merge_they_stop_a_commit_and_fail_a_check(
        self, name: str, repo: Repo
    ) -> None:
        stage(repo, {name: "# Title\n\n" + MARKED})

        result = commit(repo)

        assert result.code == 1
        assert name in result.stderr
        assert repo.memoir("check").code != 0

    def test_b34_they_do_not_leave(self, repo: Repo, tmp_path: Path) -> None:
        repo.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
        repo.commit({DECISIONS: "# Decisions\n\n" + MARKED}, "markers")

        result = repo.attempt("push", str(tmp_path / "remote.git"), "HEAD:main")

        assert result.code == 1
        assert f"MG-FILE-001 {DECISIONS}" in result.stderr

    def test_b21_a_session_with_markers_fails_validate_outside_of_a_merge(self, repo: Repo) -> None:
        repo.write({".memoir/session.json": "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n"})

        result = repo.memoir("validate")

        assert result.code == 1
        assert "MM-MARKERS" in result.stdout


class TestManagers:
    @pytest.mark.parametrize("first", ["#!/bin/sh\n", "#!/usr/bin/env bash\nset -euo pipefail\n"])
    def test_s87_theirs_and_ours_both_run(self, first: str, repo: Repo, tmp_path: Path) -> None:
        noted = tmp_path / "noted"
        hook = repo.path / ".git/hooks/pre-commit"
        hook.write_text(f"{first}echo theirs >>{noted}\n")
        installed(repo)
        stage(repo, GOOD | {"code.txt": "more\n"})
        succeeded = commit(repo)
        stage(repo, BROKEN)

        stopped = commit(repo)

        assert succeeded.code == 0
        assert noted.read_text() == "theirs\n"
        assert OWNERS in stopped.stderr

    def test_s88_what_a_manager_calls_by_itself_judges_the_same(self, repo: Repo, tmp_path: Path) -> None:
        installed(repo, "--hooks", "none")
        folder = tmp_path / "hooks"
        folder.mkdir()
        make_script(folder / "pre-commit", "git memoir hook run pre-commit")
        repo.git("config", "core.hooksPath", str(folder))
        stage(repo, BROKEN)

        assert OWNERS in commit(repo).stderr

    def test_b25_a_hooks_path_of_the_work_tree_alone_leaves_the_other_one_checked(
        self, repo: Repo, tmp_path: Path
    ) -> None:
        repo.git("branch", "other")
        linked = repo.add_worktree(tmp_path / "linked", "other")
        repo.git("config", "extensions.worktreeConfig", "true")
        (tmp_path / "mine").mkdir()
        linked.git("config", "--worktree", "core.hooksPath", str(tmp_path / "mine"))
        stage(repo, BROKEN)
        stage(linked, BROKEN)

        assert OWNERS in commit(repo).stderr
        assert commit(linked).code == 0
        assert "MG-HOOK-005" in linked.memoir("doctor").stdout


def test_s93_an_untracked_area_that_stops_a_merge_is_explained(repo: Repo) -> None:
    name = f"{MEMORY}/areas/exporter.md"
    parted(repo, {"ours.txt": "x\n"}, {name: memory_file("Exporter")})
    repo.write({name: memory_file("Mine")})
    assert repo.merge().code != 0

    result = repo.memoir("status")

    assert f"MG-STATUS-001 {name}" in result.stdout
    assert "exists on side" in result.stdout


def test_s75_lines_below_ours_are_named_with_their_numbers(repo: Repo) -> None:
    for place in (".gitattributes", ".git/info/attributes"):
        with (repo.path / place).open("a") as file:
            file.write("*.md text\n*.md -merge\n")
    number = len(repo.read(".git/info/attributes").splitlines())

    result = repo.memoir("doctor")

    assert result.code == 1
    assert f"MG-ATTR-001 {DECISIONS}: Line {number} of .git/info/attributes keeps this file" in result.stdout


def test_s75_a_rule_that_only_the_rebased_branch_has_binds_during_the_rebase(
    make_repo: Callable[[], Repo],
) -> None:
    made = make_repo()
    made.commit(project_of(), "base")
    parted(made, project_of(entry("DEC", 1)), project_of(entry("DEC", 2, facet="security")))
    installed(made)
    made.commit({}, "attributes")

    result = made.rebase("side")

    assert result.code == 0, str(result)
    assert made.read(DECISIONS).decode().count("\n## MC-DEC-") == 2
