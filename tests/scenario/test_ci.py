"""What the page about CI says of its commands: a clone that nobody set up, and the statuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.bound_projects import OTHER_SUBJECT, parted, project_of, with_bound_project
from tests.support.memory import entry
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.sessions import session
from tests.support.setting_up import DEFAULT, SCENE, installed

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
ENTRY = ".memoir/memory/fact_one.md"
PLAIN = "---\nname: one\ntype: fact\ndescription: d\ncreated: 2026-03-01\n---\nThe text.\n"
REQUIRED = ("check", "--merge-base", "origin/side", "--require-merge-review")


@pytest.fixture
def store(make_repo: Callable[[], Repo]) -> Repo:
    """A repository whose store is bound by the tracked attributes."""
    made = make_repo()
    made.commit({DEFAULT: session(), ENTRY: PLAIN}, "base")
    installed(made)
    made.commit({}, "attributes")
    return made


@pytest.fixture
def project(make_repo: Callable[[], Repo]) -> Repo:
    """A project that two branches changed in ways for a person to look at."""
    ours, theirs = entry("DEC", 1), entry("DEC", 2, subject=OTHER_SUBJECT)
    return parted(with_bound_project(make_repo()), project_of(ours), project_of(theirs))


def leaving(clone: Repo) -> Result:
    """Puts what the branch brings to the check before a push, as the page says."""
    tip, known = clone.resolve("HEAD"), clone.resolve("origin/main")
    line = f"refs/heads/x {tip} refs/heads/main {known}\n"
    return clone.attempt("memoir", "hook", "run", "pre-push", "origin", stdin=line.encode())


def test_validate_fails_for_a_broken_file_and_passes_for_a_good_one(store: Repo, tmp_path: Path) -> None:
    clone = store.clone(tmp_path / "clone")

    good = clone.memoir("validate")
    clone.write({DEFAULT: "{"})

    assert (good.code, clone.memoir("validate").code) == (0, 1)


def test_a_review_fails_only_where_that_is_asked_for(project: Repo, tmp_path: Path) -> None:
    clone = project.clone(tmp_path / "clone")

    assert clone.memoir(*REQUIRED).code == 0
    assert clone.memoir(*REQUIRED, "--review-as", "error").code == 1


def test_a_review_of_a_forges_merge_commit_takes_its_parents_as_the_sides(
    project: Repo, tmp_path: Path
) -> None:
    clone = project.clone(tmp_path / "clone")
    clone.git("merge", "--quiet", "-s", "ours", "-m", "merge", "origin/side")

    result = clone.memoir(*REQUIRED, "--format", "json")

    assert result.code == 0
    assert '"MC-MERGE-000"' not in result.stdout


def test_a_shallow_clone_does_not_look_like_a_pass(project: Repo, tmp_path: Path) -> None:
    clone = project.clone(tmp_path / "clone", "--depth=1", "--no-single-branch", "--branch=main")

    assert clone.memoir(*REQUIRED).code == 1


def test_a_merge_that_a_forge_made_as_text_is_found_without_installing(store: Repo, tmp_path: Path) -> None:
    store.fork(SCENE)
    clone = store.clone(tmp_path / "clone")
    clone.attempt("merge", "--quiet", "-s", "ours", "-m", "merge", "origin/side")

    assert clone.memoir("repair", "--dry-run", "HEAD").code == 1


def test_a_preview_of_a_clean_merge_passes(store: Repo, tmp_path: Path) -> None:
    store.fork(SCENE)
    clone = store.clone(tmp_path / "clone")

    assert clone.memoir("preview", "origin/side").code == 0


def test_a_job_that_merges_keeps_a_clean_work_tree(store: Repo, tmp_path: Path) -> None:
    store.fork(SCENE)
    clone = installed(store.clone(tmp_path / "clone"), "--no-attributes", "--hooks", "none")

    assert clone.git("status", "--porcelain").stdout == ""
    assert clone.attempt("merge", "--quiet", "-m", "merge", "origin/side").code == 0


def test_what_a_branch_brings_is_looked_through_for_secrets(store: Repo, tmp_path: Path) -> None:
    clone = store.clone(tmp_path / "clone")
    good = leaving(clone)
    clone.commit({ENTRY: PLAIN + f"token {TOKEN}\n"}, "secret")
    clone.commit({ENTRY: PLAIN}, "out again")

    found = leaving(clone)

    assert (good.code, found.code) == (0, 1)
    assert TOKEN[4:] not in found.stderr
