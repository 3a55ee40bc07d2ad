"""`git memoir validate`: check memory files against the format."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("validate", epilog=EXIT_STATUS)
@common_options
@click.argument("paths", metavar="[PATH]...", nargs=-1)
def command(paths: tuple[str, ...]) -> None:
    """Check memory files against the format.

    Checks session files and entry files: the files and folders that are named, else every file of the work
    tree that git's attributes bind to a memory format. Nothing is changed.
    """
    from memoir_git.render import validate as view
    from memoir_git.services.validate import validate

    output.emit(validate(surroundings().directory, paths), view, surroundings().output_format)
