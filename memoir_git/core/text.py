"""Identity of a memory text, its hash, and newline style on the way in and out.

The identity of an item is its text without surrounding blanks, case-folded (format 5.1). "Blanks" is the
set ECMAScript trims, since deployed writers trim with it: Python's own `strip()` takes U+001C to U+001F and
U+0085 too many and U+FEFF too few. Nothing else is folded: no normalisation form, no inner white space.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TRIM = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
BOM = b"\xef\xbb\xbf"

_MAKERS: list[Callable[[bytes], Any]] = []


def trimmed(text: str) -> str:
    """Returns `text` without the blanks the format trims."""
    return text.strip(TRIM)


def normalised(text: str) -> str:
    """Returns the identity of `text` (format 5.1): trimmed and fully case-folded."""
    return text.strip(TRIM).casefold()


def text_hash(text: str) -> str:
    """Returns the lower-case hex SHA-256 of the identity of `text` (format 5.3.1)."""
    return sha256_hex(normalised(text))


def is_hash(text: str) -> bool:
    """Tells whether `text` is 64 hex digits."""
    return len(text) == 64 and not text.strip("0123456789abcdefABCDEF")


def lower_text_hash(text: str) -> str:
    """Returns the hash that deployed writers make, who lower-case instead of case-folding.

    The two differ for a few hundred characters (sharp s, final sigma, ...); both are read, the other is
    written.
    """
    return sha256_hex(text.strip(TRIM).lower())


def sha256_hex(text: str) -> str:
    """Returns the lower-case hex SHA-256 of `text` as UTF-8; a lone surrogate hashes as U+FFFD."""
    return sha256(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8"))


def sha256(data: bytes) -> str:
    """Returns the lower-case hex SHA-256 of `data`."""
    return str(_sha256_maker()(data).hexdigest())


def _sha256_maker() -> Callable[[bytes], Any]:
    """Returns the constructor, found once.

    The interpreter's own module comes first: `hashlib` loads OpenSSL, which costs more than a merge.
    """
    if not _MAKERS:
        try:
            from _sha2 import sha256 as make  # type: ignore[import-not-found]
        except ImportError:
            try:
                from _sha256 import sha256 as make  # type: ignore[import-not-found]
            except ImportError:
                from hashlib import sha256 as make
        _MAKERS.append(make)
    return _MAKERS[0]


def is_blank(data: bytes) -> bool:
    """Tells whether a file holds nothing but blanks and perhaps a byte order mark: an absent side."""
    return not data.removeprefix(BOM).strip()
