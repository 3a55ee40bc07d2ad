"""Repositories of every shape that git knows: each is read whole, from wherever one stands in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from memoir_git.core.exposure import HistoryStatus, RootClass, SideFile, TextKind
from memoir_git.git.history.inspect import inspect_history
from memoir_git.git.inherited import inheriting
from memoir_git.git.repo import discover
from tests.support.exposure import SENTENCE, held_by, inspection, look
from tests.support.places import PROJECT
from tests.support.planting import CLEAN, COPY, ENTRY, write_blob
from tests.support.processes import run
from tests.support.scenario import Repo

MakeRepo = Callable[[], Repo]


def with_copy(repo: Repo) -> Repo:
    repo.commit({ENTRY: COPY})
    repo.commit({ENTRY: CLEAN})
    return repo


def test_an_empty_repository_holds_no_copy(make_repo: MakeRepo) -> None:
    seen = look(make_repo().path)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.roots == {}


def test_a_branch_without_a_commit_holds_no_copy(make_repo: MakeRepo) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    repo.git("switch", "--quiet", "--orphan", "unborn")

    assert look(repo.path).status is HistoryStatus.NO_REACHABLE_COPY_DETECTED


def test_a_bare_repository_is_read(make_repo: MakeRepo, tmp_path: Path) -> None:
    clone = with_copy(make_repo()).clone(tmp_path / "bare.git", "--bare")

    assert held_by(look(clone.path)) == {RootClass.BRANCH, RootClass.HEAD}


def test_a_mirror_with_packed_refs_is_read(make_repo: MakeRepo, tmp_path: Path) -> None:
    clone = with_copy(make_repo()).clone(tmp_path / "mirror.git", "--mirror")
    clone.git("pack-refs", "--all")

    assert held_by(look(clone.path)) == {RootClass.BRANCH, RootClass.HEAD}


def test_a_git_directory_elsewhere_is_read(make_repo: MakeRepo, tmp_path: Path) -> None:
    clone = with_copy(make_repo()).clone(tmp_path / "tree", f"--separate-git-dir={tmp_path / 'elsewhere'}")

    assert RootClass.BRANCH in held_by(look(clone.path))


def test_a_linked_work_tree_sees_what_the_main_one_and_its_siblings_hold(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    for name in ("one", "two"):
        repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / name))
    for place, number in ((repo.path, b"1"), (tmp_path / "one", b"2"), (tmp_path / "two", b"3")):
        blob = write_blob(repo, COPY + number)
        Repo(place).git("update-index", "--cacheinfo", f"100644,{blob},{ENTRY}")

    from_main, from_linked = look(repo.path), look(tmp_path / "two")

    assert len(from_main.hits) == 3
    assert from_linked == from_main


def test_a_work_tree_that_was_deleted_still_holds_its_index(make_repo: MakeRepo, tmp_path: Path) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    linked = Repo(tmp_path / "linked")
    repo.git("worktree", "add", "--quiet", "--detach", str(linked.path))
    linked.write({ENTRY: COPY})
    linked.git("add", ENTRY)
    linked.path.rename(tmp_path / "gone")

    assert held_by(look(repo.path)) == {RootClass.INDEX}


def test_a_sparse_index_is_read(make_repo: MakeRepo) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN, "src/a.md": b"a\n", "src/b/c.md": b"c\n"})
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "docs")
    repo.write({ENTRY: COPY})
    repo.git("add", ENTRY)

    seen = look(repo.path)

    assert held_by(seen) == {RootClass.INDEX}
    assert seen.reasons == ()


def test_a_file_that_is_only_intended_to_be_added_is_nothing_missing(make_repo: MakeRepo) -> None:
    repo = make_repo()
    repo.write({ENTRY: CLEAN})
    repo.git("add", "--intent-to-add", ENTRY)

    assert look(repo.path).reasons == ()


def test_a_submodule_is_neither_read_nor_missed(make_repo: MakeRepo) -> None:
    repo = make_repo()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},docs/memory/module")
    repo.git("commit", "--quiet", "-m", "module")

    seen = look(repo.path)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.counts.blobs == 0


def test_a_hooks_own_index_and_object_store_are_read_too(make_repo: MakeRepo, tmp_path: Path) -> None:
    repo = make_repo()
    repo.commit({ENTRY: CLEAN})
    quarantine = tmp_path / "quarantine"
    quarantine.mkdir()
    variables = {
        "GIT_INDEX_FILE": ".git/next-index",
        "GIT_OBJECT_DIRECTORY": str(quarantine),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(repo.path / ".git/objects"),
    }
    blob = repo.git("hash-object", "-w", "--stdin", stdin=COPY, env=variables).stdout.strip()
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{ENTRY}", env=variables)

    seen = inspect_history(inheriting(discover(repo.path), variables), inspection())

    assert held_by(seen) == {RootClass.INDEX}
    assert seen.reasons == ()


def test_a_copy_very_deep_down_is_found(make_repo: MakeRepo) -> None:
    repo = make_repo()
    path = "memory/" + "d/" * 1500 + "fact_birds.md"
    blob = write_blob(repo, COPY)
    repo.git("update-index", "--index-info", stdin=f"100644 {blob}\t{path}\n".encode())
    repo.git("commit", "--quiet", "-m", "deep")

    (hit,) = look(repo.path).hits

    assert hit.path == path
    assert hit.commits == 1


def test_clones_of_one_graph_are_told_alike(make_repo: MakeRepo, tmp_path: Path) -> None:
    repo = with_copy(make_repo())
    first, second = (repo.clone(tmp_path / name, "--bare") for name in ("one.git", "two.git"))
    second.git("-c", "pack.depth=1", "repack", "-a", "-d", "-f", "--quiet")

    assert look(first.path) == look(second.path)


def test_blobs_are_offered_in_an_order_of_the_graph_alone(make_repo: MakeRepo) -> None:
    repo = make_repo()
    for number in range(4):
        files = {f"docs/memory/{name}.md": f"{name} {number}" for name in "abcdefgh"}
        repo.commit({**files, "memory/fact_x.md": str(number)})
    script = (
        "import sys; from pathlib import Path; from tests.support.exposure import inspection;"
        "from memoir_git.git.repo import discover;"
        "from memoir_git.git.history.inspect import inspect_history;"
        "told = inspection(on_blob=lambda blob: print(blob.oid, blob.path));"
        "inspect_history(discover(Path(sys.argv[1])), told)"
    )

    def offered(seed: str) -> bytes:
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(PROJECT)}
        return run(sys.executable, "-c", script, str(repo.path), cwd=PROJECT, env=environment).out

    loose = offered("1")
    repo.git("repack", "-a", "-d", "--quiet")

    assert loose.count(b"\n") == 36
    assert offered("2") == loose


def test_a_hit_names_its_newest_commits_and_counts_all(make_repo: MakeRepo) -> None:
    repo = make_repo()
    for number in range(5):
        repo.commit({ENTRY: COPY, "other.md": str(number)})

    (hit,) = look(repo.path).hits

    assert hit.commits == 5
    assert hit.path == ENTRY
    assert hit.examples == tuple(repo.resolve(f"HEAD~{back}") for back in range(3))


def test_a_hit_reached_from_several_classes_names_them_all(make_repo: MakeRepo) -> None:
    repo = with_copy(make_repo())
    repo.git("tag", "kept", "HEAD~")
    repo.git("update-ref", "refs/remotes/origin/main", "HEAD")

    classes = held_by(look(repo.path))

    assert classes >= {RootClass.BRANCH, RootClass.TAG, RootClass.REMOTE, RootClass.HEAD}


def test_names_and_side_files_are_counted_apart_from_the_verdict(make_repo: MakeRepo) -> None:
    repo = make_repo()
    name = SENTENCE.decode().replace(" ", "-").rstrip(".")
    repo.commit({f"docs/memory/{name}.md": CLEAN})
    repo.git("branch", name)
    (repo.path / ".git/rr-cache/1").mkdir(parents=True)
    (repo.path / ".git/rr-cache/1/preimage").write_bytes(COPY)
    asked = inspection(on_name=lambda _, text: name.encode() in text)

    seen = look(repo.path, asked)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.names == {TextKind.PATH: 1, TextKind.REF_NAME: 1}
    assert seen.side_files == {SideFile.RERERE: 1}


def test_progress_is_told_in_commits(make_repo: MakeRepo) -> None:
    told: list[int] = []
    repo = with_copy(make_repo())

    inspect_history(discover(repo.path), inspection(on_progress=told.append))

    assert told[-1] == 2


def test_nothing_is_written(make_repo: MakeRepo) -> None:
    repo = with_copy(make_repo())
    repo.settle()
    before = {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")}
    os.utime(repo.path / ENTRY)

    look(repo.path, inspection(unreachable=True))

    after = {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")}
    assert {path for path in after if after[path] != before.get(path)} == {repo.path / ENTRY}
