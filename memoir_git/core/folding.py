"""What two spellings of a topic have in common: the normalisation by which forgetting finds a text.

Composed form, case-folded, any run of blanks as one space. Accents typed as one character or as two, capital
letters and a line broken elsewhere make no difference; nothing else is folded away.
"""

from __future__ import annotations

from unicodedata import normalize


def composed_fold(text: str) -> str:
    """Returns the text in composed form and case-folded, its blanks and line ends as they are.

    Folding may take a composed character apart (a capital dotted I), so composition comes last as well.
    """
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFC", text).casefold())


def folded(text: str) -> str:
    """Returns the text as topics are compared: composed, case-folded, each run of blanks one space."""
    return " ".join(composed_fold(text).split())
