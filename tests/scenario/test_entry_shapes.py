"""Scenarios S48 to S60 for entries, indexes and ledgers: worktrees, submodules, bare and odd repositories."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.entries import (
    ENTRY,
    FORMATS,
    INDEX,
    LEDGER,
    PLACES,
    assert_merged,
    assert_notes,
    body,
    config_line,
    entry,
    found,
    index,
    install_drivers,
    ledger,
    noted,
    notes,
)
from tests.support.faults import Gate
from tests.support.finishing import without_driver
from tests.support.scenario import Files, Repo, Scene, scene

MakeRepo = Callable[[], Repo]


@pytest.fixture
def forked(memory: Repo) -> Repo:
    memory.fork(noted())
    return memory


def test_s48_a_merge_in_a_linked_worktree(forked: Repo, tmp_path: Path) -> None:
    linked = forked.add_worktree(tmp_path / "linked", "side")

    assert_notes(linked, linked.merge("main"), "ours", "theirs")


@pytest.mark.parametrize("place", PLACES)
def test_s50_merges_in_two_worktrees_at_once(place: str, bound: Repo, tmp_path: Path, gate: Gate) -> None:
    sides = (notes(), notes("ours"), notes("theirs"))
    bound.fork(scene(base=sides[0][place], ours=sides[1][place], theirs=sides[2][place], place=place))
    bound.git("branch", "third", "main")
    linked = bound.add_worktree(tmp_path / "linked", "third")
    install_drivers(bound, program=str(gate.program))

    running = [gate.start(repo, "merge", "side", "-m", "x") for repo in (bound, linked)]
    gate.open()

    assert [merging.wait() for merging in running] == [0, 0]
    for repo in (bound, linked):
        assert_notes(repo, repo.attempt("merge", "side"), "ours", "theirs", places=[place])


@pytest.mark.parametrize("start", ["subdirectory", "-C", "--git-dir"])
def test_s52_git_started_elsewhere(start: str, forked: Repo, tmp_path: Path) -> None:
    merge = ("merge", "side", "-m", "x")

    result = {
        "subdirectory": lambda: forked.attempt(*merge, cwd=forked.path / "memory"),
        "-C": lambda: forked.attempt("-C", str(forked.path), *merge, cwd=tmp_path),
        "--git-dir": lambda: forked.attempt(
            f"--git-dir={forked.path / '.git'}", f"--work-tree={forked.path}", *merge, cwd=tmp_path
        ),
    }[start]()

    assert_notes(forked, result, "ours", "theirs")


def test_s53_a_bare_repository(forked: Repo, tmp_path: Path) -> None:
    bare = install_drivers(forked.clone(tmp_path / "bare.git", "--bare"))

    result = bare.attempt("merge-tree", "--write-tree", "main", "side")

    assert result.code == 0, str(result)
    tree = result.stdout.strip()
    assert all(found(bare.show(tree, place)) == {"base", "ours", "theirs"} for place in PLACES)


def test_s54_two_stores_in_one_repository_do_not_mix(bound: Repo) -> None:
    def both(first: Files, second: Files) -> Files:
        return {f"a/b/{place}": text for place, text in first.items()} | dict(second)

    bound.fork(
        Scene(
            base=both(notes(), notes()),
            ours=both(notes("first"), notes("ours")),
            theirs=both(notes("second"), notes("theirs")),
        )
    )

    result = bound.merge()

    assert_notes(bound, result, "ours", "theirs")
    assert_notes(bound, result, "first", "second", folder="a/b/")


def test_s55_a_store_in_a_submodule_is_merged_there_and_the_superproject_stays_gits_own(
    bound: Repo, make_repo: MakeRepo
) -> None:
    bound.fork(noted())
    outer = make_repo()
    outer.git("submodule", "--quiet", "add", "--branch", "main", str(bound.path), "sub")
    outer.commit({}, "base")
    inner = install_drivers(Repo(outer.path / "sub"))
    for branch, word in (("side", "first"), ("main", "second")):
        outer.git("switch", "--quiet", *(("-c",) if branch == "side" else ()), branch)
        inner.git("switch", "--quiet", "--detach", "origin/main")
        inner.commit(notes("ours", word), word)
        inner.git("branch", word)
        outer.commit({}, word)

    in_the_superproject = outer.merge("side")
    in_the_submodule = inner.merge("first")

    assert in_the_superproject.code == 1
    assert outer.git("ls-files", "--unmerged").stdout.count("160000") == 3
    assert_notes(inner, in_the_submodule, "ours", "first", "second")


@pytest.mark.parametrize("index_form", ["--no-sparse-index", "--sparse-index"])
def test_s56_a_store_outside_the_sparse_checkout(index_form: str, bound: Repo) -> None:
    sides = (notes(), notes("ours"), notes("theirs"))
    base, ours, theirs = ({f"store/{place}": text for place, text in side.items()} for side in sides)
    bound.fork(Scene(base=base | {"other/readme.txt": "text\n"}, ours=ours, theirs=theirs))
    bound.git("sparse-checkout", "set", "--cone", index_form, "other")
    assert not (bound.path / "store").exists()

    result = bound.attempt("merge", "side", "-m", "x")

    assert result.code == 0, str(result)
    for place in PLACES:
        assert found(bound.show("HEAD", f"store/{place}")) == {"base", "ours", "theirs"}


def test_s57_a_partial_clone(forked: Repo, tmp_path: Path) -> None:
    forked.git("config", "uploadpack.allowFilter", "true")
    clone = install_drivers(forked.clone(tmp_path / "partial", "--filter=blob:none"))

    assert_notes(clone, clone.merge("origin/side"), "ours", "theirs")


def test_s58_a_shallow_clone_has_no_base_and_unites_rows_sections_and_fields(
    memory: Repo, tmp_path: Path
) -> None:
    # Without a base two bodies that differ are a conflict; here they do not.
    same = body()
    memory.fork(
        Scene(
            base={ENTRY: entry(text=same)},
            ours=dict(notes("ours")) | {ENTRY: entry(text=same, tags=["o"])},
            theirs=dict(notes("theirs")) | {ENTRY: entry(text=same, tags=["t"])},
        )
    )
    clone = install_drivers(memory.clone(tmp_path / "shallow", "--depth=1", "--no-single-branch"))

    refused = clone.merge("origin/side")
    united = clone.merge("--allow-unrelated-histories", "origin/side")

    assert (refused.code, "unrelated histories" in refused.stderr) == (128, True)
    assert_notes(clone, united, "ours", "theirs", places=[INDEX, LEDGER])
    assert clone.read(ENTRY).decode() == entry(text=same, tags=["o", "t"])


@pytest.mark.parametrize("form", ["--object-format=sha256", "--ref-format=reftable"])
def test_s59_newer_repository_forms(form: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.path.mkdir()
    if repo.attempt("init", "--quiet", form).code:
        pytest.skip(f"this git has no 'git init {form}'")
    for command in (("install",), ("init", "store", ".")):
        assert repo.memoir(*command).code == 0
    repo.commit({LEDGER: notes()[LEDGER]}, "ledger")
    assert repo.memoir("track", LEDGER, "--as", FORMATS[LEDGER]).code == 0
    repo.fork(noted())

    assert_notes(repo, repo.merge(), "ours", "theirs")


@pytest.mark.parametrize("origin", ["worktree", "includeIf", "environment"])
def test_s60_the_driver_works_whatever_scope_its_config_line_stands_in(
    origin: str, memory: Repo, tmp_path: Path
) -> None:
    memory.fork(noted())
    without_driver(memory)
    lines = {f"merge.{name}.driver": config_line(name) for name in FORMATS.values()}
    variables: dict[str, str] = {}
    if origin == "worktree":
        memory.git("config", "extensions.worktreeConfig", "true")
        for key, line in lines.items():
            memory.git("config", "--worktree", key, line)
    elif origin == "includeIf":
        included = tmp_path / "included"
        for key, line in lines.items():
            memory.git("config", "--file", str(included), key, line)
        memory.git("config", "--global", f"includeIf.gitdir:{memory.path}/.path", str(included))
    else:
        variables = {"GIT_CONFIG_COUNT": str(len(lines))}
        for number, (key, line) in enumerate(lines.items()):
            variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": line}

    assert_notes(memory, memory.merge("side", env=variables), "ours", "theirs")


def test_a_store_of_empty_index_and_ledger_grows_from_both_sides(memory: Repo) -> None:
    memory.fork(
        Scene(
            base={INDEX: index(), LEDGER: ledger()},
            ours={INDEX: index(("a", "x")), LEDGER: ledger(("A", "x"))},
            theirs={INDEX: index(("b", "x")), LEDGER: ledger(("B", "x"))},
        )
    )

    assert_merged(memory, memory.merge())

    assert memory.read(INDEX).decode() == index(("a", "x"), ("b", "x"))
    assert memory.read(LEDGER).decode() == ledger(("A", "x"), ("B", "x"))
