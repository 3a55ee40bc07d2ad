"""The words of an entry: a title of one line, bodies that are read back as they were given, no secret.

Nothing is rewritten silently. Under entry schema 1 a body ends where a field, a heading or a list begins that
looks like one of the file's own, so a text with such a line is refused, and the line is named.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.core.secrets import find_secrets
from memoir_git.custodian.entries import parse_entry
from memoir_git.custodian.ids import DASH
from memoir_git.custodian.lexer import VISIBLE, lex
from memoir_git.custodian.plans.asked import one_line
from memoir_git.custodian.plans.draft import ObstacleError, blocked, warned
from memoir_git.custodian.plans.unit_edit import FieldValue, new_unit
from memoir_git.custodian.units import field_name, heading_text, is_bullet, split_units

Bodies = Sequence[tuple[str, str]]

_LONGEST_TITLE = 72
# Characters that turn the direction of what follows: a line would not say what it seems to say.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain_body(text: str) -> str:
    """Returns a text with LF line ends and without blank lines at its edges."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    return "\n".join(lines)


def title_of(title: str | None, body: str) -> str:
    """Returns the title that was given, else the body's first line, cut between words where it is long."""
    if title is not None:
        return one_line(title)
    first = one_line(body.partition("\n")[0]).removesuffix(".")
    if len(first) <= _LONGEST_TITLE:
        return first
    return first[:_LONGEST_TITLE].rpartition(" ")[0] or first[:_LONGEST_TITLE]


def unit_for(
    identifier: str, title: str, fields: Iterable[tuple[str, FieldValue]], bodies: Bodies
) -> tuple[str, tuple[Finding, ...]]:
    """Returns an entry's unit, and why it would not be read back as it is; texts come out of `plain_body`."""
    faults = (*_title_faults(title), *(fault for body in bodies for fault in _body_faults(*body)))
    unit = new_unit(f"{identifier} {DASH} {title}", fields, bodies)
    return unit, faults or tuple(_reading_faults(unit, title, bodies))


def refuse_secrets(texts: Iterable[str | None]) -> None:
    """Raises `ObstacleError` for a text that surely holds a secret, before anything else looks at the texts.

    What is told afterwards may name a path or an ID that was given.
    """
    kinds = _secret_kinds(texts, Severity.ERROR)
    if kinds:
        raise ObstacleError(*(blocked("text-holds-a-secret", kind=kind) for kind in kinds))


def doubtful_secrets(texts: Iterable[str | None]) -> Iterator[Finding]:
    """Yields a warning for each kind of what may be a secret."""
    for kind in _secret_kinds(texts, Severity.WARNING):
        yield warned("text-may-hold-a-secret", kind=kind)


def _secret_kinds(texts: Iterable[str | None], severity: Severity) -> list[Handle]:
    hits = (hit for text in texts if text for hit in find_secrets(text))
    return sorted({hit.kind for hit in hits if hit.severity == severity})


def _title_faults(title: str) -> Iterator[Finding]:
    if not title:
        yield blocked("title-missing")
    elif any(map(_is_control, title)):
        yield blocked("title-not-plain")


def _body_faults(label: str, body: str) -> Iterator[Finding]:
    if not body:
        yield blocked("text-missing", field=Handle(label))
    for number, line in enumerate(body.split("\n"), start=1):
        if any(_is_control(char) and char != "\t" for char in line):
            yield blocked("text-not-plain", field=Handle(label), text_line=number)


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs") or char in _TURNS


def _reading_faults(unit: str, title: str, bodies: Bodies) -> Iterator[Finding]:
    """Reads the unit as everybody will, and says which line is taken for something else."""
    lexed = lex(unit)
    units = [] if lexed.problems else split_units(lexed)
    entry = parse_entry("", lexed, units[0]) if len(units) == 1 else None
    if entry is None:
        misread = [fault for body in bodies for fault in _structures(*body)]
        yield misread[0] if misread else blocked("title-not-plain")
        return
    if entry.heading.title != title:
        yield blocked("title-not-plain")
    read = {entry.body_label: entry.body, "Reason": entry.reason}
    read["Promotion-Requirement"] = entry.promotion_requirement
    for label, body in bodies:
        if read.get(label) != body:
            yield (_structures(label, body) or [_reads_as(label, 1, "another-text")])[0]


def _structures(label: str, body: str) -> list[Finding]:
    """Returns a blocker for each line of a body that means something of its own.

    Bullets come last: they are text where a later field follows.
    """
    lexed = lex(body)
    found = [_reads_as(label, problem.line, problem.reason) for problem in lexed.problems]
    visible = [(at + 1, line) for at, line in enumerate(lexed.lines) if lexed.kinds[at] == VISIBLE]
    for number, line in visible:
        if field_name(line):
            found.append(_reads_as(label, number, "field"))
        elif heading_text(line) is not None:
            found.append(_reads_as(label, number, "heading"))
    found += [_reads_as(label, number, "bullet") for number, line in visible if is_bullet(line)]
    return found


def _reads_as(label: str, line: int, reads_as: str) -> Finding:
    return blocked("text-reads-otherwise", field=Handle(label), text_line=line, reads_as=Handle(reads_as))
