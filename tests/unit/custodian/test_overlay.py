"""The local overlay without a disk: its bindings, its manifest, its entries, and the order of trust."""

from __future__ import annotations

import json

import pytest

from memoir_git.core.private_tree import PrivateNode, PrivateTree, Unsafe
from memoir_git.custodian.overlay import (
    LocalOverlay,
    OverlayStatus,
    modules_of,
    shown_path,
    standing_of,
    with_contents,
)
from memoir_git.custodian.overlay_bindings import parse_bindings, render_bindings
from memoir_git.custodian.overlay_entries import read_local_file
from memoir_git.custodian.overlay_fault import MANIFEST, PREFERENCES, OverlayFault
from memoir_git.custodian.overlay_manifest import parse_local_manifest, scaffold
from tests.support.memory import PROJECT_ID, entry, memory_file
from tests.support.overlay import bound_overlay

HERE, THERE = "a" * 64, "b" * 64


def tree(*paths: str, unsafe: Unsafe | None = None) -> PrivateTree:
    """Returns a tree of these names, the last one unsafe where asked; names without a dot are folders."""
    spoiled = paths[-1] if unsafe is not None else None
    return PrivateTree(
        nodes=tuple(
            PrivateNode(
                path=path, is_folder="." not in path, mode=0, unsafe=unsafe if path == spoiled else None
            )
            for path in ("", *paths)
        )
    )


def standing(found: PrivateTree, bindings: bytes | None = None, here: str | None = HERE) -> LocalOverlay:
    return standing_of(found, bindings, project_id=PROJECT_ID, here=here)


def reasons(overlay: LocalOverlay) -> list[str]:
    return [found.reason for found in overlay.faults]


def local_entry(number: int = 1, **changes: str) -> str:
    return entry("PREF", number, scope=changes.pop("scope", "local-user"), **changes)


@pytest.mark.parametrize(
    ("found", "bindings", "here", "status", "reason"),
    [
        (PrivateTree(), None, HERE, OverlayStatus.DISABLED, []),
        (tree(), None, HERE, OverlayStatus.DISABLED, []),
        (tree("local"), None, HERE, OverlayStatus.UNBOUND, []),
        (tree("local", "bindings.json"), [THERE], HERE, OverlayStatus.UNBOUND, []),
        (tree("local", "bindings.json"), [HERE, THERE], "c" * 64, OverlayStatus.UNBOUND, []),
        (tree("local", "bindings.json"), [HERE], None, OverlayStatus.UNBOUND, []),
        (tree("local", "bindings.json"), [HERE], HERE, OverlayStatus.BOUND, []),
        (tree("local", "bindings.json"), [HERE, THERE], HERE, OverlayStatus.REVIEW, ["several-roots"]),
        (tree("bindings.json"), [HERE], HERE, OverlayStatus.REVIEW, ["orphaned-bindings"]),
        (tree("local", unsafe=Unsafe.LINK), None, HERE, OverlayStatus.REVIEW, ["symbolic-link"]),
        (tree("local", unsafe=Unsafe.WRONG_MODE), [HERE], HERE, OverlayStatus.REVIEW, ["wrong-mode"]),
    ],
)
def test_the_disk_comes_first_then_who_it_is_bound_to(
    found: PrivateTree, bindings: list[str] | None, here: str | None, status: OverlayStatus, reason: list[str]
) -> None:
    data = None if bindings is None else render_bindings(PROJECT_ID, bindings)

    overlay = standing(found, data, here)

    assert (overlay.status, reasons(overlay)) == (status, reason)
    assert overlay.is_ours is (status is OverlayStatus.BOUND)


def test_bindings_read_back_what_was_bound() -> None:
    assert parse_bindings(render_bindings(PROJECT_ID, [THERE, HERE]), PROJECT_ID) == (HERE, THERE)


def test_bindings_of_another_project_are_not_believed() -> None:
    found = parse_bindings(render_bindings("another", [HERE]), PROJECT_ID)

    assert isinstance(found, OverlayFault)
    assert found.reason == "other-project"


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"project_id": PROJECT_ID},
        {"project_id": PROJECT_ID, "roots": []},
        {"project_id": PROJECT_ID, "roots": [HERE, HERE]},
        {"project_id": PROJECT_ID, "roots": [THERE, HERE]},
        {"project_id": PROJECT_ID, "roots": ["/home/ada/project"]},
        {"project_id": PROJECT_ID, "roots": [HERE.upper()]},
        {"project_id": PROJECT_ID, "roots": [7]},
        {"project_id": PROJECT_ID, "roots": [HERE], "more": 1},
    ],
)
def test_bindings_of_any_other_form_are_malformed(document: object) -> None:
    found = parse_bindings(json.dumps(document).encode(), PROJECT_ID)

    assert isinstance(found, OverlayFault)
    assert found.reason == "malformed-bindings"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b'{"project_id":"a","project_id":"a","roots":[]}'])
