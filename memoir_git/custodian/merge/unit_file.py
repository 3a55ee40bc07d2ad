"""A project-memory file as its merge sees it: a head, and units by key.

A unit's key is its Entry, Subject or record ID, without regard to case; what has none is known by its first
line and how often that came before. The blank lines behind a unit are kept apart, because they say something
about its neighbour only.
"""

from __future__ import annotations

from memoir_git.core.markdown_file import split_tail
from memoir_git.custodian.ids import id_key, parse_heading
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.units import H2, PREAMBLE, split_units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.custodian.lexer import Text
    from memoir_git.custodian.units import Unit


class Piece:
    """One unit: its `text` without the last line end, and the `tail` behind it, `None` at the file's end.

    `date` is the date of its ID, `""` for a unit without one.
    """

    __slots__ = ("date", "key", "tail", "text")

    def __init__(self, key: str, date: str, text: str, tail: str | None) -> None:
        self.key = key
        self.date = date
        self.text = text
        self.tail = tail


class UnitFile:
    """The `head` up to the first unit, the units by key in file order, and what ends the last of them.

    `end` is `None` for a file without units.
    """

    __slots__ = ("end", "head", "pieces")

    def __init__(self, head: str, pieces: dict[str, Piece], end: str | None) -> None:
        self.head = head
        self.pieces = pieces
        self.end = end


def read_units(text: str) -> UnitFile | None:
    """Returns the units of a file with LF line ends.

    `None` where nobody can say what belongs to what: an open fence or comment, a marker, an ID that stands
    twice.
    """
    lexed = lex(text)
    if lexed.problems:
        return None
    units = [unit for unit in split_units(lexed) if unit.kind != PREAMBLE]
    starts = [unit.start for unit in units] + [len(lexed.lines)]
    head = "".join(lexed.lines[: starts[0]])
    pieces: dict[str, Piece] = {}
    end = None
    for unit, following in zip(units, starts[1:]):  # noqa: B905 - one more start than units
        words, tail = split_tail("".join(lexed.lines[unit.start : following]))
        is_last = following == len(lexed.lines)
        key, date = _key(lexed, unit, pieces)
        if key in pieces:
            return None
        pieces[key] = Piece(key, date, words, None if is_last else tail)
        end = tail if is_last else end
    return UnitFile(head, pieces, end)


def is_batch(piece: Piece) -> bool:
    """Tells whether a unit carries no ID, such as the heading of an archived batch."""
    return not piece.date


def _key(text: Text, unit: Unit, taken: dict[str, Piece]) -> tuple[str, str]:
    heading = parse_heading(unit.heading) if unit.kind == H2 else None
    if heading is not None:
        return id_key(heading.id), heading.id.split("-")[2]
    first = text.lines[unit.start].strip()
    count = 1
    while f"\n{count} {first}" in taken:
        count += 1
    return f"\n{count} {first}", ""
