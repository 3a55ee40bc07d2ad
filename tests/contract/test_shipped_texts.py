"""What the package tells agents and writes into projects: only commands that exist, and the guide's duties.

A static check of texts; no agent is run.
"""

from __future__ import annotations

import re

import pytest

from tests.support.commands import walk
from tests.support.memory import codes_of, files
from tests.support.places import PACKAGE

TEXTS = {
    path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("_adapters", "_templates")
    for path in sorted((PACKAGE / folder).rglob("*.md"))
}
_CALL = re.compile(r"git\s+memoir\s+([a-z][^`\n]*)`")
# What an agent has to be told (guide 7.2), by a word that carries it.
DUTIES = (
    "Protocol 0.8",
    "manifest.md",
    "brief.md",
    "canonical task",
    "touched/planned",
    "archive/",
    "inbox.md",
    "not authorization",
    "git memoir audit",
    "existing Subject",
    "timestamp, file order or amount of evidence",
    "merge or rebase",
    "Git history",
    "distributed copies",
)
# Routing tables have one home, the manifest.
_NOT_HERE = ("Load by task", "Planning / architecture", "Optional module index", "exclusive-group")


def adapters() -> dict[str, str]:
    return {path: text for path, text in TEXTS.items() if path.startswith("_adapters/")}


@pytest.mark.parametrize("path", TEXTS)
def test_every_command_a_text_names_exists(path: str) -> None:
    known = {described.words: described.command for described in walk()}
    for call in _CALL.findall(TEXTS[path]):
        words = call.split()
        found = max((w for w in known if tuple(words[: len(w)]) == w), key=len)
        options = {option for param in known[found].params for option in param.opts}

        assert found, f"{path} names git memoir {call}"
        assert {word for word in words if word.startswith("--")} <= options


@pytest.mark.parametrize("duty", DUTIES)
@pytest.mark.parametrize("path", ["_adapters/instructions.md", "_adapters/skill/SKILL.md"])
def test_an_agent_is_told_every_duty(path: str, duty: str) -> None:
    text = " ".join(TEXTS[path].split())

    assert duty.casefold() in text.casefold()


@pytest.mark.parametrize("path", adapters())
def test_no_text_for_agents_copies_the_routing_table(path: str) -> None:
    assert [words for words in _NOT_HERE if words in TEXTS[path]] == []


@pytest.mark.parametrize("path", adapters())
def test_no_text_for_agents_reads_like_a_claim_of_authority(path: str) -> None:
    assert codes_of(files(changelog=TEXTS[path]), "security") == []


@pytest.mark.parametrize("path", TEXTS)
def test_a_text_is_plain_and_ends_its_last_line(path: str) -> None:
    text = TEXTS[path]

    assert text.endswith("\n")
    assert [line for line in text.splitlines() if line != line.rstrip() or "\t" in line] == []
    assert text.isascii()
