"""Markdown as agents write it, and forks of it: one text and what two branches made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

# Lines that open, close and look like every construct the parser knows.
ODD_LINES = (
    "",
    "text",
    "# Title",
    "## Notes",
    "## Closed ##",
    "## 2026-05-01 — a",
    "### Done",
    "   ## Indented",
    "    ## Code",
    "#### Deep",
    "```",
    "````",
    "~~~sh",
    "<!-- one line -->",
    "<!--",
    "-->",
    "- item",
    "- item\\",
    "  - nested",
    "  continued",
    "1. first",
    "| a | b |",
    "|---|---|",
    "- [A](a.md) — hook",
    "- [[b]], [[a]] (12)",
    "|kw: [c](c.md) (1), [d](d.md) (2)",
    "| [e](e.md) | cell |",
    "<<<<<<< ours",
    "=======",
    ">>>>>>> theirs",
    "\u2028",
    "a\ufeff",
    "日本語 [ü](ü.md)",
    " \t",
)
ENDS = ("\n", "\n", "\n", "\r\n", "\r")
odd_lines = st.sampled_from(ODD_LINES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    base: str
    ours: str
    theirs: str

    def exchanged(self) -> Fork:
        return replace(self, ours=self.theirs, theirs=self.ours)


@st.composite
def odd_texts(draw: DrawFn) -> str:
    lines = draw(st.lists(odd_lines, max_size=12))
    return "".join(line + draw(st.sampled_from(ENDS)) for line in lines) + draw(st.sampled_from(("", "end")))


@st.composite
def odd_forks(draw: DrawFn) -> Fork:
    """Any lines in any order, edited anyhow."""
    base = draw(st.lists(odd_lines, max_size=10))
    sides = [draw(edited(base, odd_lines)) for _ in range(2)]
    texts = ["\n".join(lines) + draw(st.sampled_from(("", "\n"))) for lines in (base, *sides)]
    return Fork(base=draw(st.sampled_from((texts[0], ""))), ours=texts[1], theirs=texts[2])


@st.composite
def edited(draw: DrawFn, lines: Sequence[str], new_lines: SearchStrategy[str]) -> list[str]:
    """Inserts, removes and replaces a few lines."""
    result = list(lines)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(result)))
        kind = draw(st.sampled_from(("insert", "remove", "replace")))
        removed = 0 if kind == "insert" else 1
        result[at : at + removed] = [] if kind == "remove" else [draw(new_lines)]
    return result


@st.composite
def grown(draw: DrawFn, lines: Sequence[str], side: str, gaps: Sequence[list[str]]) -> list[str]:
    """Inserts runs of new lines, under one of `gaps`, below list items; the other side has none of them."""
    result = list(lines)
    for number in range(draw(st.integers(0, 3))):
        places = [place + 1 for place, line in enumerate(result) if line.startswith("- base")]
        mark = draw(st.sampled_from(("- ", "", "| ", "  - ", "1. ")))
        run = [f"{mark}{side} {number} {n}" for n in range(draw(st.integers(1, 3)))]
        if places:
            at = draw(st.sampled_from(places))
            result[at:at] = [*draw(st.sampled_from(gaps)), *run]
    return result


@st.composite
def numbered_forks(draw: DrawFn) -> Fork:
    """Lines that are all different, so that there is one shortest script for every edit."""
    base = [f"line {n}" for n in range(draw(st.integers(0, 12)))]
    sides = []
    for side in ("ours", "theirs"):
        fresh = st.sampled_from(["both", *(f"{side} {n}" for n in range(9))])
        sides.append(list(dict.fromkeys(draw(edited(base, fresh)))))
    base_text, ours, theirs = ("".join(line + "\n" for line in lines) for lines in (base, *sides))
    return Fork(base=base_text, ours=ours, theirs=theirs)


@st.composite
def ledgers(draw: DrawFn) -> list[str]:
    """A ledger of dated sections with lists, the date rising, no line twice except blank ones."""
    lines = ["# Ledger", ""]
    for number, day in enumerate(sorted(draw(st.sets(st.integers(1, 20), max_size=4)))):
        lines += [f"## 2026-05-{day:02} — section {number}", ""]
        lines += [f"- base {number} {n}" for n in range(draw(st.integers(1, 3)))]
        lines.append("")
    return lines


@st.composite
def growing_ledgers(draw: DrawFn, gaps: Sequence[list[str]] = ([], [""])) -> Fork:
    """Both sides only add: to lists, and sections at the end."""
    base = draw(ledgers())
    sides = []
    for side in ("ours", "theirs"):
        lines = draw(grown(base, side, gaps))
        for day in sorted(draw(st.sets(st.integers(21, 31), max_size=3))):
            lines += ["", f"## 2026-05-{day:02} — {side}", "", f"- {side} on {day}"]
        sides.append(lines)
    texts = ["\n".join(lines).rstrip("\n") + "\n" for lines in (base, *sides)]
    return Fork(base=texts[0], ours=texts[1], theirs=texts[2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of an index: its style, the text before its links, and (target, words) of each link."""

    style: str
    lead: str
    links: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        return self.links[0][0]

    def __str__(self) -> str:
        if self.style == "keywords":
            links = ", ".join(
                f"[{name}]({name}.md)" + (f" ({words})" if words else "") for name, words in self.links
            )
            return f"|{self.lead}: {links}"
        if self.style == "table":
            cells = [f"[{name}]({name}.md) | {words}" for name, words in self.links]
            return "| " + " | ".join(([self.lead] if self.lead else []) + cells) + " |"
        links = ", ".join(f"[[{name}]]" + (f" — {words}" if words else "") for name, words in self.links)
        return f"- {self.lead} {links}" if self.lead else f"- {links}"


