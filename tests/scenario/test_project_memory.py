"""Project memory in real git: entries of both branches meet unit by unit; nothing decides for a person."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.memory import entry, entry_id, memory_file, subject
from tests.support.scenario import Repo, Scene
from tests.support.setting_up import installed, succeeded

DECISIONS = "docs/memory/decisions.md"
ARCHIVE = "docs/memory/archive/decisions-2026-10-01.md"
SUBJECTS = "docs/memory/subjects.md"


def decisions(*units: str) -> str:
    return memory_file("Decisions", *units)


def ids(repo: Repo, path: str = DECISIONS) -> list[str]:
    lines = repo.read(path).decode().splitlines()
    return [line.split()[1] for line in lines if line.startswith("## MC-")]


def plain(number: int, **words: str) -> str:
    """Returns a decision about no Subject."""
    body = words.pop("body", "Some text.")
    status = words.pop("status", "active")
    return entry(
        "DEC", number, facet=None, subject=None, body=body, status=status, evidence=EVIDENCE, **words
    )


EVIDENCE = ("user-confirmed",)
OLD, OURS, THEIRS = (plain(number) for number in (1, 2, 3))
BOTH_ADDED = Scene(
    base={DECISIONS: decisions(OLD)},
    ours={DECISIONS: decisions(OURS, OLD)},
    theirs={DECISIONS: decisions(THEIRS, OLD)},
)
EXPECTED = [entry_id("DEC", number) for number in (2, 3, 1)]


@pytest.fixture
def project(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    installed(repo, "--hooks", "none")  # the entries here are bare; a hook would miss their Subjects
    succeeded(repo.memoir("init", "project"))
    return repo


@pytest.mark.parametrize("versions", [BOTH_ADDED, BOTH_ADDED.exchanged()], ids=["ours", "theirs"])
def test_both_sides_add_at_the_top_and_no_merge_stops(project: Repo, versions: Scene) -> None:
    project.fork(versions)

    assert project.merge().code == 0
    assert ids(project) == EXPECTED
    assert project.leftovers() == []


@pytest.mark.parametrize("operation", ["rebase", "cherry-pick", "stash"])
def test_the_other_ways_to_merge_give_the_same_file(project: Repo, operation: str) -> None:
    project.fork(BOTH_ADDED)
    if operation == "stash":
        project.write({DECISIONS: decisions(OURS, OLD)})
        project.git("reset", "--quiet", "--soft", "HEAD~")
        project.git("stash")
        project.git("merge", "--quiet", "side")
        result = project.stash_pop()
    else:
        result = project.rebase("side") if operation == "rebase" else project.cherry_pick("side")

    assert result.code == 0
    assert ids(project) == EXPECTED


def test_disjoint_changes_of_one_entry_join(project: Repo) -> None:
    superseded = plain(1, status="superseded", Superseded_By=entry_id("DEC", 2))
    backed = OLD.replace("- user-confirmed\n", "- user-confirmed\n- doc:docs/a.md\n")
    project.fork(
        Scene(
            base={DECISIONS: decisions(OLD)},
            ours={DECISIONS: decisions(OURS, superseded)},
            theirs={DECISIONS: decisions(backed)},
        )
    )

    assert project.merge().code == 0
    merged = project.read(DECISIONS).decode()
    assert "Status: superseded" in merged
    assert "- doc:docs/a.md" in merged


def test_an_edit_of_what_the_other_side_superseded_is_a_conflict_around_that_entry_alone(
    project: Repo,
) -> None:
    superseded = plain(1, status="superseded", Superseded_By=entry_id("DEC", 2))
    project.fork(
        Scene(
            base={DECISIONS: decisions(OLD)},
            ours={DECISIONS: decisions(OURS, superseded)},
            theirs={DECISIONS: decisions(THEIRS, plain(1, body="Edited."))},
        )
    )

    assert project.merge().code == 1
    before, _, conflict = project.read(DECISIONS).decode().partition("<<<<<<< ")
    assert entry_id("DEC", 2) in before
    assert entry_id("DEC", 3) in before
    assert "Superseded-By" in conflict
    assert "Edited." in conflict


def test_an_entry_archived_here_and_edited_there_is_lost_on_neither(project: Repo) -> None:
    edited = plain(1, body="Edited.")
    batch = f"# Archived Memory: decisions\n\n## 2026-10-01 - From decisions\n\nReason: space\n\n{OLD}"
    project.fork(
        Scene(
            base={DECISIONS: decisions(OURS, OLD)},
            ours={DECISIONS: decisions(OURS), ARCHIVE: batch},
            theirs={DECISIONS: decisions(OURS, edited)},
        )
    )

    assert project.merge().code == 1
    assert "Edited." in project.read(DECISIONS).decode()
    assert ids(project, ARCHIVE) == [entry_id("DEC", 1)]


def test_subjects_and_their_aliases_meet(project: Repo) -> None:
    second, third = (f"MC-SUBJ-20260901-{number}{'b' * 7}" for number in (2, 3))
    project.fork(
        Scene(
            base={SUBJECTS: memory_file("Subjects", subject(aliases=["ci"]))},
            ours={
                SUBJECTS: memory_file("Subjects", subject(second, "Cache"), subject(aliases=["ci", "builds"]))
            },
            theirs={
                SUBJECTS: memory_file("Subjects", subject(third, "Deploy"), subject(aliases=["ci", "jobs"]))
            },
        )
    )

    assert project.merge().code == 0
    assert ids(project, SUBJECTS) == [second, third, "MC-SUBJ-20260901-1111aaaa"]
    merged = project.read(SUBJECTS).decode()
    assert all(f"- {alias}" in merged for alias in ("ci", "builds", "jobs"))


def test_a_clone_that_was_never_set_up_merges_as_text_and_repair_gives_the_drivers_result(
    project: Repo, make_repo: Callable[[], Repo]
) -> None:
    project.fork(BOTH_ADDED)
    project.attempt("merge", "-q", "-m", "x", "side", env={"MEMOIR_GIT": "0"})
    assert b"<<<<<<<" in project.read(DECISIONS)

    resolved = project.memoir("resolve")

    assert resolved.code == 0, str(resolved)
    assert ids(project) == EXPECTED


def test_the_brief_and_the_manifest_keep_gits_own_merge(project: Repo) -> None:
    brief = "docs/memory/brief.md"
    project.fork(
        Scene(
            base={brief: "# Brief\n\nOne.\n"},
            ours={brief: "# Brief\n\nTwo.\n"},
            theirs={brief: "# Brief\n\nThree.\n"},
        )
    )

    assert project.merge().code == 1
    assert b"<<<<<<<" in project.read(brief)
