"""The demonstration: acts on a throw-away stage, played by real commands and told step by step.

An act yields what a reader shall see while it happens. It also checks its own promises, so that a
demonstration that goes wrong says so instead of showing something else than it claims.
"""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.git.stage import raised_stage
from memoir_git.services.demo import entry, units, working_set
from memoir_git.services.demo.steps import Act, Step

ACTS: tuple[Act, ...] = (working_set.ACT, entry.ACT, units.ACT)


def play(act: Act) -> Iterator[Step]:
    """Plays an act and yields its steps as they happen; the stage is gone when the last one is through.

    Raises `DemoError` for a promise that did not come true, `GitError` for a step that git refused.
    """
    with raised_stage() as stage:
        yield from act.play(stage)
