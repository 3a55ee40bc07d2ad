"""A matcher for units of project memory by their ID, which says nothing of what they were about.

The ID alone may stay: in a guard, in a relation of another entry. A copy is a heading with the ID, unless
what stands below is what forgetting left there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from memoir_git.core.copies import MatcherKind
from memoir_git.core.copy_texts import whole_text
from memoir_git.core.ids import Handle
from memoir_git.custodian.ids import canonical_id, id_key, parse_heading, split_id
from memoir_git.custodian.lexer import lex_bytes
from memoir_git.custodian.units import H2, split_units, unit_text

_ID = re.compile(rb"(?i)(?<![A-Za-z0-9_-])MC-[A-Z]+-[0-9]{8}-[0-9a-f]{8}(?![A-Za-z0-9_])")
_BEFORE_HEADING = b" \t>\xef\xbb\xbf"
_CODES = (b"mc-", b"MC-", b"Mc-", b"mC-")


class EntryIdMatcher:
    """Finds units under certain IDs. `kept` holds the texts of the units that may stay as they are."""

    kind = MatcherKind.ENTRY_ID

    def __init__(self, ids: Iterable[str], kept: Iterable[str] = ()) -> None:
        self._ids = {id_key(found): Handle(canonical_id(found)) for found in ids if split_id(found)}
        self._kept = frozenset(map(whole_text, kept))

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the headings of such units."""
        together = b"\n".join(lines)
        if any(code in together for code in _CODES):
            yield from (line for line in lines if self._headed(line))

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[Handle]:
        """Yields the ID of each such unit that is not one of those kept."""
        headed = {found for line in picked for found in self._headed(line)}
        if headed and self._kept:
            headed -= _kept_ids(content, self._kept)
        yield from (self._ids[found] for found in headed)

    def _headed(self, line: bytes) -> frozenset[str]:
        """Returns the keys of the IDs in a line that is a heading of any level, quoted ones included."""
        if not any(code in line for code in _CODES):
            return frozenset()
        parts = (part.lstrip(_BEFORE_HEADING) for part in line.split(b"\r"))
        found = (match for part in parts if part.startswith(b"#") for match in _ID.findall(part))
        return frozenset(key for match in found if (key := id_key(match.decode())) in self._ids)


def unit_texts(contents: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yields the key of the ID and the text of each unit of some files that has one."""
    for path in sorted(contents):
        yield from _units(contents[path])


def _units(content: bytes) -> Iterator[tuple[str, str]]:
    text = lex_bytes(content)
    for unit in () if text.problems else split_units(text):
        heading = parse_heading(unit.heading) if unit.kind == H2 else None
        if heading is not None:
            yield id_key(heading.id), unit_text(text, unit)


def _kept_ids(content: bytes, kept: frozenset[str]) -> frozenset[str]:
    """Returns the IDs all of whose units in a file may stay."""
    units = [(key, whole_text(text) in kept) for key, text in _units(content)]
    return frozenset(key for key, _ in units) - {key for key, stays in units if not stays}
