"""A counter for what can take longer than a second, on a terminal only; elsewhere nothing is written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memoir_git.cli.output import TEXT


@contextmanager
def commit_counter(output_format: str) -> Iterator[Callable[[int], None] | None]:
    """Yields what to tell the number of commits read, `None` when nobody is watching.

    It stands on standard error and is gone when the work ends, also when it is interrupted.
    """
    if output_format != TEXT or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:.0f} commits read"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda commits: shown.update(task, completed=commits)
