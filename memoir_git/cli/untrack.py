"""`git memoir untrack`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("untrack", epilog=EXIT_STATUS)
@common_options
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
def command(paths: tuple[str, ...]) -> None:
    """Make files ordinary files again.

    git then merges them as text. A folder stands for everything that is tracked in it. The files themselves
    are not changed.
    """
    from memoir_git.render import untrack as view
    from memoir_git.services.track import untrack

    output.emit(untrack(surroundings().directory, paths), view, surroundings().output_format)
