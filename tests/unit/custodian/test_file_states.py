"""The one word for each file of a project's memory."""

from __future__ import annotations

import pytest

from memoir_git.custodian.file_states import OPTIONAL_FILES, Word, file_states, folder_states
from memoir_git.custodian.project import CORE_FILES
from tests.support.memory import context_of, entry, files, memory_file


def words(**changed: str | None) -> dict[str, Word]:
    return {state.path: state.word for state in file_states(context_of(files(**changed)))}


def folder_words(**changed: str | None) -> dict[str, Word]:
    folders = folder_states(context_of(files(**changed)))
    return {state.path: state.word for folder in folders for state in folder.files}


def long_text(words_wanted: int) -> str:
    return "# T\n\n" + "word " * words_wanted + "\n"


def test_every_core_file_is_ok_and_every_optional_one_not_enabled() -> None:
    ok = dict.fromkeys(CORE_FILES, Word.OK)

    assert words() == ok | dict.fromkeys(OPTIONAL_FILES, Word.NOT_ENABLED)


@pytest.mark.parametrize(
    ("path", "name", "text", "word"),
    [
        ("decisions.md", "decisions", None, Word.MISSING),
        ("manifest.md", "manifest", None, Word.MISSING),
        ("decisions.md", "decisions", "```\n", Word.INVALID),
        ("decisions.md", "decisions", "## A legacy unit\n", Word.INVALID),
        ("manifest.md", "manifest", "# Nothing\n", Word.INVALID),
        ("subjects.md", "subjects", "# S\n\n## Something\n", Word.INVALID),
        ("brief.md", "brief", "# B\n\n<!-- memoir: what for -->\n", Word.NEEDS_CURATION),
        ("brief.md", "brief", long_text(499), Word.OVER),
        ("brief.md", "brief", long_text(450), Word.NEAR),
        ("inbox.md", "inbox", "# I\n\n" + "- x\n" * 31, Word.NEAR),
        ("preferences.md", "preferences", "# P\n", Word.OK),
    ],
)
def test_the_word_for_one_trouble(path: str, name: str, text: str | None, word: Word) -> None:
    assert words(**{name: text})[path] is word


def test_one_long_decision_is_told_from_a_full_file() -> None:
    decision = entry("DEC", body="word " * 150)

    assert words(decisions=memory_file("Decisions", decision))["decisions.md"] is Word.LONG


def test_tokens_are_told_where_there_is_a_limit() -> None:
    states = {state.path: state for state in file_states(context_of(files()))}

    assert (states["brief.md"].tokens, states["brief.md"].limit) == (11, 500)
    assert (states["inbox.md"].tokens, states["inbox.md"].limit) == (None, None)


def test_a_file_that_cannot_be_read_is_invalid_not_missing() -> None:
    states = file_states(context_of(files(brief=None)), unreadable=["brief.md"])

    assert [state.path for state in states if state.word is Word.INVALID] == ["brief.md"]


def test_a_declared_module_is_there_or_missing() -> None:
    assert folder_words() == {"areas/importer.md": Word.OK}
    assert folder_words(areas__importer=None) == {"areas/importer.md": Word.MISSING}


def test_an_undeclared_module_is_invalid_and_notes_are_no_modules() -> None:
    found = folder_words(rules__tone="# Tone\n", rules__README="# Notes\n")

    assert found == {"rules/tone.md": Word.INVALID, "areas/importer.md": Word.OK}


def test_nothing_is_judged_but_the_manifest_under_a_newer_protocol() -> None:
    newer = files()["manifest.md"].replace("protocol_version: 0.8", "protocol_version: 2.0")

    found = words(manifest=newer, decisions="## A legacy unit\n")

    assert (found["manifest.md"], found["decisions.md"]) == (Word.INVALID, Word.OK)
