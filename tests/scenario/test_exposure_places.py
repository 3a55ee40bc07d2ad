"""A copy is found in every place that git can keep one, and said to be there and nowhere else."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.support.planting_local  # noqa: F401 - enters its places into the table
from memoir_git.core.exposure import HistoryStatus
from tests.support.exposure import SENTENCE, held_by, inspection, look
from tests.support.planting import CLEAN, COPY, ENTRY, PLACES, write_blob
from tests.support.scenario import Repo

FORMATS = ("sha1", "sha256", "reftable")
_SWITCHES = {
    "sha1": ("--object-format=sha1",),
    "sha256": ("--object-format=sha256",),
    "reftable": ("--ref-format=reftable",),
}

MakeClean = Callable[[str], Repo]


@pytest.fixture(scope="module")
def clean_template(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Two clean commits on `main`, made once per format."""
    folder = tmp_path_factory.mktemp("clean")

    def template(git_format: str) -> Path:
        path = folder / git_format
        if not path.exists():
            path.mkdir()
            repo = Repo(path)
            if repo.attempt("init", "--quiet", *_SWITCHES[git_format]).code:
                path.rmdir()
                pytest.skip(f"this git knows no {git_format}")
            repo.commit({ENTRY: b"# Decisions\n", "session.json": b"{}\n"})
            repo.commit({ENTRY: CLEAN})
        return path

    return template


@pytest.fixture
def make_clean(clean_template: Callable[[str], Path], tmp_path: Path) -> MakeClean:
    """Makes repositories with two clean commits on `main`."""

    def make(git_format: str) -> Repo:
        path = tmp_path / "repo"
        shutil.copytree(clean_template(git_format), path, symlinks=True)
        repo = Repo(path)
        repo.settle()
        return repo

    return make


@pytest.mark.parametrize("git_format", FORMATS)
@pytest.mark.parametrize("place", PLACES)
def test_a_planted_copy_is_found_in_its_place_alone(
    place: str, git_format: str, make_clean: MakeClean
) -> None:
    plant, classes = PLACES[place]
    repo = make_clean(git_format)
    plant(repo)

    seen = look(repo.path)

    assert held_by(seen) == classes
    assert seen.status is HistoryStatus.REACHABLE_COPY_DETECTED
    assert seen.reasons == ()


@pytest.mark.parametrize("place", PLACES)
def test_a_planted_copy_is_found_alike_when_everything_is_packed(place: str, make_clean: MakeClean) -> None:
    plant, classes = PLACES[place]
    repo = make_clean("sha1")
    plant(repo)
    loose = look(repo.path)
    repo.git("repack", "-a", "-d", "-k", "--quiet")
    repo.git("pack-refs", "--all")

    packed = look(repo.path)

    assert held_by(packed) == classes
    assert packed == loose


def test_one_tree_below_two_folders_and_one_blob_at_two_paths_are_all_looked_at(
    make_clean: MakeClean,
) -> None:
    repo = make_clean("sha1")
    files = {"fact_birds.md": COPY, "again.md": COPY, "sub/third.md": COPY}
    places = ("memory/a", "memory/b", "docs/memory", "src")
    repo.commit({f"{place}/{name}": content for place in places for name, content in files.items()})

    seen = look(repo.path)

    assert {hit.path for hit in seen.hits} == {f"{place}/{name}" for place in places[:3] for name in files}
    assert len({hit.blob for hit in seen.hits}) == 1


@pytest.mark.parametrize("git_format", FORMATS)
def test_nothing_is_found_in_a_clean_history(git_format: str, make_clean: MakeClean) -> None:
    repo = make_clean(git_format)

    seen = look(repo.path)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.counts.commits == 2
    assert seen.counts.blobs == 3


def near_path(repo: Repo) -> None:
    repo.commit({"docs/memory.md": COPY, "docs/memories/a.md": COPY, "session.json5": COPY})


def near_sentence(repo: Repo) -> None:
    repo.commit({ENTRY: COPY.replace(b"weir", b"Weir")})


def unreachable_blob(repo: Repo) -> None:
    write_blob(repo, COPY)


def work_tree(repo: Repo) -> None:
    repo.write({ENTRY: COPY})


def message_file(repo: Repo) -> None:
    (repo.path / ".git/MERGE_MSG").write_bytes(SENTENCE)


@pytest.mark.parametrize("git_format", FORMATS)
@pytest.mark.parametrize("plant", [near_path, near_sentence, unreachable_blob, work_tree, message_file])
def test_a_near_miss_is_no_copy(
    plant: Callable[[Repo], None], git_format: str, make_clean: MakeClean
) -> None:
    repo = make_clean(git_format)
    plant(repo)

    seen = look(repo.path)

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED


@pytest.mark.parametrize(
    "packing", [(), ("repack", "-a", "-d", "--cruft", "--quiet")], ids=["loose", "cruft"]
)
@pytest.mark.parametrize("git_format", FORMATS)
def test_an_unreachable_copy_is_told_apart_on_request(
    git_format: str, packing: tuple[str, ...], make_clean: MakeClean
) -> None:
    repo = make_clean(git_format)
    blob = write_blob(repo, COPY)
    repo.commit({"src/example.md": COPY + b"More.\n"})
    if packing and repo.attempt(*packing).code:
        pytest.skip("this git knows no cruft packs")

    seen = look(repo.path, inspection(unreachable=True))

    assert seen.status is HistoryStatus.NO_REACHABLE_COPY_DETECTED
    assert seen.unreachable is not None
    assert seen.unreachable.hits == (blob,)
    assert seen.unreachable.elsewhere == (repo.resolve("HEAD:src/example.md"),)
    assert seen.unreachable.complete
