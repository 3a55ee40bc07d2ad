"""Sections of the manifest by heading, and why a part of it cannot be read."""

from __future__ import annotations

from memoir_git.core.light import Enum, dataclass
from memoir_git.custodian.lexer import VISIBLE, Text, content_of
from memoir_git.custodian.units import heading_text


class ManifestReason(Enum):
    """Why a part of the manifest cannot be read."""

    SECTION_MISSING = "section-missing"
    SECTION_REPEATED = "section-repeated"
    LOOKALIKE_HEADING = "lookalike-heading"
    MALFORMED_METADATA = "malformed-metadata"
    REPEATED_KEY = "repeated-key"
    ROUTE_MISSING = "route-missing"
    ROUTE_REPEATED = "route-repeated"
    UNKNOWN_ROUTE = "unknown-route"
    MISPLACED_ROUTE = "misplaced-route"
    UNSAFE_PATH = "unsafe-path"
    REPEATED_PATH = "repeated-path"
    FORBIDDEN_FILE = "forbidden-file"
    MALFORMED_INDEX = "malformed-index"
    REPEATED_MODULE = "repeated-module"
    MALFORMED_GLOB = "malformed-glob"
    FORBIDDEN_KEY = "forbidden-key"
    UNKNOWN_ACTIVATION = "unknown-activation"
    NO_ACTIVATION = "no-activation"


@dataclass(frozen=True, slots=True)
class ManifestFault:
    """One reason at a 1-based line; `missing` names a section or route that is not there."""

    reason: ManifestReason
    line: int
    missing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading's folded title and 1-based line, and the lines below it, 0-based and exclusive."""

    title: str
    line: int
    start: int
    end: int


def sections_of(text: Text, level: int, start: int, end: int) -> list[Section]:
    """Returns the sections of one heading level between two lines of a usable file."""
    marks = "#" * level
    starts: list[tuple[int, str]] = []
    for at in range(start, end):
        line = text.lines[at]
        if text.kinds[at] != VISIBLE or not line.lstrip(" ").startswith(marks):
            continue
        title = heading_text(line) if level == 2 else _deeper_heading(line, marks)
        if title is not None:
            starts.append((at, " ".join(title.split()).casefold()))
    ends = [at for at, _ in starts[1:]] + [end] if starts else []
    return [
        Section(title=title, line=at + 1, start=at + 1, end=stop)
        for (at, title), stop in zip(starts, ends, strict=True)
    ]


def _deeper_heading(line: str, marks: str) -> str | None:
    """Returns the text of a heading of exactly this level."""
    stripped = line.lstrip(" ")
    rest = content_of(stripped[len(marks) :])
    if len(line) - len(stripped) > 3 or rest[:1] not in ("", " ", "\t"):
        return None
    return rest.strip().rstrip("#").rstrip()
