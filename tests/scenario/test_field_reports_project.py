"""Public reports and scenarios about what comes back and what is doubled, replayed with project memory.

B18 to B20, S25, S26 and S99.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.bound_projects import DECISIONS, OTHER_SUBJECT, parted, project_of, with_bound_project
from tests.support.memory import entry, entry_id
from tests.support.projects import MEMORY
from tests.support.scenario import Repo

OLD, NEW = entry("DEC", 1), entry("DEC", 2, facet="security")
CLOSED = entry("DEC", 1, status="superseded", Superseded_By=entry_id("DEC", 2))
FOLLOWING = entry("DEC", 2, Supersedes=entry_id("DEC", 1))
BACKED = entry("DEC", 1, evidence=("user-confirmed", "doc:docs/a.md"))


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = with_bound_project(make_repo())
    made.commit(project_of(OLD), "one decision")
    return made


def ids(repo: Repo) -> list[str]:
    lines = repo.read(DECISIONS).decode().splitlines()
    return [line.split()[1] for line in lines if line.startswith("## MC-")]


class TestWhatComesBack:
    @pytest.mark.parametrize("operation", ["rebase", "merge"])
    def test_b18_what_was_superseded_is_not_active_again(self, operation: str, repo: Repo) -> None:
        parted(repo, project_of(BACKED), project_of(FOLLOWING, CLOSED))

        result = repo.rebase("side") if operation == "rebase" else repo.merge()

        assert result.code == 0, str(result)
        merged = repo.read(DECISIONS).decode()
        assert "Status: superseded" in merged
        assert merged.count("Status: active") == 1

    @pytest.mark.parametrize("operation", ["rebase", "merge"])
    def test_b18_what_was_taken_out_stays_out(self, operation: str, repo: Repo) -> None:
        parted(repo, project_of(NEW, OLD), project_of())

        result = repo.rebase("side") if operation == "rebase" else repo.merge()

        assert result.code == 0, str(result)
        assert ids(repo) == [entry_id("DEC", 2)]

    def test_b19_one_entry_added_by_both_branches_is_one(self, repo: Repo) -> None:
        third = entry("DEC", 3, subject=OTHER_SUBJECT)
        parted(repo, project_of(third, NEW, OLD), project_of(NEW, OLD))

        assert repo.merge().code == 0
        assert ids(repo) == [entry_id("DEC", number) for number in (2, 3, 1)]

    def test_b20_a_neighbour_full_of_markers_is_no_concern_of_the_driver(self, repo: Repo) -> None:
        marked = "# Brief\n\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
        repo.commit({f"{MEMORY}/brief.md": marked}, "marked")
        parted(
            repo,
            project_of(NEW, OLD) | {f"{MEMORY}/brief.md": marked},
            project_of(BACKED) | {f"{MEMORY}/brief.md": marked},
        )

        assert repo.merge("--no-verify", "side").code == 0
        assert ids(repo) == [entry_id("DEC", 2), entry_id("DEC", 1)]

    def test_s25_a_revert_takes_an_added_entry_out(self, repo: Repo) -> None:
        repo.commit(project_of(NEW, OLD), "add")
        added = repo.resolve("HEAD")
        repo.commit(project_of(NEW, BACKED), "edit another")

        result = repo.attempt("revert", "--no-edit", added)

        assert result.code == 0, str(result)
        assert repo.read(DECISIONS).decode().count("doc:docs/a.md") == 1
        assert ids(repo) == [entry_id("DEC", 1)]

    def test_s26_a_revert_of_a_supersession_stops_instead_of_reviving_it(self, repo: Repo) -> None:
        repo.commit(project_of(FOLLOWING, CLOSED), "supersede")
        superseded = repo.resolve("HEAD")
        repo.commit(project_of(entry("DEC", 3, subject=OTHER_SUBJECT), FOLLOWING, CLOSED), "go on")

        result = repo.attempt("revert", "--no-edit", superseded)

        assert result.code == 1
        assert "Status: superseded" in repo.read(DECISIONS).decode().partition("=======")[0]
        assert repo.git("ls-files", "-u", "--", DECISIONS).stdout


class TestTheFollowUp:
    """S99: the hook tells, the command it names commits, on top and once."""

    @pytest.fixture
    def textual(self, repo: Repo) -> Repo:
        """A merge that kept ours alone, as a driver that does nothing leaves it."""
        repo.git("config", "merge.memoir-units.driver", "true")
        parted(repo, project_of(NEW, OLD), project_of(BACKED))
        result = repo.merge("--no-verify", "side")
        assert (result.code, "MG-HOOK-002" in result.stderr) == (0, True)
        return repo

    def test_s99_the_hook_itself_commits_nothing(self, textual: Repo) -> None:
        assert len(textual.git("rev-list", "--parents", "-1", "HEAD").stdout.split()) == 3
        assert textual.git("status", "--porcelain").stdout == ""

    def test_s99_the_repair_is_one_commit_on_top_and_no_hook_asks_for_another(self, textual: Repo) -> None:
        merge = textual.resolve("HEAD")

        repaired = textual.memoir("repair", "HEAD^1..HEAD")

        assert repaired.code == 0, str(repaired)
        assert textual.git("rev-list", "--parents", "-1", "HEAD").stdout.split()[1:] == [merge]
        assert "MG-HOOK" not in repaired.stderr
        assert "doc:docs/a.md" in textual.read(DECISIONS).decode()
        assert textual.memoir("repair", "--dry-run", "HEAD^1").code == 0

    def test_s99_another_file_that_is_not_committed_stays_as_it_is(self, textual: Repo) -> None:
        textual.write({"code.txt": "not committed\n"})

        assert textual.memoir("repair").code == 0
        assert textual.git("status", "--porcelain").stdout == "?? code.txt\n"

    def test_s99_a_memory_file_that_is_not_committed_is_a_reason_not_to(self, textual: Repo) -> None:
        changed = textual.read(DECISIONS) + b"\nMore.\n"
        textual.write({DECISIONS: changed})
        head = textual.resolve("HEAD")

        result = textual.memoir("repair")

        assert result.code == 1
        assert DECISIONS in result.stdout + result.stderr
        assert textual.resolve("HEAD") == head
        assert textual.read(DECISIONS) == changed

    def test_s99_on_a_detached_head_it_says_where_the_repair_is(self, textual: Repo) -> None:
        textual.git("switch", "--quiet", "--detach")

        result = textual.memoir("repair")

        assert result.code == 0
        assert "MG-REPAIR-008" in result.stdout

    def test_s99_where_commits_are_signed_it_signs_or_says_why_not(self, textual: Repo) -> None:
        textual.git("config", "commit.gpgSign", "true")
        textual.git("config", "gpg.program", "false")
        head = textual.resolve("HEAD")

        result = textual.memoir("repair")

        assert result.code == 1
        assert "commit.gpgSign=false" in result.stderr
        assert textual.resolve("HEAD") == head

    def test_s99_without_a_name_to_commit_under_it_says_so(self, textual: Repo) -> None:
        textual.git("config", "user.useConfigOnly", "true")
        names = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]

        result = textual.attempt("memoir", "repair", env={"GIT_CONFIG_GLOBAL": "/dev/null"}, unset=names)

        assert result.code == 1
        assert "user.email" in result.stderr
