"""`git memoir list` and `git memoir show`: read entries of project memory."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output
from memoir_git.cli.audit import memory_options, project_directory
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

_ARCHIVE = click.option("--include-archive", is_flag=True, help="Look into the archive too.")
_LOCAL = click.option("--local", "with_local", is_flag=True, help="Look into this machine's overlay too.")


@click.command("list", epilog=EXIT_STATUS)
@common_options
@memory_options
@click.option("--status", metavar="WORD", help="Only entries of this status.")
@click.option("--scope", metavar="SCOPE", help="Only entries of this scope.")
@_ARCHIVE
@_LOCAL
def command(
    project_root: Path | None,
    memory_dir: str | None,
    status: str | None,
    scope: str | None,
    *,
    include_archive: bool,
    with_local: bool,
) -> None:
    """List the entries of project memory.

    Units without an ID are listed by their place, as FILE#unit-N with the status legacy.
    """
    from memoir_git.render import entry_list as view
    from memoir_git.services.entry_list import ListRequest, list_entries

    request = ListRequest(
        directory=project_directory(project_root),
        memory_dir=memory_dir,
        status=status,
        scope=scope,
        include_archive=include_archive,
        local_from=variables() if with_local else None,
    )
    output.emit(list_entries(request), view, surroundings().output_format)


@click.command("show", epilog=EXIT_STATUS)
@common_options
@memory_options
@click.argument("identifier", metavar="ID")
@_ARCHIVE
@_LOCAL
def show(
    project_root: Path | None,
    memory_dir: str | None,
    identifier: str,
    *,
    include_archive: bool,
    with_local: bool,
) -> None:
    """Show one entry of project memory.

    ID is an Entry ID, or the place of a unit without one as 'git memoir list' prints it.
    """
    from memoir_git.render import entry_list as view
    from memoir_git.services.entry_list import ShowRequest, show_entry

    request = ShowRequest(
        directory=project_directory(project_root),
        memory_dir=memory_dir,
        identifier=identifier,
        include_archive=include_archive,
        local_from=variables() if with_local else None,
    )
    output.emit(show_entry(request), view, surroundings().output_format)
