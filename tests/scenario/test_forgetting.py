"""Forgetting on one branch and editing on the other, through every git operation that brings them together.

What was hidden stays hidden, and of what was purged no word is left in the tree, the work tree or a conflict,
whichever side is ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from memoir_git.core.frontmatter import parse
from memoir_git.store.entry_facts import is_hidden, is_purged
from tests.support.processes import Result
from tests.support.scenario import Repo
from tests.support.sessions import decision, goal, session
from tests.support.store_files import entry

MARK = "xylophone"
LINK = "decision_d"
ENTRY = f"memory/{LINK}.md"
SESSION = "session.json"
INDEX = "memory/MEMORY.md"
MODES = ("hide", "purge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What is forgotten: how it is selected, and how the other branch changes it."""

    selector: tuple[str, str]
    edit: Callable[[Repo], None]


def _edit_entry(repo: Repo) -> None:
    changed = repo.memoir("entry", "edit", LINK, "--set", f"why={MARK} again", "--body", f"{MARK}, edited")
    assert changed.code == 0, str(changed)


def _edit_decision(repo: Repo) -> None:
    changed = repo.memoir("session", "decide", f"{MARK} it is", "--why", f"{MARK} again")
    assert changed.code == 0, str(changed)


THINGS = {
    "entry": Thing(selector=("--entry", LINK), edit=_edit_entry),
    "decision": Thing(selector=("--decision", f"{MARK} it is"), edit=_edit_decision),
}
EVERY = pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
MODE = pytest.mark.parametrize("mode", MODES)


@pytest.fixture
def repo(store: Repo) -> Repo:
    store.commit(
        {
            SESSION: session(decisions=[decision(f"{MARK} it is", 1, why=MARK)], goals=[goal("Ship", 1)]),
            ENTRY: entry("decision", MARK, f"{MARK}\n", description=MARK, date="2026-05-01", why=MARK),
            "memory/fact_f.md": entry("fact", "F", "Body\n", description="d", created="2026-05-01"),
            INDEX: f"- [{MARK}]({LINK}.md) — {MARK}\n- [F](fact_f.md) — d\n",
        },
        "base",
    )
    return store


def forget(repo: Repo, thing: Thing, mode: str) -> None:
    words = ("forget", *thing.selector, "--mode", mode)
    preview = repo.memoir(*words, "--format", "json")
    assert preview.code == 0, str(preview)
    plan = json.loads(preview.out)["data"]["plan"]["id"]
    done = repo.memoir(*words, "--apply", "--confirm-plan", plan)
    assert done.code == 0, str(done)


def fork(repo: Repo, thing: Thing, mode: str) -> None:
    """Leaves `main`, where it was forgotten, checked out, and `side`, where it was changed."""
    repo.switch("side", at="HEAD")
    thing.edit(repo)
    repo.commit({"memory/goal_g.md": entry("goal", "G", description="d", set_on="2026-05-01")}, "edit")
    repo.switch("main")
    forget(repo, thing, mode)
    repo.commit({"other.txt": "x\n"}, "forget")


def assert_forgotten(repo: Repo, thing: Thing, mode: str, result: Result) -> None:
    """Asserts that the operation was clean and that the thing is forgotten in the work tree and at HEAD."""
    assert result.code == 0, str(result)
    assert repo.git("diff", "--name-only", "--diff-filter=U").stdout == ""
    for read in (repo.read, lambda name: repo.show("HEAD", name)):
        if thing is THINGS["entry"]:
            content = read(ENTRY)
            document = parse(content.decode())
            assert is_hidden(document)
            assert is_purged(document, LINK) == (mode == "purge")
            assert LINK.encode() not in read(INDEX)
        else:
            content = read(SESSION)
            assert [item["hidden"] for item in json.loads(content)["current"]["decisions"]] == [True]
        if mode == "purge":
            assert MARK.encode() not in content.lower()
    report = repo.memoir("validate", "memory", SESSION)
    assert report.code == 0, str(report)


