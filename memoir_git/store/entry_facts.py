"""What the rules ask of an entry file: its type, tombstones, dates, version (format 3.3, 5.3, Appendix A).

Small questions to one document, each with the clause that asks it. Legacy dialects are understood
throughout; nothing here changes a file. On the merge driver's path: the whole canonical reading is in
`store.entries`.
"""

from __future__ import annotations

from memoir_git.core.blocks import LIST, MAP, SCALAR
from memoir_git.core.frontmatter import FRONT
from memoir_git.core.instants import BOTTOM, parse_completion, parse_instant
from memoir_git.core.scalars import read_commas, read_flow
from memoir_git.core.text import text_hash, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.blocks import Block
    from memoir_git.core.frontmatter import Document
    from memoir_git.core.instants import Instant

SCHEMA_VERSION = 1
TYPES = ("fact", "preference", "decision", "lesson", "goal", "next_action")
# The legacy vocabulary; a project dossier has no mapping and stays opaque.
LEGACY_TYPES = {"user": "preference", "feedback": "lesson", "reference": "fact", "project": ""}
# The date that says when an entry of a type began or was decided: its recency key.
OWN_DATES = {"decision": "date", "goal": "set_on", "next_action": "added"}
LIST_FIELDS = ("tags", "aliases")
METADATA = "metadata"

_TRUE_WORDS = ("true", "yes", "on")
_HEX_DIGITS = "0123456789abcdefABCDEF"


def link_name(path: str) -> str:
    """Returns the link name of the entry at `path`: its file name without `.md`; `""` if unknown."""
    return path.rpartition("/")[2].removesuffix(".md")


def nested(document: Document, key: str) -> Block | None:
    """Returns a field of the legacy `metadata:` mapping."""
    block = document.block(METADATA)
    return block.child(key) if block is not None and block.kind == MAP else None


def type_block(document: Document) -> Block | None:
    """Returns the field that says the type: `type`, else the legacy `metadata.type` (Appendix A)."""
    return document.block("type") or nested(document, "type")


def written_type(document: Document) -> str:
    """Returns the type as it is spelled, `""` if there is none."""
    block = type_block(document)
    return block.text if block is not None and block.kind == SCALAR else ""


def canonical_type(word: str) -> str:
    """Returns the type of the format that a spelled type stands for, `""` for an opaque entry."""
    return word if word in TYPES else LEGACY_TYPES.get(word, "")


def list_items(block: Block) -> tuple[str, ...] | None:
    """Returns the items of a list field: a block list, and for `tags` and `aliases` also the two one-line
    shapes, `[a, b]` and `a, b` (format 3.1); `None` for anything else.
    """
    if block.kind == LIST:
        return tuple(child.text for child in block.children)
    if block.kind != SCALAR or block.key not in LIST_FIELDS:
        return None
    flow = read_flow(block.text)
    return read_commas(block.text) if flow is None else flow


def recency(document: Document) -> Instant:
    """Returns when the entry was last edited, `BOTTOM` if it does not say (format 5.2).

    The first date that can be read of `updated` (legacy: `modified`), the type's own key, and `created`.
    When it was hidden, done or fired is not an edit.
    """
    modified = document.block("modified") or nested(document, "modified")
    own = OWN_DATES.get(canonical_type(written_type(document)), "")
    dates = (
        document.scalar("updated"),
        modified.text if modified is not None else "",
        document.scalar(own) if own else "",
        document.scalar("created"),
    )
    for date in dates:
        instant = parse_instant(date)
        if instant != BOTTOM:
            return instant
    return BOTTOM


def says_hidden(block: Block | None) -> bool:
    """Tells whether a `hidden` field hides; odd spellings of "true" do too (suppression fails closed)."""
    if block is None or block.kind != SCALAR:
        return False
    word = trimmed(block.text).lower()
    digits = word.lstrip("+-").replace(".", "", 1)
    return word in _TRUE_WORDS or (digits.isdigit() and bool(digits.strip("0")))


def is_hidden(document: Document) -> bool:
    """Tells whether the entry carries the absolute tombstone (format 5.3.1)."""
    return says_hidden(document.block("hidden"))


def is_completed(document: Document) -> bool:
    """Tells whether the temporal tombstone holds: done, and not begun again later (format 5.3.2).

    Equal instants are done; an entry that does not say when it began is done; a `done_at` that cannot be
    read suppresses undated entries only.
    """
    done_at = document.scalar("done_at")
    if not done_at:
        return False
    kind = canonical_type(written_type(document))
    keys = (OWN_DATES[kind],) if kind in ("goal", "next_action") else ("added", "set_on")
    start = max(parse_instant(document.scalar(key)) for key in keys)
    return start <= parse_completion(done_at)


def is_live(document: Document) -> bool:
    """Tells whether the entry may be shown as current: neither hidden nor completed."""
    return not is_hidden(document) and not is_completed(document)


def has_tombstone(document: Document) -> bool:
    """Tells whether the entry carries a tombstone of either class, in force or not."""
    return is_hidden(document) or bool(document.scalar("done_at"))


def is_newer_schema(document: Document) -> bool:
    """Tells whether a `schema_version` above ours stands in the frontmatter (format 6).

    Any number above 1 counts, also a broken one: what may be newer is never interpreted.
    """
    return any(
        block.key == "schema_version" and _is_above(block.text, SCHEMA_VERSION) for block in document.blocks
    )


def is_purged(document: Document, name: str) -> bool:
    """Tells whether this is the purged stub of the entry called `name`.

    The purged form of format 5.3.1 for a whole entry: hidden, a blank body, and a `text_hash` that is the
    hash of the link name.
    """
    digest = document.scalar("text_hash")
    return (
        bool(name)
        and document.state == FRONT
        and len(digest) == 64
        and not digest.strip(_HEX_DIGITS)
        and is_hidden(document)
        and not trimmed(document.body)
        and not document.is_broken()
        and digest.lower() == text_hash(name)
    )


def _is_above(word: str, limit: int) -> bool:
    try:
        return float(word) > limit
    except ValueError:
        return False
