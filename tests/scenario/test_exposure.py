"""A purged decision looked for in real histories: every place that may still hold it, and looks that fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.exposures import (
    CLEAN,
    DETECTED,
    NOT_REQUESTED,
    PURGED,
    SESSION,
    TEXT,
    UNAVAILABLE,
    WITH_TEXT,
    classes,
    forgotten,
    look,
    told,
)
from tests.support.processes import run
from tests.support.scenario import Repo
from tests.support.sessions import decision, session, to_bytes
from tests.support.store_files import entry

MINIFIED = to_bytes(WITH_TEXT, indent=None)
Plant = Callable[[Repo], None]


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A store that has purged a decision, and has no other version in its history."""
    return forgotten(make_repo())


def _branch(repo: Repo) -> None:
    repo.switch("side", at="HEAD")
    repo.commit({SESSION: WITH_TEXT})
    repo.switch("main")


def _tag(repo: Repo) -> None:
    _branch(repo)
    repo.git("tag", "-a", "-m", "words", "v1", "side")
    repo.git("branch", "-D", "side")


def _stash(repo: Repo) -> None:
    repo.write({SESSION: WITH_TEXT})
    repo.git("stash")


def _lower_stash(repo: Repo) -> None:
    _stash(repo)
    repo.write({SESSION: session(decisions=[decision("Another", 4)])})
    repo.git("stash")


def _amended(repo: Repo) -> None:
    repo.commit({SESSION: WITH_TEXT})
    repo.write({SESSION: PURGED})
    repo.git("commit", "--quiet", "-a", "--amend", "--no-edit", "--allow-empty")


def _staged(repo: Repo) -> None:
    repo.write({SESSION: WITH_TEXT})
    repo.git("add", "-A")
    repo.write({SESSION: PURGED})


def _linked_index(repo: Repo) -> None:
    repo.git("branch", "other")
    linked = repo.add_worktree(repo.path.parent / f"{repo.path.name}-linked", "other")
    linked.write({SESSION: WITH_TEXT})
    linked.git("add", "-A")


def _note(repo: Repo) -> None:
    repo.git("notes", "add", "-m", f'{{"text": "{TEXT}"}}')


def _merge_only(repo: Repo) -> None:
    repo.switch("side", at="HEAD")
    repo.commit({"other.txt": "x"})
    repo.switch("main")
    repo.commit({"more.txt": "x"})
    repo.git("merge", "--quiet", "--no-commit", "side")
    repo.commit({SESSION: WITH_TEXT}, "evil merge")
    repo.commit({SESSION: PURGED})


def _other_store(repo: Repo) -> None:
    repo.commit({".gitattributes": "/old/** merge=memoir-session\n", "old/session.json": WITH_TEXT})
    repo.commit({".gitattributes": None, "old/session.json": None})


def _old_head(repo: Repo) -> None:
    _branch(repo)
    repo.git("switch", "--quiet", "--detach", "side")
    repo.git("branch", "-D", "side")
    repo.write({SESSION: PURGED})


PLACES: dict[str, tuple[Plant, str]] = {
    "another branch": (_branch, "branch"),
    "a tag": (_tag, "tag"),
    "the newest stash": (_stash, "stash"),
    "an older stash": (_lower_stash, "stash"),
    "an amended commit": (_amended, "reflog"),
    "the index": (_staged, "index"),
    "the index of a linked work tree": (_linked_index, "index"),
    "the result of a merge only": (_merge_only, "branch"),
    "a place where memory once lay": (_other_store, "branch"),
    "a detached head": (_old_head, "head"),
}


@pytest.mark.parametrize(("plant", "expected"), PLACES.values(), ids=PLACES)
def test_a_copy_is_found_wherever_it_is_reachable(repo: Repo, plant: Plant, expected: str) -> None:
    plant(repo)

    data = look(repo)

    assert data["status"] == DETECTED
    assert expected in classes(data)
    assert {rule for row in data["copies"] for rule in row["rules"]} == {"text-hash"}


def test_a_copy_in_a_note_is_one_in_a_message(repo: Repo) -> None:
    _note(repo)

    data = look(repo)

    assert (data["status"], data["copies"]) == (DETECTED, [])
    assert [row["kind"] for row in data["message_copies"]] == ["note"]


