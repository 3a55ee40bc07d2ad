"""One row of an index, taken apart: shape, lead text, and each link with the text that trails it.

What joins two links (`, `, ` | `) and what leads from a link to its text (` — `) are parts of their own, so
that a row whose style one side changed still takes the other side's words. A count in parentheses that ends
the row, as in `[[a]] [[b]] (123 tokens)`, belongs to the row unless links before the last have one as well.
Emphasis around a link belongs to the link.
"""

from __future__ import annotations

from memoir_git.store.merge.index_links import Link, find_links

_LEADS = " \t\n:|=>-–—·•→"
_JOINS = _LEADS + ",;/&+"
_BLANKS = " \t"
_LONGEST_COUNT = 40


class Part:
    """A link and its trail: `lead` leads to `words`, `join` to the next link.

    `lead` is `None` without words, `join` is `None` at the row's end: the version does not show them.
    """

    __slots__ = ("join", "lead", "link", "words")

    def __init__(self, link: str, trail: str, join: str | None) -> None:
        words = trail.lstrip(_LEADS)
        self.link = link
        self.lead = trail[: len(trail) - len(words)] if words else None
        self.words = words
        self.join = join


class Row:
    """A row taken apart. `shape` is what stands before its first and after its last word."""

    __slots__ = ("count", "lead", "parts", "shape")

    def __init__(self, text: str, *, counts_row: bool) -> None:
        start, end = _inner_span(text)
        self.shape = (text[:start], text[end:])
        inner = text[start:end]
        links = find_links(inner)
        self.count = inner[_count_start(inner, links[-1].end) :] if counts_row else ""
        inner = inner.removesuffix(self.count)
        spans = [_span(inner, link) for link in links]
        self.lead = inner[: spans[0][0]]
        self.parts: dict[str, Part] = {}
        for number, link in enumerate(links):
            start, end = spans[number]
            if number + 1 < len(links):
                trail, join = _split_join(inner[end : spans[number + 1][0]])
                self._add(link, Part(inner[start:end], trail, join))
            else:
                self._add(link, Part(inner[start:end], inner[end:], None))

    def _add(self, link: Link, part: Part) -> None:
        """Adds a part. A target stands once: the trail of its second link joins that of the first."""
        first = self.parts.setdefault(link.target, part)
        if first is not part:
            again = "" if link.label in first.link else link.label
            first.words = " ".join(text for text in (first.words, again, part.words) if text)
            first.lead = first.lead or part.lead


def has_inner_count(text: str) -> bool:
    """Tells whether a link before the row's last one has a count of its own."""
    before: Link | None = None
    for link in find_links(text):
        if before is not None:
            trail = text[before.end : link.start].rstrip(_JOINS)
            if _count_start(trail, 0) < len(trail):
                return True
        before = link
    return False


def _inner_span(text: str) -> tuple[int, int]:
    """Returns where a row's own text begins and ends, without marker, check box and outer bars."""
    start = _after_blanks(text, 0)
    is_barred = text.startswith("|", start)
    if is_barred:
        start += 1
    else:
        while start < len(text) and text[start] not in _BLANKS:
            start += 1
    start = _after_blanks(text, start)
    if text[start : start + 4] in ("[ ] ", "[x] ", "[X] "):
        start = _after_blanks(text, start + 4)
    inner = text.rstrip(_BLANKS)
    if is_barred and inner.endswith("|"):
        inner = inner[:-1].rstrip(_BLANKS)
    return start, max(start, len(inner))


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


def _span(text: str, link: Link) -> tuple[int, int]:
    """Returns where a link begins and ends, with the emphasis around it."""
    start, end = link.start, link.end
    while start > 0 and end < len(text) and text[start - 1] in "*_" and text[start - 1] == text[end]:
        start -= 1
        end += 1
    return start, end


def _split_join(between: str) -> tuple[str, str]:
    trail = between.rstrip(_JOINS)
    return trail, between[len(trail) :]


def _count_start(text: str, after: int) -> int:
    """Returns where a count in parentheses begins that ends `text`, its end if there is none."""
    at = text.rfind("(", after)
    inside = text[at + 1 : -1]
    is_count = any("0" <= character <= "9" for character in inside) and len(inside) <= _LONGEST_COUNT
    if at < 0 or not text.endswith(")") or ")" in inside or not is_count:
        return len(text)
    return max(after, len(text[:at].rstrip(_BLANKS)))
