"""Enabling: what is missing is made and declared, what is there stays to the last byte."""

from __future__ import annotations

from typing import Any

import pytest

from memoir_git.custodian.plans.draft import Draft
from memoir_git.custodian.plans.enable import EnableRequest, plan_enable
from tests.support.additions import TEMPLATES, material_of, reasons, told, written
from tests.support.memory import MANIFEST, files


def enable(before: dict[str, str], feature: str, **asked: Any) -> Draft:
    request = EnableRequest(
        feature=feature,
        globs=asked.get("globs", ()),
        tasks=asked.get("tasks", ()),
        templates=TEMPLATES,
    )
    return plan_enable(request, material_of(before))


@pytest.mark.parametrize(
    ("feature", "path"),
    [
        ("preferences", "preferences.md"),
        ("changelog", "changelog.md"),
        ("rules", "rules/README.md"),
        ("profiles", "profiles/README.md"),
        ("archive", "archive/README.md"),
    ],
)
def test_a_file_that_is_missing_is_a_new_projects(feature: str, path: str) -> None:
    after = written(files(), enable(files(), feature))

    assert after.keys() - files().keys() == {path}
    assert after[path].startswith(TEMPLATES[path])


@pytest.mark.parametrize(
    ("feature", "asked", "path", "keys"),
    [
        ("areas/db", {}, "areas/db.md", ["activation: explicit-only"]),
        (
            "area/Db",
            {"globs": ("src/db/**", "*.sql")},
            "areas/db.md",
            ["activation: path-or-explicit", "paths: `src/db/**`, `*.sql`"],
        ),
        (
            "rules/tone",
            {"tasks": ("planning", "artifact")},
            "rules/tone.md",
            ["activation: task-or-explicit", "tasks: planning, artifact"],
        ),
        ("profile/careful", {}, "profiles/careful.md", ["activation: explicit-only"]),
    ],
)
def test_a_module_is_begun_and_declared_with_what_loads_it(
    feature: str, asked: dict[str, Any], path: str, keys: list[str]
) -> None:
    after = written(files(), enable(files(), feature, **asked))

    block = "".join(f"  - {key}\n" for key in keys)
    assert after[path] == f"# {path.rpartition('/')[2].removesuffix('.md')}\n"
    assert f"- `{path}`\n{block}" in after["manifest.md"]
    assert told(after) == told(files())


def test_all_other_lines_of_the_manifest_stay() -> None:
    after = written(files(), enable(files(), "areas/db"))["manifest.md"]

    assert after == MANIFEST + "- `areas/db.md`\n  - activation: explicit-only\n"


def test_a_module_that_nothing_loads_is_told() -> None:
    assert reasons(enable(files(), "areas/db").warnings) == ["explicit-only"]
    assert enable(files(), "areas/db", globs=("src/**",)).warnings == ()


def test_a_manifest_with_carriage_returns_keeps_to_them() -> None:
    before = files(manifest=MANIFEST.replace("\n", "\r\n"))

    after = written(before, enable(before, "areas/db"))["manifest.md"]

    assert after.count("\n") == after.count("\r\n")


@pytest.mark.parametrize(
    ("feature", "asked"),
    [
        ("areas/importer", {}),
        ("areas/IMPORTER", {"globs": ("src/import/**",)}),
        ("area/importer", {}),
    ],
)
def test_what_is_enabled_already_is_left_alone(feature: str, asked: dict[str, Any]) -> None:
    draft = enable(files(), feature, **asked)

    assert (draft.contents, draft.blockers, draft.warnings) == ({}, (), ())


def test_a_file_that_is_there_but_not_declared_is_declared_and_not_touched() -> None:
    before = {**files(), "rules/tone.md": "Be short.\n"}

    after = written(before, enable(before, "rules/tone"))

    assert after["rules/tone.md"] == "Be short.\n"
    assert "- `rules/tone.md`" in after["manifest.md"]


def test_the_changelog_tells_what_was_enabled() -> None:
    before = {**files(), "changelog.md": "# Changelog\n"}

    after = written(before, enable(before, "areas/db", globs=("src/**",)))["changelog.md"]

    keys = "activation: path-or-explicit; paths: `src/**`"
    assert after == f"# Changelog\n\n- 2026-11-30 Enabled areas/db.md ({keys})\n"


@pytest.mark.parametrize(
    ("feature", "asked", "reason"),
    [
        ("brief", {}, "feature-unknown"),
        ("tools/x", {}, "feature-unknown"),
        ("areas/", {}, "name-invalid"),
        ("areas/../x", {}, "name-invalid"),
        ("rules/README", {}, "name-invalid"),
        ("areas/db", {"globs": ("/abs",)}, "glob-invalid"),
        ("areas/db", {"globs": ("a`b",)}, "glob-invalid"),
        ("areas/db", {"globs": ("a\nb",)}, "glob-invalid"),
        ("rules/tone", {"globs": ("src/**",)}, "activation-misplaced"),
        ("areas/db", {"tasks": ("planning",)}, "activation-misplaced"),
        ("changelog", {"globs": ("src/**",)}, "activation-misplaced"),
        ("areas/importer", {"globs": ("lib/**",)}, "enabled-otherwise"),
    ],
)
def test_what_cannot_be_enabled_is_refused_by_a_word(
    feature: str, asked: dict[str, Any], reason: str
) -> None:
    draft = enable(files(), feature, **asked)

    assert (draft.contents, reasons(draft.blockers)) == ({}, [reason])
