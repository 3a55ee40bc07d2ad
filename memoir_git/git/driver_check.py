"""Reading driver lines that stand in git's config, ours and foreign ones: whose they are, what is wrong."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

# What a driver line of any of our versions contains.
_OUR_WORDS = (
    "memoir_git/driver_main.py",
    "git-merge-memoir",
    "git memoir merge-file",
    "git-memoir merge-file",
)
# What git replaces by text that comes from a file name or a branch name, quoted for a bare place.
_QUOTED_BY_GIT = "PSXY"
_STRATEGY = "--strategy="


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """The two files a driver line of ours starts."""

    interpreter: Path
    driver: Path

    def missing(self) -> tuple[Path, ...]:
        """Returns which of the two cannot be used."""
        runs = self.interpreter.is_file() and os.access(self.interpreter, os.X_OK)
        return tuple(
            path
            for path, is_usable in ((self.interpreter, runs), (self.driver, self.driver.is_file()))
            if not is_usable
        )


def is_ours(line: str) -> bool:
    """Tells whether one of our versions wrote this driver line."""
    return any(word in line.replace("\\", "/") for word in _OUR_WORDS)


def strategy_of(line: str) -> str:
    """Returns the strategy written into a driver line of ours, `""` for the default."""
    words = _words(line)
    return next((word.removeprefix(_STRATEGY) for word in words if word.startswith(_STRATEGY)), "")


def programs_of(line: str) -> Programs | None:
    """Returns what a driver line of ours starts, `None` for a line that is not of that shape."""
    words = [word.replace("%%", "%") for word in _words(line)]
    driver = next((word for word in words if word.endswith("driver_main.py")), None)
    tests = [at for at, word in enumerate(words[:-1]) if word == "-x"]
    if driver is None or not tests:
        return None
    return Programs(interpreter=Path(words[tests[0] + 1]), driver=Path(driver))


def quoted_placeholders(line: str) -> tuple[str, ...]:
    """Returns the placeholders that stand inside quotes, where a file or branch name becomes a command.

    git puts single quotes around these values itself; a second pair of quotes undoes them.
    """
    found, quote, at = [], "", 0
    while at < len(line):
        c, after = line[at], line[at + 1 : at + 2]
        if c == "%" and after:
            if quote and after in _QUOTED_BY_GIT:
                found.append(c + after)
            at += 2
            continue
        if c == "\\" and quote != "'":
            at += 2
            continue
        if c in "'\"" and quote in ("", c):
            quote = "" if quote else c
        at += 1
    return tuple(dict.fromkeys(found))


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quote that never ends: no line of ours
        return []
