"""What a check of a session notes down before it knows a path or a line: a code, a place and safe facts.

A place is the path of keys and indexes from the top. In output only the names the format knows appear; any
other key (a machine's UUID, a word of another tool) shows as `<key>`: keys are the user's text too.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, FindingCode, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.store.model import CURRENT_LISTS, DATE_FIELDS, TOP_LEVEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsonplaces import Place

_ITEM_FIELDS = ("text", "parked_at", "hidden", "hidden_at", "text_hash", "last_seen")
_KNOWN = frozenset((*TOP_LEVEL, *CURRENT_LISTS, *DATE_FIELDS.values(), *_ITEM_FIELDS))


class Observation:
    """One thing noted at `place`; `other` is the second place of a pair, `line` given where it is known."""

    __slots__ = ("code", "line", "other", "place", "severity")

    def __init__(
        self,
        code: FindingCode,
        place: Place,
        other: Place | None = None,
        severity: Severity | None = None,
        line: int | None = None,
    ) -> None:
        self.code = code
        self.place = place
        self.other = other
        self.severity = severity
        self.line = line

    def at(self, path: RepoPath, lines: dict[Place, int]) -> Finding:
        """Returns the finding, at the line of the place or of what holds it."""
        details = {"place": place_name(self.place)}
        if self.other is not None:
            details["other"] = place_name(self.other)
        return self.code.at(
            path, line=self.line or _line(self.place, lines), severity=self.severity, **details
        )


def place_name(place: Place) -> Handle:
    """Returns a place as `current.goals[3].set_on`; the top itself is `document`."""
    if not place:
        return Handle("document")
    parts = (f"[{part}]" if isinstance(part, int) else "." + _known(part) for part in place)
    return Handle("".join(parts).lstrip("."))


def _known(key: str) -> str:
    return key if key in _KNOWN else "<key>"


def _line(place: Place, lines: dict[Place, int]) -> int:
    """Returns the line of the nearest holder that stands in the text; a missing key has none itself."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)
