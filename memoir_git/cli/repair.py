"""`git memoir repair`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("repair", epilog=EXIT_STATUS)
@common_options
@click.argument("revision", metavar="[REV]", default="HEAD")
@click.option(
    "--base", "before", metavar="REV", help="The branch before a forge squashed or rebased onto it (REV^)."
)
@click.option("--theirs", metavar="REV", help="What the forge squashed or rebased: the merged branch's tip.")
@click.option(
    "--dry-run", is_flag=True, help="Say what would be repaired, with status 1, and change nothing."
)
def command(revision: str, before: str | None, theirs: str | None, dry_run: bool) -> None:
    """Mend a merge that was made without the driver.

    Works out from the parents of REV (default: HEAD) what its memory files should be, and commits the
    difference on top; nothing is rewritten. A..B takes every merge in that range. For a merge that left no
    merge commit, name what was merged with --theirs. Committed conflict markers are taken apart as well.
    """
    from memoir_git.render import repair as view
    from memoir_git.services.repair import RepairRequest, repair

    if before is not None and theirs is None:
        raise click.UsageError("--base needs --theirs.")
    request = RepairRequest(
        directory=surroundings().directory,
        revision=revision,
        before=before,
        theirs=theirs,
        variables=variables(),
        dry_run=dry_run,
    )
    output.emit(repair(request), view, surroundings().output_format)
