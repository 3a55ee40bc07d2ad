"""A project begun anew: what stays of it, what is named before it goes, and what stands in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memoir_git.custodian.agent_block import START
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.custodian.module_index import Module
from memoir_git.custodian.plans.replace import ReplaceRequest, plan_replace, touched_outside
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import ADAPTERS, TEMPLATES
from tests.support.memory import MANIFEST, entry, files, memory_file
from tests.support.planning import errors, facts, material, outcome, words
from tests.support.project_memory import CORE, PROJECT_ID, fresh

REQUEST = ReplaceRequest(
    templates=load_package_texts(TEMPLATES),
    adapters=load_package_texts(ADAPTERS),
    tool="memoir-git 9.9",
    extended=False,
    agents=(),
    force_agent=False,
)


def test_the_files_become_those_of_a_new_project() -> None:
    contents = files(constraints=memory_file("C", entry()))

    after = outcome(contents, plan_replace(material(contents), REQUEST))

    made = fresh()
    assert {name: after[name] for name in CORE if name != "manifest.md"} == {
        name: made[name] for name in CORE if name != "manifest.md"
    }
    assert errors(after) == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_identity_and_the_module_index_stay(end: str) -> None:
    contents = files(manifest=MANIFEST.replace("\n", end))

    text = outcome(contents, plan_replace(material(contents), REQUEST))["manifest.md"]

    before, after = parse_manifest(lex(MANIFEST)), parse_manifest(lex(text))
    assert after.metadata["project_id"] == PROJECT_ID
    assert list(map(_said, after.modules)) == list(map(_said, before.modules))
    assert after.faults == []
    assert "\r" not in text


def test_a_manifest_without_an_index_gets_the_empty_one() -> None:
    contents = files(manifest=MANIFEST.partition("## Optional module index")[0], areas__importer=None)

    after = outcome(contents, plan_replace(material(contents), REQUEST))

    assert after["manifest.md"] == fresh()["manifest.md"]


def test_files_with_lines_of_their_own_are_named() -> None:
    contents = files(**{**_templates(), "constraints": memory_file("C", entry())})

    draft = plan_replace(material(contents), REQUEST)

    assert facts(draft)["own_content"] == ("docs/memory/constraints.md",)
    assert [found.path for found in draft.warnings] == ["docs/memory/constraints.md"]
    assert words(draft.warnings) == [("own-content", "")]


def test_a_fresh_project_has_nothing_to_replace() -> None:
    contents = {**fresh(), "brief.md": fresh()["brief.md"].replace("\n", "\r\n")}

    draft = plan_replace(material(contents), REQUEST)

    assert facts(draft)["replaced"] == ("docs/memory/brief.md",)
    assert facts(draft)["own_content"] == ()


def test_a_manifest_that_another_version_wrote_is_not_called_somebodys_own() -> None:
    draft = plan_replace(material(fresh(tool="memoir-git 0.0")), REQUEST)

    assert facts(draft)["replaced"] == ("docs/memory/manifest.md",)
    assert facts(draft)["own_content"] == ()


def test_the_optional_files_are_replaced_only_when_they_are_meant() -> None:
    contents = files(preferences=memory_file("P", entry("PREF")))
    given = material(contents)

    assert "preferences.md" not in plan_replace(given, REQUEST).contents
    assert "preferences.md" in plan_replace(given, replace(REQUEST, extended=True)).contents


def test_an_identity_that_cannot_be_kept_stands_in_the_way() -> None:
    contents = files(manifest=MANIFEST.replace(PROJECT_ID, "mine"))

    assert words(plan_replace(material(contents), REQUEST).blockers) == [("no-identity", "")]


def test_what_an_agent_was_given_is_renewed_and_named_where_it_differs() -> None:
    skill = ".claude/skills/project-memory/SKILL.md"
    request = replace(REQUEST, agents=("claude",))
    given = replace(material(fresh()), outside={skill: b"mine\n", "CLAUDE.md": b"# Mine\n"})

    draft = plan_replace(given, request)

    assert skill in touched_outside(request)
    assert facts(draft)["own_content"] == (skill,)
    assert set(draft.outside) == set(touched_outside(request))
    block = draft.outside["CLAUDE.md"]
    assert block is not None
    assert block.startswith(b"# Mine\n\n" + START)


def _templates() -> dict[str, str | None]:
    made: dict[str, str | None] = {name.removesuffix(".md"): text for name, text in fresh().items()}
    return {**made, "areas__importer": None}


def _said(module: Module) -> tuple[object, ...]:
    """Returns what a module's declaration says, wherever it stands."""
    return (module.path, module.folder, module.activation, module.tasks, module.globs, module.description)
