"""`session show` on a terminal: the same lists and numbers as the plain text, as tables.

Only for eyes. What is piped or kept in a file is `render.session`'s, byte-stable and without a width.
"""

from __future__ import annotations

import io

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.session import TITLES, as_json, printable_lines
from memoir_git.render.text import closing_lines
from memoir_git.services.session import SessionView
from memoir_git.store.selection import handle
from memoir_git.store.working_set import Line, PastSession

__all__ = ["as_json", "as_text"]

_PAST = "Past sessions"


def as_text(report: Report[SessionView]) -> str:
    """Returns the tables for the terminal at hand, coloured as it and `NO_COLOR` allow."""
    console = Console(file=io.StringIO(), force_terminal=True, highlight=False, emoji=False, markup=False)
    shown = report.data.shown
    for name, title in TITLES.items():
        lines = shown.lines(name)
        if lines:
            console.print(
                _table(title, [(handle(name, line), _item(line), _day(line.date)) for line in lines])
            )
    if shown.history:
        console.print(_table(_PAST, [("", _past(row), _day(row.date)) for row in shown.history]))
    if shown.is_empty:
        console.print("The working set is empty.")
    for line in closing_lines(report):
        console.print(line)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def _table(title: str, rows: list[tuple[str, Text, str]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_header=False, expand=True)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", no_wrap=True)
    for number, text, day in rows:
        table.add_row(number, text, day)
    return table


def _item(line: Line) -> Text:
    text = Text("\n".join(printable_lines(line.text)))
    for label, reason in (("why", line.why), ("rejected", line.rejected)):
        if reason is not None:
            text.append(f"\n{label}: ", style="italic")
            text.append("\n".join(printable_lines(reason)))
    return text


def _past(row: PastSession) -> Text:
    return Text("\n".join(printable_lines(row.summary)) or "(no summary)")


def _day(date: str | None) -> str:
    return printable(date[:10]) if date else ""
