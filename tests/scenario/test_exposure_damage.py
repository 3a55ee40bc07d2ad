"""A history that cannot be read whole: the reason is said, nothing hangs, and a hit is still a hit."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.exposure import (
    DEFAULT_BOUNDS,
    Bounds,
    HistoricBlob,
    HistoryStatus,
    Inspected,
    Unavailable,
)
from memoir_git.git.history.inspect import inspect_history, refusal_reason
from memoir_git.git.repo import discover
from tests.support.exposure import inspection, look
from tests.support.planting import CLEAN, COPY, ENTRY, forget_logs
from tests.support.scenario import Repo


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """Three commits on `main`, all objects loose, the copy in the second one."""
    repo = make_repo()
    repo.commit({ENTRY: b"# Decisions\n"})
    repo.commit({ENTRY: COPY})
    repo.commit({ENTRY: CLEAN})
    return repo


def loose_file(repo: Repo, revision: str) -> Path:
    name = repo.resolve(revision)
    path = repo.path / ".git/objects" / name[:2] / name[2:]
    path.chmod(0o644)
    return path


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def lie_about_size(path: Path) -> None:
    header, _, content = zlib.decompress(path.read_bytes()).partition(b"\0")
    path.write_bytes(zlib.compress(header.split(b" ")[0] + b" 1\0" + content))


def change_content(path: Path) -> None:
    path.write_bytes(zlib.compress(zlib.decompress(path.read_bytes()).replace(b"e", b"a")))


DAMAGES = (truncate, empty, lie_about_size, change_content)
OBJECTS = {"blob": f"HEAD~:{ENTRY}", "tree": "HEAD~^{tree}", "commit": "HEAD~"}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", OBJECTS)
def test_a_damaged_loose_object_makes_the_look_incomplete(
    repo: Repo, kind: str, damage: Callable[[Path], None]
) -> None:
    damage(loose_file(repo, OBJECTS[kind]))

    seen = look(repo.path)

    assert seen.status is HistoryStatus.UNAVAILABLE
    assert Unavailable.OBJECTS_CORRUPT in seen.reasons


@pytest.mark.parametrize("kind", OBJECTS)
def test_a_lost_object_makes_the_look_incomplete(repo: Repo, kind: str) -> None:
    loose_file(repo, OBJECTS[kind]).unlink()

    seen = look(repo.path)

    assert seen.status is HistoryStatus.UNAVAILABLE
    assert seen.reasons == (Unavailable.OBJECTS_MISSING,)


def test_a_hit_is_a_hit_although_the_rest_is_damaged(repo: Repo) -> None:
    truncate(loose_file(repo, "HEAD~2"))

    seen = look(repo.path)

    assert seen.status is HistoryStatus.REACHABLE_COPY_DETECTED
    assert seen.reasons == (Unavailable.OBJECTS_CORRUPT,)


def test_a_damaged_loose_object_with_a_packed_twin_is_no_damage(repo: Repo) -> None:
    path = loose_file(repo, OBJECTS["blob"])
    repo.git("repack", "-a", "--quiet")
    truncate(path)

    seen = inspect_history(discover(repo.path), inspection())  # some gits stumble over the loose one

    assert seen.status is HistoryStatus.REACHABLE_COPY_DETECTED
    assert seen.reasons == ()


@pytest.mark.parametrize("kept", [0, 20, 60])
def test_a_truncated_pack_makes_the_look_incomplete(repo: Repo, kept: int) -> None:
    repo.git("repack", "-a", "-d", "--quiet")
    (pack,) = repo.path.glob(".git/objects/pack/*.pack")
    pack.chmod(0o644)
    pack.write_bytes(pack.read_bytes()[:kept])

    seen = inspect_history(discover(repo.path), inspection())

    assert seen.status is HistoryStatus.UNAVAILABLE


def test_a_pack_full_of_garbage_makes_the_look_incomplete(repo: Repo) -> None:
    repo.git("repack", "-a", "-d", "--quiet")
    (pack,) = repo.path.glob(".git/objects/pack/*.pack")
    content = pack.read_bytes()
    pack.chmod(0o644)
    pack.write_bytes(content[:12] + b"\xa5" * (len(content) - 32) + content[-20:])

    for through_git in (False, True):
        seen = inspect_history(discover(repo.path), inspection(), through_git=through_git)

        assert seen.status is HistoryStatus.UNAVAILABLE


@pytest.mark.parametrize("content", [b"", b"garbage\n", b"0" * 40 + b"\n", b"abc\n"])
def test_a_damaged_ref_makes_the_look_incomplete(make_repo: Callable[[], Repo], content: bytes) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    (repo.path / ".git/refs/heads/broken").write_bytes(content)

    seen = look(repo.path)

    assert seen.status is HistoryStatus.UNAVAILABLE
    assert seen.reasons == (Unavailable.REF_UNREADABLE,)


def test_a_ref_to_nothing_makes_the_look_incomplete(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    (repo.path / ".git/refs/heads/broken").write_text("1" * 40 + "\n")

    assert look(repo.path).reasons == (Unavailable.OBJECTS_MISSING,)


def test_a_damaged_index_makes_the_look_incomplete(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    (repo.path / ".git/index").write_bytes(b"DIRC garbage")

    assert look(repo.path).reasons == (Unavailable.INDEX_UNREADABLE,)


def test_a_borrowed_store_that_is_gone_makes_the_look_incomplete(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    (repo.path / ".git/objects/info").mkdir(exist_ok=True)
    (repo.path / ".git/objects/info/alternates").write_text("/nowhere/objects\n")

    assert look(repo.path).reasons == (Unavailable.ALTERNATES_UNREADABLE,)


def test_a_shallow_clone_is_incomplete_however_clean_it_is(repo: Repo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone", "--depth=1")

    seen = look(clone.path)

    assert seen.status is HistoryStatus.UNAVAILABLE
    assert seen.reasons == (Unavailable.SHALLOW,)


def test_a_partial_clone_is_incomplete_and_fetches_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none")
    before = sorted(clone.path.rglob(".git/objects/**/*"))

    seen = look(clone.path)

    assert seen.status is HistoryStatus.UNAVAILABLE
    assert seen.reasons == (Unavailable.OBJECTS_MISSING,)
    assert sorted(clone.path.rglob(".git/objects/**/*")) == before


def test_what_a_reflog_outlived_is_expired_and_not_missing(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    log = repo.path / ".git/logs/refs/heads/main"
    log.write_text(f"{'1' * 40} {repo.resolve('HEAD')} A <a@example.org> 1700000000 +0000\tx\n")

    seen = look(repo.path)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.expired == 1


class TestBounds:
    """A look that a bound ends early is not complete; one that just suffices is."""

    def bounded(self, repo: Repo, bounds: Bounds) -> Inspected:
        forget_logs(repo)
        return look(repo.path, inspection(bounds=bounds))

    @pytest.mark.parametrize(
        ("enough", "less"),
        [
            (replace(DEFAULT_BOUNDS, max_commits=1), replace(DEFAULT_BOUNDS, max_commits=0)),
            (replace(DEFAULT_BOUNDS, max_objects=5), replace(DEFAULT_BOUNDS, max_objects=4)),
            (
                replace(DEFAULT_BOUNDS, max_blob_bytes=len(CLEAN)),
                replace(DEFAULT_BOUNDS, max_blob_bytes=len(CLEAN) - 1),
            ),
            (
                replace(DEFAULT_BOUNDS, max_total_bytes=len(CLEAN)),
                replace(DEFAULT_BOUNDS, max_total_bytes=len(CLEAN) - 1),
            ),
        ],
        ids=["commits", "objects", "bytes of a blob", "bytes of all blobs"],
    )
    def test_a_bound_that_suffices_is_not_reached(
        self, make_repo: Callable[[], Repo], enough: Bounds, less: Bounds
    ) -> None:
        repo = make_repo()
        repo.commit({ENTRY: CLEAN})

        assert self.bounded(repo, enough).reasons == ()
        assert self.bounded(repo, less).reasons == (Unavailable.BOUND_REACHED,)

    def test_the_newest_versions_are_seen_first(self, repo: Repo) -> None:
        seen = self.bounded(repo, replace(DEFAULT_BOUNDS, max_commits=2))

        assert seen.status is HistoryStatus.REACHABLE_COPY_DETECTED
        assert seen.counts.commits == 2

    def test_time_is_a_bound_only_when_asked_for(self, repo: Repo) -> None:
        seen = self.bounded(repo, replace(DEFAULT_BOUNDS, seconds=-1.0))

        assert seen.reasons == (Unavailable.TIME_LIMIT,)


def refused(repo: Repo) -> Unavailable:
    try:
        discover(repo.path)
    except MemoirGitError as error:
        return refusal_reason(error)
    return inspect_history(discover(repo.path), inspection()).reasons[0]


def test_a_repository_of_somebody_else_is_refused(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")

    assert refused(repo) is Unavailable.OWNERSHIP_REFUSED


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("[core]\n\trepositoryformatversion = 9\n", Unavailable.REPOSITORY_VERSION_UNSUPPORTED),
        (
            "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tmadeUp = true\n",
            Unavailable.EXTENSION_UNSUPPORTED,
        ),
        (
            "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha7\n",
            Unavailable.OBJECT_FORMAT_UNSUPPORTED,
        ),
        ("[core\n", Unavailable.CONFIG_UNREADABLE),
    ],
)
def test_a_repository_that_git_does_not_understand_is_refused(
    repo: Repo, config: str, reason: Unavailable
) -> None:
    (repo.path / ".git/config").write_text(config)

    assert refused(repo) is reason


def test_a_machine_without_git_says_so(repo: Repo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = discover(repo.path)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert refused(repo) is Unavailable.GIT_MISSING
    assert inspect_history(found, inspection()).reasons == (Unavailable.GIT_MISSING,)


def test_a_folder_that_is_no_repository_says_so(tmp_path: Path) -> None:
    assert refused(Repo(tmp_path)) is Unavailable.NOT_A_REPOSITORY


@pytest.mark.parametrize("through_git", [False, True])
def test_an_interruption_leaves_no_process_behind(repo: Repo, through_git: bool) -> None:
    repo.git("repack", "-a", "-d", "--quiet")

    def interrupt(blob: HistoricBlob) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        inspect_history(discover(repo.path), inspection(on_blob=interrupt), through_git=through_git)

    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
