"""Which item a person means: its text, a number as `session show` prints it, or the beginning of its text.

In this order, so that a text can always be named in full. What is found is an identity, never a position: the
numbers are those of the file that is being changed, and every copy of the item is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.text import normalised
from memoir_git.store.model import DECISIONS, GOALS, NEXT_ACTIONS, OPEN_QUESTIONS, PARKED_ACTIONS
from memoir_git.store.working_set import Line, WorkingSet

# The letter before a number, as in n2.
LETTERS = {GOALS: "g", NEXT_ACTIONS: "n", PARKED_ACTIONS: "p", OPEN_QUESTIONS: "q", DECISIONS: "d"}
_SHOW = "run 'git memoir session show' for the numbers"


class SelectionError(MemoirGitError):
    """The words fit no item, or more than one; the message holds numbers, never a text."""


def choose(shown: WorkingSet, words: str, names: Sequence[str]) -> str:
    """Returns the identity of the item that `words` mean in the lists called `names`.

    Raises `SelectionError`.
    """
    candidates = [(name, line) for name in names for line in shown.lines(name)]
    wanted = normalised(words)
    if not wanted:
        raise SelectionError("The text is blank.", hint=_SHOW)
    for name, line in candidates:
        if line.key == wanted or handle(name, line) == wanted:
            return line.key
    fitting = [(name, line) for name, line in candidates if line.key.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0][1].key
    if fitting:
        handles = ", ".join(handle(name, line) for name, line in fitting)
        raise SelectionError(f"Several items begin like this: {handles}.", hint="give one of these numbers")
    places = " and ".join(name.replace("_", " ") for name in names)
    raise SelectionError(f"Nothing among the {places} fits.", hint=_SHOW)


def handle(name: str, line: Line) -> str:
    """Returns how the line is called on the command line, such as `n2`."""
    return f"{LETTERS[name]}{line.number}"