def test_bindings_that_are_no_strict_json_are_malformed(data: bytes) -> None:
    assert isinstance(parse_bindings(data, PROJECT_ID), OverlayFault)


def test_the_manifest_of_a_new_overlay_is_in_order() -> None:
    assert bound_overlay().status is OverlayStatus.BOUND


@pytest.mark.parametrize("end", [b"\r\n", b"\n\n"])
def test_line_ends_and_blank_lines_of_a_manifest_do_not_matter(end: bytes) -> None:
    data = scaffold(PROJECT_ID)[MANIFEST].replace(b"\n", end)

    assert parse_local_manifest(data, PROJECT_ID).faults == ()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("# Local Memory Overlay\n", "", "incomplete-manifest"),
        ("## Profiles", "", "incomplete-manifest"),
        ("## Preferences", "## Profiles\n\n## Preferences", "incomplete-manifest"),
        ("- preferences.md", "", "incomplete-manifest"),
        ("- preferences.md", "- preferences.md\n- preferences.md", "unknown-line"),
        ("## Preferences", "Prose.\n\n## Preferences", "unknown-line"),
        ("## Preferences", "<!-- a comment -->\n\n## Preferences", "unknown-line"),
        ("## Preferences", "## Load by task\n\n## Preferences", "unknown-line"),
        ("version: 1", "version: 2", "unknown-schema"),
        (f"- project_id: {PROJECT_ID}", "- project_id: another", "other-project"),
        ("## Profiles", "## Profiles\n- profiles/a/b.md", "unknown-line"),
        ("## Profiles", "## Profiles\n- profiles/a.md\n- profiles/a.md", "unknown-line"),
        ("## Profiles", "## Profiles\n```", "unclosed-fence"),
    ],
)
def test_a_manifest_with_anything_else_in_it_is_for_review(old: str, new: str, reason: str) -> None:
    text = scaffold(PROJECT_ID)[MANIFEST].decode()
    assert old in text

    found = parse_local_manifest(text.replace(old, new).encode(), PROJECT_ID)

    assert reason in [each.reason for each in found.faults]


@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        (local_entry(scope="project"), "wrong-scope"),
        (local_entry(scope="area:importer"), "wrong-scope"),
        (entry("CON", 1, scope="local-user"), "wrong-file"),
        (local_entry().replace("Status: active", "Status: superseded"), "wrong-status"),
        (local_entry(Supersedes="MC-PREF-20260901-00000002"), "lifecycle"),
        (
            local_entry().replace("Evidence:", "Exception-To: MC-CON-20260901-00000002\nEvidence:"),
            "lifecycle",
        ),
        (local_entry().replace("- user-confirmed", "- agent-observed"), "evidence"),
        (local_entry().replace("Status: active\n", ""), "missing-field"),
        (local_entry() + "\n- a bullet behind the last field", "ambiguous-bullet"),
        ("## A heading\n\nDecision: none", "legacy-unit"),
        ("## MC-PREF-20260901-00000001 without a dash", "malformed-heading"),
        ("## MC-SUBJ-20260901-1111aaaa — A Subject", "legacy-unit"),
    ],
)
def test_what_is_no_local_preference_is_for_review(unit: str, reason: str) -> None:
    file = read_local_file(PREFERENCES, memory_file("Local", unit).encode())

    assert reason in [found.reason for found in file.faults]


def test_a_profile_is_prose_in_which_entries_are_judged_where_they_stand() -> None:
    text = memory_file("Profile", "- a bullet\n\n## A heading\n\nProse.", entry("DEC", 1))

    file = read_local_file("local/profiles/a.md", text.encode())

    assert {found.reason for found in file.faults} == {"wrong-file", "wrong-scope"}


def test_an_id_stands_once_in_local_and_shared_memory_together() -> None:
    preferences = memory_file("Local", local_entry(1), local_entry(2)).encode()
    overlay = bound_overlay(preferences=preferences)
    shared = {overlay.files[PREFERENCES].entries[1].id.lower(): object()}

    again = with_contents(overlay, overlay.contents, shared)

    assert reasons(overlay) == []
    assert reasons(again) == ["duplicate-id"]


def test_only_a_bound_overlay_has_modules_to_load() -> None:
    sound = bound_overlay(preferences=memory_file("Local", local_entry()).encode())
    damaged = bound_overlay(preferences=b"- a bullet\n")

    assert [file.path for file in modules_of(sound)] == [PREFERENCES]
    assert list(modules_of(damaged)) == []


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("bindings.json", "bindings.json"),
        ("local/preferences.md", "local/preferences.md"),
        ("local/profiles/git.md", "local/profiles/git.md"),
        ("local/a secret name", "local"),
        ("local/profiles/a secret.md", "local"),
        ("", "private"),
    ],
)
def test_a_finding_names_no_file_whose_name_is_not_the_protocols(path: str, shown: str) -> None:
    assert shown_path(path) == shown
