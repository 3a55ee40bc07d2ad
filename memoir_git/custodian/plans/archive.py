"""The archive: what no longer holds goes there verbatim, and is still found (guide 2.1).

`archive/<file>-<date>.md` takes the batches of one file and one day, each below a heading without an ID that
says where they come from and why. The moved lines keep every byte, their line ends included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memoir_git.custodian.lexer import content_of, lex
from memoir_git.custodian.plans.draft import Material
from memoir_git.custodian.units import Unit

README = "archive/README.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What leaves a file: spans of whole lines of its `text`, and a sentence that says why.

    `readme` is what the archive says of itself; it is written where there is no such note yet.
    """

    source: str
    text: str
    units: Sequence[Unit]
    reason: str
    readme: str


def archive_path(source: str, today: str) -> str:
    """Returns the archive file for a memory file and a day given as YYYYMMDD."""
    stem = source.removesuffix(".md").replace("/", "-")
    return f"archive/{stem}-{_day(today)}.md"


def archived(material: Material, move: Move) -> dict[str, str]:
    """Returns the archive's file with the moved units at its end, by its path, and a first note."""
    path = archive_path(move.source, material.today)
    end = "\r\n" if "\r\n" in (material.text(path) or move.text) else "\n"
    before = material.text(path) or f"# Archived Memory: {move.source}{end}"
    head = [f"## {_day(material.today)} - From {move.source}", "", f"Reason: {move.reason}"]
    lines = lex(move.text).lines
    units = sorted(move.units, key=lambda unit: unit.start)
    batch = ["".join(_closed(lines[unit.start : unit.end], end)) for unit in units]
    made = {path: end.join([*_closed([before], end), end.join(head) + end, *batch])}
    return made if README in material.project.files else {README: move.readme, **made}


def _closed(lines: list[str], end: str) -> list[str]:
    """Returns lines of which the last one has an end."""
    last = lines[-1]
    return lines if content_of(last) != last else [*lines[:-1], last + end]


def _day(today: str) -> str:
    return f"{today[:4]}-{today[4:6]}-{today[6:]}"
