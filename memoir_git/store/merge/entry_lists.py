"""The merge of a list field as a three-way set, and the shape that a rebuilt field is written in.

An item stays if both sides have it or one side added it; it goes if one side removed it. Items keep their
lines. The order is `core.interleave`'s, the same whichever side is ours (ours' order with theirs' additions
behind it would give two clones two files). What both sides added at one place is sorted, so that three
replicas have one file whatever the order in which they meet.
"""

from __future__ import annotations

from memoir_git.core.blocks import LIST, Block
from memoir_git.core.interleave import interleave
from memoir_git.core.scalars import write_scalar
from memoir_git.store.entry_facts import list_items
from memoir_git.store.merge.entry_rules import spelling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Shape: TypeAlias = tuple[str, str, str]


def merge_lists(base: Block | None, ours: Block, theirs: Block) -> str:
    """Returns the lines of the merged list; `""` if no item is left. Both sides must be lists."""
    base_items, our_items, their_items = _items(base), _items(ours), _items(theirs)
    in_base, in_ours, in_theirs = set(base_items), set(our_items), set(their_items)
    kept = [
        item
        for item in interleave(base_items, our_items, their_items, _sorted)
        if (item in in_ours and item in in_theirs) or item not in in_base
    ]
    for side in (ours, theirs):
        if tuple(kept) == list_items(side):
            return side.raw
    return _rebuilt(kept, base, ours, theirs) if kept else ""


def template(base: Block | None, ours: Block, theirs: Block) -> Block:
    """Returns the side whose shape a rebuilt field takes: the one that changed it since the base."""
    our_shape, their_shape = _shape(ours), _shape(theirs)
    base_shape = _shape(base) if base is not None else None
    if base_shape in (our_shape, their_shape):
        return theirs if base_shape == our_shape else ours
    return max(ours, theirs, key=_shape)


def blank_tail(ours: Block, theirs: Block) -> str:
    """Returns the blank lines that end a rebuilt field."""
    tails = ["".join(side.tail) for side in (ours, theirs)]
    return max(tails, key=lambda tail: (len(tail), tail))


def indented(block: Block, indent: str) -> Block:
    """Returns a child with another indentation; mixed ones would not be one level any more."""
    if block.indent == indent:
        return block
    lines = tuple(indent + line.lstrip(" \t") if line.strip() else line for line in block.lines)
    return Block(block.key, block.kind, lines, block.number, text=block.text)


def _sorted(ours: list[str], theirs: list[str]) -> list[str]:
    """Orders what both sides added at one place; what one side added alone keeps its order."""
    return sorted(ours + theirs) if ours and theirs else ours or theirs


def _items(block: Block | None) -> list[str]:
    items = list_items(block) if block is not None else None
    return list(dict.fromkeys(items or ()))


def _shape(block: Block) -> Shape:
    """Returns what tells two spellings of a list or mapping apart besides their content.

    Of two new shapes the greatest is taken; "list" comes last on purpose, it is the format's own.
    """
    if not block.children:
        return ("flow" if block.text[:1] == "[" else "commas", "".join(block.lines[1:]), "")
    return (block.kind, "".join(block.lines[: block.head]), block.indent)


def _rebuilt(items: list[str], base: Block | None, ours: Block, theirs: Block) -> str:
    like = template(base, ours, theirs)
    if like.kind != LIST:
        return _one_line(items, like) + blank_tail(ours, theirs)
    children = [_children(side, like.indent) for side in (base, ours, theirs)]
    lines = [_item_lines(item, like.indent, children) for item in items]
    return "".join([*like.lines[: like.head], *lines]) + blank_tail(ours, theirs)


def _children(block: Block | None, indent: str) -> dict[str, Block]:
    if block is None or block.kind != LIST:
        return {}
    return {child.text: indented(child, indent) for child in block.children}


def _item_lines(item: str, indent: str, sides: list[dict[str, Block]]) -> str:
    """Returns an item's lines as a side has them, or new ones if it comes from a one-line list."""
    base, ours, theirs = (side.get(item) for side in sides)
    if ours is not None and theirs is not None:
        return spelling(base, ours, theirs).raw
    present = ours or theirs
    return f"{indent}- {write_scalar(item)}\n" if present is None else present.raw


def _one_line(items: list[str], like: Block) -> str:
    texts = [write_scalar(item, in_flow=True) for item in items]
    is_flow = _shape(like)[0] == "flow" or any(text[:1] in ('"', "'") for text in texts)
    line = ", ".join(texts)
    written = f"[{line}]" if is_flow else line
    return "".join([f"{like.key}: {written}\n", *like.lines[1:]])