@pytest.mark.parametrize("before", [WITH_TEXT, MINIFIED, to_bytes(WITH_TEXT).replace(b"\n", b"\r\n")])
def test_a_copy_is_found_however_the_file_was_written(make_repo: Callable[[], Repo], before: bytes) -> None:
    data = look(forgotten(make_repo(), before=before))

    assert (data["status"], data["copies"][0]["path"]) == (DETECTED, SESSION)


def test_copies_in_this_clone_only_ask_for_no_rewriting(repo: Repo) -> None:
    _stash(repo)

    local = " ".join(look(repo)["remedy"])
    _branch(repo)
    shared = " ".join(look(repo)["remedy"])

    assert ("git stash drop" in local, "filter-repo" in local) == (True, False)
    assert "filter-repo" in shared


def test_a_history_without_a_copy_is_told_as_one_that_was_read(repo: Repo) -> None:
    data = look(repo)

    assert (data["status"], data["reasons"], data["copies"]) == (CLEAN, [], [])
    assert data["inspection"]["read"]["commits"] == 1


def test_the_finding_says_what_was_not_looked_at(repo: Repo) -> None:
    result = repo.memoir("exposure")

    assert (result.code, "MC-ERASURE-004" in result.stdout) == (0, True)
    assert "Other clones, forks, backups, caches" in result.stdout


def test_an_object_that_nothing_names_is_a_field_of_its_own(repo: Repo) -> None:
    repo.git("hash-object", "-w", "--stdin", stdin=to_bytes(WITH_TEXT))

    without, data = look(repo), look(repo, "--unreachable")

    assert without["unreachable_objects"]["status"] == "not-inspected"
    assert (data["status"], data["unreachable_objects"]["status"]) == (CLEAN, "detected")


def test_a_path_that_never_was_memory_is_covered_on_request_only(repo: Repo) -> None:
    repo.commit({"elsewhere/state.json": WITH_TEXT})

    assert look(repo)["status"] == CLEAN
    assert look(repo, "--all-paths")["copies"][0]["path"] == "<folder-1>/<file-1>"


def test_a_place_that_only_a_private_attribute_binds_is_covered(repo: Repo) -> None:
    (repo.path / ".git/info/attributes").write_text("/mine/session.json merge=memoir-session\n")
    repo.commit({"mine/session.json": WITH_TEXT})
    repo.commit({"mine/session.json": None})

    assert look(repo)["status"] == DETECTED


def test_with_nothing_forgotten_and_no_memory_nothing_is_looked_for(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.commit({"README.md": "x"})

    data = look(repo)

    assert (data["status"], data["sought"], data["reasons"]) == (NOT_REQUESTED, {}, [])


def test_outside_of_git_there_is_no_answer(tmp_path: Path) -> None:
    data = told(run("git", "memoir", "exposure", "--topic", TEXT, "--format", "json", cwd=tmp_path))

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["not-a-repository"])


def test_a_shallow_clone_that_shows_no_copy_gives_no_answer(
    make_repo: Callable[[], Repo], tmp_path: Path
) -> None:
    clone = forgotten(make_repo(), before=WITH_TEXT).clone(tmp_path / "clone", "--depth", "1")

    data = look(clone)

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["shallow"])


def test_a_partial_clone_fetches_nothing_and_says_what_is_missing(
    make_repo: Callable[[], Repo], tmp_path: Path
) -> None:
    origin = forgotten(make_repo(), before=WITH_TEXT)
    origin.git("config", "uploadpack.allowFilter", "true")
    clone = origin.clone(tmp_path / "clone", "--filter=blob:none")
    before = clone.git("count-objects", "-v").stdout

    data = look(clone)

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["objects-missing"])
    assert clone.git("count-objects", "-v").stdout == before


def test_a_sha256_repository_is_read_as_well(tmp_path: Path) -> None:
    run("git", "init", "--quiet", "--object-format=sha256", "-b", "main", str(tmp_path / "r"), cwd=tmp_path)

    data = look(forgotten(Repo(tmp_path / "r"), before=WITH_TEXT))

    assert (data["status"], classes(data) >= {"branch", "head"}) == (DETECTED, True)


