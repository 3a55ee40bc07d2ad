"""Personal and machine data in shared memory: machine paths, private e-mail addresses, phone numbers.

Heuristics that stay within a line and take time in proportion to the text, however long its lines are: a
repetition is bounded, or can begin at one place of a run only. Dates, IDs and issue numbers are masked before
the phone rule, which would otherwise fire on most of a memory file. None of this finds everything.
"""

from __future__ import annotations

import re

from memoir_git.custodian.hits import Hit, Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MACHINE_PATH = re.compile(r"(?:/Users/|/home/|/Volumes/)[^/\s]+/|[A-Za-z]:\\Users\\[^\\\s]+\\")
# The last label is letters, as no pinned revision's is; git@ names a host and nobody.
_EMAIL = re.compile(
    r"(?<![\w.+-])(?!git@)[\w.+-]{1,64}@(?!example\.(?:com|org|net)\b)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b",
    re.ASCII | re.IGNORECASE,
)
# ASCII, since a number may stand between words of a script without blanks.
_PHONE = re.compile(r"(?<![\w.#/-])\+?\(?\d(?:[ .()-]{0,2}\d){9,14}(?![\w-])", re.ASCII)
_MASKED = re.compile(
    r"MC-[A-Z]{2,5}-\d{8}-[0-9a-f]{8}"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
    r"|(?:issue|pr):#\d+|#\d+|(?<!\d)\d+(?:\.\d+){2,}",
    re.IGNORECASE,
)
# A file without any of the marks cannot match.
_PRIVACY = (
    ("machine-path", _MACHINE_PATH, ("/Users/", "/home/", "/Volumes/", ":\\Users\\")),
    ("personal-email", _EMAIL, ("@",)),
)


def personal_data(lines: list[str]) -> Iterator[Hit]:
    """Yields what looks personal, at most one of a kind per line."""
    found = Lines(lines)
    for kind, pattern, marks in _PRIVACY:
        if any(mark in found.text for mark in marks):
            numbers = {found.number(match.start()) for match in pattern.finditer(found.text)}
            yield from (Hit(kind, number) for number in sorted(numbers))
    # What is a number after masking is one before, so few lines are masked.
    for number in sorted({found.number(match.start()) for match in _PHONE.finditer(found.text)}):
        if _PHONE.search(_MASKED.sub("x", lines[number - 1])):
            yield Hit("phone-number", number)
