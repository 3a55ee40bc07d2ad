"""What others do between crash and recovery: editors, chmod, links, git, and damage to the private state.

Nothing that somebody else did is overwritten, and nothing half-done goes unnoticed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.inventory import Kind
from memoir_git.core.journal import Action
from memoir_git.fs import failpoints as at
from memoir_git.fs.ground import Examined, examine, temporary_name
from memoir_git.fs.recovery import ManualRecoveryError, recover
from tests.support.crash import EXIT, Crasher
from tests.support.interrupted import CONSTRAINTS, DECISIONS, Interrupted, interrupted_in
from tests.support.scenario import Repo
from tests.support.transactions import BEFORE, MEMORY, Site, after, site_at

KIND = "mixed"
# In the order of commit: the first is a replacement that was made, the others are still as before.
MADE = f"{MEMORY}/constraints.md"
DELETED = f"{MEMORY}/inbox.md"
CREATED = f"{MEMORY}/new.md"
MANIFEST = f"{MEMORY}/manifest.md"


def crashed(crasher: Crasher, base: Path, point: str = at.AFTER_FIRST_REPLACE, kind: str = KIND) -> Site:
    site = site_at(base)
    crasher.crash(base, point, EXIT, kind)
    return site


def examined(site: Site) -> Examined:
    (found,) = examine(site.ground)
    return found


def refused(site: Site) -> bool:
    """Tells whether both actions are refused, and nothing whatever changed by trying them."""
    before, private = site.tree(), sorted(site.folder.rglob("*"))
    for action in Action:
        with pytest.raises(ManualRecoveryError):
            recover(examined(site), action)
    return site.tree() == before and sorted(site.folder.rglob("*")) == private


def _edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"edited\n")


def _chmod(path: Path) -> None:
    path.chmod(0o755)


def _to_link(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


def _to_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _to_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _same_bytes_other_mode(path: Path) -> None:
    path.chmod(0o600 if path.stat().st_mode & 0o777 != 0o600 else 0o644)


TOUCHES: list[Callable[[Path], None]] = [_edit, _chmod, _to_link, _to_folder, _same_bytes_other_mode]


@pytest.mark.parametrize("touch", TOUCHES)
@pytest.mark.parametrize("name", [MADE, DELETED, MANIFEST])
def test_a_target_that_somebody_touched_stops_both_ways(
    crasher: Crasher, tmp_path: Path, name: str, touch: Callable[[Path], None]
) -> None:
    site = crashed(crasher, tmp_path)

    touch(site.path(name))

    found = examined(site)
    assert found.blocks
    assert found.decision is not None
    assert (found.decision.is_complete_safe, found.decision.is_rollback_safe) == (False, False)
    if touch is not _to_folder:
        assert refused(site)


def test_a_pipe_in_a_targets_place_is_never_waited_for(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)
    _to_pipe(site.path(MADE))

    found = examined(site)

    assert found.decision is not None
    assert (found.decision.is_complete_safe, found.decision.is_rollback_safe) == (False, False)


def test_a_file_that_appeared_where_one_was_to_be_made_stops_both_ways(
    crasher: Crasher, tmp_path: Path
) -> None:
    site = crashed(crasher, tmp_path)

    site.path(CREATED).write_bytes(b"mine\n")

    assert refused(site)


def test_a_file_that_somebody_deleted_stops_both_ways(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)

    site.path(MADE).unlink()

    assert refused(site)


@pytest.mark.parametrize("point", [at.AFTER_PLANNED, at.AFTER_FIRST_BACKUP, at.AFTER_PREPARED])
def test_before_the_first_replacement_an_edit_is_kept_and_the_rest_is_dropped(
    crasher: Crasher, tmp_path: Path, point: str
) -> None:
    site = crashed(crasher, tmp_path, point)
    _edit(site.path(MADE))
    edited = site.tree()

    with pytest.raises(ManualRecoveryError):
        recover(examined(site), Action.COMPLETE)
    recover(examined(site), Action.ROLLBACK)

    assert site.tree() == edited
    assert site.entries() == []


def test_a_folder_on_the_way_that_became_a_link_is_not_followed(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)
    outside = tmp_path / "outside"
    site.path(MEMORY).rename(outside)
    site.path(MEMORY).symlink_to(outside)
    before = {path.name: path.read_bytes() for path in outside.iterdir()}

    for action in Action:
        with pytest.raises(ManualRecoveryError):
            recover(examined(site), action)

    assert {path.name: path.read_bytes() for path in outside.iterdir()} == before


@pytest.mark.parametrize("name", ["0001.backup", "0001.prepared", "0004.prepared"])
@pytest.mark.parametrize("spoil", [Path.unlink, _edit], ids=["missing", "changed"])
@pytest.mark.parametrize("point", [at.AFTER_PREPARED, at.AFTER_FIRST_REPLACE])
def test_a_private_copy_that_is_missing_or_changed_stops_both_ways(
    crasher: Crasher, tmp_path: Path, name: str, spoil: Callable[[Path], None], point: str
) -> None:
    site = crashed(crasher, tmp_path, point)

    spoil(site.folder / "targets" / name)

    assert examined(site).judged.kind is Kind.UNSAFE
    assert examined(site).blocks
    assert refused(site)


def test_an_extra_file_among_the_private_copies_stops_both_ways(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)

    (site.folder / "targets" / "0009.backup").write_bytes(b"?")

    assert examined(site).judged.kind is Kind.ORPHAN
    assert refused(site)


def test_a_missing_operand_of_the_other_action_does_not_stop_a_recovery_that_has_begun(
    crasher: Crasher, tmp_path: Path
) -> None:
    site = crashed(crasher, tmp_path)
    crasher.crash(tmp_path, at.WHILE_RECOVERING, EXIT, action="complete")
    for backup in (site.folder / "targets").glob("*.backup"):
        backup.unlink()

    recover(examined(site), Action.COMPLETE)

    assert site.tree() == after(KIND)


def test_a_directory_we_made_that_is_another_one_by_now_stops_both_ways(
    crasher: Crasher, tmp_path: Path
) -> None:
    site = crashed(crasher, tmp_path, kind="directories")
    made = site.path(f"{MEMORY}/areas")
    shutil.copytree(made, tmp_path / "copy")
    shutil.rmtree(made)
    # Kept open while the new one is made, so that no file system gives both the same number.
    (tmp_path / "copy").rename(made)

    assert refused(site)


def test_a_directory_we_made_that_holds_something_else_by_now_is_left(
    crasher: Crasher, tmp_path: Path
) -> None:
    site = crashed(crasher, tmp_path, kind="directories")
    site.path(f"{MEMORY}/areas/mine.md").write_bytes(b"mine\n")

    recover(examined(site), Action.ROLLBACK)

    assert site.tree() == {**BEFORE, f"{MEMORY}/areas/mine.md": (b"mine\n", 0o644)}
    assert site.entries() == []


def test_our_own_temporary_beside_a_target_is_swept_and_no_other(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)
    journal = examined(site).judged.journal
    assert journal is not None
    ours = site.path(MEMORY) / temporary_name(journal, journal.targets[1])
    other = ours.with_name(".memoir-git-" + "0" * 32 + "-0001.txn")
    for path in (ours, other):
        path.write_bytes(b"half")

    recover(examined(site), Action.COMPLETE)

    assert (ours.exists(), other.exists()) == (False, True)


def test_a_link_in_the_place_of_our_temporary_stops_both_ways(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)
    journal = examined(site).judged.journal
    assert journal is not None
    place = site.path(MEMORY) / temporary_name(journal, journal.targets[1])
    place.symlink_to(tmp_path / "victim")

    assert refused(site)
    assert place.is_symlink()


def test_a_journal_of_another_time_in_the_same_folder_is_told_apart(crasher: Crasher, tmp_path: Path) -> None:
    site = crashed(crasher, tmp_path)
    site.folder.rename(site.folder.with_name("f" * 32))

    assert examined(site).judged.kind is Kind.MALFORMED


@pytest.fixture
def project(
    make_repo: Callable[[], Repo], tmp_path: Path, crasher: Crasher, monkeypatch: pytest.MonkeyPatch
) -> Interrupted:
    return interrupted_in(make_repo(), tmp_path, crasher, monkeypatch)


def test_git_checkout_of_a_replaced_file_is_a_file_as_before(project: Interrupted) -> None:
    project.crash()
    project.repo.git("checkout", "--", CONSTRAINTS)

    looked = project.repo.memoir("recover")
    done = project.repo.memoir("recover", "--complete")

    assert f"{CONSTRAINTS}: replace; it is as before" in looked.stdout
    assert done.code == 0
    assert project.repo.read(CONSTRAINTS) == b"# Constraints\n"
    assert project.repo.read(DECISIONS) == b"# Decisions\n"


def test_git_stash_of_half_a_change_leaves_both_ways_and_the_stash(project: Interrupted) -> None:
    project.crash()
    project.repo.git("stash")

    done = project.repo.memoir("recover", "--rollback")

    assert done.code == 0
    assert project.repo.git("status", "--porcelain").out == b""
    assert project.repo.git("stash", "list").out != b""


def test_another_branch_with_other_contents_stops_both_ways(project: Interrupted) -> None:
    project.crash()
    project.repo.git("stash")
    project.repo.commit({DECISIONS: "others\n", CONSTRAINTS: "others\n"})
    before = project.repo.git("status", "--porcelain").out

    results = [project.repo.memoir("recover", word) for word in ("--complete", "--rollback")]

    assert [result.code for result in results] == [1, 1]
    assert project.repo.git("status", "--porcelain").out == before
    assert project.repo.read(DECISIONS) == b"others\n"


def test_a_folder_that_git_removed_is_made_again_for_what_is_restored(project: Interrupted) -> None:
    rule = "docs/memory/rules/only.md"
    project.repo.commit({rule: "only\n"})
    project.crash(f"{at.AFTER_EACH_REPLACE}:2", wanted={rule: None, DECISIONS: "# Decisions\n"})
    shutil.rmtree(project.repo.path / "docs/memory/rules")

    done = project.repo.memoir("recover", "--rollback")

    assert done.code == 0
    assert project.repo.git("status", "--porcelain").out == b""
