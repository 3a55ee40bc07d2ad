"""Whether the agents a project was set up for still find its memory, by the block in the file they read.

An agent counts as set up when the Skill stands that `init project --agent` gives it. A file that is not
there, or a link to another agent's, is nobody's mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.custodian import codes_system
from memoir_git.custodian.agent_block import END, START
from memoir_git.custodian.plans.agents import AGENTS
from memoir_git.fs.snapshot import load_work_tree

_SKILL = "project-memory/SKILL.md"


def adapter_findings(root: Path) -> Iterator[Finding]:
    """Yields the entry files at the top of a project that lack the block their agent was given."""
    skills = {agent.name: RepoPath(f"{agent.skills}/{_SKILL}") for agent in AGENTS}
    entries = {agent.name: RepoPath(agent.entry_file) for agent in AGENTS}
    snapshot = load_work_tree(root, [*skills.values(), *entries.values()])
    for name, path in entries.items():
        content = snapshot.content(path)
        if content is not None and skills[name] in snapshot.files and not _has_block(content):
            yield codes_system.ADAPTER.at(path)


def _has_block(content: bytes) -> bool:
    lines = {line.strip() for line in content.split(b"\n")}
    return START in lines and END in lines
