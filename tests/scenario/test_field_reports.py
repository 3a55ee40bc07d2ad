"""Public bug reports of merge drivers and agent memories, replayed on session.json.

Reports that a catalogue scenario replays already are not repeated: a missing program and its exit status
(S81, S83), a crash (S82), hostile paths (S61), markers in a side (S74), a byte order mark (S69), a truncated
file (test_replicas), read-only commands that run the driver (S45).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git import registry
from memoir_git.core.options import MergeOptions
from tests.support import faults
from tests.support.driver import FORMAT, line, run_line
from tests.support.outcomes import assert_conflict, assert_ok, assert_symmetric
from tests.support.places import DRIVER_MAIN
from tests.support.processes import run
from tests.support.scenario import SESSION, Files, Repo, Scene, parse_session, scene
from tests.support.seal import make_script
from tests.support.sessions import (
    Session,
    action,
    completion,
    decision,
    goal,
    hidden,
    purged,
    question,
    row,
    session,
    texts,
    to_bytes,
)
from tests.support.templates import install_driver
from tests.support.text_merge import merge_text

MakeStore = Callable[[], Repo]

BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs", 2)])

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
unknown = st.dictionaries(st.from_regex(r"x_[a-z]{1,3}", fullmatch=True), json_values, min_size=1, max_size=3)


@given(unknown, unknown, unknown, unknown)
def test_b01_keys_nobody_knows_survive_at_every_level(
    top: dict[str, Any], inner: dict[str, Any], of_item: dict[str, Any], of_row: dict[str, Any]
) -> None:
    ours = session(
        goals=[goal("g", 2, **of_item)], history=[row(1, "m", "s", **of_row)], extra_lists=inner, **top
    )

    outcome = registry.merge(
        FORMAT, to_bytes(BASE), to_bytes(ours), to_bytes(THEIRS), MergeOptions(), merge_text
    )

    merged = parse_session(outcome.content)
    assert {name: merged[name] for name in top} == top
    assert {name: merged["current"][name] for name in inner} == inner
    assert goal("g", 2, **of_item) in merged["current"]["goals"]
    assert merged["history"] == [row(1, "m", "s", **of_row)]


def test_b03_keys_added_at_the_end_of_one_object_by_both_sides_leave_valid_json(
    make_store: MakeStore,
) -> None:
    ours = BASE | {"x_a": {"deep": [1]}, "x_b": 2, "x_c": None}
    theirs = BASE | {"x_d": [], "x_e": {}}

    repo = assert_symmetric(make_store, scene(base=BASE, ours=ours, theirs=theirs))

    assert set(repo.session()) == set(ours) | set(theirs)


def test_b04_an_addition_beside_another_is_not_dropped(make_store: MakeStore) -> None:
    ours = session(goals=[goal("base")], questions=[question("o1", 1), question("o2", 2)])
    theirs = session(goals=[goal("base")], questions=[question("t1", 3)], decisions=[decision("t2", 1)])

    repo = assert_symmetric(make_store, scene(base=BASE, ours=ours, theirs=theirs))

    assert sorted(texts(repo.session(), "open_questions")) == ["o1", "o2", "t1"]


def test_b05_a_program_in_a_worktree_that_is_gone_is_noticed(driven: Repo, tmp_path: Path) -> None:
    environment = tmp_path / "worktree/venv"
    environment.mkdir(parents=True)
    make_script(environment / "python", f'exec {faults.PYTHON} "$@"')
    install_driver(driven, program=str(environment / "python"))
    near = scene(base=BASE, ours=OURS, theirs=session(goals=[goal("base"), goal("theirs", 4)]))
    driven.fork(near)
    assert driven.attempt("merge-tree", "--write-tree", "main", "side").code == 0

    shutil.rmtree(tmp_path / "worktree")

    result = driven.merge()
    assert_conflict(driven, result)
    assert "git memoir doctor" in result.stderr


def test_b09_a_result_file_that_is_read_only_is_written_all_the_same(tmp_path: Path) -> None:
    locking = make_script(tmp_path / "locking", f'chmod 444 "$6"\nexec {faults.PYTHON} "$@"')

    done = run_line(
        line(str(locking)), tmp_path / "run", base=b"", ours=to_bytes(OURS), theirs=to_bytes(THEIRS)
    )

    assert done.result.code == 0
    assert texts(parse_session(done.content), "next_actions") == ["theirs"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["memoir-session"],
        ["no-such-format", *"abc", "7", "p"],
        [FORMAT, "gone", "gone", "gone", "7", "p"],
    ],
    ids=["none", "too few", "unknown format", "no files"],
)
def test_b11_a_driver_called_wrongly_says_one_line_and_no_traceback(
    arguments: list[str], tmp_path: Path
) -> None:
    result = run(sys.executable, "-I", "-S", str(DRIVER_MAIN), *arguments, cwd=tmp_path)

    assert result.code not in (0, 65)
    assert result.stdout == ""
    assert result.stderr.startswith("memoir: ")
    assert result.stderr.count("\n") == 1


def test_b12_a_text_merge_with_markers_never_says_0(tmp_path: Path) -> None:
    done = run_line(
        line(str(faults.exits(tmp_path, 3))), tmp_path / "run", base=b"b\n", ours=b"o\n", theirs=b"t\n"
    )

    assert (done.result.code, done.content) == (1, b"<<<<<<< ours\no\n=======\nt\n>>>>>>> theirs\n")


def test_b15_the_driver_writes_one_file_and_no_other(tmp_path: Path) -> None:
    run_line(line(), tmp_path / "run", base=b"", ours=to_bytes(OURS), theirs=to_bytes(THEIRS))
    (tmp_path / "run" / SESSION).write_bytes(b"the work tree's own")
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    recording = make_script(
        tmp_path / "recording", f'touch -d @1 .merge_file_[ag]* {SESSION}\nexec {faults.PYTHON} "$@"'
    )

    done = run_line(
        line(str(recording)), tmp_path / "run", base=b"", ours=to_bytes(OURS), theirs=to_bytes(THEIRS)
    )

    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    assert done.result.code == 0
    assert set(after) == set(before)
    assert [name for name, time in after.items() if time != 10**9] == [".merge_file_dEf456"]


def test_b15_a_rebase_in_which_a_result_equals_the_upstream_is_not_stopped_by_a_dirty_tree(
    store: Repo,
) -> None:
    steps = [
        session(goals=[goal("base"), goal(f"s{n}", n)], updated_at=f"2026-06-0{n}T00:00:00Z") for n in (2, 3)
    ]
    upstream = session(goals=[goal("base"), goal("s2", 2), goal("s3", 3)], updated_at="2026-06-09T00:00:00Z")
    store.fork(scene(base=BASE, ours=upstream, theirs=steps[0]))
    store.switch("side")
    store.commit({SESSION: steps[1], "other.txt": "x\n"})

    assert_ok(store, store.rebase("main"))

    assert store.resolve(f"HEAD:{SESSION}") == store.resolve(f"main:{SESSION}")


def test_b17_each_pick_of_a_rebase_builds_on_the_result_of_the_one_before(
    store: Repo, tmp_path: Path
) -> None:
    copying = make_script(tmp_path / "copying", f'cp "$6" {tmp_path}/ours-$$\nexec {faults.PYTHON} "$@"')
    install_driver(store, program=str(copying))
    store.fork(scene(base=BASE, ours=OURS, theirs=BASE))
    store.switch("side")
    added = [action(f"a{n}", n) for n in (1, 2, 3)]
    for number in (1, 2, 3):
        store.commit({SESSION: session(goals=[goal("base")], actions=added[:number])})

    assert_ok(store, store.rebase("main"), sides=[OURS, parse_session(store.show("side@{1}"))])

    seen = [texts(parse_session(path.read_bytes()), "next_actions") for path in tmp_path.glob("ours-*")]
    assert sorted(map(sorted, seen)) == [[], ["a1"], ["a1", "a2"]]


@pytest.mark.parametrize(
    ("closed", "stale"),
    [
        (session(done=[completion("x", 5)]), session(actions=[action("x", 1)])),
        (session(retired=[completion("x", 5)]), session(goals=[goal("x", 1)])),
        (session(decisions=[hidden("x", 1)]), session(decisions=[decision("x", 9)])),
        (session(decisions=[purged("x", 1)]), session(decisions=[decision("x", 9)])),
    ],
    ids=["completed action", "retired goal", "hidden decision", "purged decision"],
)
def test_b18_what_was_closed_does_not_come_back_by_a_rebase(
    closed: Session, stale: Session, store: Repo
) -> None:
    store.fork(scene(base=stale, ours=closed, theirs=stale | {"updated_at": "2026-06-02T00:00:00Z", "x": 1}))
    store.switch("side")

    merged = assert_ok(store, store.rebase("main"))

    assert texts(merged, "goals") == texts(merged, "next_actions") == []
    assert all(item["hidden"] for item in merged["current"]["decisions"])


@pytest.mark.parametrize("spelling", ["2026-03-01T00:00:00.000Z", "2026-03-01T01:00:00+01:00", "2026-03-01"])
def test_b18_one_moment_in_two_spellings_makes_no_twins(spelling: str, make_store: MakeStore) -> None:
    ours = session(actions=[action("x", spelling), action("o", 3)], history=[row(spelling, "m", "s")])
    theirs = session(actions=[action("x", 1), action("t", 2)], history=[row(1, "m", "s")])

    repo = assert_symmetric(make_store, scene(base=session(), ours=ours, theirs=theirs))

    assert texts(repo.session(), "next_actions") == ["o", "t", "x"]
    assert len(repo.session()["history"]) == 1


def test_b19_one_row_appended_by_both_branches_is_one_row(make_store: MakeStore) -> None:
    block = {"questions": [question("q", 2)], "history": [row(3, "m", "same")]}
    ours = session(goals=[goal("o", 1)], **block)
    theirs = session(goals=[goal("t", 2)], **block)

    repo = assert_symmetric(make_store, scene(base=session(), ours=ours, theirs=theirs))

    assert (texts(repo.session(), "open_questions"), len(repo.session()["history"])) == (["q"], 1)


def test_b20_a_neighbour_full_of_markers_is_no_concern_of_the_driver(store: Repo) -> None:
    marked = "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
    base: Files = {SESSION: BASE, "memory/fact_x.md": marked, f"other/{SESSION}": marked}
    store.fork(Scene(base=base, ours={SESSION: OURS}, theirs={SESSION: THEIRS}))

    assert_ok(store, store.merge())


@pytest.mark.parametrize("program", [sys.executable, "/nowhere/python"], ids=["refusal", "text merge"])
def test_b35_a_conflict_in_a_file_with_crlf_has_no_other_line_ends(program: str, driven: Repo) -> None:
    install_driver(driven, program=program)
    versions = (BASE, OURS, session(goals=[goal("base"), goal("theirs", 4)]) | {"version": 2})
    base, ours, theirs = (to_bytes(side).replace(b"\n", b"\r\n") + b"\r\n" for side in versions)
    driven.fork(scene(base=base, ours=ours, theirs=theirs))

    result = driven.merge()

    assert result.code == 1
    assert driven.read().count(b"\n") == driven.read().count(b"\r\n")
    assert ours in driven.read() or program != sys.executable
