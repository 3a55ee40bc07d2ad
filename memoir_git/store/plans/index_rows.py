"""Rows of an index as a writer sees them: which entries a row links to, how rows here are written.

A row somebody wrote is never respelled. One that loses a link loses just that, with the words that trail it;
a new row is written like most rows of the file, so that a table stays a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from urllib.parse import quote, unquote

from memoir_git.store.merge.index_links import Link, find_links
from memoir_git.store.merge.index_parts import Part, Row, has_inner_count

_ENDING = ".md"
_LONGEST_LABEL = 200
_ELSEWHERE = ("/", "#", "../")


class Standing(Enum):
    """What an index should say of an entry."""

    LIVE = "live"  # a row
    DONE = "done"  # what it likes
    HIDDEN = "hidden"  # nothing; purged ones too
    UNKNOWN = "unknown"  # what it likes: the file cannot be understood


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One entry as an index needs it; `type` is `""` for an opaque one."""

    link_name: str
    standing: Standing
    type: str
    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The folder of entries as seen from the index: `prefix` leads there (`memory/` or `""`).

    `others` are the names of its other files: a link to one of them is none of our business.
    """

    prefix: str
    entries: Mapping[str, Listed]
    others: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowStyle:
    """How a row is written: what stands before and after it, around its link, and before its description.

    `lead` is `None` where rows have no description; `cells` counts the bars of a table row beyond those.
    """

    before: str = "- "
    mark: str = ""
    is_wiki: bool = False
    lead: str | None = " — "
    cells: int = 0
    after: str = ""


def entry_of(link: Link, shelf: Shelf) -> str | None:
    """Returns the link name of the entry that a link is for, there or gone; `None` for any other link."""
    is_wiki = link.raw.startswith("[[")
    path = unquote(link.target, errors="surrogateescape").partition("#")[0]
    if "://" in path or path.startswith(_ELSEWHERE):
        return None
    if not is_wiki or "/" in path:
        if not path.startswith(shelf.prefix):
            return None
        path = path[len(shelf.prefix) :]
    name = path.removeprefix("./").removesuffix(_ENDING)
    if not name or "/" in name or f"{name}{_ENDING}" in shelf.others:
        return None
    is_file = is_wiki or _ENDING in link.raw.rpartition("](")[2]
    return name if is_file or name in shelf.entries else None


def entries_in(text: str, shelf: Shelf) -> list[str]:
    """Returns the link names of the entries that a row links to, in order."""
    return [name for link in find_links(text) if (name := entry_of(link, shelf)) is not None]


def without_entries(text: str, gone: Collection[str], shelf: Shelf) -> str | None:
    """Returns a row without its links to these entries, `None` if no other link is left."""
    dropped = {link.target for link in find_links(text) if entry_of(link, shelf) in gone}
    if not dropped:
        return text
    row = Row(text, counts_row=not has_inner_count(text))
    kept = [part for target, part in row.parts.items() if target not in dropped]
    if not kept:
        return None
    pieces = [row.shape[0], row.lead]
    for part in kept:
        join = "" if part is kept[-1] else part.join or " "
        pieces += [part.link, part.lead or (part.words and " "), part.words, join]
    return "".join([*pieces, row.count, row.shape[1]])


def style_of(texts: Collection[str], shelf: Shelf) -> RowStyle:
    """Returns how most rows with one entry are written, the later of two equally common ways."""
    styles = Counter[RowStyle]()
    for text in reversed(tuple(texts)):
        style = _style(text) if len(find_links(text)) == 1 and entries_in(text, shelf) else None
        styles.update([style] if style is not None else [])
    return styles.most_common(1)[0][0] if styles else RowStyle()


def new_row(entry: Listed, style: RowStyle, shelf: Shelf) -> str:
    """Returns the row of an entry, which links to it and to nothing else."""
    description = _in_style(entry.description, style)
    row = _row(entry, style, shelf, description)
    if entries_in(row, shelf) != [entry.link_name] or len(find_links(row)) != 1:
        row = _row(entry, style, shelf, description.replace("[", r"\["))
    return row


def _row(entry: Listed, style: RowStyle, shelf: Shelf, description: str) -> str:
    label = _in_style(entry.name, style)[:_LONGEST_LABEL].rstrip("\\ ")
    for char in "\\[]`":
        label = label.replace(char, "\\" + char)
    target = quote(shelf.prefix + entry.link_name + _ENDING, errors="surrogateescape")
    link = f"[{label}]({target})"
    if style.is_wiki and _is_text(entry.link_name):
        link = f"[[{entry.link_name}]]"
    pieces = [style.before, style.mark, link, style.mark[::-1]]
    is_table = style.before.lstrip().startswith("|")
    if style.lead is not None and (description or is_table):
        pieces += [style.lead, description]
    return ("".join([*pieces, " | " * style.cells]) + style.after).rstrip(" ")


def _is_text(name: str) -> bool:
    """Tells whether a file's name is UTF-8; the bytes of another one can only be written escaped."""
    return name.isascii() or name == _as_text(name)


def _as_text(name: str) -> str:
    return name.encode("utf-8", "replace").decode("utf-8")


def _in_style(text: str, style: RowStyle) -> str:
    words = " ".join(_as_text(text).split())
    return words.replace("|", r"\|") if style.before.lstrip().startswith("|") else words


def _style(text: str) -> RowStyle | None:
    """Returns the style of a row with one link, `None` for one with words before it or on several lines."""
    row = Row(text, counts_row=True)
    (part,) = row.parts.values()
    if row.lead or "\n" in text or not any(char.isspace() for char in row.shape[0]):
        return None
    mark = part.link[: part.link.index("[")]
    return RowStyle(
        before=row.shape[0],
        mark=mark,
        is_wiki=part.link[len(mark) :].startswith("[["),
        lead=part.lead,
        cells=_cells(part) if row.shape[0].lstrip().startswith("|") else 0,
        after=row.shape[1].rstrip(" \r"),
    )


def _cells(part: Part) -> int:
    return part.words.replace(r"\|", "").count("|")
