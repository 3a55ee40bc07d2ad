"""Typed getters for a journal's document: each fault knows its place and quotes nothing of the value."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memoir_git.core.jsondoc import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

HEX = "0123456789abcdef"
DIGEST_LENGTH = 64
_LONGEST_NUMBER = 20


class FieldError(Exception):
    """One thing that is wrong, and where."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason


def an_object(value: Json, keys: frozenset[str], place: str) -> Mapping[str, Json]:
    """Returns an object that has exactly these keys."""
    if not isinstance(value, dict):
        raise FieldError(place, "not an object")
    for key in sorted(keys - value.keys()):
        raise FieldError(f"{place}.{key}" if place != "the document" else key, "missing")
    if value.keys() - keys:
        raise FieldError(place, "an unknown key")
    return value


def whole(value: Mapping[str, Json], key: str) -> int:
    """Returns a whole number of 0 or more; a boolean and `1.0` are none."""
    found = value[key]
    if isinstance(found, Number):
        digits = found.lexeme
        is_plain = digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER
        if is_plain and (digits == "0" or not digits.startswith("0")):
            return int(digits)
    raise FieldError(key, "not a whole number")


def a_bool(value: Mapping[str, Json], key: str) -> bool:
    """Returns a boolean."""
    found = value[key]
    if not isinstance(found, bool):
        raise FieldError(key, "not a boolean")
    return found


def a_text(value: Mapping[str, Json], key: str, *, longest: int) -> str:
    """Returns a printable text of 1 to `longest` characters."""
    found = value[key]
    if not isinstance(found, str) or not 0 < len(found) <= longest or not found.isprintable():
        raise FieldError(key, "not a printable text of fitting length")
    return found


def a_pattern(
    value: Mapping[str, Json], key: str, letters: str, *, exactly: int = 0, longest: int = 0
) -> str:
    """Returns a text made of `letters` only."""
    found = a_text(value, key, longest=exactly or longest)
    if any(letter not in letters for letter in found):
        raise FieldError(key, "a character that does not belong there")
    if exactly and len(found) != exactly:
        raise FieldError(key, "of another length")
    return found


def a_choice(value: Mapping[str, Json], key: str, choices: Collection[str]) -> str:
    """Returns one of the `choices`."""
    found = value[key]
    if not isinstance(found, str) or found not in choices:
        raise FieldError(key, "not one of the known words")
    return found


def a_list(value: Mapping[str, Json], key: str) -> list[Json]:
    """Returns a list."""
    found = value[key]
    if not isinstance(found, list):
        raise FieldError(key, "not a list")
    return found


def a_mode(value: Mapping[str, Json], key: str) -> int:
    """Returns permission bits, spelled as four octal digits."""
    return int(a_pattern(value, key, "01234567", exactly=4), 8)


def is_target_path(path: str) -> bool:
    """Tells whether a path is relative, with `/` only, printable, and climbs nowhere (guide 3.2)."""
    if not path or not path.isprintable() or "\\" in path or path[1:2] == ":":
        return False
    return all(part not in ("", ".", "..") for part in path.split("/"))
