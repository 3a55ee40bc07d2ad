"""`git memoir install`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.core.options import NEWEST, VCS


@click.command("install", epilog=EXIT_STATUS)
@common_options
@click.option("--dry-run", is_flag=True, help="Say what would change and change nothing.")
@click.option(
    "--on-conflict",
    type=click.Choice(["abort", "skip", "overwrite"]),
    default="abort",
    help="What to do about foreign attributes or drivers: stop (default), leave them, or go before them.",
)
@click.option(
    "--strategy",
    type=click.Choice([VCS, NEWEST]),
    help="How entries merge: vcs (default) stops at a real disagreement, newest believes the newer file.",
)
@click.option(
    "--hooks",
    type=click.Choice(["auto", "directory", "config", "none"]),
    default="auto",
    help="How git comes to call the hooks: by files in its hook directory, beside what is there, or by its"
    " config (git 2.54 and newer); auto (default) never writes to a directory that is not this clone's own.",
)
@click.option(
    "--no-attributes",
    is_flag=True,
    help="Leave the tracked .gitattributes alone; only this clone's own attributes are written.",
)
def command(dry_run: bool, on_conflict: str, strategy: str | None, hooks: str, no_attributes: bool) -> None:
    """Set up the merge driver and the hooks in this repository.

    Registers the driver in git's config and says in .gitattributes, and in this clone's own info/attributes,
    which files are memory: .memoir/session.json, what was tracked, and what is found that reads as memory.
    The hooks check what is committed and pushed; hooks of others stay and go on running. Running it again
    changes nothing; uninstall takes everything back.
    """
    from memoir_git.cli.program import this_program
    from memoir_git.render import install as view
    from memoir_git.services.foreign import OnConflict
    from memoir_git.services.hook_files import Hooks
    from memoir_git.services.install import InstallRequest, install

    request = InstallRequest(
        directory=surroundings().directory,
        program=this_program(),
        strategy=strategy,
        on_conflict=OnConflict(on_conflict),
        share=not no_attributes,
        dry_run=dry_run,
        hooks=Hooks(hooks),
    )
    output.emit(install(request), view, surroundings().output_format)
