"""The check of project memory before a commit: the whole of it as staged, and only what the commit breaks."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from tests.support.bound_projects import OTHER_SUBJECT, parted, project_of, with_bound_project
from tests.support.memory import entry, files, memory_file
from tests.support.processes import Result
from tests.support.projects import FOLDER, MEMORY, with_project
from tests.support.scenario import Repo
from tests.support.setting_up import installed


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A repository with a clean project whose memory the attributes mark."""
    made = make_repo()
    with_project(made.path, "clean-0.8")
    installed(made)
    made.commit({}, "base")
    return made


def commit(repo: Repo) -> Result:
    return repo.attempt("commit", "--quiet", "-a", "-m", "change")


def corrupt(repo: Repo) -> None:
    shutil.copytree(FOLDER / "corrupted-0.8" / MEMORY, repo.path / MEMORY, dirs_exist_ok=True)
    repo.git("add", "-A")


def test_a_change_that_breaks_nothing_says_nothing(repo: Repo) -> None:
    path = repo.path / MEMORY / "brief.md"
    path.write_text(path.read_text() + "\nOne more sentence.\n")

    result = commit(repo)

    assert (result.code, result.stderr) == (0, "")


@pytest.mark.parametrize("name", ["brief.md", "changelog.md", "rules/tone.md", "profiles/careful.md"])
def test_a_secret_in_what_git_merges_as_text_stops_it(repo: Repo, name: str) -> None:
    path = repo.path / MEMORY / name
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write("\nThe key is AKIA" + "Q3EGRIE2KBCUWXYZ.\n")
    repo.git("add", "-A")

    result = commit(repo)

    assert result.code == 1
    assert f"{MEMORY}/{name}" in result.stderr


def test_what_it_breaks_stops_it_by_the_findings_of_an_audit(repo: Repo) -> None:
    corrupt(repo)

    result = commit(repo)

    assert result.code == 1
    assert "MC-" in result.stderr


def test_what_was_broken_before_does_not_stop_it(repo: Repo) -> None:
    corrupt(repo)
    repo.git("commit", "--quiet", "--no-verify", "-m", "broken")
    path = repo.path / MEMORY / "brief.md"
    path.write_text(path.read_text() + "\nOne more sentence.\n")

    assert commit(repo).code == 0


def test_the_staged_content_is_judged_and_not_the_work_tree(repo: Repo) -> None:
    path = repo.path / MEMORY / "brief.md"
    path.write_text(path.read_text() + "\nOne more sentence.\n")
    repo.git("add", "-A")
    shutil.copytree(FOLDER / "corrupted-0.8" / MEMORY, repo.path / MEMORY, dirs_exist_ok=True)

    assert repo.attempt("commit", "--quiet", "-m", "change").code == 0


def test_only_what_the_commit_says_anew_is_looked_through_for_secrets(repo: Repo) -> None:
    brief, constraints = (repo.path / MEMORY / name for name in ("brief.md", "constraints.md"))
    brief.write_text(brief.read_text() + "\nThe pass" + "word = correcthorse\n")
    repo.git("commit", "--quiet", "-a", "--no-verify", "-m", "secret")
    constraints.write_text(constraints.read_text() + "\nThe pass" + "word = correcthorse\n")

    result = commit(repo)

    assert "MC-SECURITY-001 docs/memory/constraints.md" in result.stderr
    assert "docs/memory/brief.md" not in result.stderr


@pytest.mark.parametrize("is_set", [True, False])
def test_memory_in_another_place_is_judged_as_well(repo: Repo, *, is_set: bool) -> None:
    repo.git("mv", MEMORY, "docs/knowledge")
    attributes = repo.path / ".gitattributes"
    attributes.write_text(attributes.read_text().replace(MEMORY, "docs/knowledge"))
    if is_set:
        repo.git("config", "memoir.memoryDir", "docs/knowledge")
    repo.git("commit", "--quiet", "-a", "--no-verify", "-m", "moved")
    shutil.copytree(FOLDER / "corrupted-0.8" / MEMORY, repo.path / "docs/knowledge", dirs_exist_ok=True)
    repo.git("add", "-A")

    result = commit(repo)

    assert result.code == 1
    assert "MC-ENTRY-001 docs/knowledge/decisions.md" in result.stderr


@pytest.mark.parametrize(("place", "code"), [("elsewhere", 0), (MEMORY, 1)])
def test_a_setting_that_names_no_possible_place_leaves_memory_to_an_audit(
    repo: Repo, place: str, code: int
) -> None:
    repo.git("config", "memoir.memoryDir", place)
    with (repo.path / MEMORY / "decisions.md").open("a") as file:
        file.write("\n## MC-DEC-20260901-0000000a \u2014 Half an entry\n\nStatus: undecided\n")

    assert commit(repo).code == code


class TestAMergeBeingCommitted:
    """What two branches did since they parted is reviewed before their merge is committed."""

    @pytest.fixture
    def empty(self, make_repo: Callable[[], Repo]) -> Repo:
        """A repository whose project has two Subjects and no entry yet."""
        return with_bound_project(make_repo())

    def test_what_contradicts_stops_it_and_both_sides_stay(self, empty: Repo) -> None:
        parted(empty, project_of(entry("DEC", 1)), project_of(entry("DEC", 2)))
        head = empty.resolve("HEAD")

        result = empty.merge()

        assert result.code != 0
        assert result.stderr.count("MC-CONFLICT-001") == 1
        assert empty.resolve("HEAD") == head
        assert empty.resolve("MERGE_HEAD") == empty.resolve("side")

    def test_what_needs_a_person_is_told_and_does_not_stop_it(self, empty: Repo) -> None:
        parted(empty, project_of(entry("DEC", 1)), project_of(entry("DEC", 2, subject=OTHER_SUBJECT)))

        result = empty.merge()

        assert result.code == 0
        assert "WARNING MC-CONFLICT-006" in result.stderr

    def test_what_needs_a_person_stops_it_where_the_setting_says_so(self, empty: Repo) -> None:
        parted(empty, project_of(entry("DEC", 1)), project_of(entry("DEC", 2, subject=OTHER_SUBJECT)))
        empty.git("config", "memoir.reviewAs", "error")

        result = empty.merge()

        assert result.code != 0
        assert "ERROR   MC-CONFLICT-006" in result.stderr

    def test_what_needs_a_person_stops_nobody_after_it_is_committed(self, empty: Repo) -> None:
        area = memory_file("I", entry(number=2, scope="area:importer"))
        overlap = files(constraints=memory_file("C", entry()), areas__importer=area)
        empty.commit({f"{MEMORY}/{path}": text for path, text in overlap.items()}, "overlap")
        empty.git("config", "memoir.reviewAs", "error")
        path = empty.path / MEMORY / "brief.md"
        path.write_text(path.read_text() + "\nOne more sentence.\n")

        assert commit(empty).code == 0
