"""Links between entries: `[[name]]` in a body and `superseded_by`. One that leads nowhere is reported only.

Readers should resolve links within the store, and an unresolvable one is not an error (format 3.4). What
stands in code is no link: shell scripts test with double brackets too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoir_git.core.finding import Finding
from memoir_git.core.markdown import opened_fence
from memoir_git.store import codes_entry
from memoir_git.store.checks.subject import Subject

_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_TICKS = re.compile("`+")
_SUPERSEDED_BY = "superseded_by"


def check_links(subject: Subject, known_names: frozenset[str]) -> Iterator[Finding]:
    """Yields each line with a link to an entry that `known_names` lacks, and such a `superseded_by`."""
    target = subject.entry.text(_SUPERSEDED_BY).removeprefix("[[").removesuffix("]]")
    if target and _name(target) not in known_names:
        yield subject.about(codes_entry.SUPERSEDED_UNRESOLVED, _SUPERSEDED_BY)
    body = subject.entry.body
    if "[[" not in body:
        return
    unresolved = [match for match in _LINK.finditer(body) if _name(match[1]) not in known_names]
    if unresolved:
        first_line = subject.entry.document.body_number
        for number in _lines_outside_code(body, unresolved):
            yield subject.about(codes_entry.LINK_UNRESOLVED, line=first_line + number)


def _name(link: str) -> str:
    """Returns the link name in `name`, `name|shown`, `name#section` or `name.md`."""
    return link.partition("|")[0].partition("#")[0].strip().removesuffix(".md")


def _lines_outside_code(body: str, links: list[re.Match[str]]) -> Iterator[int]:
    """Yields the number of each line, from 0, on which one of the links stands outside of code."""
    lines = body.split("\n")
    fenced = _fenced_lines(lines) if "```" in body or "~~~" in body else frozenset()
    number, line_start, told = 0, 0, -1
    for link in links:
        number += body.count("\n", line_start, link.start())
        line_start = body.rfind("\n", 0, link.start()) + 1
        is_code = number in fenced or _is_in_ticks(lines[number], link.start() - line_start)
        if not is_code and number != told:
            told = number
            yield number


def _fenced_lines(lines: list[str]) -> frozenset[int]:
    """Returns the numbers of the lines inside fenced code; an open fence runs to the end of the body."""
    fenced: set[int] = set()
    fence, first = "", 0
    for number, line in enumerate(lines):
        marks = opened_fence(line) if "```" in line or "~~~" in line else ""
        if not fence:
            fence, first = marks, number
        elif marks.startswith(fence) and marks == line.strip():
            fenced.update(range(first, number))
            fence = ""
    return frozenset(fenced.union(range(first, len(lines)) if fence else ()))


def _is_in_ticks(line: str, at: int) -> bool:
    """Tells whether the character at `at` stands between two runs of back-ticks of one length."""
    runs = list(_TICKS.finditer(line))
    following: dict[int, int] = {}
    closing: list[int | None] = []
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index].group())
        closing.append(following.get(length))
        following[length] = index
    closing.reverse()
    index = 0
    while index < len(runs) and runs[index].start() < at:
        end = closing[index]
        if end is not None and runs[end].start() > at:
            return True
        index = index + 1 if end is None else end + 1
    return False
