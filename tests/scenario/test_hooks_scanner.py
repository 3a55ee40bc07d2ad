"""An external scanner set in git's config: it sees what is committed, merged and pushed, and may stop it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.bound_projects import project_of, with_bound_project
from tests.support.memory import entry
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.seal import make_script

ENTRY = ".memoir/memory/fact_one.md"
PLAIN = "---\nname: one\ntype: fact\ndescription: d\ncreated: 2026-03-01\n---\nThe text.\n"
# What the scanner of these tests refuses; no rule of ours knows it.
WORD = "walnut"
REFUSED = "MG-HOOK-013"
NOT_RUN = "MG-HOOK-014"
IGNORED = "MG-HOOK-015"


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    """The file in which the scanner keeps what it was shown."""
    return tmp_path / "seen"


@pytest.fixture
def repo(make_repo: Callable[[], Repo], tmp_path: Path, seen: Path) -> Repo:
    """A repository with a scanner that quotes what it refuses, on both streams."""
    made = with_bound_project(make_repo())
    scanner = tmp_path / "a scanner"
    make_script(
        scanner,
        f"tee -a {shlex.quote(str(seen))} | grep {WORD} || exit 0\necho found {WORD} >&2\nexit 3",
    )
    made.git("config", "memoir.scanner", shlex.quote(str(scanner)))
    return made


def commit(repo: Repo, files: dict[str, str]) -> Result:
    repo.write(files)
    repo.git("add", "-A")
    return repo.attempt("commit", "--quiet", "-m", "change")


class TestBeforeACommit:
    def test_a_file_it_refuses_stops_it_and_nothing_it_says_is_repeated(self, repo: Repo) -> None:
        result = commit(repo, {ENTRY: PLAIN + f"{WORD}\n"})

        assert result.code == 1
        assert f"{REFUSED} {ENTRY}" in result.stderr
        assert WORD not in result.stderr + result.stdout

    def test_what_it_lets_pass_says_nothing(self, repo: Repo) -> None:
        result = commit(repo, {ENTRY: PLAIN})

        assert (result.code, result.stdout, result.stderr) == (0, "", "")

    def test_it_sees_the_staged_content_and_not_the_work_tree(self, repo: Repo, seen: Path) -> None:
        repo.write({ENTRY: PLAIN})
        repo.git("add", "-A")
        repo.write({ENTRY: PLAIN + f"{WORD}\n"})

        result = repo.attempt("commit", "--quiet", "-m", "change")

        assert result.code == 0
        assert seen.read_text() == PLAIN

    def test_it_sees_memory_alone(self, repo: Repo, seen: Path) -> None:
        result = commit(repo, {"code.txt": f"{WORD}\n", ENTRY: PLAIN})

        assert result.code == 0
        assert seen.read_text() == PLAIN

    def test_it_sees_project_memory_that_no_driver_merges(self, repo: Repo) -> None:
        result = commit(repo, {"docs/memory/brief.md": f"# Brief\n\n{WORD}\n"})

        assert f"{REFUSED} docs/memory/brief.md" in result.stderr

    def test_what_was_refused_before_and_is_not_changed_stops_nothing(self, repo: Repo) -> None:
        repo.commit({ENTRY: PLAIN + f"{WORD}\n"})

        assert commit(repo, {".memoir/memory/fact_two.md": PLAIN.replace("one", "two")}).code == 0

    @pytest.mark.parametrize("command", ["no-such-scanner --stdin", "kill -9 $$", "exit 126"])
    def test_one_that_cannot_be_run_lets_nothing_pass(self, command: str, repo: Repo) -> None:
        repo.git("config", "memoir.scanner", command)

        result = commit(repo, {ENTRY: PLAIN})

        assert result.code == 1
        assert NOT_RUN in result.stderr
        assert "git config --unset memoir.scanner" in result.stderr

    def test_one_that_reads_nothing_is_no_error(self, repo: Repo) -> None:
        repo.git("config", "memoir.scanner", "exit 0")

        assert commit(repo, {ENTRY: PLAIN + "x" * 200_000}).code == 0

    def test_an_empty_setting_is_none(self, repo: Repo) -> None:
        repo.git("config", "memoir.scanner", "")

        assert commit(repo, {ENTRY: PLAIN + f"{WORD}\n"}).code == 0

    @pytest.mark.parametrize("is_linked", [False, True], ids=["itself", "through a link"])
    def test_one_that_a_tracked_file_names_is_not_run_and_that_is_said(
        self, is_linked: bool, repo: Repo, tmp_path: Path
    ) -> None:
        ran = tmp_path / "ran"
        repo.git("config", "--unset", "memoir.scanner")
        repo.commit({"shared.config": f"[memoir]\n\tscanner = touch {ran}\n"})
        (tmp_path / "link").symlink_to(repo.path / "shared.config")
        repo.git("config", "include.path", str(tmp_path / "link") if is_linked else "../shared.config")

        result = commit(repo, {ENTRY: PLAIN})

        assert result.code == 0
        assert IGNORED in result.stderr
        assert not ran.exists()

    def test_it_is_not_run_in_the_repository_that_the_hook_names(self, repo: Repo, tmp_path: Path) -> None:
        variables = tmp_path / "variables"
        repo.git("config", "memoir.scanner", f"env > {variables}")

        assert commit(repo, {ENTRY: PLAIN}).code == 0
        assert "GIT_INDEX_FILE" not in variables.read_text()

    def test_switched_off_it_is_not_run(self, repo: Repo, seen: Path) -> None:
        repo.write({ENTRY: PLAIN})
        repo.git("add", "-A")

        repo.git("commit", "--quiet", "-m", "change", env={"MEMOIR_GIT": "0"})

        assert not seen.exists()


class TestBeforeAMerge:
    def test_a_clean_merge_that_brings_what_it_refuses_is_stopped(self, repo: Repo) -> None:
        repo.switch("side", at="HEAD")
        repo.commit({ENTRY: PLAIN + f"{WORD}\n"}, "theirs")
        repo.switch("main")
        repo.commit(project_of(entry("DEC", 1)), "ours")

        result = repo.merge()

        assert result.code == 1
        assert f"{REFUSED} {ENTRY}" in result.stderr
        assert WORD not in result.stderr + result.stdout


class TestBeforeAPush:
    def test_any_commit_with_what_it_refuses_stops_it(self, repo: Repo, tmp_path: Path) -> None:
        repo.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
        repo.commit({ENTRY: PLAIN + f"{WORD}\n"}, "refused")
        name = repo.resolve("HEAD")[:12]
        repo.commit({ENTRY: PLAIN}, "out again")

        result = repo.attempt("push", str(tmp_path / "remote.git"), "HEAD:main")

        assert result.code == 1
        assert f"{REFUSED} {ENTRY}" in result.stderr
        assert name in result.stderr
        assert WORD not in result.stderr + result.stdout

    def test_one_that_cannot_be_run_lets_nothing_leave(self, repo: Repo, tmp_path: Path) -> None:
        repo.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
        repo.git("config", "memoir.scanner", "no-such-scanner")

        result = repo.attempt("push", str(tmp_path / "remote.git"), "HEAD:main")

        assert result.code == 1
        assert NOT_RUN in result.stderr
