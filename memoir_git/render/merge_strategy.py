"""What the merge strategy prints: git's messages about everything else, then what became of memory."""

from __future__ import annotations

from memoir_git.core.report import Report
from memoir_git.core.telling import counted
from memoir_git.render.resolve import settled_lines
from memoir_git.render.text import finding_lines, joined
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.merge_many import StrategyResult


def as_text(report: Report[StrategyResult]) -> str:
    """Returns the lines for git's standard output."""
    data = report.data
    lines = [*data.messages]
    merged = [item for item in data.settled if item.fate is Fate.MERGED]
    if merged:
        lines.append(f"memoir: {counted(len(merged), 'memory file')} merged")
    lines += [line for item in data.settled if _is_told(item) for line in settled_lines(item)]
    return joined([*lines, *finding_lines(report.findings)])


def _is_told(item: Settled) -> bool:
    return item.fate is not Fate.MERGED or bool(item.told)
