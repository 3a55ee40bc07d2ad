"""Names that a shell, a pattern or a parser of paths would take apart."""

from __future__ import annotations

HOSTILE_NAMES = [
    "with space",
    "Cafe\u0301 decomposed",
    "Caf\u00e9 composed",
    "it's",
    'say "so"',
    "$(touch pwned)",
    "`touch pwned`",
    ";touch pwned;",
    "$HOME",
    "new\nline",
    "-leading-dash",
    "%A%B%%",
    "back\\slash*",
]
