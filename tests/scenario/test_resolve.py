"""Scenarios of `git memoir resolve`: what git asks no driver about, finished from the index stages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.finishing import BODY, bind, edited, entry, frozen, hidden, stub, unmerged, without_driver
from tests.support.processes import Result
from tests.support.scenario import SESSION, Files, Repo, Scene, parse_session
from tests.support.sessions import action, goal, session, texts, to_bytes

A = "memory/a.md"
EDIT = edited("a", 3, updated=4)
TOMBSTONE = hidden("a")
PURGED = stub("a", "a")
SURVIVORS = {"edit": EDIT, "tombstone": TOMBSTONE, "purged": PURGED}
SAYS = {
    "edit": "deleted on one side, edited on the other; the edit stays",
    "tombstone": "deleted on one side; the tombstone stays",
    "purged": "deleted on one side; the purged stub stays",
}
OTHER = {"ours.txt": "x\n"}


def merge(repo: Repo) -> Result:
    return repo.merge()


def rebase(repo: Repo) -> Result:
    return repo.rebase("side")


def rebase_by_patches(repo: Repo) -> Result:
    return repo.rebase("--apply", "side")


def cherry_pick(repo: Repo) -> Result:
    return repo.cherry_pick("side")


def revert(repo: Repo) -> Result:
    """Reverts on main what `back` undoes of theirs, so that the same three versions meet."""
    repo.switch("back", at="side")
    repo.commit({A: repo.show("main~1", A)}, "back to the base")
    repo.switch("main")
    return repo.attempt("revert", "--no-edit", "back")


def am(repo: Repo) -> Result:
    patch = repo.git("format-patch", "--stdout", "-1", "side").out
    return repo.attempt("am", "--3way", "--quiet", stdin=patch)


# Who deletes, and in what; a revert cannot bring a deletion.
STOPS = [
    pytest.param(by, operation, id=f"{operation.__name__}-{by}")
    for operation in (merge, rebase, rebase_by_patches, cherry_pick, revert, am)
    for by in ("ours", "theirs")
    if (operation, by) != (revert, "theirs")
]


def deleted_against(survivor: str, *, by: str) -> Scene:
    """Returns the scene in which side `by` deletes the entry and the other makes `survivor` of it."""
    gone: Files = {A: None, **OTHER}
    kept: Files = {A: survivor}
    base = {A: entry("a")}
    if by == "ours":
        return Scene(base=base, ours=gone, theirs=kept)
    return Scene(base=base, ours={**kept, **OTHER}, theirs={A: None})


@pytest.mark.parametrize(("by", "operation"), STOPS)
@pytest.mark.parametrize("survivor", SURVIVORS)
def test_s89_a_deletion_against_a_change_is_decided_and_the_operation_finished(
    survivor: str, by: str, operation: Callable[[Repo], Result], store: Repo
) -> None:
    store.fork(deleted_against(SURVIVORS[survivor], by=by))
    stopped = operation(store)
    assert stopped.code != 0
    assert unmerged(store) == [A]

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert f"{A}: {SAYS[survivor]}" in result.stdout
    assert "and is done" in result.stdout
    assert store.show("HEAD", A).decode() == SURVIVORS[survivor]
    assert store.git("status", "--porcelain").stdout == ""
    assert "No operation of git is in progress" in store.memoir("status").stdout


@pytest.mark.parametrize("by", ["ours", "theirs"])
@pytest.mark.parametrize("survivor", SURVIVORS)
def test_s89_a_stash_pop_is_decided_and_the_stash_left_to_its_owner(
    survivor: str, by: str, store: Repo
) -> None:
    stashed = None if by == "theirs" else SURVIVORS[survivor]
    committed = SURVIVORS[survivor] if by == "theirs" else None
    store.commit({A: entry("a")})
    store.write({A: stashed})
    store.git("stash", "--quiet")
    store.commit({A: committed})
    assert store.stash_pop().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "drop the stash yourself: git stash drop" in result.stdout
    assert store.git("stash", "list").stdout != ""
    assert unmerged(store) == []
    assert store.read(A).decode() == SURVIVORS[survivor]


@pytest.mark.parametrize("survivor", SURVIVORS)
def test_only_an_ordinary_edit_gives_way_to_a_preferred_deletion(survivor: str, store: Repo) -> None:
    store.fork(deleted_against(SURVIVORS[survivor], by="theirs"))
    store.merge()

    result = store.memoir("resolve", "--prefer-delete")

    assert result.code == 0, str(result)
    assert (store.path / A).exists() == (survivor != "edit")
    assert unmerged(store) == []


def test_an_unhidden_copy_against_a_deletion_stays_hidden(store: Repo) -> None:
    store.fork(
        Scene(base={A: TOMBSTONE}, ours={A: entry("a", updated=9)}, theirs={A: None}),
    )
    store.merge()

    result = store.memoir("resolve")

    assert result.code == 0, str(result)
    assert b"hidden: true" in store.read(A)


def test_a_dry_run_changes_no_byte_and_says_what_would_be(store: Repo) -> None:
    store.fork(deleted_against(EDIT, by="ours"))
    store.merge()
    before = frozen(store)

    result = store.memoir("resolve", "--dry-run", "--continue")

    assert result.code == 0, str(result)
    assert SAYS["edit"] in result.stdout
    assert "Nothing was changed." in result.stdout
    assert frozen(store) == before


def test_resolving_twice_is_resolving_once(store: Repo) -> None:
    store.fork(deleted_against(EDIT, by="ours"))
    store.merge()
    store.memoir("resolve")
    tree = store.git("write-tree").stdout

    again = store.memoir("resolve")

    assert again.code == 0, str(again)
    assert "Nothing is unmerged" in again.stdout
    assert store.git("write-tree").stdout == tree


@pytest.mark.parametrize("survivor", SURVIVORS)
def test_both_sides_resolve_to_the_same_blobs(survivor: str, make_store: Callable[[], Repo]) -> None:
    trees = set()
    for by in ("ours", "theirs"):
        repo = make_store()
        repo.fork(deleted_against(SURVIVORS[survivor], by=by))
        repo.merge()
        repo.memoir("resolve", "--continue")
        trees.add(repo.resolve("HEAD:memory"))

    assert len(trees) == 1


def test_s12_what_git_merged_as_text_is_merged_again_as_memory(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=3)},
            theirs={A: edited("a", 10, updated=4, word="other")},
        )
    )
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    merged = store.show("HEAD", A).decode()
    assert "updated: 2026-03-04" in merged
    assert "line 2 changed of" in merged
    assert "line 10 other of" in merged


def test_s12_overlapping_prose_stays_a_conflict_around_itself_alone(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 5, updated=3, word="mine")},
            theirs={A: edited("a", 5, updated=4, word="yours")},
        )
    )
    store.merge()

    result = store.memoir("resolve", "--continue")

    assert result.code == 1
    assert unmerged(store) == [A]
    head, _, tail = store.read(A).decode().partition("<<<<<<<")
    assert head.startswith(entry("a", updated=4).partition("line 5")[0])
    assert tail.partition("\n")[2].startswith("line 5 mine of the text\n=======\nline 5 yours of the text\n")


def test_a_conflict_that_is_left_is_left_the_same_the_second_time(store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 5, updated=3, word="mine")},
            theirs={A: edited("a", 5, updated=4, word="yours")},
        )
    )
    store.merge()
    store.memoir("resolve")
    first = store.read(A)

    again = store.memoir("resolve")

    assert again.code == 1
    assert store.read(A) == first


def test_a_session_that_git_merged_as_text_is_joined(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={SESSION: session(goals=[goal("base")])},
            ours={SESSION: session(goals=[goal("base")], actions=[action("mine", 3)])},
            theirs={SESSION: session(goals=[goal("base")], actions=[action("yours", 2)])},
        )
    )
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert texts(parse_session(store.show("HEAD")), "next_actions") == ["mine", "yours"]


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_every_conflict_style_counts_as_untouched(style: str, store: Repo) -> None:
    without_driver(store)
    store.git("config", "merge.conflictStyle", style)
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=3)},
            theirs={A: edited("a", 10, updated=4)},
        )
    )
    store.merge()

    assert store.memoir("resolve").code == 0


def test_a_file_that_somebody_edits_is_not_touched(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=3)},
            theirs={A: edited("a", 10, updated=4)},
        )
    )
    store.merge()
    by_hand = store.read(A).replace(b"line 12", b"line twelve")
    store.write({A: by_hand})

    result = store.memoir("resolve")

    assert result.code == 1
    assert "MG-RESOLVE-006" in result.stdout
    assert store.read(A) == by_hand
    assert unmerged(store) == [A]


def test_s14_two_entries_of_one_name_stay_a_conflict_with_both(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={"x": "x"},
            ours={A: entry("a", updated=3, body="mine\n")},
            theirs={A: entry("a", updated=4, body="yours\n")},
        )
    )
    store.merge()

    result = store.memoir("resolve")

    assert result.code == 1
    assert b"updated: 2026-03-04\n---\n<<<<<<<" in store.read(A)
    assert b"mine\n" in store.read(A)
    assert b"yours\n" in store.read(A)


def test_s14_one_entry_added_twice_is_merged(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={"x": "x"},
            ours={A: entry("a", updated=3)},
            theirs={A: entry("a", updated=4)},
        )
    )
    store.merge()

    assert store.memoir("resolve", "--continue").code == 0
    assert store.show("HEAD", A).decode() == entry("a", updated=4)


def test_s20_a_conflict_outside_of_memory_is_named_and_left(store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a"), "note.txt": "base\n"},
            ours={A: EDIT, "note.txt": "ours\n"},
            theirs={A: None, "note.txt": "theirs\n"},
        )
    )
    store.rebase("side")
    left = store.read("note.txt")

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "In a rebase (1/1):" in result.stdout
    assert "MG-RESOLVE-008 note.txt" in result.stdout
    assert unmerged(store) == ["note.txt"]
    assert store.read("note.txt") == left
    store.write({"note.txt": "both\n"})
    store.git("add", "note.txt")
    assert store.memoir("resolve", "--continue").code == 0
    assert store.git("status", "--porcelain").stdout == ""


def test_a_series_is_continued_over_every_stop(store: Repo) -> None:
    names = [f"memory/{name}.md" for name in "abc"]
    store.commit({name: entry(name) for name in names}, "base")
    store.switch("side", at="HEAD")
    store.commit(dict.fromkeys(names), "all gone")
    store.switch("main")
    for number, name in enumerate(names, 2):
        store.commit({name: edited(name, number, updated=number)}, f"edit {name}")
    store.rebase("side")

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "git continued 3 times and is done." in result.stdout
    assert store.git("rev-list", "--count", "side..HEAD").stdout == "3\n"
    assert store.git("ls-files", "memory").stdout.split() == names


def test_of_a_pick_that_became_empty_git_is_told_to_skip_it(store: Repo) -> None:
    store.fork(Scene(base={A: entry("a")}, ours={A: TOMBSTONE}, theirs={A: None}))
    store.cherry_pick("side")

    result = store.memoir("resolve")

    assert result.code == 0, str(result)
    assert result.stdout.endswith("git cherry-pick --skip\n")
    assert store.memoir("resolve", "--continue").code == 0
    assert store.git("status", "--porcelain").stdout == ""
    assert "No operation of git is in progress" in store.memoir("status").stdout
    assert store.read(A).decode() == TOMBSTONE


def test_s28_a_conflict_in_a_stash_pop_stays_and_so_does_the_stash(store: Repo) -> None:
    store.commit({A: entry("a")})
    store.write({A: edited("a", 5, updated=3, word="mine")})
    store.git("stash", "--quiet")
    store.commit({A: edited("a", 5, updated=4, word="yours")})
    assert store.stash_pop().code == 1

    result = store.memoir("resolve")

    assert result.code == 1
    assert "In a stash pop:" in result.stdout
    assert unmerged(store) == [A]
    assert store.git("stash", "list").stdout != ""


def test_s32_a_conflict_of_switching_with_a_dirty_entry_is_settled(store: Repo) -> None:
    without_driver(store)
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: entry("a")},
            theirs={A: edited("a", 2, updated=3)},
        )
    )
    store.write({A: edited("a", 10, updated=4)})
    store.attempt("switch", "-m", "side")
    assert unmerged(store) == [A]

    result = store.memoir("resolve")

    assert result.code == 0, str(result)
    assert b"line 10 changed" in store.read(A)
    assert b"line 2 changed" in store.read(A)


def test_a_squash_that_stopped_is_finished(store: Repo) -> None:
    store.fork(deleted_against(EDIT, by="ours"))
    store.attempt("merge", "--squash", "side")

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "In a squash merge:" in result.stdout
    assert store.show("HEAD", A).decode() == EDIT
    assert store.git("rev-list", "--merges", "--count", "HEAD").stdout == "0\n"


# -- renames


def test_s90_a_file_renamed_to_two_names_keeps_both_with_one_content(store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: None, "memory/b.md": edited("a", 2, updated=3)},
            theirs={A: None, "memory/c.md": edited("a", 10, updated=4)},
        )
    )
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "MG-RESOLVE-002" in result.stdout
    assert store.git("ls-files", "memory").stdout.split() == ["memory/b.md", "memory/c.md"]
    assert store.resolve("HEAD:memory/b.md") == store.resolve("HEAD:memory/c.md")
    assert "line 2 changed" in store.show("HEAD", "memory/b.md").decode()
    assert "line 10 changed" in store.show("HEAD", "memory/b.md").decode()


def test_s90_two_files_renamed_to_one_name_go_back_to_their_own(store: Repo) -> None:
    other = BODY.replace("line", "row")
    store.fork(
        Scene(
            base={A: entry("a"), "memory/b.md": entry("b", body=other)},
            ours={A: None, "memory/c.md": entry("a")},
            theirs={"memory/b.md": None, "memory/c.md": entry("b", body=other)},
        )
    )
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "MG-RESOLVE-003" in result.stdout
    assert store.show("HEAD", A).decode() == entry("a")
    assert store.show("HEAD", "memory/b.md").decode() == entry("b", body=other)
    assert store.git("ls-files", "memory").stdout.split() == [A, "memory/b.md"]


@pytest.mark.parametrize("strategy", ["ort", "recursive"])
def test_s90_a_file_renamed_here_and_deleted_there_is_kept(strategy: str, store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: None, "memory/b.md": edited("a", 2, updated=3)},
            theirs={A: None},
        )
    )
    assert store.merge("-s", strategy, "side").code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert store.show("HEAD", "memory/b.md").decode() == edited("a", 2, updated=3)


@pytest.mark.parametrize("strategy", ["ort", "recursive"])
def test_a_renamed_edit_can_give_way_to_the_deletion(strategy: str, store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: None, "memory/b.md": edited("a", 2, updated=3)},
            theirs={A: None},
        )
    )
    store.merge("-s", strategy, "side")

    assert store.memoir("resolve", "--prefer-delete").code == 0
    assert store.git("ls-files", "memory").stdout == ""


def test_s91_an_edit_is_not_written_into_another_entry(store: Repo) -> None:
    added = edited("b", 7, updated=2, word="new")
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 7, updated=4, word="mine")},
            theirs={A: None, "memory/b.md": added},
        )
    )
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert "MG-RESOLVE-004" in result.stdout
    assert store.show("HEAD", A).decode() == edited("a", 7, updated=4, word="mine")
    assert store.show("HEAD", "memory/b.md").decode() == added


def test_s92_an_entry_added_to_a_folder_that_moved_stays_where_git_put_it(store: Repo) -> None:
    bind(store, "notes/*.md merge=memoir-entry")
    names = ["a", "b", "c"]
    store.fork(
        Scene(
            base={f"memory/{name}.md": entry(name, body=BODY + name) for name in names},
            ours={"memory/new.md": entry("new", body="quite another text\n")},
            theirs={
                **{f"memory/{name}.md": None for name in names},
                **{f"notes/{name}.md": entry(name, body=BODY + name) for name in names},
            },
        )
    )
    assert "file location" in store.merge().stdout

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert store.show("HEAD", "notes/new.md").decode() == entry("new", body="quite another text\n")


# -- what is in the work tree


def test_a_link_in_the_way_is_not_followed(store: Repo) -> None:
    store.fork(deleted_against(EDIT, by="ours"))
    store.merge()
    outside = store.path.parent / "outside.md"
    outside.write_text("not yours\n")
    (store.path / A).unlink()
    (store.path / A).symlink_to(outside)

    result = store.memoir("resolve")

    assert result.code == 1
    assert "MG-RESOLVE-007" in result.stdout
    assert outside.read_text() == "not yours\n"
    assert unmerged(store) == [A]


def test_s66_the_work_tree_gets_the_line_ends_it_wants(store: Repo) -> None:
    without_driver(store)
    bind(store, "memory/*.md text eol=crlf")
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=3)},
            theirs={A: edited("a", 10, updated=4)},
        )
    )
    store.merge()

    assert store.memoir("resolve", "--continue").code == 0
    assert b"line 2 changed of the text\r\n" in store.read(A)
    assert b"\r" not in store.show("HEAD", A)
    assert store.git("status", "--porcelain").stdout == ""


def test_s70_a_work_tree_encoding_is_kept(store: Repo) -> None:
    without_driver(store)
    bind(store, "memory/*.md working-tree-encoding=UTF-16LE-BOM")
    versions = [entry("a"), edited("a", 2, updated=3), edited("a", 10, updated=4)]
    base, ours, theirs = (b"\xff\xfe" + text.encode("utf-16-le") for text in versions)
    store.fork(Scene(base={A: base}, ours={A: ours}, theirs={A: theirs}))
    store.merge()

    assert store.memoir("resolve", "--continue").code == 0
    assert "line 10 changed" in store.read(A).decode("utf-16")
    assert b"line 10 changed" in store.show("HEAD", A)


def test_s71_a_filter_is_applied_on_the_way_out(store: Repo) -> None:
    without_driver(store)
    for way in ("clean", "smudge"):
        store.git("config", f"filter.case.{way}", "tr a-zA-Z A-Za-z")
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 2, updated=3)},
            theirs={A: edited("a", 10, updated=4)},
        )
    )
    bind(store, "memory/*.md filter=case")
    store.git("rm", "--cached", "--quiet", A)
    store.git("reset", "--quiet", "--hard")
    store.merge()

    assert store.memoir("resolve").code == 0
    assert b"LINE 10 CHANGED" in store.read(A)
    assert b"line 10 changed" in store.git("cat-file", "blob", f":{A}").out


def test_s71_ciphertext_that_differs_each_time_is_left_alone(store: Repo) -> None:
    without_driver(store)
    store.git("config", "filter.noise.clean", "cat; head -c8 /dev/urandom")
    store.fork(
        Scene(
            base={A: entry("a")},
            ours={A: edited("a", 5, updated=3, word="mine")},
            theirs={A: edited("a", 5, updated=4, word="yours")},
        )
    )
    store.merge()
    bind(store, "memory/*.md filter=noise")
    before = store.read(A)

    result = store.memoir("resolve")

    assert result.code == 1
    assert store.read(A) == before
    assert unmerged(store) == [A]


def test_s74_a_side_with_committed_markers_is_taken_apart(store: Repo) -> None:
    base = session(goals=[goal("base")])
    halves = [session(goals=[goal("base")], actions=[action(text, 2)]) for text in ("one", "two")]
    marked = b"<<<<<<< x\n" + to_bytes(halves[0]) + b"\n=======\n" + to_bytes(halves[1]) + b"\n>>>>>>> y\n"
    theirs = session(goals=[goal("base")], actions=[action("three", 3)])
    store.fork(Scene(base={SESSION: base}, ours={SESSION: marked}, theirs={SESSION: theirs}))
    assert store.merge().code == 1

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert sorted(texts(parse_session(store.show("HEAD")), "next_actions")) == ["one", "three", "two"]


# -- shapes of repositories


def test_s48_a_linked_work_tree_is_finished_in_itself(store: Repo) -> None:
    store.fork(deleted_against(EDIT, by="ours"))
    store.switch("elsewhere", at="main")
    linked = store.add_worktree(store.path.parent / "linked", "main")
    assert linked.merge().code == 1

    result = linked.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert linked.show("HEAD", A).decode() == EDIT
    assert store.git("status", "--porcelain").stdout == ""


def test_s55_a_submodule_conflict_is_none_of_its_business(store: Repo) -> None:
    store.fork(
        Scene(
            base={A: entry("a"), "x": "x"},
            ours={A: EDIT},
            theirs={A: None},
        )
    )
    for branch, commit in (("side", "main~1"), ("main", "main")):
        store.switch(branch)
        store.git("update-index", "--add", "--cacheinfo", f"160000,{store.resolve(commit)},sub")
        store.git("commit", "--quiet", "-m", "gitlink")
    store.settle()
    store.merge()

    result = store.memoir("resolve")

    assert result.code == 0, str(result)
    assert "MG-RESOLVE-008 sub" in result.stdout
    assert unmerged(store) == ["sub"]


@pytest.mark.parametrize(
    "name", ["sp ace.md", "-dash.md", "quo'te\".md", "new\nline.md", "tab\t.md", "ü.md", "*.md"]
)
def test_s61_hostile_names_are_only_names(name: str, store: Repo) -> None:
    place = f"memory/{name}"
    store.fork(Scene(base={place: entry("a")}, ours={place: None}, theirs={place: EDIT}))
    store.merge()

    result = store.memoir("resolve", "--continue")

    assert result.code == 0, str(result)
    assert store.read(place).decode() == EDIT


def test_only_the_named_paths_are_finished(store: Repo) -> None:
    other = "memory/b.md"
    store.fork(
        Scene(
            base={A: entry("a"), other: entry("b")},
            ours={A: None, other: None},
            theirs={A: EDIT, other: edited("b", 3, updated=4)},
        )
    )
    store.merge()

    result = store.memoir("resolve", A)

    assert result.code == 0, str(result)
    assert unmerged(store) == [other]


def test_nothing_it_prints_is_memory(store: Repo) -> None:
    store.fork(deleted_against(entry("wombat", updated=4, body="wombat\n"), by="ours"))
    store.merge()

    result = store.memoir("resolve", "--format", "json")

    assert "wombat" not in result.stdout + result.stderr