def test_a_damaged_object_is_a_reason_and_no_hang(repo: Repo) -> None:
    blob = repo.resolve(f"HEAD:{SESSION}")
    path = repo.path / ".git/objects" / blob[:2] / blob[2:]
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:20])

    data = look(repo)

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["objects-corrupt"])


def test_a_bound_that_was_reached_is_no_all_clear(repo: Repo) -> None:
    repo.commit({"x": "y"})

    data = look(repo, "--limit-commits", "1")

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["bound-reached"])


def test_a_purged_entry_is_found_by_its_name_which_is_not_told(repo: Repo) -> None:
    name = ".memoir/memory/decision_xylophone.md"
    repo.commit({name: entry("decision", "x", "words\n", date="2026-05-01")})
    plan = told_plan(repo)
    repo.memoir(
        "forget", "--entry", "decision_xylophone", "--mode", "purge", "--apply", "--confirm-plan", plan
    )
    repo.commit({})

    data = look(repo)

    (row,) = data["copies"]
    assert (row["path"], row["rules"]) == (".memoir/memory/<entry-1>", ["entry-path"])


def told_plan(repo: Repo) -> str:
    import json

    words = ("forget", "--entry", "decision_xylophone", "--mode", "purge", "--format", "json")
    plan = json.loads(repo.memoir(*words).out)["data"]["plan"]["id"]
    assert isinstance(plan, str)
    return plan


def test_two_looks_at_one_history_are_equal_however_it_is_stored(make_repo: Callable[[], Repo]) -> None:
    repo = forgotten(make_repo(), before=WITH_TEXT)
    loose = repo.memoir("exposure", "--format", "json").out

    repo.git("repack", "--quiet", "-a", "-d")
    repo.git("pack-refs", "--all")

    assert repo.memoir("exposure", "--format", "json").out == loose


def test_nothing_in_the_repository_changes(repo: Repo) -> None:
    _branch(repo)
    before = sorted((path, path.stat().st_mtime_ns) for path in repo.path.rglob("*"))

    look(repo, "--unreachable", "--all-paths")

    assert sorted((path, path.stat().st_mtime_ns) for path in repo.path.rglob("*")) == before


def test_a_topic_in_the_message_of_a_tag_or_a_commit_is_a_copy_there(repo: Repo) -> None:
    repo.git("tag", "-a", "-m", f"About the\n{TEXT.upper()}", "v1")
    repo.commit({"x": "y"}, TEXT)

    data = look(repo, "--topic-file", "-", stdin=TEXT.encode())

    assert (data["status"], data["copies"]) == (DETECTED, [])
    assert {row["kind"] for row in data["message_copies"]} == {"commit", "tag"}


def test_a_bare_repository_knows_what_its_head_says(make_repo: Callable[[], Repo], tmp_path: Path) -> None:
    bare = forgotten(make_repo(), before=WITH_TEXT).clone(tmp_path / "bare.git", "--bare")

    data = look(bare)

    assert (data["status"], data["sought"]) == (DETECTED, {"text-hash": 1, "secret": 1})


def test_a_session_that_cannot_be_read_leaves_the_answer_open(repo: Repo) -> None:
    repo.write({SESSION: b'{"version": "99.0"}'})

    data = look(repo)

    assert (data["status"], data["reasons"]) == (UNAVAILABLE, ["fingerprint-unusable"])


def test_a_hidden_entry_may_stay_hidden_and_its_visible_version_is_a_copy(repo: Repo) -> None:
    name = ".memoir/memory/decision_x.md"
    hidden = entry(
        "decision", "x", "words\n", date="2026-05-01", hidden="true", hidden_at="2026-06-01T00:00:00Z"
    )
    repo.commit({name: hidden})
    assert look(repo)["status"] == CLEAN

    repo.switch("side", at="HEAD")
    repo.commit({name: entry("decision", "x", "words\n", date="2026-05-01")})
    repo.switch("main")

    assert [row["rules"] for row in look(repo)["copies"]] == [["entry-path"]]


def test_an_index_that_git_cannot_read_gives_no_answer_and_no_error(repo: Repo) -> None:
    (repo.path / ".git/index").write_bytes(b"broken")

    data = look(repo)

    assert data["status"] == UNAVAILABLE
    assert set(data["reasons"]) >= {"fingerprint-unusable", "index-unreadable"}
