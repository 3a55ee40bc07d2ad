"""What each coding agent is given in a project: a block in the file it reads, a Skill, slash commands.

All are told the same from one text, so that no agent's rules can drift from another's: none of them routes,
judges or forgets by itself, they read the manifest and run `git memoir`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

INSTRUCTIONS = "instructions.md"
_SKILL = "skill/SKILL.md"
_COMMANDS = "claude/commands/"
_MEMORY = "@MEMORY@"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent: the file that gets the block, and where its Skills and slash commands lie, if it has any."""

    name: str
    entry_file: str
    skills: str
    commands: str | None = None


AGENTS = (
    Agent(name="codex", entry_file="AGENTS.md", skills=".agents/skills"),
    Agent(name="claude", entry_file="CLAUDE.md", skills=".claude/skills", commands=".claude/commands"),
    Agent(name="gemini", entry_file="GEMINI.md", skills=".gemini/skills"),
)


def agents_named(names: Iterable[str]) -> tuple[Agent, ...]:
    """Returns the agents of these names, each once, in the table's order."""
    chosen = frozenset(names)
    return tuple(agent for agent in AGENTS if agent.name in chosen)


def agent_block(adapters: Mapping[str, str], directory: str) -> str:
    """Returns what the managed block says of the project memory in `directory`."""
    return adapters[INSTRUCTIONS].replace(_MEMORY, directory)


def agent_files(adapters: Mapping[str, str], agents: Iterable[Agent], directory: str) -> dict[str, bytes]:
    """Returns the files that are ours as a whole, by path relative to the project's root."""
    files: dict[str, bytes] = {}
    for agent in agents:
        skill = adapters[_SKILL].replace(_MEMORY, directory)
        files[f"{agent.skills}/project-memory/SKILL.md"] = skill.encode()
        if agent.commands is not None:
            for name, text in adapters.items():
                if name.startswith(_COMMANDS):
                    files[f"{agent.commands}/{name.removeprefix(_COMMANDS)}"] = text.encode()
    return files
