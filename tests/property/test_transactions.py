"""A machine of changes, crashes, edits and recoveries: no edit is overwritten, and no half is forgotten.

Each crash is one of a real process (`tests.support.crash`), so the states that a recovery meets are those
that crashes leave.
"""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memoir_git.core.journal import Action
from memoir_git.core.recovery import Step
from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS
from memoir_git.fs.ground import Examined, examine
from memoir_git.fs.recovery import ManualRecoveryError, finish, give_up, recover
from memoir_git.fs.transaction import commit
from tests.support.crash import EXIT, Crasher
from tests.support.transactions import MEMORY, Site, site_at, undertaken

NAMES = tuple(f"{MEMORY}/{name}" for name in ("manifest.md", "decisions.md", "areas/a.md", "areas/deep/b.md"))
POINTS = (
    at.AFTER_PLANNED,
    at.AFTER_FIRST_BACKUP,
    at.AFTER_PREPARED,
    *(f"{at.AFTER_EACH_REPLACE}:{count}" for count in (1, 2, 3)),
    at.BEFORE_COMMITTED,
    at.AFTER_COMMITTED,
)
TEXTS = st.sampled_from(["", "one\n", "two\r\n", "three, and no end"])
WANTED = st.dictionaries(st.sampled_from(NAMES), st.one_of(st.none(), TEXTS), min_size=2)
Contents = dict[str, bytes]


class Changes(RuleBasedStateMachine):
    """`files` is what has to be there; after a crash a target may also be at its goal, until it is edited."""

    def __init__(self, crasher: Crasher, folder: Path) -> None:
        super().__init__()
        self._crasher = crasher
        self._folder = folder
        self.site: Site = site_at(folder, files={f"{MEMORY}/manifest.md": (b"# M\n", 0o644)})
        self.files: Contents = self._contents()
        self.goal: dict[str, bytes | None] = {}
        self.edited: set[str] = set()
        self.is_crashed = False

    def teardown(self) -> None:
        shutil.rmtree(self._folder)

    @precondition(lambda self: not self.is_crashed)
    @rule(wanted=WANTED)
    def change(self, wanted: dict[str, str | None]) -> None:
        goal = self._goal(wanted)
        commit(self.site.ground, undertaken(self.site, goal))
        self._reach(goal)

    @precondition(lambda self: not self.is_crashed)
    @rule(wanted=WANTED, point=st.sampled_from(POINTS))
    def crash(self, wanted: dict[str, str | None], point: str) -> None:
        goal = self._goal(wanted)
        if len(goal) < 2:
            return
        ended = self._crasher.crash(self._folder, point, EXIT, wanted=dict(wanted))
        if ended == EXIT_STATUS:
            self.is_crashed, self.goal, self.edited = True, goal, set()
        else:
            assert ended == 0, "the change has fewer files than the failpoint counts"
            self._reach(goal)

    @rule(name=st.sampled_from(NAMES), number=st.integers(min_value=0, max_value=9))
    def edit(self, name: str, number: int) -> None:
        content = b"somebody's %d\n" % number
        path = self.site.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o644)
        self.files[name] = content
        self.edited.add(name)

    @precondition(lambda self: self.is_crashed)
    @rule(action=st.sampled_from(Action))
    def recover(self, action: Action) -> None:
        found = self._found()
        before = self._contents()
        assert found.decision is not None
        step = found.decision.step(action)
        try:
            recover(found, action)
        except ManualRecoveryError:
            assert step is Step.REFUSED
            assert self._contents() == before
            return
        if step in (Step.ABANDON, Step.DISCARD):
            assert self._contents() == before
            self.files = before
        elif action is Action.COMPLETE:
            self._reach(self.goal)
        self.is_crashed = False

    @precondition(lambda self: self.is_crashed)
    @rule(action=st.sampled_from(Action), point=st.sampled_from((at.WHILE_RECOVERING, at.AFTER_EACH_REPAIR)))
    def crash_while_recovering(self, action: Action, point: str) -> None:
        found = self._found()
        assert found.decision is not None
        step = found.decision.step(action)
        if step is not Step.WRITE:
            return
        ended = self._crasher.crash(self._folder, point, EXIT, action=action.value)
        if ended == 0:
            self.is_crashed = False
            if action is Action.COMPLETE:
                self._reach(self.goal)

    @precondition(lambda self: self.is_crashed)
    @rule()
    def give_up(self) -> None:
        found = self._found()
        assert found.decision is not None
        if found.decision.is_complete_safe or found.decision.is_rollback_safe:
            return
        self.files = self._contents()
        give_up(found)
        self.is_crashed = False

    @precondition(lambda self: self.is_crashed)
    @rule()
    def write_again(self) -> None:
        """The next writer cleans what has ended, and stops at everything else."""
        found = self._found()
        if not found.is_settled:
            assert found.blocks
            return
        finish(found)
        self._reach(self.goal)
        self.is_crashed = False

    @invariant()
    def nothing_is_lost_and_nothing_half_done_goes_unnoticed(self) -> None:
        found = self._contents()
        assert bool(examine(self.site.ground)) is self.is_crashed
        if not self.is_crashed:
            assert found == self.files
            return
        for name in {*NAMES, *found}:
            allowed = [self.files.get(name)]
            if name in self.goal and name not in self.edited:
                allowed.append(self.goal[name])
            assert found.get(name) in allowed, name

    def _found(self) -> Examined:
        (found,) = examine(self.site.ground)
        return found

    def _goal(self, wanted: dict[str, str | None]) -> dict[str, bytes | None]:
        """Returns the files that the change is about; what stays as it is is no target."""
        goal = {name: None if text is None else text.encode() for name, text in wanted.items()}
        return {name: content for name, content in goal.items() if content != self.files.get(name)}

    def _reach(self, goal: dict[str, bytes | None]) -> None:
        for name, content in goal.items():
            if content is None:
                self.files.pop(name, None)
            else:
                self.files[name] = content

    def _contents(self) -> Contents:
        return {name: content for name, (content, _) in self.site.tree().items()}


def test_no_edit_is_overwritten_and_no_half_is_forgotten(
    crasher: Crasher, tmp_path_factory: pytest.TempPathFactory
) -> None:
    top = tmp_path_factory.mktemp("machine")
    numbers = itertools.count()

    # A failure is short enough to be read; making it shorter would replay a thousand crashes.
    run_state_machine_as_test(
        lambda: Changes(crasher, top / str(next(numbers))),  # type: ignore[arg-type]
        settings=settings(stateful_step_count=20, phases=[Phase.generate]),
    )
