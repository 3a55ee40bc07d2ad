"""Every failpoint, every way to end there, every kind of change; then forward, and then back.

Whatever happens, the files are all as before or all as after, to the byte and to the mode, or the private
state says that they are not.
"""

from __future__ import annotations

import itertools
import signal
from pathlib import Path

import pytest

from memoir_git.core.inventory import Kind
from memoir_git.core.journal import Action
from memoir_git.core.recovery import Step
from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS, FailpointError, Failpoints
from memoir_git.fs.ground import Examined, examine
from memoir_git.fs.recovery import ManualRecoveryError, finish, recover
from memoir_git.fs.transaction import UnfinishedError, commit
from tests.support.crash import EXIT, KILL, Crasher
from tests.support.transactions import BEFORE, KINDS, Site, Tree, after, site_at, undertaken

POINTS = (
    at.AFTER_PLANNED,
    at.AFTER_FIRST_BACKUP,
    at.AFTER_PREPARED,
    at.AFTER_FIRST_REPLACE,
    f"{at.AFTER_EACH_REPLACE}:2",
    at.BEFORE_COMMITTED,
    at.AFTER_COMMITTED,
)
UNTOUCHED = POINTS[:3]
STATUS = {EXIT: EXIT_STATUS, KILL: -signal.SIGKILL}
# Without a file to replace or remove there is no backup to stop after.
WITHOUT_BACKUP = ("create", "directories")


def applies(point: str, kind: str) -> bool:
    return point != at.AFTER_FIRST_BACKUP or kind not in WITHOUT_BACKUP


CASES = [(point, kind) for point, kind in itertools.product(POINTS, KINDS) if applies(point, kind)]


def crashed(crasher: Crasher, base: Path, point: str, kind: str, style: str) -> tuple[Site, Examined]:
    """Returns a site in which a writer died, and what its private state says."""
    site = site_at(base)
    assert crasher.crash(base, point, style, kind) == STATUS[style]
    (found,) = examine(site.ground)
    return site, found


def stands(site: Site, files: Tree) -> bool:
    """Tells whether exactly these files are there, and nothing private is left."""
    return site.tree() == files and site.entries() == []


@pytest.mark.parametrize("style", [EXIT, KILL])
@pytest.mark.parametrize(("point", "kind"), CASES)
def test_a_dead_writer_is_noticed_and_can_be_completed_and_rolled_back(
    crasher: Crasher, tmp_path: Path, point: str, kind: str, style: str
) -> None:
    for action in Action:
        site, found = crashed(crasher, tmp_path / action.value, point, kind, style)
        assert found.decision is not None
        is_partial = point in (at.AFTER_PLANNED, at.AFTER_FIRST_BACKUP)
        is_committed = point == at.AFTER_COMMITTED
        assert found.judged.kind is (Kind.CLEANUP if is_committed else Kind.UNFINISHED)

        allowed = found.decision.step(action) is not Step.REFUSED
        if allowed:
            recover(found, action)

        # Backups are written one by one, so a delete can be complete before the phase says it.
        if action is Action.COMPLETE:
            assert allowed or is_partial
        else:
            assert allowed is not is_committed
        if allowed:
            assert stands(site, after(kind) if action is Action.COMPLETE else BEFORE)


@pytest.mark.parametrize(("point", "kind"), CASES)
def test_an_error_before_the_first_replacement_is_undone_and_after_it_is_recorded(
    tmp_path: Path, point: str, kind: str
) -> None:
    name, _, count = point.partition(":")
    for action in Action:
        site = site_at(
            tmp_path / action.value, failpoints=Failpoints(name, at=int(count or 1), style="raise")
        )

        with pytest.raises((FailpointError, UnfinishedError)):
            commit(site.ground, undertaken(site, KINDS[kind]))

        if point in UNTOUCHED:
            assert stands(site, BEFORE)
            continue
        (found,) = examine(site.ground)
        assert found.judged.journal is not None
        assert found.decision is not None
        if point == at.AFTER_COMMITTED:
            finish(found)
            assert stands(site, after(kind))
            continue
        assert found.judged.journal.phase.value == "failed"
        recover(found, action)
        assert stands(site, after(kind) if action is Action.COMPLETE else BEFORE)


@pytest.mark.parametrize("kind", KINDS)
def test_created_directories_go_when_the_change_is_taken_back(
    crasher: Crasher, tmp_path: Path, kind: str
) -> None:
    clean = site_at(tmp_path / "clean").folders()
    site, found = crashed(crasher, tmp_path / "site", at.BEFORE_COMMITTED, kind, EXIT)

    recover(found, Action.ROLLBACK)

    assert site.folders() == clean


@pytest.mark.parametrize("style", [EXIT, KILL])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", Action)
@pytest.mark.parametrize("point", [at.WHILE_RECOVERING, at.AFTER_EACH_REPAIR])
def test_a_recovery_that_dies_is_taken_up_again_and_not_turned_round(
    crasher: Crasher, tmp_path: Path, point: str, action: Action, kind: str, style: str
) -> None:
    site, _ = crashed(crasher, tmp_path, at.AFTER_FIRST_REPLACE, kind, EXIT)
    other = Action.ROLLBACK if action is Action.COMPLETE else Action.COMPLETE

    ended = crasher.crash(tmp_path, point, style, action=action.value)
    (found,) = examine(site.ground)
    with pytest.raises(ManualRecoveryError):
        recover(found, other)
    recover(found, action)

    assert ended == STATUS[style]
    assert found.judged.journal is not None
    assert found.judged.journal.phase.value == "recovering"
    assert stands(site, after(kind) if action is Action.COMPLETE else BEFORE)


def test_without_test_mode_a_failpoint_is_only_a_word(tmp_path: Path) -> None:
    variables = {"MEMOIR_GIT_FAILPOINT": f"{at.AFTER_FIRST_REPLACE}=exit"}
    site = site_at(tmp_path, failpoints=at.failpoints_of(variables))

    commit(site.ground, undertaken(site, KINDS["mixed"]))

    assert stands(site, after("mixed"))


def test_a_committed_transaction_is_never_rolled_back(crasher: Crasher, tmp_path: Path) -> None:
    site, found = crashed(crasher, tmp_path, at.AFTER_COMMITTED, "mixed", KILL)

    with pytest.raises(ManualRecoveryError):
        recover(found, Action.ROLLBACK)

    assert site.tree() == after("mixed")
    assert site.entries() != []
