"""Console transcripts in Markdown pages: what is typed there, and what a reader is told to expect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """One command of a transcript with the output shown below it; `...` stands for anything."""

    command: str
    expected: str

    def matches(self, printed: str) -> bool:
        parts = [re.escape(part) for part in self.expected.split("...")]
        return re.fullmatch(".*".join(parts), printed, re.DOTALL) is not None


def read_transcript(page: Path) -> list[Typed]:
    """Returns the commands of all console blocks of a page, in order; `> ` continues one on the next line."""
    typed = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            while expected.startswith((">\n", "> ")):
                line, _, expected = expected.partition("\n")
                command += "\n" + line[2:]
            typed.append(Typed(command=command, expected=expected))
    return typed
