"""One managed block in a file that agents read at start (`AGENTS.md` and its kin): ours between two markers.

Everything outside of it belongs to somebody else and stays byte for byte; the block takes the file's line
ends. A block that stands there is kept, since a person may have shortened it, unless it is to be renewed.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.text import BOM

START = b"<!-- memoir-git:start -->"
END = b"<!-- memoir-git:end -->"
_TITLE = b"# Instructions for agents"
# The markers of another tool for the same protocol; two sets of instructions would contradict each other.
_FOREIGN_START = b"<!-- memory-custodian:start"
_FOREIGN_END = b"<!-- memory-custodian:end"


class AgentBlockError(MemoirGitError):
    """The markers in an agent's file do not make one block, or another tool's block is there."""


def with_agent_block(
    text: bytes | None, inside: str, *, place: str, renew: bool, replace_foreign: bool = False
) -> bytes:
    """Returns the file with `inside` (lines ended by LF) as its block; a new file gets a title too.

    `place` names the file in errors; another tool's block is an error unless it is to be replaced by ours.
    Raises `AgentBlockError`.
    """
    lines = (text or b"").split(b"\n")
    foreign = _foreign_span(lines, place) if replace_foreign else None
    span = _span(lines, place) if foreign is None else foreign
    if span is not None and foreign is None and not renew:
        return text or b""
    end = b"\r\n" if lines[0].endswith(b"\r") else b"\n"
    block = [START, *inside.rstrip("\n").encode().split(b"\n"), END]
    if span is not None:
        # What stands around the two markers' lines, a last line without an end included, stays.
        carried = b"\r" if end == b"\r\n" else b""
        ours = [line + carried for line in block]
        ours[-1] = END + (b"\r" if lines[span[1]].endswith(b"\r") else b"")
        return b"\n".join([*lines[: span[0]], *ours, *lines[span[1] + 1 :]])
    before = _TITLE + end if not (text or b"").removeprefix(BOM).strip() else b""
    head = (text or b"") + before
    if head and not head.endswith(b"\n"):
        head += end
    gap = b"" if head.endswith(end + end) else end
    return head + gap + end.join(block) + end


def _foreign_span(lines: list[bytes], place: str) -> tuple[int, int] | None:
    """Returns the indexes of another tool's two marker lines, `None` when there are none."""
    kinds = {at: _kind(line.strip()) for at, line in enumerate(lines)}
    marks = {at: kind for at, kind in kinds.items() if kind}
    if all(kind == "ours" for kind in marks.values()):
        return None
    if list(marks.values()) != ["start", "end"]:
        raise AgentBlockError(
            f"The memory-custodian markers in {place} do not make one block; nothing was changed.",
            hint=f"take the lines between them out of {place} by hand, then run this again",
        )
    start, end = marks
    return start, end


def _kind(line: bytes) -> str:
    if line.startswith(_FOREIGN_START):
        return "start"
    if line.startswith(_FOREIGN_END):
        return "end"
    return "ours" if line in (START, END) else ""


def _span(lines: list[bytes], place: str) -> tuple[int, int] | None:
    """Returns the indexes of the marker lines, `None` when there are none."""
    if any(line.strip().startswith(_FOREIGN_START) for line in lines):
        raise AgentBlockError(
            f"{place} holds another tool's block on project memory; nothing was changed.",
            hint="--force-agent replaces it; or take the lines between the memory-custodian markers out of"
            f" {place}, then run this again",
        )
    marks = [at for at, line in enumerate(lines) if line.strip() in (START, END)]
    if not marks:
        return None
    if [lines[at].strip() for at in marks] != [START, END]:
        raise AgentBlockError(
            f"The memoir-git markers in {place} do not make one block; nothing was changed.",
            hint=f"leave one line '{START.decode()}' with one line '{END.decode()}' below it",
        )
    return marks[0], marks[1]
