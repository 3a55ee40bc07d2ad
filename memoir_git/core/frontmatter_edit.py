"""Changes of single frontmatter fields that touch those fields' lines and nothing else.

Each function returns a new document; the rest of the file, its line ends included, stays as it is. A file
without frontmatter gets a block when a field is set. What a person has to mend first (an unclosed block, a
key that stands twice, a stray line in the way) is refused.
"""

from __future__ import annotations

from memoir_git.core.blocks import LIST, MAP, SCALAR, Block, parse_blocks, split_lines, split_pair
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.frontmatter import BARE, FRONT, UNTERMINATED, Document
from memoir_git.core.scalars import BLANKS, read_flow, write_scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_INDENT = "  "


class FrontmatterError(MemoirGitError):
    """The frontmatter cannot be edited as it stands, or the field's name cannot be written."""


def set_scalar(document: Document, key: str, value: str, *, after: str | None = None) -> Document:
    """Returns the document with the field `key` holding `value` on one line.

    A new field goes behind the field `after`, or to the end. Raises `FrontmatterError`.
    """
    old = _editable(document, key)
    if old is not None and old.kind == SCALAR and old.text == value:
        return document
    end = line_end(document)
    if old is None or old.kind != SCALAR:
        return _put(document, old, f"{key}: {write_scalar(value)}{end}", after)
    first, *comments = old.lines
    line = _before_value(first) + write_scalar(value) + end
    return _put(document, old, "".join([line, *comments, *old.tail]), after)


def set_list(document: Document, key: str, items: Sequence[str], *, after: str | None = None) -> Document:
    """Returns the document with the field `key` holding a block list of `items`, `[]` for none.

    Items that were there keep their lines. Raises `FrontmatterError`.
    """
    old = _editable(document, key)
    if old is not None and _items(old) == tuple(items):
        return document
    if not items:
        return _put(document, old, f"{key}: []{line_end(document)}", after)
    kept = {child.text: child.raw for child in old.children} if old and old.kind == LIST else {}
    lines = [kept.get(item) or f"- {write_scalar(item)}" for item in items]
    return _put(document, old, _with_lines(document, key, old if kept else None, lines), after)


def set_map(document: Document, key: str, pairs: Mapping[str, str], *, after: str | None = None) -> Document:
    """Returns the document with the field `key` holding one level of `key: value` lines.

    Pairs that were there keep their lines. Raises `FrontmatterError`.
    """
    old = _editable(document, key)
    children = old.children if old is not None and old.kind == MAP else ()
    if children and [(child.key, child.text) for child in children] == list(pairs.items()):
        return document
    kept = {(child.key, child.text): child.raw for child in children}
    lines = [kept.get(pair) or f"{pair[0]}: {write_scalar(pair[1])}" for pair in pairs.items()]
    return _put(document, old, _with_lines(document, key, old if kept else None, lines), after)


def remove_field(document: Document, key: str) -> Document:
    """Returns the document without the field `key`, the same if there is none."""
    old = _editable(document, key)
    return document if old is None else _with_blocks(document, _without(document, old))


def set_body(document: Document, body: str) -> Document:
    """Returns the document with another body, given with the file's own line ends.

    Raises `FrontmatterError` if nobody can say where the body begins.
    """
    _check_closed(document)
    closing = document.closing
    if document.state == FRONT and body and not closing.endswith("\n"):
        closing += line_end(document)
    return Document(
        document.state,
        bom=document.bom,
        opening=document.opening,
        blocks=document.blocks,
        closing=closing,
        body=body,
    )


def line_end(document: Document) -> str:
    """Returns how the file ends its lines, judged by its first."""
    first = (document.opening or document.body).partition("\n")[0]
    return "\r\n" if first.endswith("\r") else "\n"


def _editable(document: Document, key: str) -> Block | None:
    """Returns the field's block, `None` if the document has none. Raises `FrontmatterError`."""
    _check_closed(document)
    if split_pair(f"{key}: x") != (key, "x") or key[:1] in ("#", "-", " "):
        raise FrontmatterError("The field's name cannot stand in frontmatter.")
    if key in document.repeated_keys():
        raise FrontmatterError(
            "The field stands twice in the frontmatter, and readers disagree which one counts.",
            hint="keep one of the two lines",
        )
    return document.block(key)


def _check_closed(document: Document) -> None:
    if document.state == UNTERMINATED:
        raise FrontmatterError(
            "The frontmatter is never closed, so the file cannot be changed by field.",
            hint="add a line '---' after the last field",
        )


def _before_value(line: str) -> str:
    """Returns a `key: value` line up to its value, spacing included."""
    pair = split_pair(line)
    value = pair[1] if pair else ""
    before = line.rstrip(BLANKS)[: -len(value) or None]
    return before + " " if before.endswith(":") else before


def _items(block: Block) -> tuple[str, ...] | None:
    """Returns the items of a field that already holds a list, in whichever of the two shapes."""
    if block.kind == LIST:
        return tuple(child.text for child in block.children)
    return read_flow(block.text) if block.kind == SCALAR else None


def _with_lines(document: Document, key: str, like: Block | None, lines: list[str]) -> str:
    """Returns a field of several lines; `like` is the old block whose head, indentation and tail stay.

    A line without an end is new and gets indentation and end.
    """
    end = line_end(document)
    head, indent, tail = f"{key}:{end}", _INDENT, ""
    if like is not None:
        head, indent, tail = "".join(like.lines[: like.head]), like.indent, "".join(like.tail)
    body = [line if line.endswith("\n") else indent + line + end for line in lines]
    return "".join([head, *body, tail])


def _put(document: Document, old: Block | None, text: str, after: str | None) -> Document:
    (new,) = parse_blocks(split_lines(text), old.number if old else 0)
    if old is not None:
        return _with_blocks(document, [new if block is old else block for block in document.blocks])
    keys = [block.key for block in document.blocks]
    at = keys.index(after) + 1 if after is not None and after in keys else len(keys)
    return _with_blocks(document, [*document.blocks[:at], new, *document.blocks[at:]])


def _without(document: Document, old: Block) -> list[Block]:
    return [block for block in document.blocks if block is not old]


def _with_blocks(document: Document, blocks: Sequence[Block]) -> Document:
    """Returns the document with other blocks, numbered anew, opened and closed if it was bare."""
    end = line_end(document)
    fence = "---" + end if document.state == BARE else ""
    lines = split_lines("".join([block.raw for block in blocks]))
    numbered = parse_blocks(lines, 2)
    if [block.raw for block in numbered] != [block.raw for block in blocks if block.raw]:
        raise FrontmatterError(
            "A frontmatter line that belongs to no field would become part of one by this change.",
            hint="give the line a key, or move it to the body",
        )
    return Document(
        FRONT,
        bom=document.bom,
        opening=document.opening or fence,
        blocks=numbered,
        closing=document.closing or fence,
        body=document.body,
    )
