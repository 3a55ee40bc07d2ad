"""`git memoir resume`: the working set for an agent's context."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.cli.session import store_option


@click.command("resume", epilog=EXIT_STATUS)
@common_options
@store_option
def command(store: Path | None) -> None:
    """Print the working set for an agent's context.

    As Markdown: goals, next actions, questions, decisions and the last sessions; never what is hidden,
    completed or purged. Reads only.
    """
    from memoir_git.render import resume as view
    from memoir_git.services.session import read_session

    report = read_session(surroundings().directory, store, command="resume")
    output.emit(report, view, surroundings().output_format)
