"""`git memoir preview`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("preview", epilog=EXIT_STATUS)
@common_options
@click.argument("revision", metavar="REV")
@click.option("--show-text", is_flag=True, help="Print the memory texts concerned, not only counts.")
def command(revision: str, show_text: bool) -> None:
    """Show what merging REV would do to memory.

    Nothing is touched: no file, no index, no ref, no object. Counts what would be taken, joined, suppressed,
    parked, rotated out or left in conflict, file by file and list by list.
    """
    from memoir_git.cli.program import this_program
    from memoir_git.render import preview as view
    from memoir_git.services.preview import PreviewRequest, preview

    request = PreviewRequest(
        directory=surroundings().directory,
        revision=revision,
        variables=variables(),
        program=this_program(),
        show_text=show_text,
    )
    output.emit(preview(request), view, surroundings().output_format)
