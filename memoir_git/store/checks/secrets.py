"""Secrets in memory files: reported by kind and line, never refused here; writers and hooks do that.

Looking for every pattern in every line would cost more than all other checks together, and hardly any file
has one. So a sieve looks first: patterns that begin with a rare character, which regular expressions find
at the speed of `memchr`. What it lets through is judged by `core.secrets` alone; a test holds it to
letting through all that the table there knows.
"""

from __future__ import annotations

import re

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.secret_marks import ASSIGNED
from memoir_git.store import codes_common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SIEVE = tuple(
    map(
        re.compile,
        (
            r"-(?:(?<=sk-)|(?<=glpat-)|(?<=xox[abprs]-)|(?<=pypi-)|(?<=-----)(?=BEGIN))",
            r"_(?:(?<=gh[pousr]_)|(?<=github_pat_)|(?<=[rs]k_live_)|(?<=[rs]k_test_)|(?<=npm_)|(?<=hf_))",
            r"A(?:KIA|SIA|Iza|ccountKey=)",
            r"J(?<=eyJ)",
            r":(?=//[^\s/:@\"']+:[^\s/@\"']+@)",
        ),
    )
)
# In the lower-cased text, since these hold in any case.
_KEY_WORD = re.compile(r"k(?:(?<=apik)|(?<=api[_-]k))(?=ey)")
_WORDS = ("bearer", "passw", "secret")


def check_secrets(text: str, path: RepoPath) -> Iterator[Finding]:
    """Yields each line that looks like it holds a secret, once per kind (format section 9)."""
    if may_hold_secret(text):
        from memoir_git.core.secrets import find_secrets

        for hit in find_secrets(text):
            yield codes_common.SECRET.at(path, line=hit.line, kind=hit.kind)


def may_hold_secret(text: str) -> bool:
    """Tells whether a closer look is worth while; `False` is certain."""
    lowered = text.lower()
    return (
        any(pattern.search(text) for pattern in _SIEVE)
        or any(word in lowered for word in _WORDS)
        or _KEY_WORD.search(lowered) is not None
        or ("=" in text and any(word in text for word in ASSIGNED))
    )
