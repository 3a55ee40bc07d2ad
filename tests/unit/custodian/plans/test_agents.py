"""What each agent is given: all are told the same, each at the place where it looks."""

from __future__ import annotations

from memoir_git.custodian.plans.agents import AGENTS, agent_block, agent_files, agents_named
from memoir_git.custodian.tokens import estimate_tokens
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import ADAPTERS

TEXTS = load_package_texts(ADAPTERS)


def test_every_agent_has_an_entry_file_of_its_own() -> None:
    assert [agent.entry_file for agent in AGENTS] == ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]


def test_agents_come_once_each_in_one_order() -> None:
    assert [agent.name for agent in agents_named(["gemini", "codex", "codex"])] == ["codex", "gemini"]


def test_the_texts_name_the_place_of_the_memory() -> None:
    block = agent_block(TEXTS, "docs/other")
    skills = [text for path, text in agent_files(TEXTS, AGENTS, "docs/other").items() if "skills" in path]

    assert all(b"`docs/other/`" in text for text in (block.encode(), *skills))
    assert "@" not in block


def test_the_block_is_short_enough_to_be_read_every_time() -> None:
    assert estimate_tokens(agent_block(TEXTS, "docs/memory")) < 450


def test_only_an_agent_that_has_slash_commands_gets_them() -> None:
    codex, claude = (agent_files(TEXTS, agents_named([name]), "docs/memory") for name in ("codex", "claude"))

    assert list(codex) == [".agents/skills/project-memory/SKILL.md"]
    assert sorted(claude) == [
        ".claude/commands/memoir-audit.md",
        ".claude/commands/memoir-status.md",
        ".claude/skills/project-memory/SKILL.md",
    ]
