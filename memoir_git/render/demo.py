"""The demonstration as text, one piece per step, and as data."""

from __future__ import annotations

import textwrap
from typing import Any

from memoir_git.services.demo.steps import Act, Narration, Step

_WIDTH = 88
_CLOSING = """\
In a repository of your own:

  git memoir install         set up the merge driver in this clone
  git memoir init store      begin a working set, or
  git memoir track PATH      make files that exist already memory
  git memoir doctor          prove that it works

MEMOIR_GIT=0 git merge ... merges as plain git would.
"""


def title_text(act: Act) -> str:
    """Returns the head of an act."""
    return f"{act.title}\n{'=' * len(act.title)}\n"


def step_text(step: Step) -> str:
    """Returns a step: a paragraph, or a command with what it printed indented below."""
    if isinstance(step, Narration):
        return "\n" + textwrap.fill(step.text, width=_WIDTH) + "\n\n"
    lines = [f"  {step.machine}$ {step.command}", *(f"      {line}".rstrip() for line in step.lines)]
    if step.status:
        lines.append(f"      (exit status {step.status})")
    return "\n".join(lines) + "\n"


def closing_text() -> str:
    """Returns what to type in one's own repository."""
    return _CLOSING


def as_json(acts: list[tuple[Act, list[Step]]]) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "acts": [
            {"name": act.name, "title": act.title, "steps": [_step_object(step) for step in steps]}
            for act, steps in acts
        ]
    }


def _step_object(step: Step) -> dict[str, Any]:
    if isinstance(step, Narration):
        return {"text": step.text}
    return {
        "machine": step.machine,
        "command": step.command,
        "exit_status": step.status,
        "output": list(step.lines),
    }
