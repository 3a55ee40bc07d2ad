"""Places where a test may stop a transaction: by an error, by ending at once, by a pause to be killed in.

Inert unless `MEMOIR_GIT_TEST_MODE` is `1`: a variable that was left over in somebody's shell crashes nothing.
`MEMOIR_GIT_FAILPOINT` is `NAME[:N]=STYLE`, where N counts how often the place was reached (1 by default) and
STYLE is `raise`, `exit`, or `pause` followed by `,` and the file to make before waiting for ever.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping

from memoir_git.core.errors import MemoirGitError

VARIABLE = "MEMOIR_GIT_FAILPOINT"
TEST_MODE = "MEMOIR_GIT_TEST_MODE"
EXIT_STATUS = 86

AFTER_PLANNED = "after-planned-before-first-artifact"
AFTER_FIRST_BACKUP = "after-first-backup"
AFTER_PREPARED = "after-journal-prepared"
AFTER_FIRST_REPLACE = "after-first-replace"
AFTER_EACH_REPLACE = "after-each-replace"
BEFORE_COMMITTED = "before-committed"
AFTER_COMMITTED = "after-committed-before-cleanup"
WHILE_RECOVERING = "while-recovering"
AFTER_EACH_REPAIR = "after-each-repair"
NAMES = (
    AFTER_PLANNED,
    AFTER_FIRST_BACKUP,
    AFTER_PREPARED,
    AFTER_FIRST_REPLACE,
    AFTER_EACH_REPLACE,
    BEFORE_COMMITTED,
    AFTER_COMMITTED,
    WHILE_RECOVERING,
    AFTER_EACH_REPAIR,
)


class FailpointError(MemoirGitError):
    """The error that a test asked for."""


class Failpoints:
    """Counts how often each place was reached, and stops at the one that was asked for."""

    def __init__(self, wanted: str = "", *, at: int = 1, style: str = "") -> None:
        self._wanted = wanted
        self._left = at
        self._style = style

    def reached(self, name: str) -> None:
        """Says that a place was reached; returns unless it is the one."""
        if name != self._wanted:
            return
        self._left -= 1
        if self._left == 0:
            self._stop(name)

    def _stop(self, name: str) -> None:
        style, _, marker = self._style.partition(",")
        if style == "raise":
            raise FailpointError(f"The test asked for an error at {name}.")
        if style == "exit":
            os._exit(EXIT_STATUS)
        os.close(os.open(marker, os.O_WRONLY | os.O_CREAT, 0o600))
        while True:
            signal.pause()


def failpoints_of(variables: Mapping[str, str]) -> Failpoints:
    """Returns the failpoint that the environment names, in test mode only."""
    text = variables.get(VARIABLE, "")
    if not text or variables.get(TEST_MODE) != "1":
        return Failpoints()
    name, _, style = text.partition("=")
    name, _, count = name.partition(":")
    return Failpoints(name, at=int(count or 1), style=style)
