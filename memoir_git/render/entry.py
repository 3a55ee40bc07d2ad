"""What `git memoir entry` did to a file; the text that was given is not repeated."""

from __future__ import annotations

from typing import Any

from memoir_git.core.report import Report
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.entries import EntryChange, Outcome

_SENTENCES = {
    Outcome.ADDED: "Added {path}.",
    Outcome.EDITED: "Changed {path}.",
    Outcome.COMPLETED: "Completed {path}.",
    Outcome.UNCHANGED: "{path} says so already; nothing was written.",
}


def as_text(report: Report[EntryChange]) -> str:
    """Returns a sentence, and how to make git merge a file that nothing binds."""
    data = report.data
    path = data.path.shown()
    lines = [_SENTENCES[data.outcome].format(path=path)]
    if data.is_bound is False:
        lines.append(f"git does not merge it as memory yet; 'git memoir track {path}' makes it so.")
    if data.is_anonymous:
        lines.append("No identity could be kept for this machine, so none was stamped.")
    return joined([*lines, *closing_lines(report)])


def as_json(data: EntryChange) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "outcome": data.outcome.value,
        "path": data.path.shown(),
        "link_name": data.link_name,
        "type": data.type,
        "bound": data.is_bound,
        "machine_is_anonymous": data.is_anonymous,
    }
