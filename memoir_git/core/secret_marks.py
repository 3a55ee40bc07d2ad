"""The first look for secrets, in the one file that a commit changes: without regular expressions.

Loading those costs a hook more than all its checks of an entry, and hardly any entry holds what a secret has.
Over many files the sieve of `store.checks.secrets` is faster. A test holds both to letting through all that
the table in `core.secrets` knows.
"""

from __future__ import annotations

_MARKS = (
    "-----BEGIN",
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"),
    *("AKIA", "ASIA", "AIza", "AccountKey="),
    *("sk-", "rk_live_", "sk_live_", "rk_test_", "sk_test_"),
    *("xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-"),
    *("npm_", "pypi-", "hf_", "eyJ"),
)
# In the lower-cased text, since these hold in any case.
_WORDS = ("bearer", "passw", "secret", "apikey", "api_key", "api-key")
ASSIGNED = ("TOKEN", "KEY", "SECRET", "PASSWORD")


def has_secret_mark(text: str) -> bool:
    """Tells whether the text has what a secret cannot be without; `False` is certain."""
    lowered = text.lower()
    return (
        any(mark in text for mark in _MARKS)
        or any(word in lowered for word in _WORDS)
        or ("://" in text and "@" in text)
        or ("=" in text and any(word in text for word in ASSIGNED))
    )
