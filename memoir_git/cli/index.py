"""`git memoir index`: keep the index of entries true."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output, writing
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("index", epilog=EXIT_STATUS)
@common_options
@click.option("--check", "check", is_flag=True, help="Say what differs; this is the default.")
@click.option("--write", "write", is_flag=True, help="Add and remove rows; make the index if there is none.")
@writing.store_option
def command(check: bool, write: bool, store: Path | None) -> None:
    """Compare the index of entries, such as MEMORY.md, with the entries.

    The index should name every live entry, and none that is gone, hidden or purged. --write adds and removes
    just those rows: what a person wrote stays byte for byte.
    """
    from memoir_git.render import index as view
    from memoir_git.services.index import check_index, write_index

    if check and write:
        raise click.UsageError("Give --check or --write, not both.")
    report = write_index(writing.writing(store)) if write else check_index(surroundings().directory, store)
    output.emit(report, view, surroundings().output_format)
