"""Units: the pieces of a project-memory file that are moved, merged and judged as wholes.

A unit is an H2 section, a legacy top-level bullet, or what stands around them. The rules are those of the
protocol's readers, to the line, because a merge that cuts elsewhere tears entries apart. H2 headings that
begin with an Entry, Subject or record ID are *formal*: a column-0 bullet inside one stays body text while a
field line still follows, and is an ambiguous bullet, cut off and reported, when none does.

Spans are exact: the file is its title line, its units and the blank lines between them.
"""

from __future__ import annotations

from memoir_git.custodian.lexer import VISIBLE, Text, content_of

PREAMBLE = "preamble"
H2 = "h2"
BULLET = "bullet"
AMBIGUOUS_BULLET = "ambiguous-bullet"
BODY = "body"

# The kinds that are numbered, from 1, in file order: `decisions.md#unit-3`.
SEMANTIC = (H2, BULLET, AMBIGUOUS_BULLET)

LIST_FIELDS = ("Evidence", "Aliases", "Entries", "Merged-From", "Related")
_FORMAL_CODES = ("DEC", "CON", "DNU", "PREF", "AREA", "INBOX", "TOMB", "SUBJ", "REC")


class Unit:
    """One unit: lines `start` to `end` (exclusive, 0-based) of its file, blank edges left out.

    `number` counts the semantic units of the file from 1, 0 for the others. `heading` is the text of an H2.
    """

    __slots__ = ("end", "formal", "heading", "kind", "number", "start")

    def __init__(self, kind: str, start: int, end: int, *, heading: str = "", formal: bool = False) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.heading = heading
        self.formal = formal
        self.number = 0

    def __repr__(self) -> str:
        return f"Unit({self.kind!r}, {self.start}, {self.end})"


def split_units(text: Text) -> list[Unit]:
    """Returns the units of a usable file in file order; empty for a file of blank lines.

    A first line that begins with `# ` is the document's title and belongs to no unit.
    """
    starts = _starts(text)
    first = 1 if text.lines and text.lines[0].startswith("# ") and text.kinds[0] == VISIBLE else 0
    if not starts:
        return _trimmed(text, [Unit(BODY, first, len(text.lines))])
    units = [Unit(PREAMBLE, first, starts[0].start)]
    for unit, following in zip(starts, [*starts[1:], None], strict=True):
        unit.end = len(text.lines) if following is None else following.start
        units.append(unit)
    return _trimmed(text, units)


def unit_text(text: Text, unit: Unit) -> str:
    """Returns the unit's own lines, without the end of the last one."""
    return content_of_all(text.lines[unit.start : unit.end])


def content_of_all(lines: list[str]) -> str:
    """Returns lines joined as they are, the last one without its end."""
    return "".join(lines[:-1]) + content_of(lines[-1]) if lines else ""


def field_name(line: str) -> str:
    """Returns the name of a field line (`Name: value` in column 0), `""` for any other line."""
    colon = line.find(":")
    name = line[:colon] if colon > 0 else ""
    if not name or not name.isascii() or not name[0].isalpha():
        return ""
    return name if name.replace("-", "").isalpha() else ""


def is_bullet(line: str) -> bool:
    """Tells whether a line is a column-0 bullet."""
    return line[:1] in ("-", "*", "+") and line[1:2] in (" ", "\t")


def heading_text(line: str) -> str | None:
    """Returns the text of an H2 line, closing hashes stripped; `None` for any other line."""
    stripped = line.lstrip(" ")
    if not stripped.startswith("##") or len(line) - len(stripped) > 3:
        return None
    rest = content_of(stripped[2:])
    if rest[:1] not in ("", " ", "\t"):
        return None
    rest = rest.strip()
    closed = rest.rstrip("#")
    return closed.rstrip() if closed != rest and closed[-1:] in ("", " ", "\t") else rest


def is_formal(heading: str) -> bool:
    """Tells whether a heading begins like an Entry, Subject or record heading."""
    if heading[:3].upper() != "MC-":
        return False
    code, dash, _ = heading[3:].partition("-")
    return bool(dash) and code.upper() in _FORMAL_CODES


class _Walk:
    """The state between two lines: which unit is open, and whether a list field is."""

    __slots__ = ("in_bullet", "in_h2", "in_list", "last_field", "starts")

    def __init__(self) -> None:
        self.starts: list[Unit] = []
        self.in_h2: Unit | None = None
        self.in_bullet = False
        self.in_list = False
        # Looked for when a bullet asks: `None` until then.
        self.last_field: int | None = -1

    def open(self, unit: Unit, *, h2: Unit | None = None, bullet: bool = False) -> None:
        self.starts.append(unit)
        self.in_h2 = h2
        self.in_bullet = bullet
        self.in_list = False


def _starts(text: Text) -> list[Unit]:
    walk = _Walk()
    lines, kinds = text.lines, text.kinds
    for at, line in enumerate(lines):
        if kinds[at] != VISIBLE:
            continue
        first = line[0]
        if first == "\n":  # the most frequent line ends a list and begins nothing
            walk.in_list = False
            continue
        if first == "#" or (first == " " and line.lstrip(" ")[:1] == "#"):
            heading = heading_text(line)
            if heading is not None:
                unit = Unit(H2, at, at, heading=heading, formal=is_formal(heading))
                walk.open(unit, h2=unit)
                walk.last_field = None if unit.formal else -1
                continue
        _step(walk, text, at, line)
    return walk.starts


def _step(walk: _Walk, text: Text, at: int, line: str) -> None:
    """Takes one visible line that is no heading."""
    name = field_name(line) if ":" in line and walk.in_h2 is not None else ""
    if name:
        walk.in_list = name in LIST_FIELDS
        return
    if is_bullet(line):
        if walk.in_list:
            return
        if walk.in_h2 is not None and walk.in_h2.formal:
            if walk.last_field is None:
                walk.last_field = _last_field(text, walk.in_h2.start)
            if at < walk.last_field:
                return
            walk.open(Unit(AMBIGUOUS_BULLET, at, at), bullet=True)
        else:
            walk.open(Unit(BULLET, at, at), bullet=True)
        return
    if line[:1] in (" ", "\t"):
        return
    walk.in_list = False
    if walk.in_bullet and content_of(line):
        walk.open(Unit(BODY, at, at))


def _last_field(text: Text, heading: int) -> int:
    """Returns the index of the last field line before the next H2, -1 if there is none."""
    last = -1
    for at in range(heading + 1, len(text.lines)):
        if text.kinds[at] != VISIBLE:
            continue
        line = text.lines[at]
        if line[0] in "# " and heading_text(line) is not None:
            break
        if field_name(line):
            last = at
    return last


def _trimmed(text: Text, units: list[Unit]) -> list[Unit]:
    """Drops blank edges and empty units, and numbers the semantic ones."""
    kept: list[Unit] = []
    number = 0
    for unit in units:
        while unit.start < unit.end and not text.lines[unit.start].strip():
            unit.start += 1
        while unit.end > unit.start and not text.lines[unit.end - 1].strip():
            unit.end -= 1
        if unit.start == unit.end:
            continue
        if unit.kind in SEMANTIC:
            number += 1
            unit.number = number
        kept.append(unit)
    return kept
