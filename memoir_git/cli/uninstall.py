"""`git memoir uninstall`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("uninstall", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Remove all that install added.

    Files that are as install left them get their former bytes back; from files that were changed since, only
    our lines go. Memory files themselves are never touched.
    """
    from memoir_git.render import uninstall as view
    from memoir_git.services.uninstall import uninstall

    output.emit(uninstall(surroundings().directory), view, surroundings().output_format)
