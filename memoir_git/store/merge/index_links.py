"""Links in one row of an index: `[text](target)` and `[[target]]`, with where they stand.

Escaped brackets, code spans and images are no links. Two spellings of one file are one target: `[[a]]`,
`[A](a.md)` and `[A](./a.md)`.
"""

from __future__ import annotations

# A label or target longer than this is no link; it bounds the search in a line full of brackets.
_LONGEST = 1000


class Link:
    """`raw` is the link as written, from `start` to `end` of the row; `target` is what it points at."""

    __slots__ = ("end", "label", "raw", "start", "target")

    def __init__(self, text: str, start: int, end: int, label: str, target: str) -> None:
        self.raw = text[start:end]
        self.start = start
        self.end = end
        self.label = label
        self.target = target


def find_links(text: str) -> list[Link]:
    """Returns the links of a row, in order."""
    links: list[Link] = []
    end = 0  # of what was read last
    for at in [place for place, character in enumerate(text) if character in "[`\\"]:
        if at < end:
            continue
        if text[at] == "\\":
            end = at + 2
        elif text[at] == "`":
            end = _after_code(text, at)
        else:
            link = _wiki_link(text, at) or _inline_link(text, at)
            if link:
                end = link.end
                if not text.startswith("!", max(at - 1, 0), at):
                    links.append(link)
    return links


def _after_code(text: str, at: int) -> int:
    """Returns the end of the code span that begins at `at`, or of its marks if nothing closes it."""
    end = at
    while text.startswith("`", end):
        end += 1
    marks = text[at:end]
    close = text.find(marks, end)
    while close >= 0 and text.startswith("`", close + len(marks)):
        run = close
        while text.startswith("`", run):
            run += 1
        close = text.find(marks, run)
    return end if close < 0 else close + len(marks)


def _wiki_link(text: str, at: int) -> Link | None:
    if not text.startswith("[[", at):
        return None
    end = text.find("]]", at + 2, at + _LONGEST)
    inner = text[at + 2 : end]
    target, _, label = inner.partition("|")
    if end < 0 or not target.strip() or "[" in inner or "\n" in inner:
        return None
    return Link(text, at, end + 2, label or target, _plain(target))


def _inline_link(text: str, at: int) -> Link | None:
    close = _closing(text, at, "[", "]")
    if close < 0 or not text.startswith("(", close + 1):
        return None
    end = _closing(text, close + 1, "(", ")")
    if end < 0:
        return None
    inside = text[close + 2 : end].strip()
    if inside.startswith("<"):
        target = inside[1:].partition(">")[0]
    else:
        target = inside.split(maxsplit=1)[0] if inside else ""
    return Link(text, at, end + 1, text[at + 1 : close], _plain(target)) if target else None


def _closing(text: str, at: int, opening: str, closing: str) -> int:
    """Returns where the bracket at `at` is closed, -1 if it is not."""
    limit = min(len(text), at + _LONGEST)
    nearest = text.find(closing, at, limit)
    if nearest < 0 or not (text.find(opening, at + 1, nearest) >= 0 or text.find("\\", at, nearest) >= 0):
        return nearest
    depth = 0
    while at < limit:
        character = text[at]
        if character == "\\":
            at += 1
        elif character == opening:
            depth += 1
        elif character == closing:
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return -1


def _plain(target: str) -> str:
    return target.strip().removeprefix("./").removesuffix(".md")
