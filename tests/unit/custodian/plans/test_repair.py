"""Repair of a manifest: what is missing and nothing else, and when a program should keep its hands off."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import ROUTE_TITLES, parse_manifest
from memoir_git.custodian.plans.repair import Refusal, refusal_of, repaired, undeclared_modules
from tests.support.memory import MANIFEST as TERSE
from tests.support.project_memory import fresh_manifest, project_with

FRESH = fresh_manifest()


def repair(manifest: str, *modules: str) -> str:
    return repaired(lex(manifest), FRESH, modules)


def without_section(manifest: str, heading: str) -> str:
    """Returns the manifest without a section, up to the next heading of its level or above."""
    level = heading.partition(" ")[0]
    lines, kept, inside = manifest.splitlines(keepends=True), [], False
    for line in lines:
        marks = line.partition(" ")[0]
        if marks.strip("#") == "" and marks and len(marks) <= len(level):
            inside = line.rstrip() == heading
        if not inside:
            kept.append(line)
    return "".join(kept)


def metadata(manifest: str) -> dict[str, str]:
    return parse_manifest(lex(manifest)).metadata


@pytest.mark.parametrize("manifest", [FRESH, FRESH.replace("\n", "\r\n"), "\ufeff" + FRESH, TERSE])
def test_a_complete_manifest_stays_as_it_is(manifest: str) -> None:
    assert repair(manifest) == manifest


@pytest.mark.parametrize("key", [key for key in metadata(FRESH) if key != "protocol_version"])
def test_a_missing_key_is_added_at_the_top_of_the_section(key: str) -> None:
    line = f"- {key}: {metadata(FRESH)[key]}\n"
    first = "- protocol_version: 0.8\n"

    assert repair(FRESH.replace(line, "")) == FRESH.replace(line, "").replace(first, line + first)


def test_several_missing_keys_come_in_the_order_of_the_template() -> None:
    lines = "- admission_policy: evidence-required\n- routing_policy: explicit-task-and-scope\n"

    assert f"Protocol\n\n{lines}- protocol" in repair(FRESH.replace(lines, ""))


def test_a_known_key_is_set_right_where_it_stands() -> None:
    wrong = FRESH.replace("- routing_policy: explicit-task-and-scope", "- routing_policy:   guess")

    assert repair(wrong) == FRESH.replace("- routing_policy: ", "- routing_policy:   ")


def test_an_equivalent_spelling_of_the_version_is_set_right() -> None:
    assert repair(FRESH.replace("_version: 0.8", "_version: 00.8")) == FRESH


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- project_id: not-a-uuid", id="a wrong identity"),
        pytest.param("- initialized_with: another tool 3", id="who began it"),
        pytest.param("- our_own_key: x", id="an unknown key"),
        pytest.param("- entry_schema_version: 3", id="a readable entry schema"),
    ],
)
def test_what_is_not_ours_to_decide_stays(line: str) -> None:
    key = line.partition(":")[0]
    kept = [old for old in FRESH.splitlines() if not old.startswith(f"{key}:")]
    kept.insert(kept.index("- protocol_version: 0.8") + 1, line)
    manifest = "\n".join(kept) + "\n"

    assert repair(manifest) == manifest


@pytest.mark.parametrize("heading", ["## Trust boundary", "## Always load", "## Load by task"])
def test_a_missing_section_comes_back_at_its_place(heading: str) -> None:
    assert repair(without_section(FRESH, heading)) == FRESH


@pytest.mark.parametrize("title", ROUTE_TITLES)
def test_a_missing_route_comes_back_at_its_place(title: str) -> None:
    heading = next(line for line in FRESH.splitlines() if line.lower() == f"### {title}")

    assert repair(without_section(FRESH, heading)) == FRESH


def test_a_section_at_the_end_of_a_file_without_a_last_line_end_is_added_below() -> None:
    short = FRESH[: FRESH.index("## Trust boundary")].rstrip("\n")

    assert repair(short) == FRESH[: FRESH.index("\n## Optional module index")]


def test_inserted_lines_have_the_line_ends_of_the_file() -> None:
    cut = without_section(FRESH, "## Trust boundary").replace("\n", "\r\n")

    assert repair(cut) == FRESH.replace("\n", "\r\n")


def test_routes_and_prose_that_somebody_wrote_stay() -> None:
    custom = FRESH.replace("- `brief.md`\n", "- `brief.md`\n- `glossary.md`\n", 1) + "\n## Ours\n\nText.\n"
    cut = custom.replace("### Preferences\n\nLoad if present:\n\n- `preferences.md`\n\n", "")

    assert cut != custom
    assert repair(cut) == custom


def test_a_section_in_a_code_fence_is_none() -> None:
    fenced = "```\n## Trust boundary\n```\n" + without_section(FRESH, "## Trust boundary")

    assert repair(fenced) == "```\n## Trust boundary\n```\n" + FRESH


def test_an_undeclared_module_becomes_explicit_only() -> None:
    index = "### Enabled areas\n\n- None enabled.\n"
    declared = "### Enabled areas\n\n- `areas/io.md`\n  - activation: explicit-only\n"

    assert repair(FRESH, "areas/io.md") == FRESH.replace(index, declared)


def test_a_module_joins_those_that_are_declared() -> None:
    once = repair(FRESH, "rules/b.md")

    assert repair(once, "rules/a.md") == once.replace(
        "- `rules/b.md`\n  - activation: explicit-only\n",
        "- `rules/b.md`\n  - activation: explicit-only\n- `rules/a.md`\n  - activation: explicit-only\n",
    )


def test_an_index_is_made_for_a_module_and_only_then() -> None:
    without = without_section(FRESH, "## Optional module index")

    assert repair(without) == without
    assert parse_manifest(lex(repair(without, "profiles/x.md"))).modules[0].path == "profiles/x.md"


def test_an_index_nobody_can_read_is_not_added_to() -> None:
    broken = FRESH.replace("### Enabled areas\n\n", "### Enabled areas\n\nsome prose\n")

    assert repair(broken, "areas/io.md") == broken


def test_a_name_that_cannot_be_declared_is_left_alone() -> None:
    assert repair(FRESH, "areas/a b.md") == FRESH


def test_undeclared_modules_are_those_that_exist_and_stand_in_no_index() -> None:
    project = project_with(TERSE, areas__importer="# a\n", rules__tone="# b\n", rules__README="# c\n")

    assert undeclared_modules(project) == ("rules/tone.md",)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param("_version: 0.8", "_version: 0.9", Refusal.NEWER, id="a newer protocol"),
        pytest.param("_version: 0.8", "_version: 1.0", Refusal.NEWER, id="a later major version"),
        pytest.param("_version: 0.8", "_version: soon", Refusal.NEWER, id="a version that is none"),
        pytest.param("_version: 0.8", "_version: 0.7", Refusal.OLDER, id="an older protocol"),
        pytest.param("- protocol_version: 0.8\n", "", Refusal.MALFORMED, id="metadata without a version"),
        pytest.param("## MemoryCustodian Protocol", "## Something", Refusal.OLDER, id="no metadata at all"),
        pytest.param("entry_schema_version: 1", "entry_schema_version: 4", Refusal.NEWER, id="entry schema"),
        pytest.param("routing_schema_version: 1", "routing_schema_version: 2", Refusal.NEWER, id="routing"),
        pytest.param("- project_id: ", "- project_id ", Refusal.MALFORMED, id="a malformed line"),
        pytest.param("- routing_policy", "- project_id: x\n- routing_policy", Refusal.MALFORMED, id="twice"),
        pytest.param("## Trust", "## Always load\n\n## Trust", Refusal.MALFORMED, id="a section twice"),
        pytest.param("### Memory", "### Preferences\n\n### Memory", Refusal.MALFORMED, id="a route twice"),
        pytest.param(
            "## Trust", "# MemoryCustodian Protocol\n\n## Trust", Refusal.MALFORMED, id="look-alike"
        ),
        pytest.param("## Trust", "```\n## Trust", Refusal.UNREADABLE, id="a fence that never ends"),
        pytest.param("## Trust", "<<<<<<< ours\n## Trust", Refusal.UNREADABLE, id="conflict markers"),
    ],
)
def test_a_manifest_that_is_not_ours_to_judge_is_refused(old: str, new: str, reason: Refusal) -> None:
    assert FRESH.count(old) == 1

    assert refusal_of(project_with(FRESH.replace(old, new))) is reason


@pytest.mark.parametrize("manifest", [FRESH, TERSE, without_section(FRESH, "## Load by task")])
def test_one_that_is_complete_or_lacks_parts_is_not_refused(manifest: str) -> None:
    assert refusal_of(project_with(manifest)) is None