NAMES = tuple("abcdefgh")
WORDS = ("", "12", "hook", "other hook", "資料")
STYLES = ("bullet", "keywords", "table")
Index = list[Row | str]


@st.composite
def rows(draw: DrawFn, key: str) -> Row:
    others = draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True))
    names = [key, *(name for name in others if name != key)]
    return Row(
        style=draw(st.sampled_from(STYLES)),
        lead=draw(st.sampled_from(("", "see", "kw one two"))),
        links=tuple((name, draw(st.sampled_from(WORDS))) for name in names),
    )


@st.composite
def indexes(draw: DrawFn) -> Index:
    """An index that lists no file twice as the first link of a row."""
    lines: Index = ["# Index", ""]
    for key in draw(st.lists(st.sampled_from(NAMES), max_size=5, unique=True)):
        lines.append(draw(rows(key)))
        if draw(st.integers(0, 3)) == 0:
            lines += ["", f"## Group of {key}", ""]
    return lines


@st.composite
def edited_index(draw: DrawFn, base: Index) -> Index:
    """What a branch does to an index: add, remove, move, reword and re-style rows, add and remove links."""
    lines = list(base)
    for _ in range(draw(st.integers(0, 4))):
        keys = {line.key for line in lines if isinstance(line, Row)}
        places = [place for place, line in enumerate(lines) if isinstance(line, Row)]
        free = [name for name in NAMES if name not in keys]
        kind = draw(st.sampled_from(("add", "remove", "move", "words", "style", "link", "unlink")))
        if kind == "add" and free:
            lines.insert(draw(st.integers(2, len(lines))), draw(rows(draw(st.sampled_from(free)))))
        elif kind != "add" and places:
            place = draw(st.sampled_from(places))
            row = lines.pop(place)
            assert isinstance(row, Row), "places are rows"
            if kind == "move":
                place = draw(st.integers(2, len(lines)))
            if kind != "remove":
                lines.insert(place, draw(_changed(row, kind)))
    return lines


@st.composite
def _changed(draw: DrawFn, row: Row, kind: str) -> Row:
    links = list(row.links)
    if kind == "style":
        return replace(row, style=draw(st.sampled_from(STYLES)))
    if kind == "words":
        at = draw(st.integers(0, len(links) - 1))
        links[at] = (links[at][0], draw(st.sampled_from(WORDS)))
    elif kind == "link":
        name = draw(st.sampled_from(("x", "y", "z")))
        if name not in dict(links):
            links.insert(draw(st.integers(1, len(links))), (name, draw(st.sampled_from(WORDS))))
    elif kind == "unlink" and len(links) > 1:
        links.pop(draw(st.integers(1, len(links) - 1)))
    return replace(row, links=tuple(links))


def text_of(index: Index) -> str:
    return "".join(f"{line}\n" for line in index)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFork:
    base: Index
    ours: Index
    theirs: Index

    def texts(self) -> Fork:
        return Fork(base=text_of(self.base), ours=text_of(self.ours), theirs=text_of(self.theirs))


@st.composite
def index_forks(draw: DrawFn) -> IndexFork:
    base = draw(indexes())
    return IndexFork(base=base, ours=draw(edited_index(base)), theirs=draw(edited_index(base)))
