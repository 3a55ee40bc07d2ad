"""`git memoir merge`."""

from __future__ import annotations

import sys

import click

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("merge", epilog=EXIT_STATUS, context_settings={"ignore_unknown_options": True})
@common_options
@click.argument("arguments", metavar="REV [GIT-MERGE-OPTION]...", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Merge a branch, all memory files in one process.

    The same as git merge -s memoir: git merges everything else, and memory is merged as the driver would,
    without a process for each file, deleted and renamed files included. Options go to git merge as they are.
    """
    from memoir_git.cli.program import this_program
    from memoir_git.render import merge as view
    from memoir_git.services.merge import MergeRequest, merge

    if not arguments:
        raise click.UsageError("Name what to merge.")
    if any(word.startswith(("-s", "--strategy=")) or word == "--strategy" for word in arguments):
        raise click.UsageError("The strategy is memoir; use git merge for another one.")
    is_text = surroundings().output_format == output.TEXT
    sys.stdout.flush()
    report = merge(
        MergeRequest(
            directory=surroundings().directory,
            arguments=arguments,
            variables=variables(),
            program=this_program(),
            attached=is_text,
        )
    )
    click.echo(report.data.said, nl=False, err=True)
    output.emit(report, view, surroundings().output_format)
