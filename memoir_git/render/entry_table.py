"""`entry list` on a terminal: the same entries as the plain text, as a table. Only for eyes."""

from __future__ import annotations

import io

from rich.console import Console
from rich.table import Table

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.entry_listing import as_json, closing
from memoir_git.services.entry_files import State
from memoir_git.services.entry_reading import EntryListing

__all__ = ["as_json", "as_text"]


def as_text(report: Report[EntryListing]) -> str:
    """Returns the table for the terminal at hand, coloured as it and `NO_COLOR` allow."""
    text = io.StringIO()
    console = Console(file=text, force_terminal=True, highlight=False, emoji=False, markup=False)
    if report.data.entries:
        table = Table("link name", "type", "description", title_justify="left", expand=True)
        for row in report.data.entries:
            state = "" if row.state is State.LIVE else f"({row.state.value}) "
            cells = (printable(row.link_name), row.type or "-", state + printable(row.description))
            table.add_row(*cells, style="" if row.state is State.LIVE else "dim")
        console.print(table)
    for line in closing(report):
        console.print(line)
    return text.getvalue()
