"""What one of our own words means to a person: the end of a sentence, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """`says` ends the sentence that the word begins, without its stop; `next` is a sentence of its own.

    Braces in either are filled from the details of the finding.
    """

    says: str
    next: str


def explained(says: str, remedy: str) -> Explanation:
    """Returns the explanation of one word."""
    return Explanation(says=says, next=remedy)
