"""The locks around every change of project memory: one order, held to the end, freed by whoever ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copytree

import pytest

from memoir_git.core.ids import Handle
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.unit_edit import new_unit, with_unit
from memoir_git.fs.lock import Holder, LockError, held
from memoir_git.fs.state import StateError
from memoir_git.services.memory_place import MemoryPlace, find_place
from memoir_git.services.mutate import apply, change, preview
from memoir_git.services.mutation_lock import Governing, declared_identity, mutation_lock, state_root
from memoir_git.services.mutation_plan import Mutation
from tests.support.governing import governing_below
from tests.support.memory import PROJECT_ID
from tests.support.places import FIXTURES, PROJECT
from tests.support.scenario import Repo

SUBJECTS = "docs/memory/subjects.md"
HOLDER = Holder(process_id=1, since="2026-11-30T12:00:00Z")


@pytest.fixture
def governing(tmp_path: Path) -> Governing:
    copytree(FIXTURES / "projects" / "clean-0.8", tmp_path / "project")
    return governing_below(tmp_path, lock_timeout=0.05)


@pytest.fixture
def place(governing: Governing) -> MemoryPlace:
    return find_place(governing.directory, governing.memory_dir)


def subject_added(title: str = "Plough") -> Mutation:
    """Returns a change with a random ID in it."""

    def plan(material: Material) -> Draft:
        identifier = material.new_id("SUBJ", "subject")
        fields = (("Status", "active"), ("Kind", "feature"), ("Evidence", ("user-confirmed",)))
        text = with_unit(material.text("subjects.md"), new_unit(f"{identifier} — {title}", fields, ()))
        return Draft(contents={"subjects.md": text.encode()}, facts=(("subject", Handle(identifier)),))

    return Mutation(command="subject add", arguments={"title": title}, plan=plan)


def noted() -> Mutation:
    """Returns a change that depends on a random value and not on the day."""

    def plan(material: Material) -> Draft:
        text = material.text("brief.md") + material.random("note") + "\n"
        return Draft(contents={"brief.md": text.encode()})

    return Mutation(command="note", arguments={}, plan=plan)


def seed_files(governing: Governing) -> list[Path]:
    return sorted(Path(governing.variables["MEMOIR_GIT_STATE_HOME"], "plans").glob("*.json"))


@pytest.mark.parametrize("which", ["bootstrap", "project"])
def test_a_writer_waits_for_either_lock_and_then_says_so(
    governing: Governing, place: MemoryPlace, which: str
) -> None:
    state = state_root(governing, place)
    paths = {
        "bootstrap": state.bootstrap_lock_path(place.root),
        "project": state.project_lock_path(PROJECT_ID),
    }
    before = (governing.directory / SUBJECTS).read_bytes()

    with held(paths[which], holder=HOLDER), pytest.raises(LockError, match="nothing was changed"):
        change(governing, subject_added())

    assert (governing.directory / SUBJECTS).read_bytes() == before


def test_the_bootstrap_lock_is_taken_first_and_both_are_held_to_the_end(
    governing: Governing, place: MemoryPlace
) -> None:
    state = state_root(governing, place)
    with held(state.bootstrap_lock_path(place.root), holder=HOLDER), pytest.raises(LockError):
        change(governing, subject_added())
    assert not list((state.path / "locks").glob(f"{PROJECT_ID}*"))

    with mutation_lock(governing, place) as lock:
        assert lock.project_id == PROJECT_ID
        for path in (state.bootstrap_lock_path(place.root), state.project_lock_path(PROJECT_ID)):
            with pytest.raises(LockError), held(path, holder=HOLDER, timeout=0.0):
                pass


def test_the_locks_are_free_after_a_change_and_after_an_error(
    governing: Governing, place: MemoryPlace
) -> None:
    def failing(_material: Material) -> Draft:
        raise LookupError

    change(governing, subject_added())
    with pytest.raises(LookupError):
        change(governing, replace(subject_added(), plan=failing))

    with mutation_lock(governing, place) as lock:
        assert lock.project_id == PROJECT_ID


def test_two_checkouts_of_one_project_share_its_lock(governing: Governing, tmp_path: Path) -> None:
    copytree(governing.directory, tmp_path / "second")
    second = replace(governing, directory=tmp_path / "second")

    with mutation_lock(governing, find_place(governing.directory, None)), pytest.raises(LockError):
        change(second, subject_added())


def test_a_preview_takes_no_lock(governing: Governing, place: MemoryPlace) -> None:
    with mutation_lock(governing, place):
        report = preview(governing, subject_added())

    assert report.exit_code == 0


@pytest.mark.parametrize(
    "written", ["", "not-a-uuid", PROJECT_ID.upper(), PROJECT_ID.replace("4f43", "1f43")]
)
def test_an_identity_that_is_none_is_not_used(governing: Governing, place: MemoryPlace, written: str) -> None:
    manifest = governing.directory / "docs/memory/manifest.md"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(PROJECT_ID, written), encoding="utf-8")

    assert declared_identity(place) is None
    with mutation_lock(governing, place) as lock:
        assert lock.project_id is None


@pytest.mark.parametrize("ground", ["", ".git", "docs/memory"])
def test_a_state_root_on_the_projects_own_ground_is_refused(
    governing: Governing, make_repo: Callable[[], Repo], ground: str
) -> None:
    repo = make_repo()
    copytree(governing.directory, repo.path, dirs_exist_ok=True)
    inside = {"MEMOIR_GIT_STATE_HOME": str(repo.path / ground / "state")}

    with pytest.raises(StateError, match="lies inside"):
        change(replace(governing, directory=repo.path, variables=inside), subject_added())


class TestSeeds:
    """Guide 3.4: what is random in a plan stays the same until it is applied, and no longer."""

    def test_the_id_that_was_previewed_is_the_one_that_is_written(self, governing: Governing) -> None:
        shown = preview(governing, subject_added())

        done = apply(governing, subject_added(), shown.data.plan.plan_id)

        assert done.data.facts == shown.data.facts
        assert str(dict(shown.data.facts)["subject"]) in (governing.directory / SUBJECTS).read_text("utf-8")

    def test_a_preview_keeps_one_seed_and_the_application_removes_it(self, governing: Governing) -> None:
        shown = preview(governing, subject_added())
        assert len(seed_files(governing)) == 1

        apply(governing, subject_added(), shown.data.plan.plan_id)

        assert seed_files(governing) == []

    def test_after_seven_days_the_preview_is_stale(self, governing: Governing) -> None:
        plan = preview(governing, noted()).data.plan.plan_id
        in_time = replace(governing, now=governing.now + timedelta(days=7))
        assert preview(in_time, noted()).data.plan.plan_id == plan

        late = replace(governing, now=governing.now + timedelta(days=7, seconds=1))
        report = apply(late, noted(), plan)

        assert (report.exit_code, report.data.is_applied) == (1, False)

    def test_a_change_without_a_preview_keeps_no_seed(self, governing: Governing) -> None:
        change(governing, subject_added())

        assert seed_files(governing) == []

    def test_no_name_and_no_content_of_the_state_root_tells_what_was_asked(
        self, governing: Governing
    ) -> None:
        preview(governing, subject_added("Zanzibar"))

        root = Path(governing.variables["MEMOIR_GIT_STATE_HOME"])
        told = [path for path in root.rglob("*") if "zanzibar" in path.name.lower()]
        told += [path for path in root.rglob("*") if path.is_file() and b"Zanzibar" in path.read_bytes()]
        assert told == []


_HOLD = """
import sys, os
from pathlib import Path
sys.path.insert(0, {project!r})
from memoir_git.fs.lock import Holder, held
with held(Path({path!r}), holder=Holder(process_id=os.getpid(), since="2026-11-30T12:00:00Z")):
    print("held", flush=True)
    os.kill(os.getpid(), 9)
"""


def test_the_lock_of_a_process_that_was_killed_is_free(governing: Governing, place: MemoryPlace) -> None:
    import subprocess

    path = state_root(governing, place).project_lock_path(PROJECT_ID)
    code = _HOLD.format(project=str(PROJECT), path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.returncode) == (b"held\n", -9)
    assert json.loads(path.with_name(path.name + ".holder").read_bytes())["process_id"] > 1

    report = change(governing, subject_added())

    assert report.data.is_applied
