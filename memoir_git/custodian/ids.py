"""IDs of entries, subjects and records: their grammar, and the headings they stand in (guide 2.2, 2.3).

Written with an upper-case code and lower-case hex; compared without regard to case everywhere.
"""

from __future__ import annotations

ENTRY_CODES = ("DEC", "CON", "DNU", "PREF", "AREA", "INBOX", "TOMB")
SUBJECT_CODE = "SUBJ"
RECORD_CODE = "REC"
ALL_CODES = (*ENTRY_CODES, SUBJECT_CODE, RECORD_CODE)

DASH = "\u2014"
_HEX = frozenset("0123456789abcdef")
# Of the length of the text, which `str.upper` need not keep.
_UPPER = {ord("m"): "M", ord("c"): "C"}
_LONGEST_ID = len("MC-INBOX-20260901-0a1b2c3d")


class Heading:
    """The ID, its code and the title of a canonical heading; `exact` is the writer's spelling."""

    __slots__ = ("code", "exact", "id", "title")

    def __init__(self, identifier: str, code: str, title: str, *, exact: bool) -> None:
        self.id = identifier
        self.code = code
        self.title = title
        self.exact = exact


def id_key(identifier: str) -> str:
    """Returns what two spellings of one ID have in common."""
    return identifier.casefold()


def split_id(text: str) -> tuple[str, str, str] | None:
    """Returns code, date digits and hex of an ID, `None` if `text` is none."""
    parts = text.split("-")
    if len(parts) != 4 or parts[0].upper() != "MC" or parts[1].upper() not in ALL_CODES:
        return None
    code, date, suffix = parts[1].upper(), parts[2], parts[3].lower()
    if len(date) != 8 or not (date.isascii() and date.isdigit()):
        return None
    return (code, date, suffix) if len(suffix) == 8 and _HEX.issuperset(suffix) else None


def is_entry_id(text: str) -> bool:
    """Tells whether `text` is an Entry ID."""
    parts = split_id(text)
    return parts is not None and parts[0] in ENTRY_CODES


def is_subject_id(text: str) -> bool:
    """Tells whether `text` is a Subject ID."""
    parts = split_id(text)
    return parts is not None and parts[0] == SUBJECT_CODE


def canonical_id(identifier: str) -> str:
    """Returns the writer's spelling of a valid ID."""
    parts = split_id(identifier)
    assert parts is not None, "only an ID has a canonical spelling"
    return f"MC-{parts[0]}-{parts[1]}-{parts[2]}"


def parse_heading(text: str) -> Heading | None:
    """Returns the heading `ID — title`, with flexible blanks around the dash; `None` for anything else."""
    identifier, dash, title = text.partition(DASH)
    identifier, title = identifier.strip(), " ".join(title.split())
    parts = split_id(identifier)
    if parts is None or not dash or not title:
        return None
    canonical = f"MC-{parts[0]}-{parts[1]}-{parts[2]}"
    return Heading(canonical, parts[0], title, exact=text == f"{canonical} {DASH} {title}")


def holds_entry_id(text: str) -> bool:
    """Tells whether an Entry ID stands anywhere in a heading."""
    upper = text.translate(_UPPER)
    at = upper.find("MC-")
    while at >= 0:
        # Long enough for any ID and the character behind it: a heading may be of any length.
        window = text[at : at + _LONGEST_ID + 1]
        end = next((i for i, char in enumerate(window) if char != "-" and not char.isalnum()), len(window))
        if is_entry_id(window[:end]):
            return True
        at = upper.find("MC-", at + 3)
    return False
