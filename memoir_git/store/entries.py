"""The canonical reading of an entry file: one model whatever dialect the file is in (format 3, Appendix A).

Readers, the validator, the index and the command line take entries from here; nothing here rewrites a
file. A file with an unknown or legacy-only type, or without frontmatter, is an opaque entry: it has a name
and a body, and may still be hidden.
"""

from __future__ import annotations

from memoir_git.core.blocks import LINE, MAP
from memoir_git.core.frontmatter import BARE, FRONT, parse
from memoir_git.core.markdown import heading_title, line_kinds, split_lines
from memoir_git.core.text import trimmed
from memoir_git.store.entry_facts import (
    LEGACY_TYPES,
    canonical_type,
    is_hidden,
    is_live,
    link_name,
    list_items,
    nested,
    recency,
    written_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from memoir_git.core.blocks import Block
    from memoir_git.core.frontmatter import Document
    from memoir_git.core.instants import Instant

    Value: TypeAlias = str | tuple[str, ...] | dict[str, str]

HOW_TO_APPLY = "How to apply"


class Entry:
    """One entry as the format means it.

    `type` is one of the six or `None` (opaque), `written_type` the word in the file. `fields` holds every
    field by name: text, a tuple for a list, a dict for a mapping, what lies outside the YAML subset as it is
    written; legacy spellings are already under their canonical names. `name` is never empty: the field,
    else the first `# ` heading, else the link name. `is_legacy` says that a legacy dialect was met.
    """

    __slots__ = ("document", "fields", "is_legacy", "link_name", "name", "type", "written_type")

    def __init__(self, document: Document, name: str) -> None:
        self.document = document
        self.link_name = name
        self.written_type = written_type(document)
        self.type = canonical_type(self.written_type) or None
        self.fields = _fields(document)
        self.is_legacy = _is_legacy(document, self.written_type)
        if self.written_type == "feedback":
            _read_feedback(self.fields, document.body)
        self.name = self.text("name") or first_heading(document.body) or name

    @property
    def is_opaque(self) -> bool:
        """Whether the entry has no type that the format knows."""
        return self.type is None

    @property
    def is_hidden(self) -> bool:
        """Whether it carries the absolute tombstone."""
        return is_hidden(self.document)

    @property
    def is_live(self) -> bool:
        """Whether it may be shown as current."""
        return is_live(self.document)

    @property
    def recency(self) -> Instant:
        """When it was last edited."""
        return recency(self.document)

    @property
    def body(self) -> str:
        """The prose after the frontmatter."""
        return self.document.body

    def text(self, field: str) -> str:
        """Returns a field of one line without surrounding blanks, `""` for any other kind and for none."""
        value = self.fields.get(field)
        return trimmed(value) if isinstance(value, str) else ""

    def items(self, field: str) -> tuple[str, ...]:
        """Returns the items of a list field, none if it is missing or no list."""
        value = self.fields.get(field)
        return value if isinstance(value, tuple) else ()


def read_entry(text: str, path: str = "") -> Entry:
    """Returns the entry that the text of the file at `path` stands for; any text is one."""
    return Entry(parse(text), link_name(path))


def first_heading(body: str) -> str:
    """Returns the title of the first `# ` heading outside of fenced code, `""` if there is none."""
    if "#" not in body:
        return ""
    lines = split_lines(body)
    for line, kind in zip(lines, line_kinds(lines)[0], strict=True):
        if kind == 1 and heading_title(line):
            return heading_title(line)
    return ""


def labelled_section(body: str, label: str) -> str | None:
    """Returns the text of a `**Label:**` section, up to the next bold label or heading (Appendix A).

    The colon is optional and may stand behind the bold mark; upper and lower case are the same.
    """
    section: list[str] | None = None
    for line in body.split("\n"):
        found = _label(line)
        if section is None:
            if found is not None and found[0].casefold() == label.casefold():
                section = [found[1]]
        elif found is not None or line.startswith("#"):
            break
        else:
            section.append(line)
    return None if section is None else trimmed("\n".join(section))


def has_second_block(document: Document) -> bool:
    """Tells whether the body begins with another frontmatter block, which the first one shadows."""
    inner = parse(document.body)
    fields = [block for block in inner.blocks if block.kind != LINE]
    return document.state == FRONT and inner.state == FRONT and len(fields) > 0


def _label(line: str) -> tuple[str, str] | None:
    """Returns label and rest of a line that begins with one; bold prose without a colon is none."""
    text = line.strip()
    end = text.find("**", 2)
    if not text.startswith("**") or end < 0:
        return None
    inner, rest = text[2:end].strip(), text[end + 2 :]
    is_label = inner.endswith(":") or rest.startswith(":") or not rest
    is_apply = inner.casefold() == HOW_TO_APPLY.casefold()
    if not is_label and not is_apply:
        return None
    return (inner.removesuffix(":").strip(), rest.removeprefix(":").strip())


def _fields(document: Document) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    for block in document.blocks:
        if block.key is not None:
            fields.setdefault(block.key, _value(block))
    _read_legacy(fields, document)
    return fields


def _value(block: Block) -> Value:
    items = list_items(block)
    if items is not None:
        return items
    if block.kind == MAP:
        return {child.key: child.text for child in block.children if child.key is not None}
    return block.text


def _read_legacy(fields: dict[str, Value], document: Document) -> None:
    """Puts legacy spellings under their canonical names, where those are not taken."""
    session = document.scalar("originSessionId") or _nested_text(document, "originSessionId")
    origin = fields.get("origin", {})
    if session and isinstance(origin, dict) and not origin.get("session_id"):
        fields["origin"] = {**origin, "session_id": session}
    modified = document.scalar("modified") or _nested_text(document, "modified")
    if modified:
        fields.setdefault("updated", modified)


def _nested_text(document: Document, key: str) -> str:
    block = nested(document, key)
    return block.text if block is not None else ""


def _read_feedback(fields: dict[str, Value], body: str) -> None:
    """Reads a legacy `feedback` entry as a lesson: trigger from the description, rule from the body."""
    if not fields.get("trigger") and fields.get("description"):
        fields["trigger"] = fields["description"]
    section = labelled_section(body, HOW_TO_APPLY)
    if not fields.get("how_to_apply") and section:
        fields["how_to_apply"] = section


def _is_legacy(document: Document, word: str) -> bool:
    if document.state == BARE or word in LEGACY_TYPES:
        return True
    nested_type = document.block("type") is None and nested(document, "type") is not None
    session_ids = (document.block("originSessionId"), nested(document, "originSessionId"))
    return nested_type or any(block is not None for block in session_ids)
