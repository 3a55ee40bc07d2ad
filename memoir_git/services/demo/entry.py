"""Second act: an entry file that one machine edits while the other hides it, and a plain merge."""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.git.stage import Stage
from memoir_git.services.demo.steps import (
    Act,
    Narration,
    Step,
    broken_promise,
    file_shown,
    publish,
    pulled_both_ways,
)

_ENTRY = ".memoir/memory/decision_row-format.md"
_BASE = """\
---
type: decision
name: Rows are stored as Parquet
date: 2026-03-02
why: Columns are read one at a time
tags:
  - storage
{more}---
The importer writes one file a day.
"""
_EDITED = "  - parquet\nupdated: 2026-03-04\n"
_HIDDEN = "hidden: true\nhidden_at: 2026-03-03\n"


def _play(stage: Stage) -> Iterator[Step]:
    laptop = stage.machine("laptop")
    laptop.git("memoir", "install")
    laptop.write(_ENTRY, _BASE.format(more=""))
    publish(laptop, "A decision")
    desktop, plain = stage.machine("desktop"), stage.machine("plain")
    desktop.git("memoir", "install")
    yield Narration(text="A decision in a file of its own. The laptop gives it another tag and pushes:")
    laptop.write(_ENTRY, _BASE.format(more=_EDITED))
    publish(laptop, "Tag")
    yield file_shown(laptop, _ENTRY, _frontmatter(laptop.read(_ENTRY)))
    yield Narration(text="The desktop hides it, so that no agent is shown it any more, and commits:")
    desktop.write(_ENTRY, _BASE.format(more=_HIDDEN))
    desktop.git("commit", "--quiet", "-am", "Hide it")
    yield file_shown(desktop, _ENTRY, _frontmatter(desktop.read(_ENTRY)))
    came_through = yield from pulled_both_ways(desktop, plain, "--no-rebase", _ENTRY, _frontmatter)
    merged = desktop.read(_ENTRY)
    if not came_through or not all(line.encode() in merged for line in (_EDITED + _HIDDEN).splitlines()):
        raise broken_promise()
    yield Narration(text="Both tags are there, and the later edit did not bring back what was hidden.")


def _frontmatter(content: bytes) -> tuple[str, ...]:
    lines = content.decode("utf-8", "replace").splitlines()
    return tuple(lines[: lines.index("---", 1) + 1])


ACT = Act(name="entry", title="One entry, edited here and hidden there", play=_play)
