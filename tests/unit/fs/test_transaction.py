"""The engine without a crash: what it makes, what it refuses, and what it leaves when the disk refuses."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.inventory import JOURNAL
from memoir_git.core.journal import Action, Binding, BindingKind, Phase
from memoir_git.core.journal_making import Undertaking
from memoir_git.core.plan import Root
from memoir_git.fs import failpoints as at
from memoir_git.fs import journal_store
from memoir_git.fs.atomic import ChangedError, WriteError
from memoir_git.fs.failpoints import FailpointError, Failpoints
from memoir_git.fs.ground import examine
from memoir_git.fs.paths import PathError
from memoir_git.fs.recovery import finish, recover
from memoir_git.fs.state import StateError
from memoir_git.fs.transaction import UnfinishedError, commit
from tests.support.transactions import (
    BEFORE,
    KINDS,
    LOCAL,
    MEMORY,
    Site,
    after,
    changes_for,
    ground_at,
    site_at,
    undertaken,
)

MANIFEST = f"{MEMORY}/manifest.md"
DECISIONS = f"{MEMORY}/decisions.md"
INBOX = f"{MEMORY}/inbox.md"


class Stops(Failpoints):
    """Calls a function where it is told to, in the place of a crash."""

    def __init__(self, name: str, does: Callable[[], object], *, count: int = 1) -> None:
        super().__init__(name, at=count)
        self._does = does

    def _stop(self, name: str) -> None:
        self._does()


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_makes_exactly_what_was_planned_and_leaves_nothing(tmp_path: Path, kind: str) -> None:
    site = site_at(tmp_path)

    written = commit(site.ground, undertaken(site, KINDS[kind]))

    assert site.tree() == after(kind)
    assert site.entries() == []
    assert {str(path) for path in written} == {name.removeprefix(LOCAL) for name in KINDS[kind]}


def test_a_change_of_nothing_writes_nothing(tmp_path: Path) -> None:
    site = site_at(tmp_path)

    assert commit(site.ground, undertaken(site, {})) == ()

    assert not (site.ground.state.path / "transactions").exists()


def test_one_file_has_no_journal_unless_it_is_asked_for(tmp_path: Path) -> None:
    seen = []
    site = site_at(tmp_path)
    ground = replace(site.ground, failpoints=Stops(at.AFTER_PLANNED, lambda: seen.append("journal")))

    commit(ground, undertaken(site, {DECISIONS: b"1\n"}))
    assert seen == []
    commit(ground, replace(undertaken(site, {DECISIONS: b"2\n"}), needs_journal=True))

    assert seen == ["journal"]


def test_a_sensitive_change_of_one_file_has_a_journal(tmp_path: Path) -> None:
    seen = []
    site = site_at(tmp_path)
    ground = replace(site.ground, failpoints=Stops(at.AFTER_PLANNED, lambda: seen.append("journal")))

    commit(ground, undertaken(site, {DECISIONS: None}, is_sensitive=True))

    assert seen == ["journal"]


def test_one_file_in_new_directories_takes_them_back_when_it_cannot_be_made(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    name = f"{MEMORY}/areas/{'x' * 300}.md"

    with pytest.raises(WriteError):
        commit(site.ground, _too_long(site, name))

    assert f"{MEMORY}/areas" not in site.folders()


def _too_long(site: Site, name: str) -> Undertaking:
    made = undertaken(site, {f"{MEMORY}/areas/x.md": b"1\n"})
    return replace(made, changes=(replace(made.changes[0], path=RepoPath(name)),))


@pytest.mark.parametrize(("count", "is_old"), [(1, True), (2, True), (3, True), (4, False)])
def test_content_goes_before_the_manifest(tmp_path: Path, count: int, is_old: bool) -> None:
    seen: list[bytes] = []
    site = site_at(tmp_path)
    stops = Stops(at.AFTER_EACH_REPLACE, lambda: seen.append(site.path(MANIFEST).read_bytes()), count=count)

    commit(replace(site.ground, failpoints=stops), undertaken(site, KINDS["mixed"]))

    assert seen == [BEFORE[MANIFEST][0] if is_old else b""]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_file_that_was_changed_after_the_plan_is_not_overwritten(tmp_path: Path, count: int) -> None:
    """An editor saves before the capture, or between the capture and the replacement of its file."""
    site = site_at(tmp_path)
    wanted = undertaken(site, KINDS["mixed"])
    victim = site.path(MANIFEST)

    def save() -> None:
        victim.write_bytes(b"edited\n")

    if count == 0:
        save()
        ground = site.ground
    else:
        ground = replace(site.ground, failpoints=Stops(at.AFTER_EACH_REPLACE, save, count=count))
    with pytest.raises((ChangedError, UnfinishedError)):
        commit(ground, wanted)

    assert victim.read_bytes() == b"edited\n"
    assert (site.entries() == []) is (count == 0)


def test_a_mode_that_was_changed_after_the_plan_is_noticed(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    wanted = undertaken(site, KINDS["replace"])
    site.path(DECISIONS).chmod(0o644)

    with pytest.raises(ChangedError):
        commit(site.ground, wanted)

    assert site.entries() == []


def test_one_file_that_was_changed_after_the_plan_is_not_overwritten(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    wanted = undertaken(site, {DECISIONS: b"1\n"})
    site.path(DECISIONS).write_bytes(b"edited\n")

    with pytest.raises(ChangedError):
        commit(site.ground, wanted)

    assert site.path(DECISIONS).read_bytes() == b"edited\n"


def test_a_link_in_the_place_of_a_target_or_of_a_directory_is_refused(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(b"mine\n")
    site.path(f"{MEMORY}/areas").symlink_to(outside)
    linked = site.path(INBOX)
    wanted = undertaken(site, {INBOX: b"1\n", DECISIONS: b"2\n"})
    linked.unlink()
    linked.symlink_to(outside / "file")

    with pytest.raises(PathError):
        commit(site.ground, wanted)
    with pytest.raises(PathError):
        commit(site.ground, _through_link(site))

    assert [path.name for path in outside.iterdir()] == ["file"]
    assert (outside / "file").read_bytes() == b"mine\n"


def _through_link(site: Site) -> Undertaking:
    made = undertaken(site, {f"{MEMORY}/rules/x.md": b"1\n", DECISIONS: b"2\n"})
    moved = replace(made.changes[0], path=RepoPath(f"{MEMORY}/areas/x.md"))
    return replace(made, changes=(moved, *made.changes[1:]))


def test_everything_private_is_readable_by_its_user_alone(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    previous = os.umask(0o022)
    try:
        site = site_at(tmp_path)

        def look() -> None:
            top = site.ground.state.path
            for path in [top, *top.rglob("*")]:
                seen[path.relative_to(top).as_posix()] = stat.S_IMODE(path.lstat().st_mode)

        stops = Stops(at.AFTER_FIRST_REPLACE, look)
        commit(replace(site.ground, failpoints=stops), undertaken(site, KINDS["two-roots"]))
    finally:
        os.umask(previous)

    folders = {mode for name, mode in seen.items() if (site.ground.state.path / name).is_dir()}
    private = {name: mode for name, mode in seen.items() if name.startswith("transactions/")}
    assert folders == {0o700}
    assert set(private.values()) == {0o700, 0o600}


def test_a_private_root_that_is_a_link_is_refused(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    site.ground.state.path.joinpath("transactions").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(StateError):
        commit(site.ground, undertaken(site, KINDS["mixed"]))
    with pytest.raises(StateError):
        examine(site.ground)

    assert site.tree() == BEFORE


def test_a_failed_update_keeps_the_journal_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_at(tmp_path)
    real = os.replace
    calls = []

    def fails(source: object, target: object, **words: object) -> None:
        if str(target).endswith(JOURNAL):
            calls.append(target)
            if len(calls) > 3:  # planned, prepared, committing; then nothing is recorded any more
                raise OSError(errno.ENOSPC, "no space")
        real(source, target, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(UnfinishedError):
        commit(site.ground, undertaken(site, KINDS["mixed"]))
    monkeypatch.undo()

    (found,) = examine(site.ground)
    assert found.judged.journal is not None
    assert found.judged.journal.phase is Phase.COMMITTING
    recover(found, Action.ROLLBACK)
    assert site.tree() == BEFORE


@pytest.mark.parametrize("after_files", range(9))
def test_a_full_disk_leaves_everything_as_it_was_or_says_that_it_is_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after_files: int
) -> None:
    site = site_at(tmp_path)
    wanted = undertaken(site, KINDS["mixed"])
    opens = os.open
    calls: list[int] = []

    def fails(path: object, flags: int, *rest: object, **words: object) -> int:
        if flags & os.O_CREAT:
            calls.append(flags)
            if len(calls) == after_files + 1:
                raise OSError(errno.ENOSPC, "no space")
        return opens(path, flags, *rest, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", fails)
    with pytest.raises((WriteError, UnfinishedError)) as raised:
        commit(site.ground, wanted)
    monkeypatch.undo()

    if isinstance(raised.value, UnfinishedError):
        (found,) = examine(site.ground)
        recover(found, Action.ROLLBACK)
    assert site.tree() == BEFORE
    assert [found.judged.kind.value for found in examine(site.ground)] in ([], ["residue"])


def test_an_interrupt_before_the_first_replacement_leaves_no_trace(tmp_path: Path) -> None:
    site = site_at(tmp_path)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        commit(
            replace(site.ground, failpoints=Stops(at.AFTER_PREPARED, interrupt)),
            undertaken(site, KINDS["directories"]),
        )

    assert site.tree() == BEFORE
    assert site.entries() == []


def test_directories_that_are_to_go_go_when_they_are_empty_and_come_back(tmp_path: Path) -> None:
    files = {f"{LOCAL}local/preferences.md": (b"1\n", 0o600), f"{LOCAL}bindings.json": (b"{}", 0o600)}
    for action in Action:
        site = site_at(tmp_path / action.value, files={**BEFORE, **files})
        (site.private / "local/profiles").mkdir(mode=0o700)
        wanted = undertaken(site, dict.fromkeys(files), removed=("local", "local/profiles"))
        ground = replace(site.ground, failpoints=Failpoints(at.BEFORE_COMMITTED, style="raise"))
        with pytest.raises(UnfinishedError):
            commit(ground, wanted)
        gone = not (site.private / "local").exists()

        (found,) = examine(site.ground)
        recover(found, action)

        is_back = action is Action.ROLLBACK
        assert gone
        assert site.tree() == ({**BEFORE, **files} if is_back else BEFORE)
        assert (site.private / "local/profiles").is_dir() is is_back
        assert site.entries() == []


def test_a_directory_with_something_else_in_it_stays(tmp_path: Path) -> None:
    files = {f"{LOCAL}local/preferences.md": (b"1\n", 0o600)}
    site = site_at(tmp_path, files={**BEFORE, **files})
    wanted = undertaken(site, dict.fromkeys(files), removed=("local",))
    (site.private / "local/mine.md").write_bytes(b"mine\n")

    commit(site.ground, wanted)

    assert (site.private / "local/mine.md").read_bytes() == b"mine\n"
    assert not (site.private / "local/preferences.md").exists()


def test_a_journal_has_nothing_but_words_paths_and_digests(tmp_path: Path) -> None:
    marker = b"zxqmarkerword"
    site = site_at(tmp_path, files={**BEFORE, DECISIONS: (marker + b"\n", 0o644)})
    seen: list[bytes] = []
    stops = Stops(at.AFTER_FIRST_REPLACE, lambda: seen.append((site.folder / JOURNAL).read_bytes()))

    commit(
        replace(site.ground, failpoints=stops),
        undertaken(site, {DECISIONS: b"again " + marker, INBOX: marker}, is_sensitive=True),
    )

    (journal,) = seen
    assert marker not in journal
    assert not [path for path in site.folder.parent.parent.rglob("*") if marker.decode() in path.name]
    assert json.loads(journal)["command"] == "supersede"


def test_an_error_of_a_sensitive_change_names_no_path(tmp_path: Path) -> None:
    marker = "zxqmarkerword"
    name = f"{MEMORY}/areas/{marker}.md"
    site = site_at(tmp_path, files={**BEFORE, name: (b"1\n", 0o644)})
    wanted = undertaken(site, {name: b"2\n", DECISIONS: b"3\n"}, is_sensitive=True)
    site.path(name).write_bytes(b"edited\n")

    with pytest.raises(ChangedError) as raised:
        commit(site.ground, wanted)

    assert marker not in str(raised.value) + str(raised.value.hint)


def test_a_store_has_a_folder_of_its_own(tmp_path: Path) -> None:
    site = site_at(tmp_path)
    store = Binding(kind=BindingKind.STORE, id="a" * 64)
    ground = replace(
        site.ground,
        binding=store,
        roots={Root.SHARED: site.root},
        failpoints=Failpoints(at.AFTER_FIRST_REPLACE, style="raise"),
    )

    with pytest.raises(UnfinishedError):
        commit(ground, undertaken(site, KINDS["replace"]))

    assert os.listdir(site.ground.state.path / "transactions") == ["store-" + "a" * 64]
    assert examine(site.ground) == ()
    (found,) = examine(ground)
    recover(found, Action.ROLLBACK)
    assert site.tree() == BEFORE


def test_a_private_state_that_was_made_looks_the_same_to_another_process(tmp_path: Path) -> None:
    site = site_at(tmp_path)

    again = ground_at(site.root, site.ground.state.path)

    assert again.root_binding == site.ground.root_binding
    assert ground_at(tmp_path, site.ground.state.path).root_binding != site.ground.root_binding


def test_cleaning_that_was_interrupted_is_finished_by_the_next(tmp_path: Path) -> None:
    site = site_at(tmp_path, failpoints=Failpoints(at.AFTER_COMMITTED, style="raise"))
    with pytest.raises(FailpointError):
        commit(site.ground, undertaken(site, KINDS["mixed"]))
    for artifact in (site.folder / "targets").iterdir():
        artifact.unlink()

    (found,) = examine(site.ground)
    assert found.is_settled
    journal_store.clean(site.folder)

    assert examine(site.ground) == ()
    assert changes_for(site, {}) == ()


def test_the_journal_goes_last_so_that_an_interrupted_cleaning_stays_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = site_at(tmp_path)
    real = os.unlink

    def fails(path: object, **words: object) -> None:
        if str(path).endswith("0002.backup"):
            raise OSError(errno.EIO, "broken")
        real(path, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "unlink", fails)
    commit(site.ground, undertaken(site, KINDS["mixed"]))
    monkeypatch.undo()

    (found,) = examine(site.ground)
    assert found.judged.journal is not None
    assert found.is_settled
    finish(found)
    assert examine(site.ground) == ()
    assert site.tree() == after("mixed")


@pytest.mark.parametrize("action", Action)
def test_a_recovery_that_meets_a_new_edit_stops_there_and_says_that_it_is_half_done(
    tmp_path: Path, action: Action
) -> None:
    site = site_at(tmp_path, failpoints=Failpoints(at.BEFORE_COMMITTED, style="raise"))
    with pytest.raises(UnfinishedError):
        commit(site.ground, undertaken(site, KINDS["mixed"]))
    if action is Action.COMPLETE:
        for name in (MANIFEST, f"{MEMORY}/constraints.md"):
            site.path(name).write_bytes(BEFORE[name][0])
    victim = site.path(MANIFEST if action is Action.COMPLETE else f"{MEMORY}/constraints.md")
    stops = Stops(at.AFTER_EACH_REPAIR, lambda: victim.write_bytes(b"edited\n"))
    (found,) = examine(replace(site.ground, failpoints=stops))

    with pytest.raises(UnfinishedError) as raised:
        recover(found, action)

    assert victim.read_bytes() == b"edited\n"
    assert "half-way" in str(raised.value)
    (again,) = examine(site.ground)
    assert again.blocks
