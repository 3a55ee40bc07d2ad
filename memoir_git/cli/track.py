"""`git memoir track`."""

from __future__ import annotations

import click

from memoir_git import registry
from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("track", epilog=EXIT_STATUS)
@common_options
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--as",
    "format_name",
    metavar="FORMAT",
    type=click.Choice([row.name for row in registry.FORMATS]),
    help=f"The format of every PATH: {', '.join(row.name for row in registry.FORMATS)}.",
)
def command(paths: tuple[str, ...], format_name: str | None) -> None:
    """Make existing files memory.

    Each PATH is a file, a folder of entries or a store. Its format is told from its name and content, and
    said; where that is not certain, nothing is guessed. The files themselves are not changed.
    """
    from memoir_git.render import track as view
    from memoir_git.services.track import track

    report = track(surroundings().directory, paths, format_name)
    output.emit(report, view, surroundings().output_format)
