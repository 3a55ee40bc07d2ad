"""The plan for an index of entries: which rows it lacks, which it should not have, and the text without that.

Only rows come and go. What a person wrote between them, and every row that stays, is kept byte for byte, so
that the plan of its own result changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.frontmatter import BOM
from memoir_git.core.markdown import line_kinds, split_lines
from memoir_git.core.markdown_file import split_tail
from memoir_git.store.merge.index_rows import IndexRow, parse_index
from memoir_git.store.plans.entry_new import EntryError
from memoir_git.store.plans.index_rows import (
    Listed,
    RowStyle,
    Shelf,
    Standing,
    entries_in,
    new_row,
    style_of,
    without_entries,
)

_TITLE = "# Memory\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlan:
    """What differs, as sorted link names, and the new text; the same text where nothing does.

    `rows` are the rows that come new into the file.
    """

    text: str
    rows: tuple[str, ...]
    missing: tuple[str, ...]
    gone: tuple[str, ...]
    hidden: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Tells whether the index names the live entries, and none that is gone or hidden."""
        return not (self.missing or self.gone or self.hidden)


def plan_index(text: str, shelf: Shelf) -> IndexPlan:
    """Returns the plan for an index with this text, `""` for one that does not exist.

    Raises `EntryError` where a new row would stand inside of code or a comment.
    """
    sheet = _Sheet(text, shelf)
    gone = sorted(name for name in sheet.names if name not in shelf.entries)
    hidden = sorted(
        name
        for name in sheet.names
        if name in shelf.entries and shelf.entries[name].standing is Standing.HIDDEN
    )
    missing = sorted(
        name
        for name, entry in shelf.entries.items()
        if entry.standing is Standing.LIVE and name not in sheet.names
    )
    style = style_of([row.text for row in sheet.rows], shelf)
    sheet.drop({*gone, *hidden})
    rows = [sheet.add(shelf.entries[name], style) for name in missing]
    return IndexPlan(
        text=sheet.written() if missing or gone or hidden else text,
        rows=tuple(rows),
        missing=tuple(missing),
        gone=tuple(gone),
        hidden=tuple(hidden),
    )


def without_entry(text: str, name: str, shelf: Shelf) -> str:
    """Returns an index's text without the links to one entry, the same text where there is none."""
    sheet = _Sheet(text, shelf)
    if name not in sheet.names:
        return text
    sheet.drop({name})
    return sheet.written()


class _Sheet:
    """An index being changed: its lines and rows in order."""

    __slots__ = ("_bom", "_has_returns", "_is_open", "_items", "_shelf", "_tail", "names", "rows")

    def __init__(self, text: str, shelf: Shelf) -> None:
        self._bom = BOM if text.startswith(BOM) else ""
        text = text.removeprefix(BOM)
        self._has_returns = "\r\n" in text and text.count("\r\n") == text.count("\n")
        body, self._tail = split_tail(text.replace("\r\n", "\n") if self._has_returns else text)
        if not body:
            body, self._tail = "", ""
        self.rows, self._items = parse_index(body)
        self._shelf = shelf
        self._is_open = not line_kinds(split_lines(body))[1]
        self.names = {name for row in self.rows for name in entries_in(row.text, shelf)}

    def drop(self, names: set[str]) -> None:
        """Takes these entries' links out, and the rows that have no other."""
        if not names:
            return
        kept: list[str | int] = []
        for item in self._items:
            if isinstance(item, str):
                kept.append(item)
                continue
            text = without_entries(self.rows[item].text, names, self._shelf)
            if text is not None:
                self.rows[item].text = text
                kept.append(item)
        self._items = kept

    def add(self, entry: Listed, style: RowStyle) -> str:
        """Puts a new row below the last one of an entry of the same type, else below the last row."""
        rows = [(at, item) for at, item in enumerate(self._items) if isinstance(item, int)]
        alike = [at for at, item in rows if self._has_type(self.rows[item], entry.type)]
        text = new_row(entry, style, self._shelf)
        if not rows:
            self._begin()
        at = (alike or [at for at, _ in rows] or [len(self._items) - 1])[-1]
        self._items.insert(at + 1, len(self.rows))
        self.rows.append(IndexRow(text, [entry.link_name]))
        return text

    def written(self) -> str:
        """Returns the text."""
        lines = [item if isinstance(item, str) else self.rows[item].text + "\n" for item in self._items]
        text = "".join(lines).removesuffix("\n") + self._tail
        return self._bom + (text.replace("\n", "\r\n") if self._has_returns else text)

    def _has_type(self, row: IndexRow, kind: str) -> bool:
        known = (self._shelf.entries.get(name) for name in entries_in(row.text, self._shelf))
        return any(entry is not None and entry.type == kind for entry in known)

    def _begin(self) -> None:
        """Prepares the end of a text without rows for its first one."""
        if self._is_open:
            raise EntryError(
                "The index ends inside of code or a comment, so no row can follow.",
                hint="close the code fence or the comment",
            )
        self._items += split_lines(_TITLE) if not self._items else ["\n"]
        self._tail = self._tail or "\n"
