"""session.json as bytes -> a session that can be merged or changed, or the reason why not.

Nothing is guessed: a newer version, text that is not strict JSON, and a known list of the wrong type are
each an `UnreadableError`, and what raised it contributes nothing to a merge (format 4.1 and section 6).
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.jsondoc import JsonError, parse_json
from memoir_git.store.migrate import migrate, schema_version
from memoir_git.store.model import CURRENT_LISTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json
    from memoir_git.core.jsonstyle import Style

NEWER = "forward_version"
UNPARSEABLE = "unparseable"
DAMAGED = "damaged"


class UnreadableError(MemoirGitError):
    """A session file that must not be interpreted. `kind` is one of the three words above.

    `line` and `column` are 1-based where the text is not JSON, else 0; `place` names the damaged container.
    """

    def __init__(self, kind: str, message: str, *, place: str = "", line: int = 0, column: int = 0):
        super().__init__(message)
        self.kind = kind
        self.place = place
        self.line = line
        self.column = column


class Session:
    """One understood session file: `value` as parsed, lifted to our version; its `style`.

    `version` is the schema version the file itself had; `duplicates` counts keys named twice.
    """

    __slots__ = ("duplicates", "style", "value", "version")

    def __init__(self, value: dict[str, Json], style: Style, version: int, duplicates: int) -> None:
        self.value = value
        self.style = style
        self.version = version
        self.duplicates = duplicates

    @property
    def is_verbatim(self) -> bool:
        """Whether the file itself says what `value` does: not lifted, no key named twice."""
        return self.version > 0 and self.duplicates == 0

    @property
    def current(self) -> dict[str, Json]:
        """The working set; empty when the file has none."""
        found: dict[str, Json] = self.value.get("current") or {}
        return found

    def items(self, name: str) -> list[Json]:
        """Returns one list of the working set; an absent or null list is empty."""
        found: list[Json] = self.current.get(name) or []
        return found

    @property
    def machines(self) -> dict[str, Json]:
        """The machines by UUID."""
        found: dict[str, Json] = self.value.get("machines") or {}
        return found

    @property
    def history(self) -> list[Json]:
        """The rows of past sessions."""
        found: list[Json] = self.value.get("history") or []
        return found


def open_session(data: bytes) -> Session:
    """Returns the session in `data`. Raises `UnreadableError`; a blank file is not JSON either."""
    try:
        document = parse_json(data)
    except JsonError as error:
        raise UnreadableError(UNPARSEABLE, str(error), line=error.line, column=error.column) from None
    value = document.value
    if not isinstance(value, dict):
        raise UnreadableError(UNPARSEABLE, "The top level is not a JSON object.", line=1, column=1)
    version = schema_version(value)
    if version is None:
        raise UnreadableError(NEWER, "Its version is newer than this program understands.")
    _require_shapes(value)
    return Session(migrate(value, version), document.style, version, document.duplicates)


def _require_shapes(value: dict[str, Json]) -> None:
    """Raises for a known container of the wrong type; null counts as absent."""
    _require(value, "machines", dict, "machines")
    _require(value, "history", list, "history")
    _require(value, "current", dict, "current")
    current = value.get("current") or {}
    for name in CURRENT_LISTS:
        _require(current, name, list, f"current.{name}")


def _require(holder: dict[str, Json], name: str, kind: type, place: str) -> None:
    found = holder.get(name)
    if found is not None and not isinstance(found, kind):
        wanted = "an object" if kind is dict else "a list"
        raise UnreadableError(DAMAGED, f"{place} is not {wanted}.", place=place)
