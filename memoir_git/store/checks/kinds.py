"""Checks of what an entry's type asks for: required fields, and those it should have (format 3.2 and 3.3)."""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.store import codes_common, codes_entry
from memoir_git.store.checks.subject import Subject
from memoir_git.store.entries import HOW_TO_APPLY, labelled_section
from memoir_git.store.entry_facts import OWN_DATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FEEDBACK = "feedback"
_SCOPES = ("", "global", "project")


def check_kind(subject: Subject) -> Iterator[Finding]:
    """Yields the fields that are missing, and values the type does not allow."""
    entry = subject.entry
    if not entry.text("name"):
        yield subject.missing(codes_entry.NAME_MISSING)
    if not entry.text("description"):
        yield subject.missing(codes_entry.DESCRIPTION_MISSING)
    if entry.is_opaque:
        return
    if entry.recency == BOTTOM:
        yield subject.missing(codes_entry.NO_RECENCY)
    rules = _RULES.get(entry.type or "")
    if rules is not None:
        yield from rules(subject)


def _preference(subject: Subject) -> Iterator[Finding]:
    if subject.entry.text("scope") not in _SCOPES:
        yield subject.about(codes_entry.SCOPE, "scope")


def _decision(subject: Subject) -> Iterator[Finding]:
    if not subject.entry.text("why"):
        yield subject.missing(codes_entry.WHY_MISSING)
    if not subject.entry.text("rejected"):
        yield subject.missing(codes_entry.REJECTED_MISSING)
    if not _has_own_date(subject):
        yield codes_common.DATE_MISSING.at(subject.path, line=1, place=Handle("date"))


def _lesson(subject: Subject) -> Iterator[Finding]:
    entry = subject.entry
    if not entry.text("trigger"):
        yield subject.missing(codes_entry.LESSON_TRIGGER)
    if entry.text("how_to_apply"):
        return
    if entry.written_type == _FEEDBACK:
        yield subject.missing(codes_entry.LEGACY_NO_APPLY)
    elif labelled_section(entry.body, HOW_TO_APPLY):
        yield subject.missing(codes_entry.APPLY_IN_BODY)
    else:
        yield subject.missing(codes_entry.LESSON_APPLY)


def _goal(subject: Subject) -> Iterator[Finding]:
    if not _has_own_date(subject):
        yield subject.missing(codes_entry.SET_ON_MISSING)
    yield from _done_before(subject)


def _next_action(subject: Subject) -> Iterator[Finding]:
    if not _has_own_date(subject):
        yield subject.missing(codes_entry.ADDED_MISSING)
    yield from _done_before(subject)


def _has_own_date(subject: Subject) -> bool:
    """Tells whether the type's own date is there, valid or not."""
    return bool(subject.entry.fields.get(OWN_DATES[subject.entry.type or ""]))


def _done_before(subject: Subject) -> Iterator[Finding]:
    start = parse_instant(subject.scalar(OWN_DATES[subject.entry.type or ""]))
    done = parse_completion(subject.scalar("done_at"))
    if BOTTOM not in (start, done) and done < start:
        yield subject.about(codes_entry.DONE_BEFORE_ADDED, "done_at")


_RULES = {
    "preference": _preference,
    "decision": _decision,
    "lesson": _lesson,
    "goal": _goal,
    "next_action": _next_action,
}
