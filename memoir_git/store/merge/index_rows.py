"""The rows of an index in three versions: which is which, what each becomes, and where they stand."""

from __future__ import annotations

from memoir_git.core.markdown import TEXT, line_kinds, split_lines
from memoir_git.core.merge import Unresolved, trivial
from memoir_git.store.merge.blocks import indent_of, is_blank, item_indent, stands_alone
from memoir_git.store.merge.index_links import find_links
from memoir_git.store.merge.index_row import merge_rows
from memoir_git.store.merge.pairing import Thing, likeness, pair_versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from memoir_git.store.merge.pairing import Candidates

    # a version of the file: its rows, and its lines, an index into the rows where a row stands
    Index: TypeAlias = tuple[list["IndexRow"], list[str | int]]


class IndexRow(Thing):
    """A row: its text without the last line end, and the targets of its links."""

    __slots__ = ("targets",)

    copies_differ = True

    def __init__(self, text: str, targets: list[str]) -> None:
        super().__init__((0, targets[0]), text, frozenset([*text.split(), *targets]))
        self.targets = targets


class SettledRows:
    """`lines` are base, ours and theirs with one line for each row that stays; `texts` are those rows.

    A row's line begins with a NUL, which no text has, and is the same in every version.
    """

    __slots__ = ("lines", "texts")

    def __init__(self, lines: tuple[list[str], list[str], list[str]], texts: dict[str, str]) -> None:
        self.lines = lines
        self.texts = texts


def parse_index(body: str) -> Index:
    """Returns the rows and lines of a text that ends with its last word; every line gets a line end."""
    lines = split_lines(body + "\n") if body else []
    kinds, _ = line_kinds(lines)
    rows: list[IndexRow] = []
    items: list[str | int] = []
    at = 0
    while at < len(lines):
        end = _row_end(lines, kinds, at) if kinds[at] == TEXT else at
        text = "".join(lines[at:end]).removesuffix("\n")
        targets = [link.target for link in find_links(text)]
        if targets:
            items.append(len(rows))
            rows.append(IndexRow(text, targets))
            at = end
        else:
            items.append(lines[at])
            at += 1
    return rows, items


def settle_rows(base: Index, ours: Index, theirs: Index) -> SettledRows:
    """Returns what becomes of each row, and the three versions ready for a line merge.

    A row that one side removed and the other changed is no row of the base, so that it counts as added.
    """
    sides = (base[0], ours[0], theirs[0])
    names: tuple[dict[int, str], ...] = ({}, {}, {})
    texts: dict[str, str] = {}
    for number, trio in enumerate(pair_versions(*sides, _with_other_key)):
        versions = zip(sides, trio, strict=True)
        text = _settled(*(None if place is None else side[place].text for side, place in versions))
        if text is None:
            continue
        name = f"\0{number}\n"
        texts[name] = text + "\n"
        for named, place in zip(names, trio, strict=True):
            if place is not None and (named is not names[0] or None not in trio):
                named[place] = name
    lines = [_lines(index, named) for index, named in zip((base, ours, theirs), names, strict=True)]
    return SettledRows((lines[0], lines[1], lines[2]), texts)


def _lines(index: Index, names: dict[int, str]) -> list[str]:
    lines = [item if isinstance(item, str) else names.get(item) for item in index[1]]
    return [line for line in lines if line is not None]


def _settled(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """Returns a row's merged text, `None` if it is gone."""
    if ours is None or theirs is None:
        left = theirs if ours is None else ours
        return None if left == base else left
    settled = trivial(base, ours, theirs)
    if not isinstance(settled, Unresolved):
        return settled
    merged = merge_rows(base, ours, theirs)
    return merged if any(map(str.isalnum, merged)) else None


def _with_other_key(
    first: Sequence[IndexRow], second: Sequence[IndexRow], left: list[int], others: list[int]
) -> Candidates:
    """Returns candidates for rows whose first link changed: one version's key is a link of the other."""
    by_target: dict[str, list[int]] = {}
    by_key: dict[str, list[int]] = {}
    for other in others:
        by_key.setdefault(second[other].targets[0], []).append(other)
        for target in set(second[other].targets):
            by_target.setdefault(target, []).append(other)
    candidates: Candidates = []
    for place in left:
        row = first[place]
        near = set(by_target.get(row.targets[0], ()))
        near.update(other for target in row.targets for other in by_key.get(target, ()))
        candidates += [(likeness(row.features, second[other].features), place, other) for other in near]
    return candidates


def _row_end(lines: list[str], kinds: list[int], at: int) -> int:
    """Returns the end of a line that may be a row; a bullet has its continuation lines with it."""
    indent = item_indent(lines[at])
    if indent < 0:
        return at + lines[at].lstrip(" \t").startswith("|")
    end = at + 1
    while end < len(lines) and kinds[end] == TEXT and _continues(lines[end], indent):
        end += 1
    return end


def _continues(line: str, indent: int) -> bool:
    return not is_blank(line) and indent_of(line) > indent and not stands_alone(line)
