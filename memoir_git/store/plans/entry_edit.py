"""Edits of one entry: single fields, the body, its completion. Every other line stays as it is (format 3.2).

Each edit is an inflation of the file before: merging the two gives the file after, also where git never asks
the driver. So the fields that a merge joins (tombstones, dates of edit) are not set by hand but by the
commands that keep them growing, and an edit is dated after whatever decided the file's recency (format 5.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.blocks import LIST, MAP, OPAQUE
from memoir_git.core.frontmatter import BARE, Document
from memoir_git.core.frontmatter_edit import line_end, remove_field, set_body, set_list, set_scalar
from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.scalars import read_commas
from memoir_git.store.entry_facts import (
    LIST_FIELDS,
    OWN_DATES,
    TYPES,
    canonical_type,
    is_completed,
    is_hidden,
    is_newer_schema,
    is_purged,
    recency,
    written_type,
)
from memoir_git.store.plans.dates import later_than
from memoir_git.store.plans.entry_new import EntryError, entry_body, one_line
from memoir_git.store.plans.lists import completion_date

UPDATED = "updated"
COMPLETABLE = ("goal", "next_action")
# Which command changes what no edit does.
_KEPT_BY = {
    "hidden": "git memoir forget --entry",
    "hidden_at": "git memoir forget --entry",
    "text_hash": "git memoir forget --entry --mode purge",
    "done_at": "git memoir entry done",
    UPDATED: "every edit",
    "modified": "every edit, as updated",
    "schema_version": "git memoir itself",
}
_MAPPINGS = ("origin", "metadata")
_ONLY_LATER = "last_fired"
_NAME_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryEdit:
    """What to change: fields to set and to remove, and the new body, `None` to keep it."""

    values: Mapping[str, str]
    removed: tuple[str, ...]
    body: str | None


def require_editable(document: Document, link_name: str) -> None:
    """Raises `EntryError` for an entry that no field edit may touch."""
    if is_newer_schema(document):
        raise EntryError(
            "The entry has a newer schema than this program understands, so it is read only.",
            hint="upgrade memoir-git",
        )
    if document.is_broken():
        raise EntryError(
            "The entry's frontmatter is broken, so it is not changed by field.",
            hint="mend it; 'git memoir validate' says where",
        )
    if is_purged(document, link_name):
        raise EntryError("The entry was purged; it is a tombstone and stays one.")


def edited(document: Document, edit: EntryEdit, now: str) -> Document:
    """Returns the edited document, dated by `updated`; the very same where nothing changes.

    Raises `EntryError`, `FrontmatterError` and `DateError`.
    """
    _require_visible(document)
    changed = document
    for field, value in edit.values.items():
        changed = _with_value(changed, field, value)
    for field in edit.removed:
        _require_free(field)
        if field == _ONLY_LATER:
            raise EntryError(f"{field} only grows; a merge would bring it back.")
        changed = remove_field(changed, field)
    if edit.body is not None:
        changed = set_body(changed, entry_body(edit.body, line_end(changed)))
    if changed.render() == document.render():
        return document
    if document.state == BARE and not (changed.scalar("type") and changed.scalar("name")):
        raise EntryError(
            "The entry has no frontmatter yet, and an edit would date it there.",
            hint="add --set type=TYPE and --set name=NAME",
        )
    return set_scalar(changed, UPDATED, later_than(now, recency(document)))


def completed(document: Document, now: str) -> Document:
    """Returns the goal or next action completed (format 5.3.2); the very same if it is already.

    Raises `EntryError` for any other type.
    """
    _require_visible(document)
    kind = canonical_type(written_type(document))
    if kind not in COMPLETABLE:
        raise EntryError("Only a goal or a next_action can be done.")
    if is_completed(document):
        return document
    previous = parse_completion(document.scalar("done_at"))
    done_at = completion_date(now, [document.scalar(OWN_DATES[kind])], previous)
    return set_scalar(document, "done_at", done_at, after=OWN_DATES[kind])


def _require_visible(document: Document) -> None:
    if is_hidden(document):
        raise EntryError("The entry is hidden, and what is hidden is not changed.")


def _with_value(document: Document, field: str, value: str) -> Document:
    _require_free(field)
    if field in LIST_FIELDS:
        return set_list(document, field, read_commas(one_line(field, value)))
    block = document.block(field)
    if field in _MAPPINGS or (block is not None and block.kind in (LIST, MAP, OPAQUE)):
        raise EntryError(f"{field} holds more than one line.", hint="edit the file by hand")
    if field == "type" and value not in TYPES:
        raise EntryError(f"type is one of {', '.join(TYPES)}.")
    if field == _ONLY_LATER and parse_instant(value) < parse_instant(document.scalar(field)):
        raise EntryError(f"{field} only grows; a merge would bring the later date back.")
    return set_scalar(document, field, one_line(field, value))


def _require_free(field: str) -> None:
    """Raises `EntryError` for a field that edits leave alone, or that is no name of a field."""
    if not field or field.lower().strip(_NAME_CHARACTERS):
        raise EntryError("The name of a field has letters, digits, '_' and '-' only.")
    if field in _KEPT_BY:
        raise EntryError(f"{field} is kept by {_KEPT_BY[field]}, not set by hand.")
