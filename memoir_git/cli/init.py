"""`git memoir init`: a group, because there are several things to begin."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output
from memoir_git.cli.environment import now
from memoir_git.cli.init_project import project
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.group("init", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Make a memoir store, or begin project memory."""


@command.command("store", epilog=EXIT_STATUS)
@common_options
@click.argument("path", required=False, type=click.Path(path_type=Path))
def store(path: Path | None) -> None:
    """Make an empty memoir store at PATH.

    By default .memoir at the top of the work tree. Writes session.json and the attributes that let git merge
    it. Overwrites nothing. Outside a repository only the session is made.
    """
    from memoir_git.render import init as view
    from memoir_git.services.init_store import init_store

    output.emit(init_store(surroundings().directory, path, now()), view, surroundings().output_format)


command.add_command(project)
