"""What forgetting writes down: a guard in `do-not-use.md`, and a line in the log where there is one.

A soft guard's ID is made from what was asked, so that asking again finds the guard that stands and adds to it
(plan 10.3 of 0.6). A hard one's is random, for an ID made from a short topic could be guessed at.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from memoir_git.core.text import sha256_hex
from memoir_git.core.topic import normalised_topic
from memoir_git.custodian import guard_texts
from memoir_git.custodian.bodies import FENCED_SCHEMAS, INFO
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.fields import parse_fields
from memoir_git.custodian.guards import guards_of, removed_entries
from memoir_git.custodian.ids import DASH, id_key
from memoir_git.custodian.lexer import content_of, lex
from memoir_git.custodian.plans.changelog import words_of
from memoir_git.custodian.plans.draft import SUFFIX_LENGTH, Material
from memoir_git.custodian.plans.forget_request import Forget, ForgetId, ForgetTopic, Mode
from memoir_git.custodian.plans.unit_edit import new_unit, with_unit, with_unit_in_place
from memoir_git.custodian.project import Project

DO_NOT_USE = "do-not-use.md"
_GUARD = "TOMB"
_TOPIC_WORDS = "forgot the topic "


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """The guard against what was forgotten, `None` without any, and `do-not-use.md` with it in."""

    identifier: str | None
    text: str


def is_lift(request: Forget) -> bool:
    """Tells whether what is asked takes a guard away and leaves none."""
    is_guard = isinstance(request, ForgetId) and request.identifier[3:].startswith(_GUARD)
    return is_guard and request.mode is Mode.SOFT


def is_about_forgetting(text: str) -> bool:
    """Tells whether a line of the log is one that names a forgotten topic."""
    return words_of(text).startswith(_TOPIC_WORDS)


def log_words(request: Forget) -> str:
    """Returns what the log says of a forgetting; of a hard one nothing that tells what it was."""
    if request.mode is not Mode.SOFT:
        return f"forgot something ({request.mode.value})"
    if isinstance(request, ForgetTopic):
        return f'{_TOPIC_WORDS}"{request.topic}"'
    return f"{'lifted the guard' if is_lift(request) else 'forgot'} {request.identifier}"


def guarded(material: Material, after: Project, text: str, request: Forget, ids: Collection[str]) -> Guarded:
    """Returns `do-not-use.md`, given without what goes, with a guard that names the removed IDs.

    `after` is the project without what goes. A guard that stands already is added to, or left as it is.
    """
    if request.mode is Mode.PURGE or is_lift(request):
        return Guarded(identifier=None, text=text)
    found = _standing(material, after, request, ids)
    if found is None:
        identifier = _new_id(material, after, request)
        schema = after.entry_schema or 1
        unit = _guard_unit(identifier, request, ids, fenced=schema in FENCED_SCHEMAS)
        return Guarded(identifier=identifier, text=with_unit(text, unit))
    named = {*removed_entries(found), *ids}
    if named != set(removed_entries(found)):
        text = _with_removed(text, found, named)
    return Guarded(identifier=found.id, text=text)


def _standing(material: Material, after: Project, request: Forget, ids: Collection[str]) -> Entry | None:
    """Returns the guard in force that is against the same thing, `None` where a new one is needed."""
    guards = [entry for entry in guards_of(after) if entry.path == DO_NOT_USE and _is_single(after, entry)]
    if request.mode is Mode.HARD:
        silent = [guard for guard in guards if guard_texts.is_redacted(guard)]
        return next((guard for guard in silent if set(ids) <= set(removed_entries(guard))), None)
    if isinstance(request, ForgetId):
        naming = (guard for guard in guards if request.identifier in removed_entries(guard))
        return next(naming, None)
    suffix = _suffix(material, request)
    return next((guard for guard in guards if guard.id.endswith(suffix)), None)


def _is_single(after: Project, entry: Entry) -> bool:
    return after.entry(entry.id) is entry


def _new_id(material: Material, after: Project, request: Forget) -> str:
    identifier = f"MC-{_GUARD}-{material.today}-{_suffix(material, request)}"
    is_taken = id_key(identifier) in after.entries_by_id
    return material.new_id(_GUARD, "guard") if request.mode is Mode.HARD or is_taken else identifier


def _suffix(material: Material, request: Forget) -> str:
    """Returns the end of a soft guard's ID: the same for the same project and request."""
    about = normalised_topic(request.topic) if isinstance(request, ForgetTopic) else request.identifier
    project_id = material.project.manifest.metadata.get("project_id", "")
    return sha256_hex("\0".join((project_id, request.mode.value, about)))[:SUFFIX_LENGTH]


def _guard_unit(identifier: str, request: Forget, ids: Collection[str], *, fenced: bool) -> str:
    title, lines = _words(request)
    body = guard_texts.with_removed(lines, ids) if ids else list(lines)
    if fenced:
        mark = _fence(body)
        body = [mark + INFO, *body, mark]
    fields = (("Status", "active"), ("Scope", "project"), ("Evidence", ("user-confirmed",)))
    heading = f"{identifier} {DASH} {guard_texts.TITLE}{title}"
    return new_unit(heading, fields, [("Rejected", "\n".join(body))])


def _words(request: Forget) -> tuple[str, tuple[str, ...]]:
    if request.mode is Mode.HARD:
        return guard_texts.REDACTED, guard_texts.redacted_lines()
    if isinstance(request, ForgetTopic):
        return request.topic, guard_texts.topic_lines(request.topic)
    return guard_texts.ENTRY + request.identifier, guard_texts.entry_lines(request.identifier)


def _fence(lines: Collection[str]) -> str:
    """Returns a fence that no line can close."""
    mark = "```"
    while any(mark in line for line in lines):
        mark += "`"
    return mark


def _with_removed(text: str, guard: Entry, ids: Collection[str]) -> str:
    """Returns the file with other removed entries in the last line of a guard's body."""
    lexed = lex(text)
    lines = [content_of(line) for line in lexed.lines[guard.unit.start : guard.unit.end]]
    body = next(field for field in parse_fields(lexed, guard.unit)[0] if field.name == guard.body_label)
    first, last = body.start + 1 - guard.unit.start, body.end - guard.unit.start
    while last > first and not lines[last - 1].strip():
        last -= 1
    if lines[first:last] and lines[first].rstrip().endswith(INFO):
        last -= 1
    changed = [*lines[:first], *guard_texts.with_removed(lines[first:last], ids), *lines[last:]]
    return with_unit_in_place(text, guard.unit, "\n".join(changed))
