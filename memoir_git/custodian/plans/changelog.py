"""The log of what was done to a memory: one bullet each, newest first, in the file's own form.

Only a project that keeps a `changelog.md` has one; a command never begins it.
"""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.lexer import content_of, lex
from memoir_git.custodian.plans.draft import Material
from memoir_git.custodian.plans.unit_edit import with_unit
from memoir_git.custodian.units import BULLET, SEMANTIC, split_units

CHANGELOG = "changelog.md"


def logged(text: str, today: str, words: str) -> str:
    """Returns the log with a line of this day, YYYYMMDD, before its first one."""
    line = f"- {today[:4]}-{today[4:6]}-{today[6:]} {words}"
    lexed = lex(text)
    units = [unit for unit in split_units(lexed) if unit.kind in SEMANTIC]
    if not units or units[0].kind != BULLET:
        return with_unit(text, line)
    lines = list(lexed.lines)
    first = lines[units[0].start]
    lines.insert(units[0].start, line + (first[len(content_of(first)) :] or "\n"))
    return lexed.bom + "".join(lines)


def with_log(material: Material, texts: Mapping[str, str], words: str) -> dict[str, str]:
    """Returns the texts of a plan and the log with a line about it, where the project keeps one.

    A log that cannot be read is left as it is; mending it is another matter.
    """
    file = material.project.files.get(CHANGELOG)
    if file is None or not file.is_usable:
        return dict(texts)
    return {**texts, CHANGELOG: logged(file.text.render(), material.today, words)}


def words_of(text: str) -> str:
    """Returns what a line of the log says behind its date, `""` for what is no such line."""
    mark, _, rest = text.partition(" ")
    date, _, words = rest.partition(" ")
    is_date = len(date) == 10 and date.replace("-", "").isdigit()
    return words if mark in ("-", "*", "+") and is_date else ""
