"""What a side of a merge has and its result lacks: told before it is committed, and stopping nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.bound_projects import DECISIONS, project_of
from tests.support.memory import entry, entry_id
from tests.support.processes import Result
from tests.support.scenario import Repo, Scene
from tests.support.setting_up import installed

INDEX = ".memoir/MEMORY.md"
LEDGER = "GOTCHAS.md"
UNITS = "MG-HOOK-010"
PARTS = "MG-HOOK-011"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A repository in which an index, a ledger and project memory are bound."""
    made = make_repo()
    made.commit({INDEX: "# Index\n", LEDGER: "# Gotchas\n", **project_of()}, "base")
    installed(made)
    assert made.memoir("track", "--as", "memoir-sections", LEDGER).code == 0
    made.commit({}, "attributes")
    return made


def resolved(repo: Repo, fork: Scene, result: dict[str, str]) -> Result:
    """Merges two sides, puts `result` in the place of what came out, and commits that."""
    repo.fork(fork)
    repo.attempt("merge", "--no-commit", "side")
    repo.write(result)
    repo.git("add", "-A")
    return repo.attempt("commit", "--quiet", "-m", "merge")


class TestUnits:
    MINE, YOURS = entry("DEC", 1, facet="workflow"), entry("DEC", 2, facet="security")

    def test_one_that_only_theirs_added_is_told_by_its_id(self, repo: Repo) -> None:
        fork = Scene(base=project_of(), ours=project_of(self.MINE), theirs=project_of(self.YOURS))

        result = resolved(repo, fork, project_of(self.MINE))

        assert result.code == 0
        assert (
            f"{UNITS} {DECISIONS}: A side of the merge has {entry_id('DEC', 2)} in this file" in result.stderr
        )
        assert entry_id("DEC", 1) not in result.stderr

    def test_one_that_the_result_has_in_the_archive_is_not(self, repo: Repo) -> None:
        fork = Scene(base=project_of(), ours=project_of(self.MINE), theirs=project_of(self.YOURS))

        result = resolved(repo, fork, project_of(self.MINE, archived=(self.YOURS,)))

        assert UNITS not in result.stderr

    def test_one_that_the_other_side_took_out_is_not(self, repo: Repo) -> None:
        fork = Scene(base=project_of(self.MINE), ours=project_of(self.YOURS, self.MINE), theirs=project_of())

        result = resolved(repo, fork, project_of(self.YOURS))

        assert UNITS not in result.stderr

    def test_one_that_moved_here_and_was_taken_out_there_is_not(self, repo: Repo) -> None:
        fork = Scene(
            base=project_of(self.YOURS, self.MINE),
            ours=project_of(self.YOURS, archived=(self.MINE,)),
            theirs=project_of(self.YOURS),
        )

        result = resolved(repo, fork, project_of())

        assert entry_id("DEC", 1) not in result.stderr

    def test_one_that_was_taken_out_there_and_changed_here_is(self, repo: Repo) -> None:
        changed = entry("DEC", 1, facet="workflow", body="Another text.")
        fork = Scene(base=project_of(self.MINE), ours=project_of(changed), theirs=project_of())

        result = resolved(repo, fork, project_of())

        assert f"{UNITS} {DECISIONS}" in result.stderr

    def test_what_the_driver_merged_loses_nothing(self, repo: Repo) -> None:
        repo.fork(Scene(base=project_of(), ours=project_of(self.MINE), theirs=project_of(self.YOURS)))

        result = repo.merge()

        assert UNITS not in result.stderr

    def test_a_result_that_cannot_be_cut_into_units_is_spoken_of_by_others(self, repo: Repo) -> None:
        fork = Scene(base=project_of(), ours=project_of(self.MINE), theirs=project_of(self.YOURS))

        result = resolved(repo, fork, project_of(self.MINE, self.MINE))

        assert UNITS not in result.stderr


class TestRowsAndSections:
    A, B = "- [a](memory/fact_a.md) first\n", "- [b](memory/fact_b.md) the topic\n"

    def test_a_row_that_theirs_added_is_counted_and_not_quoted(self, repo: Repo) -> None:
        head = "# Index\n\n"
        fork = Scene(base={INDEX: "# Index\n"}, ours={INDEX: head + self.A}, theirs={INDEX: head + self.B})

        result = resolved(repo, fork, {INDEX: head + self.A})

        assert result.code == 0
        assert f"{PARTS} {INDEX}: " in result.stderr
        assert "nowhere: 1." in result.stderr
        assert "topic" not in result.stderr

    def test_a_link_that_went_into_another_row_is_not_lost(self, repo: Repo) -> None:
        head = "# Index\n\n"
        fork = Scene(base={INDEX: "# Index\n"}, ours={INDEX: head + self.A}, theirs={INDEX: head + self.B})

        result = resolved(repo, fork, {INDEX: head + "- [a](memory/fact_a.md), [b](memory/fact_b.md)\n"})

        assert PARTS not in result.stderr

    def test_a_section_that_theirs_added_is_counted_and_not_quoted(self, repo: Repo) -> None:
        head = "# Gotchas\n\n"
        fork = Scene(
            base={LEDGER: "# Gotchas\n"},
            ours={LEDGER: head + "## One\n\ntext\n"},
            theirs={LEDGER: head + "## The topic\n\ntext\n"},
        )

        result = resolved(repo, fork, {LEDGER: head + "## One\n\ntext\n"})

        assert f"{PARTS} {LEDGER}: " in result.stderr
        assert "topic" not in result.stderr
