"""The look back after git has merged or rebased, at files and at project memory: once, and status 0.

Scenarios S47 and S98, S35 and S42 for project memory, and public report B31.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.bound_projects import (
    DECISIONS,
    OTHER_SUBJECT,
    parted,
    project_of,
    with_bound_project,
)
from tests.support.memory import entry, memory_file
from tests.support.processes import Result
from tests.support.projects import MEMORY
from tests.support.scenario import Files, Repo
from tests.support.sessions import goal, session
from tests.support.setting_up import DEFAULT, installed

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
ENTRY = ".memoir/memory/fact_one.md"
PLAIN = "---\nname: one\ntype: fact\ndescription: d\ncreated: 2026-03-01\n---\nThe text.\n"
REVIEW = "WARNING MC-CONFLICT-006"
OWNERS = "WARNING MC-CONFLICT-001"
# Two decisions that are a person's business together, and two that cannot both stand.
MINE, YOURS = entry("DEC", 1), entry("DEC", 2, subject=OTHER_SUBJECT)
RIVAL = entry("DEC", 2)


def forward(repo: Repo, files: Files) -> Result:
    """Fast-forwards to a commit with these files."""
    start = repo.resolve("HEAD")
    repo.commit(files)
    tip = repo.resolve("HEAD")
    repo.git("reset", "--quiet", "--hard", start)
    return repo.attempt("merge", "--quiet", "--ff-only", tip)


class TestFiles:
    @pytest.fixture
    def repo(self, make_repo: Callable[[], Repo]) -> Repo:
        made = make_repo()
        made.commit({DEFAULT: session(goals=[goal("keep")]), ENTRY: PLAIN}, "base")
        installed(made)
        made.commit({}, "attributes")
        return made

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"{", "MM-NOT-JSON"),
            (b"<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", "MM-MARKERS"),
            (b'{"version": "' + b"[" * 5000, "MM-NOT-JSON"),
            (b"\xff\xfe\x00", "MM-NOT-JSON"),
        ],
        ids=["not json", "markers", "deep", "no text"],
    )
    def test_s47_a_hostile_session_that_a_fast_forward_brings_is_told_and_left(
        self, content: bytes, code: str, repo: Repo
    ) -> None:
        result = forward(repo, {DEFAULT: content})

        assert result.code == 0
        assert f"WARNING {code}" in result.stderr
        assert "ERROR" not in result.stderr
        assert repo.read(DEFAULT) == content
        assert repo.git("status", "--porcelain").stdout == ""

    def test_a_secret_that_arrives_is_told_and_never_printed(self, repo: Repo) -> None:
        result = forward(repo, {ENTRY: PLAIN + f"token {TOKEN}\n"})

        assert f"WARNING MM-SECRET {ENTRY}:8" in result.stderr
        assert TOKEN[4:] not in result.stderr

    def test_what_was_wrong_before_is_not_told_again(self, repo: Repo) -> None:
        repo.commit({DEFAULT: b"{"}, "broken")

        result = forward(repo, {DEFAULT: b"{ "})

        assert (result.code, result.stderr) == (0, "")

    def test_a_fault_that_would_stop_no_commit_is_not_told(self, repo: Repo) -> None:
        result = forward(repo, {ENTRY: PLAIN.replace("description: d\n", "")})

        assert (result.code, result.stderr) == (0, "")

    def test_what_a_rebase_brings_from_upstream_is_told(self, repo: Repo) -> None:
        repo.switch("upstream", at="HEAD")
        repo.commit({DEFAULT: b"{"}, "broken")
        repo.switch("main")
        repo.commit({ENTRY: PLAIN + "More.\n"}, "ours")

        result = repo.rebase("upstream")

        assert result.code == 0
        assert f"WARNING MM-NOT-JSON {DEFAULT}" in result.stderr

    def test_what_was_wrong_on_the_rebased_branch_itself_is_not_told(self, repo: Repo) -> None:
        repo.switch("upstream", at="HEAD")
        repo.commit({"code.txt": "x\n"}, "upstream")
        repo.switch("main")
        repo.commit({DEFAULT: b"{"}, "broken")

        assert "MM-" not in repo.rebase("upstream").stderr


class TestProjectMemory:
    @pytest.fixture
    def repo(self, make_repo: Callable[[], Repo]) -> Repo:
        return with_bound_project(make_repo())

    @pytest.fixture
    def forked(self, repo: Repo) -> Repo:
        """Two branches that each added a decision about another Subject."""
        return parted(repo, project_of(MINE), project_of(YOURS))

    def test_a_clean_merge_is_reviewed_once(self, forked: Repo) -> None:
        result = forked.merge()

        assert result.code == 0
        assert result.stderr.count("MC-CONFLICT-006") == 1

    def test_a_merge_that_nothing_checked_before_is_reviewed(self, forked: Repo) -> None:
        result = forked.merge("--no-verify", "side")

        assert result.code == 0
        assert result.stderr.count(REVIEW) == 1

    def test_what_cannot_both_stand_is_told_where_nothing_stopped_it(self, repo: Repo) -> None:
        parted(repo, project_of(MINE), project_of(RIVAL))

        result = repo.merge("--no-verify", "side")

        assert result.code == 0
        assert result.stderr.count(OWNERS) == 1

    def test_a_fast_forward_is_not_reviewed_as_a_merge(self, repo: Repo) -> None:
        result = forward(repo, project_of(MINE, YOURS))

        assert (result.code, result.stderr) == (0, "")

    def test_what_a_fast_forward_breaks_is_told(self, repo: Repo) -> None:
        repo.commit(project_of(MINE))

        result = forward(repo, project_of(MINE, RIVAL))

        assert result.code == 0
        assert f"{OWNERS} {DECISIONS}" in result.stderr

    def test_a_fast_forward_onto_a_merge_that_was_made_by_somebody_says_what_is_new(self, repo: Repo) -> None:
        start = repo.resolve("HEAD")
        parted(repo, project_of(MINE), project_of(RIVAL))
        repo.merge("--no-verify", "side")
        tip = repo.resolve("HEAD")
        repo.git("reset", "--quiet", "--hard", start)

        result = repo.attempt("merge", "--quiet", "--ff-only", tip)

        assert result.stderr.count(OWNERS) == 1

    def test_a_squash_says_nothing(self, forked: Repo) -> None:
        result = forked.attempt("merge", "--squash", "side")

        assert result.code == 0
        assert "MC-" not in result.stderr

    def test_an_octopus_is_reviewed_against_each_parent(self, repo: Repo) -> None:
        start = repo.resolve("HEAD")
        for name, files in (("one", {"code.txt": "x\n"}), ("two", project_of(RIVAL))):
            repo.switch(name, at=start)
            repo.commit(files, name)
        repo.switch("main")
        repo.commit({f"{MEMORY}/constraints.md": memory_file("C", entry("CON", 1))})

        result = repo.attempt("merge", "--quiet", "--no-verify", "-m", "x", "one", "two")

        assert result.code == 0
        assert result.stderr.count(OWNERS) == 1

    def test_a_rebase_is_reviewed_with_upstream_as_ours(self, forked: Repo) -> None:
        result = forked.rebase("side")

        assert result.code == 0
        assert result.stderr.count(REVIEW) == 1

    def test_b31_a_rebase_that_stopped_and_went_on_is_reviewed_once_it_is_done(self, repo: Repo) -> None:
        parted(
            repo,
            {**project_of(MINE), "code.txt": "ours\n"},
            {**project_of(YOURS), "code.txt": "theirs\n"},
        )
        assert repo.rebase("side").code == 1
        repo.write({"code.txt": "both\n"})
        repo.git("add", "code.txt")

        result = repo.attempt("rebase", "--continue", env={"GIT_EDITOR": "true"})

        assert result.code == 0
        assert result.stderr.count(REVIEW) == 1

    def test_a_pull_with_rebase_and_nothing_to_replay_says_nothing(self, repo: Repo) -> None:
        repo.switch("upstream", at="HEAD")
        repo.commit(project_of(YOURS))
        repo.switch("main")

        result = repo.attempt("pull", "--quiet", "--rebase", ".", "upstream")

        assert (result.code, result.stderr) == (0, "")

    def test_what_was_merged_as_plain_text_is_told_with_the_command_that_repairs_it(self, repo: Repo) -> None:
        repo.git("config", "merge.memoir-units.driver", "true")
        parted(repo, project_of(MINE), project_of(YOURS))
        before = repo.resolve("HEAD")

        result = repo.merge("--no-verify", "side")

        assert result.code == 0
        assert f"MG-HOOK-002 {DECISIONS}" in result.stderr
        assert f"git memoir repair {before[:12]}..HEAD" in result.stderr

    def test_without_a_certain_place_for_project_memory_nothing_is_said(self, forked: Repo) -> None:
        forked.git("config", "memoir.memoryDir", "elsewhere")

        result = forked.merge("--no-verify", "side")

        assert result.code == 0
        assert "MC-" not in result.stderr

    def test_a_broken_setting_is_told_and_the_status_stays_0(self, forked: Repo) -> None:
        forked.git("config", "memoir.reviewAs", "loud")

        result = forked.merge("--no-verify", "side")

        assert result.code == 0
        assert "memoir.reviewAs" in result.stderr
