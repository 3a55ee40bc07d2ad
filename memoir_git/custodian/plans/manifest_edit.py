"""Edits of a manifest's text: sections it lacks come in, a module is declared, all other bytes stay.

Inserted sections come from a pattern, the manifest that a new project would get, and take the line ends of
the file at hand. What a manifest should say is for those to decide who call this.
"""

from __future__ import annotations

from collections.abc import Sequence

from memoir_git.custodian.lexer import VISIBLE, Text, content_of, lex
from memoir_git.custodian.module_index import INDEX_FOLDERS, NONE_ENABLED, is_module_path, parse_index
from memoir_git.custodian.sections import Section, sections_of

PROTOCOL = "memorycustodian protocol"
TASKS = "load by task"
SECTIONS = (PROTOCOL, "trust boundary", "always load", TASKS)
_INDEX = "optional module index"


def with_sections(text: Text, pattern: Text, level: int, order: Sequence[str], *, holder: str = "") -> Text:
    """Returns the text with every section of `order` (titles in lower case) below the section `holder`."""
    for title in order:
        text = with_section(text, pattern, level, title, order, holder=holder)
    return text


def with_section(
    text: Text, pattern: Text, level: int, title: str, order: Sequence[str], *, holder: str = ""
) -> Text:
    """Returns the text with one section of `order` below the section `holder`.

    A missing one goes behind the nearest of its predecessors, or before all the others.
    """
    start, end = _span(text, holder)
    found = {section.title: section for section in sections_of(text, level, start, end)}
    if title in found:
        return text
    before = [found[other] for other in order[: order.index(title)] if other in found]
    first = min((section.line - 1 for section in found.values()), default=end)
    return _with_block(text, before[-1].end if before else first, _block(pattern, level, title, holder))


def with_module(text: Text, pattern: Text, path: str, keys: Sequence[str]) -> Text:
    """Returns the text whose index declares the module at `path`, with the lines `keys` below it.

    A module that is declared stays as it is, and so does an index that cannot be read.
    """
    folder = path.partition("/")[0]
    if not is_module_path(path, folder):
        return text
    text = with_section(text, pattern, 2, _INDEX, (*SECTIONS, _INDEX))
    index = _section(text, 2, _INDEX)
    assert index is not None, "the index was inserted above"
    declared, faults = parse_index(text, index)
    if faults or any(module.path == path for module in declared):
        return text
    titles = tuple(INDEX_FOLDERS)
    title = next(title for title in titles if INDEX_FOLDERS[title] == folder)
    return _declared(with_section(text, pattern, 3, title, titles, holder=_INDEX), title, path, keys)


def inserted(lines: list[str], at: int, block: list[str]) -> list[str]:
    """Returns the lines with `block` at a place, in the line ends of the first line."""
    end = lines[0][len(content_of(lines[0])) :] if lines else ""
    end = end or "\n"
    if block and at > 0 and content_of(lines[at - 1]) == lines[at - 1]:
        lines[at - 1] += end
    return [*lines[:at], *(line + end for line in block), *lines[at:]]


def _declared(text: Text, title: str, path: str, keys: Sequence[str]) -> Text:
    start, end = _span(text, _INDEX)
    section = next(section for section in sections_of(text, 3, start, end) if section.title == title)
    lines = list(text.lines)
    at = section.start
    for number in range(section.start, section.end):
        if text.kinds[number] == VISIBLE and content_of(lines[number]) == NONE_ENABLED:
            del lines[number]
            at = number
            break
        if lines[number].strip():
            at = number + 1
    block = [f"- `{path}`", *(f"  - {key}" for key in keys)]
    return lex(text.bom + "".join(inserted(lines, at, block)))


def _section(text: Text, level: int, title: str) -> Section | None:
    sections = sections_of(text, level, 0, len(text.lines))
    return next((section for section in sections if section.title == title), None)


def _span(text: Text, holder: str) -> tuple[int, int]:
    section = _section(text, 2, holder) if holder else None
    return (0, len(text.lines)) if section is None else (section.start, section.end)


def _block(pattern: Text, level: int, title: str, holder: str) -> list[str]:
    """Returns a section of the template as lines without ends, without the blank lines behind it."""
    start, end = _span(pattern, holder)
    section = next(section for section in sections_of(pattern, level, start, end) if section.title == title)
    lines = [content_of(line) for line in pattern.lines[section.line - 1 : section.end]]
    while not lines[-1]:
        lines.pop()
    return lines


def _with_block(text: Text, at: int, block: list[str]) -> Text:
    """Returns the text with a section at a line, parted from its neighbours by blank lines."""
    above = [""] if at > 0 and text.lines[at - 1].strip() else []
    below = [""] if at < len(text.lines) else []
    return lex(text.bom + "".join(inserted(list(text.lines), at, [*above, *block, *below])))
