"""`git memoir entry add`, `edit` and `done`: one file changed at a time, under the store's lock.

The file is read, planned upon and replaced in one critical section, and what is put in its place must be
valid where it was before. Nothing is staged: git's index is the user's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.frontmatter import Document
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.fs.atomic import replace_file, sweep
from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.services.entry_files import EntryFile, find_entry
from memoir_git.services.entry_lock import store_lock
from memoir_git.services.entry_place import EntryPlace, find_entries
from memoir_git.services.machine import identify
from memoir_git.services.secret_gate import refuse_secrets
from memoir_git.services.session import Writing
from memoir_git.store import codes_common
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.checks.file_names import check_collisions
from memoir_git.store.entry_facts import link_name, written_type
from memoir_git.store.plans.dates import stamp_of
from memoir_git.store.plans.entry_edit import EntryEdit, completed, edited, require_editable
from memoir_git.store.plans.entry_new import EntryError, NewEntry, link_name_of, new_entry, require_fields
from memoir_git.store.recognise import ENTRY


class Outcome(Enum):
    """What a command did to an entry."""

    ADDED = "added"
    EDITED = "edited"
    COMPLETED = "completed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """One entry after a command.

    `is_bound` says that git merges the file as an entry, `None` outside git; `is_anonymous` that a new entry
    names no machine, since no identity could be kept for this one.
    """

    outcome: Outcome
    path: RepoPath
    link_name: str
    type: str
    is_bound: bool | None
    is_anonymous: bool


def add_entry(writing: Writing, request: NewEntry, slug: str | None) -> Report[EntryChange]:
    """Makes a new entry, called after its name or `slug`. Raises `EntryError` and the errors of writing."""
    require_fields(request)
    place = find_entries(writing.directory, writing.store)
    name = link_name_of(request.type, slug or request.fields.get("name", ""))
    path = place.relative(f"{name}.md")
    lists = (*request.tags, *request.aliases, *request.origin.values())
    doubts = refuse_secrets((*request.fields.values(), *lists, request.body, slug), path)
    with store_lock(writing, place) as state:
        _require_new(place, path)
        machine = identify(
            writing.variables,
            state,
            directory=writing.directory,
            repository=place.repository,
            hostname=writing.hostname,
        )
        document = new_entry(request, now=stamp_of(writing.now), machine_id=machine.id)
        content = document.render().encode("utf-8")
        found = _judged(content, path, before=frozenset())
        change = FileChange(path=place.path(path), before=None, after=content)
        change_together([change], finish=lambda: None)
    report = _report(place, path, document, Outcome.ADDED, (*doubts, *found))
    return replace(report, data=replace(report.data, is_anonymous=machine.id is None))


def edit_entry(writing: Writing, words: str, edit: EntryEdit) -> Report[EntryChange]:
    """Changes fields and body of one entry. Raises `EntryError` and the errors of reading and writing."""

    def plan(document: Document, now: str) -> Document:
        return edited(document, edit, now)

    return _change(writing, words, plan, Outcome.EDITED, (*edit.values.values(), edit.body))


def complete_entry(writing: Writing, words: str) -> Report[EntryChange]:
    """Completes a goal or a next action. Raises as `edit_entry` does."""
    return _change(writing, words, completed, Outcome.COMPLETED, ())


def _change(
    writing: Writing,
    words: str,
    plan: Callable[[Document, str], Document],
    outcome: Outcome,
    texts: tuple[str | None, ...],
) -> Report[EntryChange]:
    place = find_entries(writing.directory, writing.store)
    doubts = refuse_secrets(texts, place.folder)
    with store_lock(writing, place):
        file = find_entry(place, words)
        target = place.path(file.path)
        sweep(target)
        document = editable(file)
        changed = plan(document, stamp_of(writing.now))
        found: tuple[Finding, ...] = ()
        if changed is document:
            outcome = Outcome.UNCHANGED
        else:
            content = changed.render().encode("utf-8")
            found = _judged(content, file.path, before=_codes(file.data, file.path))
            replace_file(target, content, expected=file.data)
    return _report(place, file.path, changed, outcome, (*doubts, *found))


def editable(file: EntryFile) -> Document:
    """Returns the document of a file whose fields may be changed. Raises `EntryError`."""
    if file.entry is None:
        raise EntryError("The entry is no UTF-8 text, so it is not changed by field.")
    require_editable(file.entry.document, file.link_name)
    return file.entry.document


def _require_new(place: EntryPlace, path: RepoPath) -> None:
    """Raises `EntryError` where the name is taken, by git, on disk, or but for case and separators."""
    known = (*place.entry_paths(), path)
    if path in known[:-1]:
        raise EntryError(
            f"There is an entry {path.shown()} already.",
            hint="change it with 'git memoir entry edit', or give another name with --link SLUG",
        )
    if place.is_tracked(path):
        raise EntryError(
            f"{path.shown()} is in git's index and not in the work tree.",
            hint="get it with 'git restore', or take it out of the index with 'git rm'",
        )
    for finding in check_collisions(known):
        if path in (finding.path, dict(finding.details)["other"]):
            raise EntryError(
                f"{path.shown()} differs from the name of another entry only in case or separators.",
                hint="edit that entry, or give another name with --link SLUG",
            )


def _judged(content: bytes, path: RepoPath, *, before: frozenset[str]) -> tuple[Finding, ...]:
    """Returns what is not as it should be with a new content and was before; raises for what must not be."""
    found = [finding for finding in check_entry(content, path) if finding.code.id not in before]
    for finding in found:
        if finding.severity >= Severity.ERROR:
            raise EntryError(f"{finding.message} Nothing was written.", hint=finding.remediation)
    return tuple(finding for finding in found if finding.code is not codes_common.SECRET)


def _codes(content: bytes, path: RepoPath) -> frozenset[str]:
    return frozenset(finding.code.id for finding in check_entry(content, path))


def _report(
    place: EntryPlace, path: RepoPath, document: Document, outcome: Outcome, findings: tuple[Finding, ...]
) -> Report[EntryChange]:
    bound = place.formats([path]).get(path)
    data = EntryChange(
        outcome=outcome,
        path=path,
        link_name=link_name(path),
        type=written_type(document),
        is_bound=None if bound is None else bound == ENTRY,
        is_anonymous=False,
    )
    return Report(command="entry", data=data, findings=findings)
