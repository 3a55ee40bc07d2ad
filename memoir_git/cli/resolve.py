"""`git memoir resolve`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("resolve", epilog=EXIT_STATUS)
@common_options
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Say what would be done and change nothing.")
@click.option(
    "--continue", "goes_on", is_flag=True, help="Let git continue when nothing is left, as often as it stops."
)
@click.option(
    "--prefer-delete",
    is_flag=True,
    help="Where one side deleted a file and the other edited it, delete it; tombstones stay.",
)
def command(paths: tuple[str, ...], dry_run: bool, goes_on: bool, prefer_delete: bool) -> None:
    """Finish a stopped merge as far as memory goes.

    Works in a merge, rebase, cherry-pick, revert, am and stash pop that git stopped. Decides about deleted
    and renamed memory files, merges those that git merged as text, and stages the results. A file you have
    begun to edit is left alone, and so is everything that is no memory.
    """
    from memoir_git.render import resolve as view
    from memoir_git.services.resolve import ResolveRequest, resolve

    request = ResolveRequest(
        directory=surroundings().directory,
        paths=paths,
        variables=variables(),
        prefer_delete=prefer_delete,
        dry_run=dry_run,
        goes_on=goes_on,
    )
    output.emit(resolve(request), view, surroundings().output_format)
