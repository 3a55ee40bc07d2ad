"""The lossless view of a Markdown file with frontmatter: blocks of lines, never a re-serialised mapping.

A document is an opening `---` line, blocks, a closing `---` line and a body; joined again they are the text
they came from, whatever it was. `core.blocks` and `core.scalars` read the fields, `core.frontmatter_edit`
changes single ones.
"""

from __future__ import annotations

from memoir_git.core.blocks import SCALAR, Block, parse_blocks, split_lines
from memoir_git.core.scalars import BLANKS

# What a document is: with frontmatter, without, or with an opening line that is never closed.
FRONT = "front"
BARE = "bare"
UNTERMINATED = "unterminated"

BOM = "\ufeff"
_FENCE = "---"
_SHORTEST_MARKER = 7


class Document:
    """One file: `opening`, `blocks`, `closing` and `body`, after a `bom` that is mostly empty.

    A document that is not FRONT is all body.
    """

    __slots__ = ("blocks", "body", "bom", "closing", "opening", "state")

    def __init__(
        self,
        state: str,
        *,
        bom: str = "",
        opening: str = "",
        blocks: tuple[Block, ...] = (),
        closing: str = "",
        body: str = "",
    ) -> None:
        self.state = state
        self.bom = bom
        self.opening = opening
        self.blocks = blocks
        self.closing = closing
        self.body = body

    def render(self) -> str:
        """Returns the text of the file."""
        blocks = "".join([block.raw for block in self.blocks])
        return f"{self.bom}{self.opening}{blocks}{self.closing}{self.body}"

    def block(self, key: str) -> Block | None:
        """Returns the first field called `key`."""
        for block in self.blocks:
            if block.key == key:
                return block
        return None

    def scalar(self, key: str) -> str:
        """Returns the value of a one-line field, `""` for any other kind and for none."""
        block = self.block(key)
        return block.text if block is not None and block.kind == SCALAR else ""

    def repeated_keys(self) -> tuple[str, ...]:
        """Returns the keys that stand more than once; readers disagree which one counts."""
        seen: dict[str, int] = {}
        for block in self.blocks:
            if block.key is not None:
                seen[block.key] = seen.get(block.key, 0) + 1
        return tuple(key for key, count in seen.items() if count > 1)

    def has_markers(self) -> bool:
        """Tells whether a line of a git conflict stands in the frontmatter, where it can be nothing else."""
        return any(block.lines[0][0] in "<|=>" and _is_marker(block.lines[0]) for block in self.blocks)

    def is_broken(self) -> bool:
        """Tells whether the frontmatter cannot be trusted: unterminated, a key twice, conflict markers.

        No frontmatter at all is not broken.
        """
        return self.state == UNTERMINATED or bool(self.repeated_keys()) or self.has_markers()

    @property
    def body_number(self) -> int:
        """The number of the body's first line, from 1."""
        head = [self.opening, *(block.raw for block in self.blocks), self.closing]
        return 1 + sum(part.count("\n") for part in head)


def parse(text: str) -> Document:
    """Returns the document of a file's text; never fails, and `render` gives the text back.

    The opening `---` must be the first line; the next line that is `---` after trimming closes. `...` closes
    nothing.
    """
    bom = BOM if text.startswith(BOM) else ""
    lines = split_lines(text[len(bom) :])
    if not lines or lines[0].rstrip(BLANKS) != _FENCE:
        return Document(BARE, bom=bom, body=text[len(bom) :])
    for at in range(1, len(lines)):
        if lines[at].strip(BLANKS) == _FENCE:
            return Document(
                FRONT,
                bom=bom,
                opening=lines[0],
                blocks=parse_blocks(lines[1:at], 2),
                closing=lines[at],
                body="".join(lines[at + 1 :]),
            )
    return Document(UNTERMINATED, bom=bom, body=text[len(bom) :])


def _is_marker(line: str) -> bool:
    rest = line.lstrip(line[0])
    return len(line) - len(rest) >= _SHORTEST_MARKER and rest[:1] in ("", " ", "\r", "\n")
