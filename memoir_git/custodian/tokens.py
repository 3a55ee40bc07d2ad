"""How long a text is for a model's context, estimated the same way on every machine.

A word or number costs about a token per four characters, any other visible character one, and a character
of a script without blanks between words one each. Deterministic; close enough for a budget, and no promise.
"""

from __future__ import annotations

import re

# What costs one token: up to four letters and digits of ASCII, or one other visible character.
_TOKEN = re.compile(r"[A-Za-z0-9]{1,4}|[^\sA-Za-z0-9]")


def estimate_tokens(text: str) -> int:
    """Returns the estimated number of tokens of `text`, 0 for blanks alone."""
    # Counted by replacing, since a list of a large file's tokens would take many times its size.
    return _TOKEN.subn("", text)[1]