@EVERY
@MODE
@pytest.mark.parametrize(("ours", "theirs"), [("main", "side"), ("side", "main")])
def test_a_merge_from_either_side_keeps_it_forgotten(
    repo: Repo, thing: Thing, mode: str, ours: str, theirs: str
) -> None:
    fork(repo, thing, mode)
    repo.switch(ours)

    assert_forgotten(repo, thing, mode, repo.merge(theirs))


@EVERY
@MODE
@pytest.mark.parametrize(("branch", "onto"), [("main", "side"), ("side", "main")])
def test_a_rebase_in_either_direction_keeps_it_forgotten(
    repo: Repo, thing: Thing, mode: str, branch: str, onto: str
) -> None:
    fork(repo, thing, mode)
    repo.switch(branch)

    assert_forgotten(repo, thing, mode, repo.rebase(onto))


@EVERY
@MODE
def test_a_stashed_edit_does_not_bring_it_back(repo: Repo, thing: Thing, mode: str) -> None:
    thing.edit(repo)
    repo.git("stash", "push", "--quiet")
    forget(repo, thing, mode)
    repo.commit({}, "forget")

    assert_forgotten(repo, thing, mode, repo.stash_pop())


@EVERY
@MODE
def test_a_stashed_tombstone_comes_over_an_edit(repo: Repo, thing: Thing, mode: str) -> None:
    forget(repo, thing, mode)
    repo.git("stash", "push", "--quiet")
    thing.edit(repo)
    repo.commit({}, "edit")

    result = repo.stash_pop()
    repo.commit({}, "popped")

    assert_forgotten(repo, thing, mode, result)


@EVERY
@MODE
def test_a_picked_edit_does_not_bring_it_back(repo: Repo, thing: Thing, mode: str) -> None:
    fork(repo, thing, mode)

    assert_forgotten(repo, thing, mode, repo.cherry_pick("side"))


@EVERY
def test_forgetting_on_both_sides_is_no_conflict(repo: Repo, thing: Thing) -> None:
    repo.switch("side", at="HEAD")
    forget(repo, thing, "hide")
    repo.commit({}, "hide")
    repo.switch("main")
    forget(repo, thing, "purge")
    repo.commit({}, "purge")

    assert_forgotten(repo, thing, "purge", repo.merge("side"))


@EVERY
def test_of_what_was_purged_no_word_is_left_in_the_merged_tree(repo: Repo, thing: Thing) -> None:
    for other in THINGS.values():
        if other is not thing:
            forget(repo, other, "purge")
    repo.commit({}, "purge the other thing")
    fork(repo, thing, "purge")

    assert repo.merge("side").code == 0

    assert repo.attempt("grep", "-i", MARK, "HEAD").code == 1
    assert repo.attempt("grep", "-i", "--untracked", MARK).code == 1


def test_a_row_that_the_other_side_changed_comes_back_and_is_named(repo: Repo) -> None:
    fork(repo, THINGS["entry"], "hide")
    repo.switch("side")
    repo.commit({INDEX: repo.read(INDEX).replace(b"\xe2\x80\x94 xylo", b"\xe2\x80\x94 new xylo")}, "row")

    assert repo.merge("main").code == 0

    check = repo.memoir("index", "--check")
    assert check.code == 1
    assert "MM-INDEX-HIDDEN" in check.stdout
    assert repo.memoir("index", "--write").code == 0
    assert LINK.encode() not in repo.read(INDEX)


def test_two_branches_that_write_the_index_merge_to_a_true_one(repo: Repo) -> None:
    for branch in ("side", "main"):
        repo.switch(branch, at="HEAD" if branch == "side" else None)
        for words in (("entry", "add", "goal", "--name", branch, "--description", "d"), ("index", "--write")):
            assert repo.memoir(*words).code == 0
        repo.commit({}, branch)

    assert repo.merge("side").code == 0

    assert repo.memoir("index", "--check").code == 0
    assert repo.read(INDEX).count(b"goal_") == 2
