"""Files of units as people and programs leave them: any line ends, fences, comments, a missing last end."""

from __future__ import annotations

from hypothesis import strategies as st

from memoir_git.custodian.ids import DASH

_BODY_LINES = (
    "Some text.",
    "  indented text",
    "    ## code, no heading",
    "```\n## MC-DEC-20260901-ffffffff — quoted\n```",
    "~~~ text\nStatus: quoted\n~~~",
    "<!-- Evidence: hidden -->",
    "  - a nested bullet",
    "### a deeper heading",
    "",
)
_LEGACY = ("## Notes\n\nProse of somebody.", "## Later\n- a bullet\n  - nested", "## 2025-01-02 - Old ##")


def identifier(number: int) -> str:
    """Returns the ID of the entry with this number."""
    return f"MC-DEC-20260901-{number:08x}"


@st.composite
def entry_texts(draw: st.DrawFn, number: int) -> str:
    """One entry with LF ends and no last one: some scalars, some items, a body of odd lines."""
    lines = [f"## {identifier(number)} {DASH} Title {number}"]
    lines += draw(st.sampled_from([[], [""], ["", ""]]))
    lines.append("Status: active")
    lines += ["Scope: project"] if draw(st.booleans()) else []
    lines += ["Facet: workflow"] if draw(st.booleans()) else []
    items = draw(st.lists(st.sampled_from(["- user-confirmed", "- issue:#1"]), max_size=2))
    lines += ["Evidence:", *items] if items else []
    lines += ["", "Decision:", "First line.", *draw(st.lists(st.sampled_from(_BODY_LINES), max_size=4))]
    return "\n".join(lines).rstrip("\n")


@st.composite
def unit_files(draw: st.DrawFn, *, least: int = 0) -> tuple[str, list[str]]:
    """A file of units parted by blank lines, and the IDs of its entries in file order.

    The file ends in a unit or its head, with or without the end of that line.
    """
    head = draw(st.sampled_from(["# Title", "# Title\n\nProse of the file.", "Prose of the file."]))
    numbers = range(1, 1 + draw(st.integers(least, 4)))
    parts, found = [head], []
    for number in numbers:
        if draw(st.integers(0, 3)) == 0:
            parts.append(draw(st.sampled_from(_LEGACY)))
        parts.append(draw(entry_texts(number)))
        found.append(identifier(number))
    gap = draw(st.sampled_from(["\n\n", "\n\n\n"]))
    text = gap.join(parts) + draw(st.sampled_from(["", "\n"]))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return draw(st.sampled_from(["", "\ufeff"])) + text, found
