"""The local overlay on disk: who may read it, what is refused, and how far a reset reaches."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoir_git.fs import failpoints as at
from memoir_git.fs.failpoints import EXIT_STATUS
from tests.support.memory import PROJECT_ID, entry, memory_file
from tests.support.overlay import Machine, add_words, nodes_below
from tests.support.processes import run
from tests.support.projects import with_project
from tests.support.scenario import Repo

TEXT = "Answer in short sentences."
OTHER_ID = "1c2e8b63-7b1f-4a54-8d66-2e301d0b8f21"


@pytest.fixture
def machine(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Machine:
    return Machine(tmp_path, capfdbinary, monkeypatch)


def findings(machine: Machine, *words: str, at: Path | None = None) -> list[tuple[str, str | None]]:
    document = json.loads(machine(*words, "--format", "json", at=at).out)
    return [(finding["code"], finding.get("details", {}).get("reason")) for finding in document["findings"]]


def previewed(machine: Machine, at: Path | None = None) -> Any:
    return json.loads(machine("local", "reset", "--format", "json", at=at).out)["data"]


def applied(machine: Machine) -> Any:
    plan = previewed(machine)["plan"]["plan_id"]
    words = ("local", "reset", "--apply", "--confirm-plan", plan, "--format", "json")
    return json.loads(machine(*words).out)["data"]


def test_without_an_overlay_looking_makes_nothing(machine: Machine) -> None:
    words = (("local", "status"), ("audit",), ("status",), ("list",), ("local", "reset"))

    for looked in words:
        machine(*looked)

    assert machine.status() == "disabled"
    assert not machine.state.exists()


def test_an_overlay_is_made_for_its_owner_alone_whatever_the_umask(machine: Machine) -> None:
    before = os.umask(0)
    try:
        machine.bound(TEXT)
    finally:
        os.umask(before)

    modes = {mode for mode, content in nodes_below(machine.state).values() if content is None}
    assert modes == {0o700}
    assert {mode for mode, content in nodes_below(machine.folder).values() if content is not None} == {0o600}


def test_enabling_binds_no_work_tree(machine: Machine) -> None:
    machine("local", "enable")

    assert machine.status() == "unbound"
    assert findings(machine, "audit") == [("MC-LOCAL-001", None)]


def test_linking_makes_and_binds_at_once(machine: Machine) -> None:
    machine("local", "link")

    assert machine.status() == "bound"
    assert findings(machine, "audit") == []


@pytest.mark.parametrize("command", ["enable", "link"])
def test_a_second_time_changes_no_byte(machine: Machine, command: str) -> None:
    machine.bound(TEXT)
    before = nodes_below(machine.folder)

    result = machine("local", command)

    assert "nothing to change" in result.stdout
    assert nodes_below(machine.folder) == before


def test_no_plain_path_of_the_project_stands_in_what_binds_it_nor_in_any_output(machine: Machine) -> None:
    shown = [machine(*words) for words in (("local", "link"), ("local", "status"), ("local", "reset"))]

    told = [result.out + result.err for result in shown]
    assert not any(str(machine.root).encode() in text for text in told)
    kept = [content or b"" for _, content in nodes_below(machine.state / "projects").values()]
    assert not any(str(machine.root).encode() in content for content in kept)


def test_a_copy_with_the_same_identity_reads_nothing_before_it_is_linked(machine: Machine) -> None:
    machine.bound(TEXT)
    copy = Path(shutil.copytree(machine.place, machine.root / "copy"))

    shown = machine("list", "--local", at=copy)

    assert machine.status(at=copy) == "unbound"
    assert (shown.code, shown.out) == (1, b"")
    assert findings(machine, "local", "status", at=copy) == [("MC-LOCAL-001", None)]


def test_a_linked_work_tree_of_the_same_repository_is_another_root(
    machine: Machine, make_repo: Callable[[], Repo]
) -> None:
    repo = make_repo()
    with_project(repo.path, "clean-0.8")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "Memory")
    other = machine.root / "other"
    repo.git("worktree", "add", "--quiet", str(other), "-b", "other")
    machine("local", "link", at=repo.path)

    assert (machine.status(at=repo.path), machine.status(at=other)) == ("bound", "unbound")


def test_a_second_work_tree_takes_the_overlay_over_only_when_told_to(machine: Machine) -> None:
    machine.bound(TEXT)
    copy = Path(shutil.copytree(machine.place, machine.root / "copy"))

    refused = machine("local", "link", at=copy)
    taken = machine("local", "link", "--replace", at=copy)

    assert (refused.code, taken.code) == (1, 0)
    assert "bound-elsewhere" in refused.stdout
    assert (machine.status(at=copy), machine.status()) == ("bound", "unbound")


def test_a_project_that_was_moved_is_linked_again(machine: Machine) -> None:
    machine.bound(TEXT)
    moved = machine.place.rename(machine.root / "moved")

    assert machine.status(at=moved) == "unbound"
    assert machine("local", "link", "--replace", at=moved).code == 0
    assert machine.status(at=moved) == "bound"


def test_two_bound_roots_are_for_review(machine: Machine) -> None:
    machine.bound()
    bindings = machine.folder / "bindings.json"
    document = json.loads(bindings.read_bytes())
    document["roots"] = sorted([*document["roots"], "0" * 64])
    bindings.write_text(json.dumps(document), encoding="utf-8")

    assert findings(machine, "local", "status") == [("MC-LOCAL-002", "several-roots")]
    assert previewed(machine)["plan"]["readiness"] == "blocked"


def test_a_preference_is_an_entry_that_only_local_lists_show(machine: Machine) -> None:
    machine.bound(TEXT)

    rows = [json.loads(machine(*words, "--format", "json").out) for words in (("list", "--local"), ("list",))]

    local, shared = (found["data"]["entries"] for found in rows)
    added = [row for row in local if row not in shared]
    assert [(row["scope"], row["source"]) for row in added] == [("local-user", "local/preferences.md")]
    assert TEXT in machine("show", added[0]["entry_id"], "--local").stdout
    assert machine("show", added[0]["entry_id"]).code == 1


def test_the_newest_preference_comes_first_and_the_others_keep_every_byte(machine: Machine) -> None:
    machine.bound("First.")
    path = machine.folder / "local/preferences.md"
    head, _, unit = path.read_bytes().partition(b"## MC-PREF")

    machine(*add_words("Second.", "--scope", "local-machine", "--title", "The second"))

    content = path.read_bytes()
    assert content.startswith(head)
    assert content.endswith(b"## MC-PREF" + unit)
    assert b"\xe2\x80\x94 The second\n\nStatus: active\nScope: local-machine\n" in content


def test_a_text_may_come_from_standard_input(machine: Machine) -> None:
    machine.bound()

    result = machine(*add_words("-"), stdin=TEXT.encode())

    assert result.code == 0
    assert TEXT.encode() in (machine.folder / "local/preferences.md").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (add_words("   "), "text-missing"),
        (add_words("Fine.\nNote: not fine."), "text-reads-otherwise"),
        (add_words("Fine.\n\n## Heading"), "text-reads-otherwise"),
        (add_words("Fine.\n\n```\nopen"), "text-reads-otherwise"),
        (add_words("Fine.", "--title", "a\x07bell"), "title-not-plain"),
        (("local", "add", "Fine.", "--evidence", "agent-observed"), "evidence-not-admissible"),
        (("local", "add", "Fine.", "--evidence", "legacy-unverified"), "evidence-not-admissible"),
        (("local", "add", "Fine.", "--evidence", "hearsay"), "evidence-malformed"),
        (("local", "add", "Fine.", "--evidence", "doc:docs/nowhere.md"), "evidence-source-missing"),
    ],
)
def test_what_no_entry_may_hold_is_refused(machine: Machine, words: tuple[str, ...], said: str) -> None:
    machine.bound()
    before = nodes_below(machine.folder)

    result = machine(*words)

    assert result.code == 1
    assert said in result.stdout
    assert nodes_below(machine.folder) == before


def test_a_credential_is_refused_and_not_repeated(machine: Machine) -> None:
    machine.bound()
    token = "ghp_" + "a1" * 15
    before = nodes_below(machine.folder)

    result = machine(*add_words(f"Use {token} for it."))

    assert result.code == 1
    assert "text-holds-a-secret" in result.stdout
    assert token not in result.stdout + result.stderr
    assert nodes_below(machine.folder) == before


def test_what_may_be_a_credential_is_told_and_written(machine: Machine) -> None:
    machine.bound()

    result = machine(*add_words("Never type " + "pass" + "word = correcthorse again."))

    assert result.code == 0
    assert "text-may-hold-a-secret" in result.stdout


@pytest.mark.parametrize(("linked", "reason"), [(False, "overlay-disabled"), (True, "overlay-unbound")])
def test_nothing_is_added_to_an_overlay_that_is_not_read_here(
    machine: Machine, linked: bool, reason: str
) -> None:
    if linked:
        machine("local", "enable")

    result = machine(*add_words(TEXT))

    assert result.code == 1
    assert reason in result.stdout


def _loosen(path: Path) -> None:
    path.chmod(0o755 if path.is_dir() else 0o644)


def _swap_for_link(path: Path) -> None:
    elsewhere = path.with_name("elsewhere")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def _swap_for_pipe(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    os.mkfifo(path)


SPOILED = [
    (_loosen, "", "wrong-mode"),
    (_loosen, "local", "wrong-mode"),
    (_loosen, "local/profiles", "wrong-mode"),
    (_loosen, "local/preferences.md", "wrong-mode"),
    (_loosen, "bindings.json", "wrong-mode"),
    (_swap_for_link, "local", "symbolic-link"),
    (_swap_for_link, "local/preferences.md", "symbolic-link"),
    (_swap_for_link, "bindings.json", "symbolic-link"),
    (_swap_for_pipe, "local/manifest.md", "not-a-regular-file"),
]


@pytest.mark.parametrize(("spoil", "path", "reason"), SPOILED)
def test_what_is_not_the_owners_alone_is_not_read_not_mended_and_not_removed(
    machine: Machine, spoil: Callable[[Path], None], path: str, reason: str
) -> None:
    machine.bound(TEXT)
    spoil(machine.folder / path)
    before = nodes_below(machine.folder)

    told = findings(machine, "local", "status")
    reset = previewed(machine)
    results = [machine("local", word) for word in ("enable", "link")] + [machine(*add_words(TEXT))]

    assert ("MC-LOCAL-002", reason) in told
    assert (reset["plan"]["readiness"], reset["plan"]["targets"]) == ("blocked", [])
    assert [result.code for result in results] == [1, 1, 1]
    assert TEXT.encode() not in machine("list", "--local").out
    assert nodes_below(machine.folder) == before


@pytest.mark.parametrize("level", ["projects", f"projects/{PROJECT_ID}"])
def test_a_link_above_the_overlay_is_never_followed(machine: Machine, level: str) -> None:
    machine.bound(TEXT)
    path = machine.state / level
    path.rename(machine.root / "elsewhere")
    path.symlink_to(machine.root / "elsewhere")
    before = nodes_below(machine.root / "elsewhere")

    assert machine.status() == "review"
    assert machine("local", "reset", "--apply", "--confirm-plan", "0" * 16).code != 0
    assert nodes_below(machine.root / "elsewhere") == before


@pytest.mark.parametrize(
    ("path", "old", "new", "reason"),
    [
        ("bindings.json", b"{", b"[", "malformed-bindings"),
        ("local/manifest.md", b"_version: 1", b"_version: 2", "unknown-schema"),
        ("local/manifest.md", b"## Profiles", b"## Profiles\n- profiles/git.md", "missing-file"),
        ("local/manifest.md", b"## Profiles", b"## Profiles\n- ../x.md", "unknown-line"),
        ("local/manifest.md", b"## Preferences", b"## Routes", "incomplete-manifest"),
        ("local/preferences.md", b"Scope: local-user", b"Scope: project", "wrong-scope"),
        ("local/preferences.md", b"Status: active", b"Status: superseded", "wrong-status"),
        ("local/preferences.md", b"MC-PREF", b"MC-DEC", "wrong-file"),
        (
            "local/preferences.md",
            b"Evidence:",
            b"Related:\n- MC-DEC-20260901-00000001\nEvidence:",
            "lifecycle",
        ),
        ("local/preferences.md", b"- user-confirmed", b"- agent-observed", "evidence"),
        ("local/preferences.md", b"# Local preferences", b"# Local preferences\n\n- a bullet", "legacy-unit"),
        ("local/preferences.md", b"Answer", b"Answer ghp_" + b"a1" * 15, "credential"),
    ],
)
def test_contents_that_were_damaged_are_for_review(
    machine: Machine, path: str, old: bytes, new: bytes, reason: str
) -> None:
    machine.bound(TEXT)
    file = machine.folder / path
    file.write_bytes(file.read_bytes().replace(old, new, 1))

    result = machine("audit")

    assert ("MC-LOCAL-002", reason) in findings(machine, "audit", "--local")
    assert result.code == 1
    assert "Local overlay: review" in result.stdout
    assert b"ghp_" not in result.out


def test_an_id_that_shared_memory_has_too_is_for_review(machine: Machine) -> None:
    machine.bound()
    shared = memory_file("Preferences", entry("PREF", 5))
    local = memory_file("Local", entry("PREF", 5, scope="local-user"))
    (machine.place / "docs/memory/preferences.md").write_text(shared, encoding="utf-8")
    (machine.folder / "local/preferences.md").write_text(local, encoding="utf-8")

    assert findings(machine, "local", "status") == [("MC-LOCAL-002", "duplicate-id")]


def test_a_profile_that_is_declared_is_read_and_one_that_is_not_is_not(machine: Machine) -> None:
    machine.bound()
    for name in ("git", "mail"):
        path = machine.folder / f"local/profiles/{name}.md"
        path.write_text("# Profile\n\nProse.\n", encoding="utf-8")
        path.chmod(0o600)
    with (machine.folder / "local/manifest.md").open("a", encoding="utf-8") as manifest:
        manifest.write("\n- profiles/git.md\n")

    data = json.loads(machine("local", "status", "--format", "json").out)["data"]

    assert [module["path"] for module in data["modules"]] == ["local/preferences.md", "local/profiles/git.md"]


def test_bindings_without_an_overlay_block_a_reset_until_it_is_made_again(machine: Machine) -> None:
    machine.bound(TEXT)
    shutil.rmtree(machine.folder / "local")

    blocked = previewed(machine)["plan"]
    machine("local", "enable")

    assert [row["details"]["reason"] for row in blocked["blockers"]] == ["orphaned-bindings"]
    assert machine.status() == "bound"


def test_what_is_left_of_another_work_trees_overlay_is_not_taken_without_asking(machine: Machine) -> None:
    machine.bound(TEXT)
    shutil.rmtree(machine.folder / "local")
    copy = Path(shutil.copytree(machine.place, machine.root / "copy"))

    refused = machine("local", "link", at=copy)

    assert refused.code == 1
    assert "bound-elsewhere" in refused.stdout


def test_a_reset_is_previewed_and_then_removes_the_overlay_and_nothing_else(machine: Machine) -> None:
    machine.bound(TEXT)
    project, others = nodes_below(machine.place), nodes_below(machine.state / "locks")

    before = previewed(machine)
    done = applied(machine)

    assert (before["applied"], before["written"]) == (False, [])
    removed = ["local/manifest.md", "local/preferences.md", "private/bindings.json"]
    assert (done["applied"], sorted(done["written"])) == (True, removed)
    assert not machine.folder.exists()
    assert (nodes_below(machine.place), nodes_below(machine.state / "locks")) == (project, others)
    assert machine.status() == "disabled"


@pytest.mark.parametrize("point", [at.AFTER_FIRST_REPLACE, at.BEFORE_COMMITTED])
@pytest.mark.parametrize(("action", "domain"), [("--complete", "removed"), ("--rollback", "restored")])
def test_a_reset_that_was_interrupted_goes_on_or_back(
    machine: Machine, point: str, action: str, domain: str
) -> None:
    machine.bound(TEXT)
    before = nodes_below(machine.folder)
    plan = previewed(machine)["plan"]["plan_id"]
    words = ("git-memoir", "local", "reset", "--apply", "--confirm-plan", plan)
    crash = {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": f"{point}=exit"}
    assert run(*words, cwd=machine.place, env=crash).code == EXIT_STATUS

    stopped = machine(*add_words("Meanwhile."))
    recovered = json.loads(machine("recover", action, "--format", "json").out)["data"]

    assert stopped.code == 2
    assert recovered["erasure_scope"]["domains"]["local_overlay"] == domain
    assert recovered["erasure_scope"]["git_worktree_modified"] is False
    assert nodes_below(machine.folder) == (before if action == "--rollback" else {})
    assert machine.status() == ("bound" if action == "--rollback" else "disabled")


def test_the_scope_of_a_reset_says_what_it_concerns(machine: Machine) -> None:
    machine.bound(TEXT)

    scopes = [previewed(machine)["erasure_scope"], applied(machine)["erasure_scope"]]
    scopes.append(previewed(machine)["erasure_scope"])

    assert [scope["operation_phase"] for scope in scopes] == ["preview", "applied", "no-op"]
    assert [scope["domains"]["local_overlay"] for scope in scopes] == [
        "pending-removal",
        "removed",
        "not-applicable",
    ]
    assert {scope["domains"]["git_worktree"] for scope in scopes} == {"no"}
    assert {scope["git_worktree_modified"] for scope in scopes} == {False}


def test_a_reset_leaves_other_projects_and_other_machines_byte_for_byte(machine: Machine) -> None:
    other = with_project(machine.root / "other", "clean-0.8")
    manifest = other / "docs/memory/manifest.md"
    manifest.write_bytes(manifest.read_bytes().replace(PROJECT_ID.encode(), OTHER_ID.encode()))
    away = machine.root / "away"
    machine.use_state(away)
    machine.bound(TEXT)
    machine.use_state(machine.state)
    machine.bound(TEXT)
    machine("local", "link", at=other)
    machine(*add_words(TEXT), at=other)
    before = nodes_below(away), nodes_below(machine.state / "projects" / OTHER_ID)

    applied(machine)

    assert (nodes_below(away), nodes_below(machine.state / "projects" / OTHER_ID)) == before
    assert machine.status(at=other) == "bound"


def test_a_file_that_changes_between_preview_and_application_makes_the_plan_stale(machine: Machine) -> None:
    machine.bound(TEXT)
    plan = previewed(machine)["plan"]["plan_id"]
    machine(*add_words("Another one."))
    before = nodes_below(machine.folder)

    result = machine("local", "reset", "--apply", "--confirm-plan", plan)

    assert result.code == 1
    assert "stale-plan" in result.stdout
    assert nodes_below(machine.folder) == before


def test_an_overlay_whose_contents_are_damaged_can_still_be_reset(machine: Machine) -> None:
    machine.bound(TEXT)
    (machine.folder / "local/manifest.md").write_bytes(b"\xff\n")
    (machine.folder / "local/stray").write_bytes(b"")
    (machine.folder / "local/stray").chmod(0o600)

    applied(machine)

    assert not machine.folder.exists()


def test_a_file_whose_name_cannot_be_shown_stops_a_reset_and_is_not_named(machine: Machine) -> None:
    machine.bound(TEXT)
    stray = machine.folder / "local/a\nzanzibar"
    stray.write_bytes(b"")
    stray.chmod(0o600)

    result = machine("local", "reset")

    assert "file-name-unprintable" in result.stdout
    assert "zanzibar" not in result.stdout
    assert machine.status() == "bound"


def test_an_overlay_that_another_work_tree_reads_is_not_reset_from_here(machine: Machine) -> None:
    machine.bound(TEXT)
    copy = Path(shutil.copytree(machine.place, machine.root / "copy"))

    plan = previewed(machine, at=copy)["plan"]

    assert [row["details"]["reason"] for row in plan["blockers"]] == ["overlay-unbound"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: _swap_for_link(folder / "local"),
        lambda folder: (folder / "local/manifest.md").write_bytes(
            (folder / "local/manifest.md").read_bytes().replace(PROJECT_ID.encode(), OTHER_ID.encode())
        ),
        lambda folder: (folder / "bindings.json").write_bytes(
            (folder / "bindings.json").read_bytes().replace(PROJECT_ID.encode(), OTHER_ID.encode())
        ),
    ],
    ids=["a link leads out", "the manifest is another's", "the bindings are another's"],
)
def test_a_reset_that_would_reach_beyond_this_projects_overlay_is_blocked(
    machine: Machine, spoil: Callable[[Path], None]
) -> None:
    machine.bound(TEXT)
    spoil(machine.folder)

    plan = previewed(machine)["plan"]
    refused = machine("local", "reset", "--apply", "--confirm-plan", plan["plan_id"])

    assert "MC-ERASURE-006" in [row["code"] for row in plan["blockers"]]
    assert {row["severity"] for row in plan["blockers"] if row["code"] == "MC-ERASURE-006"} == {"BLOCKER"}
    assert refused.code == 2
    assert machine.folder.exists()


def test_no_output_but_the_one_that_shows_an_entry_holds_its_text(machine: Machine) -> None:
    word = "zanzibar"
    machine.bound(f"Speak of {word}.")
    (machine.folder / "local/preferences.md").chmod(0o644)

    shown = [
        machine(*words, "--format", form)
        for words in (("local", "status"), ("local", "reset"), ("audit",), ("status",), ("list",))
        for form in ("text", "json")
    ]

    assert not any(word.encode() in result.out + result.err for result in shown)
    assert not any(word in path.name for path in machine.state.rglob("*"))


def test_a_state_root_inside_the_project_is_for_review_and_stops_no_audit(machine: Machine) -> None:
    machine.use_state(machine.place / "state")

    result = machine("audit")

    assert "Local overlay: review" in result.stdout
    assert machine("local", "link").code == 2
    assert not (machine.place / "state").exists()
