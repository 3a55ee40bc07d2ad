"""`git memoir status`."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output
from memoir_git.cli.audit import memory_options, project_directory
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("status", epilog=EXIT_STATUS)
@common_options
@memory_options
def command(memory_dir: str | None, project_root: Path | None) -> None:
    """Say where memory stands in this work tree.

    Names the operation that git stopped in and what to type next, the stores with their formats, a merge
    driver that is missing or out of date, and untracked memory files that would stop a merge; of project
    memory its protocol, the state of each file, and how many entries there are.
    """
    from memoir_git.cli.program import this_program
    from memoir_git.render import status as view
    from memoir_git.services.status import StatusRequest, status

    request = StatusRequest(
        directory=project_directory(project_root),
        variables=variables(),
        program=this_program(),
        memory_dir=memory_dir,
    )
    output.emit(status(request), view, surroundings().output_format)
