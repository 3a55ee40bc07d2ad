"""Entry bodies under entry schemas 2 and 3: text in a fence of its own, which this program reads.

Schema 1, the one that is written, has no such fence: there its info string is ordinary text. Under 2 and 3
the fence keeps a body's lines from looking like fields, headings or bullets, and is no part of the body.
"""

from __future__ import annotations

INFO = "memory-custodian-body-v1"
FENCED_SCHEMAS = (2, 3)


def decode_body(block: str, schema: int) -> str:
    """Returns the body that a text block holds: what the fence encloses, or the block itself without one.

    The fence must be the whole block; text beside it makes it an ordinary fence.
    """
    if schema not in FENCED_SCHEMAS:
        return block
    lines = block.split("\n")
    mark = lines[0].removesuffix(INFO).rstrip()
    is_fence = len(mark) >= 3 and mark.strip(mark[0]) == "" and mark[0] in "`~"
    if not is_fence or not lines[0].endswith(INFO):
        return block
    ends = [at for at, line in enumerate(lines[1:], start=1) if _closes(line, mark)]
    return "\n".join(lines[1 : ends[0]]) if ends and ends[0] == len(lines) - 1 else block


def _closes(line: str, mark: str) -> bool:
    return line.startswith(mark) and not line.strip().strip(mark[0])
