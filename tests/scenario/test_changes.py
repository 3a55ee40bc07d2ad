"""A change of project memory, whatever the command: previewed, confirmed, made; or nothing is touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from memoir_git.core.ids import Handle
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.unit_edit import new_unit, with_unit
from memoir_git.services.mutate import apply, change, preview
from memoir_git.services.mutation_lock import Governing
from memoir_git.services.mutation_plan import Mutation
from memoir_git.services.writable import NotWritableError
from tests.support.governing import governing_below
from tests.support.places import FIXTURES

MEMORY = "docs/memory"


@pytest.fixture
def governing(tmp_path: Path) -> Governing:
    """A copy of a clean project outside git, and a state root beside it."""
    return _governing(tmp_path, "clean-0.8")


def _governing(tmp_path: Path, project: str) -> Governing:
    copytree(FIXTURES / "projects" / project, tmp_path / "project")
    return governing_below(tmp_path)


def _contents(governing: Governing) -> dict[str, bytes]:
    folder = governing.directory / MEMORY
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.md"))}


def _added(title: str, evidence: str = "user-confirmed") -> Callable[[Material], Draft]:
    """Returns a planner that adds a Subject with a fresh ID."""

    def plan(material: Material) -> Draft:
        identifier = material.new_id("SUBJ", "subject")
        fields = (("Status", "active"), ("Kind", "feature"), ("Evidence", (evidence,)))
        text = with_unit(material.text("subjects.md"), new_unit(f"{identifier} — {title}", fields, ()))
        return Draft(contents={"subjects.md": text.encode()}, facts=(("subject", Handle(identifier)),))

    return plan


def _mutation(plan: Callable[[Material], Draft], *, writes_bodies: bool = False) -> Mutation:
    return Mutation(command="subject add", arguments={}, plan=plan, writes_bodies=writes_bodies)


def test_a_preview_writes_nothing_to_the_project(governing: Governing) -> None:
    before = _contents(governing)

    preview(governing, _mutation(_added("Plough")))

    assert _contents(governing) == before


def test_two_previews_give_the_same_plan_although_an_id_in_it_is_random(governing: Governing) -> None:
    plans = [preview(governing, _mutation(_added("Plough"))).data.plan.plan_id for _ in range(2)]

    assert plans[0] == plans[1]


def test_the_confirmed_plan_is_written(governing: Governing) -> None:
    asked = _mutation(_added("Plough"))
    plan = preview(governing, asked).data.plan.plan_id

    report = apply(governing, asked, plan)

    assert report.data.written == (f"{MEMORY}/subjects.md",)
    assert b"Plough" in _contents(governing)["subjects.md"]


def test_a_plan_that_went_stale_writes_nothing_and_shows_the_fresh_one(governing: Governing) -> None:
    asked = _mutation(_added("Plough"))
    plan = preview(governing, asked).data.plan.plan_id
    brief = governing.directory / MEMORY / "brief.md"
    brief.write_bytes(brief.read_bytes() + b"\nEdited meanwhile.\n")
    before = _contents(governing)

    report = apply(governing, asked, plan)

    assert report.exit_code == 1
    assert report.data.plan.plan_id != plan
    assert _contents(governing) == before


def test_what_the_outcome_would_newly_break_blocks_the_plan(governing: Governing) -> None:
    asked = _mutation(_added("Plough", evidence="agent-observed"))
    before = _contents(governing)

    report = change(governing, asked)

    assert report.exit_code == 1
    assert _contents(governing) == before


def test_a_blocked_preview_is_for_review_and_cannot_be_applied(governing: Governing) -> None:
    asked = _mutation(lambda _material: Draft(blockers=(blocked("entry-not-found"),)))
    report = preview(governing, asked)

    refused = apply(governing, asked, report.data.plan.plan_id)

    assert (report.exit_code, report.status.value) == (0, "REVIEW")
    assert refused.exit_code == 1


def test_a_warning_of_a_plan_does_not_block_it(governing: Governing) -> None:
    asked = _mutation(lambda _material: Draft(warnings=(warned("nothing-to-do"),)))

    report = change(governing, asked)

    assert (report.exit_code, report.data.is_applied) == (0, True)


def test_a_directory_without_project_memory_is_said_to_have_none(tmp_path: Path) -> None:
    governing = _governing(tmp_path, "clean-0.8")
    (governing.directory / MEMORY / "manifest.md").unlink()

    with pytest.raises(NotWritableError, match="no project memory"):
        preview(governing, _mutation(_added("Plough")))


@pytest.mark.parametrize("project", ["legacy-0.5", "structured-0.6", "routed-0.7", "newer"])
def test_a_project_of_another_protocol_is_not_written(tmp_path: Path, project: str) -> None:
    governing = _governing(tmp_path, project)

    with pytest.raises(NotWritableError):
        change(governing, _mutation(_added("Plough")))


@pytest.mark.parametrize("project", ["schema-2", "schema-3"])
def test_bodies_are_not_written_under_a_schema_that_fences_them(tmp_path: Path, project: str) -> None:
    governing = _governing(tmp_path, project)

    with pytest.raises(NotWritableError, match="entry schema"):
        change(governing, _mutation(_added("Plough"), writes_bodies=True))
