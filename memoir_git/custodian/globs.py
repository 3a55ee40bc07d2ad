"""The path globs of the module index: which spellings are allowed (plan 4.4 of 0.7).

`*` and `?` stay within one segment, `**` is a segment of its own. There are no classes, braces or escapes, so
that one spelling means the same on every machine.
"""

from __future__ import annotations

_FORBIDDEN = frozenset("[]{}\\")


def is_glob(text: str) -> bool:
    """Tells whether `text` is a relative glob in the one dialect."""
    segments = text.split("/")
    if _FORBIDDEN.intersection(text) or {"", ".", ".."}.intersection(segments):
        return False
    if len(segments[0]) > 1 and segments[0][1] == ":":
        return False
    return all("**" not in segment or segment == "**" for segment in segments)
