"""The text of a new entry: canonical fields in one order, whatever the type (format 3.2, 3.3).

Legacy dialects are read for ever and never written (Appendix A). What is required is asked for by the name
of the option that gives it; what the format only wishes for is left to the validator's warnings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.frontmatter import FRONT, Document
from memoir_git.core.frontmatter_edit import set_body, set_list, set_map, set_scalar
from memoir_git.core.text import trimmed
from memoir_git.store.entry_facts import OWN_DATES

# The fields that one type alone has, of those that a person gives.
TYPE_FIELDS = {
    "fact": ("source",),
    "preference": ("scope",),
    "decision": ("why", "rejected"),
    "lesson": ("trigger", "how_to_apply"),
    "goal": (),
    "next_action": (),
}
_COMMON_FIELDS = ("name", "description", "project")
_REQUIRED = {"lesson": ("trigger", "how_to_apply")}
_NEXT_ACTION = "next_action"
_LONGEST_SLUG = 60


class EntryError(MemoirGitError):
    """What was asked for cannot be done to this entry; nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """What a person says about a new entry: one-line `fields` by name, lists, origin and body."""

    type: str
    fields: Mapping[str, str]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    origin: Mapping[str, str]
    body: str


def new_entry(request: NewEntry, *, now: str, machine_id: str | None) -> Document:
    """Returns the document of a new entry, stamped with `now` and with the machine if it is known.

    Raises `EntryError` for a field that is missing, blank, longer than a line, or of another type.
    """
    require_fields(request)
    values = {"type": request.type, **{name: one_line(name, text) for name, text in request.fields.items()}}
    own = OWN_DATES.get(request.type)
    values |= {own: now, "created": now} if own else {"created": now}
    origin = {name: one_line(name, text) for name, text in request.origin.items()}
    if machine_id is not None and request.type == _NEXT_ACTION:
        values["machine_id"] = machine_id
    elif machine_id is not None:
        origin["machine_id"] = machine_id
    document = Document(FRONT, opening="---\n", closing="---\n")
    for name in _order(request.type):
        if name in values:
            document = set_scalar(document, name, values[name])
    for name, items in (("tags", request.tags), ("aliases", request.aliases)):
        if items:
            document = set_list(document, name, [one_line(name, item) for item in dict.fromkeys(items)])
    if origin:
        document = set_map(document, "origin", origin)
    return set_body(document, entry_body(request.body, "\n"))


def require_fields(request: NewEntry) -> None:
    """Raises `EntryError` for a field that is missing, or that belongs to another type."""
    for field in ("name", *_REQUIRED.get(request.type, ())):
        if field not in request.fields:
            raise EntryError(
                f"A {request.type} entry needs {option_of(field)}.", hint="git memoir entry add -h lists all"
            )
    allowed = (*_COMMON_FIELDS, *TYPE_FIELDS[request.type])
    for field in request.fields:
        if field not in allowed:
            owners = [kind for kind, fields in TYPE_FIELDS.items() if field in fields]
            raise EntryError(f"{option_of(field)} belongs to a {' or '.join(owners)} entry only.")


def one_line(field: str, text: str) -> str:
    """Returns a field's value without blanks around it. Raises `EntryError` if it cannot be one line."""
    kept = trimmed(text)
    if not kept:
        raise EntryError(f"The value of {field} is blank.")
    if "\n" in kept or "\r" in kept:
        raise EntryError(
            f"The value of {field} has more than one line.",
            hint="a field holds one line; prose belongs in the body: give it with --body",
        )
    return kept


def entry_body(text: str, line_end: str) -> str:
    """Returns prose as a body: with the file's line ends, the last line ended too; `""` for blanks."""
    if not trimmed(text):
        return ""
    lines = text.replace("\r\n", "\n").removesuffix("\n") + "\n"
    return lines.replace("\n", line_end)


def option_of(field: str) -> str:
    """Returns the option that gives a field, such as `--how-to-apply`."""
    return "--" + field.replace("_", "-")


def link_name_of(kind: str, title: str) -> str:
    """Returns the link name for an entry called `title`: a lower-case slug that begins with the type.

    Raises `EntryError` for a title without a letter or digit (format 2).
    """
    folded = unicodedata.normalize("NFC", title).lower()
    words = "".join(char if char.isalnum() else " " for char in folded).split()
    prefix = kind.split("_")
    if words[: len(prefix)] == prefix:
        words = words[len(prefix) :]
    slug = "-".join(words)[:_LONGEST_SLUG].strip("-")
    if not slug:
        raise EntryError("No file name can be made from the name.", hint="give one with --link SLUG")
    return f"{kind}_{slug}"


def _order(kind: str) -> tuple[str, ...]:
    own = (OWN_DATES[kind],) if kind in OWN_DATES else ()
    return ("type", "name", "description", *own, *TYPE_FIELDS[kind], "created", "project", "machine_id")
