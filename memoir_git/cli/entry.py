"""`git memoir entry`: read and change the entry files of a memoir store."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from memoir_git.cli import output, writing
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.cli.writing import store_option
from memoir_git.store.entry_facts import TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.entries import EntryChange

_BODY_HELP = "The prose after the fields; - reads standard input."


@click.group("entry", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Read and change the entry files of a memoir store.

    LINK is an entry's link name: its file name without .md. A change touches the lines it is about and no
    other; nothing is staged.
    """


def _subcommand(name: str) -> Callable[[Callable[..., None]], click.Command]:
    def register(function: Callable[..., None]) -> click.Command:
        return command.command(name, epilog=EXIT_STATUS)(common_options(store_option(function)))

    return register


@_subcommand("add")
@click.argument("type", type=click.Choice(TYPES))
@click.option("--name", metavar="TEXT", help="The title; every entry needs one.")
@click.option("--description", metavar="TEXT", help="One line for lists and indexes.")
@click.option("--body", metavar="TEXT", default="", help=_BODY_HELP)
@click.option("--link", metavar="SLUG", help="The link name, where the one made from --name does not fit.")
@click.option("--project", metavar="NAME", help="The project it is for (default: all).")
@click.option("--source", metavar="TEXT", help="fact: where it was established.")
@click.option("--scope", type=click.Choice(["global", "project"]), help="preference: where it holds.")
@click.option("--why", metavar="TEXT", help="decision: the reason.")
@click.option("--rejected", metavar="TEXT", help="decision: what was rejected, and why it lost.")
@click.option("--trigger", metavar="TEXT", help="lesson: when it applies.")
@click.option("--how-to-apply", metavar="TEXT", help="lesson: what to do differently.")
@click.option("--tag", "tags", metavar="WORD", multiple=True, help="A tag; repeatable.")
@click.option("--alias", "aliases", metavar="TEXT", multiple=True, help="Another name for it; repeatable.")
@click.option("--tool", metavar="NAME", help="The program that the entry comes from.")
@click.option("--session-id", metavar="ID", help="The session that the entry comes from.")
def add(
    type: str,  # noqa: A002 - click passes arguments by their own names
    body: str,
    link: str | None,
    tags: tuple[str, ...],
    aliases: tuple[str, ...],
    tool: str | None,
    session_id: str | None,
    store: Path | None,
    **fields: str | None,
) -> None:
    """Make a new entry.

    A lesson needs --trigger and --how-to-apply; a decision should have --why and --rejected. Dates and this
    machine are stamped.
    """
    from memoir_git.services.entries import add_entry
    from memoir_git.store.plans.entry_new import NewEntry

    origin = {"tool": tool, "session_id": session_id}
    request = NewEntry(
        type=type,
        fields=_given(fields),
        tags=tuple(map(writing.utf8, tags)),
        aliases=tuple(map(writing.utf8, aliases)),
        origin=_given(origin),
        body=writing.text(body),
    )
    slug = None if link is None else writing.utf8(link)
    _emit(add_entry(writing.writing(store), request, slug))


@_subcommand("edit")
@click.argument("link")
@click.option("--set", "values", metavar="FIELD=VALUE", multiple=True, help="Set a field; repeatable.")
@click.option("--unset", "removed", metavar="FIELD", multiple=True, help="Remove a field; repeatable.")
@click.option("--body", metavar="TEXT", help=_BODY_HELP)
def edit(
    link: str, values: tuple[str, ...], removed: tuple[str, ...], body: str | None, store: Path | None
) -> None:
    """Change fields or the body of an entry.

    Fields nobody knows and lines nobody named stay byte for byte; 'updated' is set. tags and aliases take
    a list with commas.
    """
    from memoir_git.services.entries import edit_entry
    from memoir_git.store.plans.entry_edit import EntryEdit

    if not (values or removed or body is not None):
        raise click.UsageError("Nothing to change: give --set, --unset or --body.")
    pairs = [writing.utf8(value).partition("=") for value in values]
    if not all(equals for _, equals, _ in pairs):
        raise click.UsageError("--set takes FIELD=VALUE.")
    change = EntryEdit(
        values={field.strip(): value for field, _, value in pairs},
        removed=tuple(map(writing.utf8, removed)),
        body=writing.optional_text(body),
    )
    _emit(edit_entry(writing.writing(store), writing.utf8(link), change))


@_subcommand("list")
@click.option("--all", "everything", is_flag=True, help="Also entries that are done, hidden or purged.")
@click.option("--type", "kind", type=click.Choice(TYPES), help="Only entries of this type.")
@click.option("--project", metavar="NAME", help="Only entries of this project.")
def list_(everything: bool, kind: str | None, project: str | None, store: Path | None) -> None:
    """List the entries by link name.

    Of entries that are hidden or purged --all tells the link name only.
    """
    from memoir_git.render import entry_listing as plain
    from memoir_git.services.entry_reading import list_entries

    view: output.View = plain
    if sys.stdout.isatty():
        from memoir_git.render import entry_table

        view = entry_table
    report = list_entries(surroundings().directory, store, kind=kind, project=project, everything=everything)
    output.emit(report, view, surroundings().output_format)


@_subcommand("show")
@click.argument("link")
@click.option("--all", "everything", is_flag=True, help="Show it although it is done, hidden or purged.")
def show(link: str, everything: bool, store: Path | None) -> None:
    """Print an entry's file."""
    from memoir_git.render import entry_text as view
    from memoir_git.services.entry_reading import show_entry

    report = show_entry(surroundings().directory, store, link, everything=everything)
    output.emit(report, view, surroundings().output_format)


@_subcommand("done")
@click.argument("link")
def done(link: str, store: Path | None) -> None:
    """Complete a goal or a next action; its tombstone stays in the file."""
    from memoir_git.services.entries import complete_entry

    _emit(complete_entry(writing.writing(store), writing.utf8(link)))


def _given(fields: dict[str, str | None]) -> dict[str, str]:
    return {name: writing.utf8(value) for name, value in fields.items() if value is not None}


def _emit(report: Report[EntryChange]) -> None:
    from memoir_git.render import entry as view

    output.emit(report, view, surroundings().output_format)
