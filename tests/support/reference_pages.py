"""The generated reference pages: command line as Markdown and as a manual page, and the table of findings.

They are made from the command tree and the code tables, never from click's own rendering, which differs from
version to version. `tests/contract/test_reference_pages.py` compares and rewrites them.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping

import click

import memoir_git
from memoir_git import __version__
from memoir_git.cli.options import EXIT_STATUS
from memoir_git.core.finding import FindingCode
from memoir_git.custodian.plans.explanation import Explanation
from memoir_git.custodian.plans.reasons import BLOCKERS, WARNINGS
from tests.support.commands import Described, option_words, own_options, shared_options, walk
from tests.support.places import PROJECT

_KEEPS_LINES = "\b\n"
_GENERATED = "generated from the program; do not edit"


def command_page() -> str:
    """Returns `docs/reference/cli.md`."""
    head = [
        f"<!-- {_GENERATED} -->",
        "# Commands",
        "`git memoir COMMAND -h` prints the same. Every command takes:",
        *_option_list(shared_options()),
        "- `-h, --help`: Show the command's help.",
        "Standard output carries the result and nothing else.",
        _markdown(EXIT_STATUS),
    ]
    sections = [part for described in walk() for part in _command_section(described)]
    return _joined([*head, *sections])


def findings_page() -> str:
    """Returns `docs/reference/findings.md`."""
    raised = sorted((code for code in all_codes() if code.since), key=lambda code: code.id)
    rows = [f"| {' | '.join(_finding_cells(code))} |" for code in raised]
    table = ["| code | severity | says | what to do | since |", "|---|---|---|---|---|", *rows]
    head = [
        f"<!-- {_GENERATED} -->",
        "# Findings",
        "A finding has a stable code, a severity, a place and safe facts only, never memory text; words in\n"
        "braces stand for such facts. Codes are never renumbered and never reused.\n"
        "What a severity means for the exit status: [exit statuses](exit-codes.md).",
    ]
    return _joined([*head, "\n".join(table)])


def reasons_page() -> str:
    """Returns `docs/reference/plan-reasons.md`."""
    return _joined(
        [
            f"<!-- {_GENERATED} -->",
            "# Why a plan is blocked",
            "[A change of project memory](changing-project-memory.md) that cannot be made says why, in a\n"
            "word and a sentence, and what to do. The word is the `reason` of the finding and never changes\n"
            "its sense; words in braces stand for the finding's other details.",
            "## Blockers (`MC-PLAN-001`)",
            _reasons_table(BLOCKERS),
            "## Warnings (`MC-PLAN-002`)",
            "They stop nothing.",
            _reasons_table(WARNINGS),
        ]
    )


def _reasons_table(rows: Mapping[str, Explanation]) -> str:
    lines = [f"| `{word}` | {_cell(row.says)} | {_cell(row.next)} |" for word, row in sorted(rows.items())]
    return "\n".join(["| word | says | what to do |", "|---|---|---|", *lines])


def manual_page() -> str:
    """Returns `docs/man/git-memoir.1`."""
    lines = [
        f'.\\" {_GENERATED}',
        f'.TH GIT\\-MEMOIR 1 "" "memoir\\-git {__version__}" "memoir\\-git manual"',
        ".SH NAME",
        "git\\-memoir \\- let coding agents' memory merge itself in git",
        ".SH SYNOPSIS",
        "\\fBgit memoir\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        *_roff_paragraphs(next(walk()).paragraphs),
        ".SH COMMANDS",
    ]
    for described in walk():
        if described.words:
            lines += _roff_command(described)
    lines += [".SH COMMON OPTIONS", *_roff_options(shared_options())]
    lines += [".SH EXIT STATUS", *_roff_paragraphs([_KEEPS_LINES + _statuses()])]
    lines += [".SH ENVIRONMENT", *_roff_definitions(documented_variables().items())]
    lines += [".SH SEE ALSO", "\\fBgit\\fR(1), \\fBgitattributes\\fR(5), \\fBgit\\-merge\\-file\\fR(1)"]
    return "\n".join(lines) + "\n"


def documented_variables() -> dict[str, str]:
    """Returns the environment variables of `docs/reference/configuration.md` with what they do."""
    page = (PROJECT / "docs/reference/configuration.md").read_text(encoding="utf-8")
    return {name: _plain(text) for name, text in re.findall(r"^\| `(MEMOIR_\w+)` \| (.*) \|$", page, re.M)}


def _command_section(described: Described) -> Iterator[str]:
    if not described.words:
        return
    yield f"{'#' * (len(described.words) + 1)} {described.name}"
    yield f"```text\n{described.synopsis}\n```"
    yield from map(_markdown, described.paragraphs)
    yield from _option_list(own_options(described.command))
    yield from map(_markdown, described.closing)


def _option_list(options: Iterable[click.Option]) -> list[str]:
    lines = [f"- `{option_words(option)}`: {option.help or ''}" for option in options]
    return ["\n".join(lines)] if lines else []


def _markdown(paragraph: str) -> str:
    if paragraph.startswith(_KEEPS_LINES):
        return f"```text\n{paragraph.removeprefix(_KEEPS_LINES)}\n```"
    return paragraph


def _joined(blocks: Iterable[str]) -> str:
    text = "\n\n".join(block for block in blocks if block)
    return re.sub(r"(?m)(^- .*)\n\n(?=- )", r"\1\n", text) + "\n"


def _finding_cells(code: FindingCode) -> tuple[str, ...]:
    words = (_cell(code.title), _cell(code.remediation), code.since or "")
    return (f"`{code.id}`", code.severity.name, *words)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _plain(markdown: str) -> str:
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown).replace("`", "").replace("\\|", "|")


def _statuses() -> str:
    return "\n".join(line.strip() for line in EXIT_STATUS.splitlines()[2:])


def _roff_command(described: Described) -> list[str]:
    lines = [f".SS {_roff(described.synopsis)}", *_roff_paragraphs(described.paragraphs)]
    lines += _roff_options(own_options(described.command))
    return lines + _roff_paragraphs(described.closing)


def _roff_paragraphs(paragraphs: Iterable[str]) -> list[str]:
    lines = []
    for paragraph in paragraphs:
        if paragraph.startswith(_KEEPS_LINES):
            kept = paragraph.removeprefix(_KEEPS_LINES).split("\n")
            lines += [".PP", ".nf", *map(_roff, kept), ".fi"]
        elif paragraph:
            lines += [".PP", *map(_roff, paragraph.split("\n"))]
    return lines


def _roff_options(options: Iterable[click.Option]) -> list[str]:
    return _roff_definitions((option_words(o), o.help or "") for o in options)


def _roff_definitions(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [line for word, text in pairs for line in (".TP", f"\\fB{_roff(word)}\\fR", _roff(text))]


def _roff(text: str) -> str:
    escaped = text.strip().replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


PAGES = {
    "docs/reference/cli.md": command_page,
    "docs/reference/findings.md": findings_page,
    "docs/reference/plan-reasons.md": reasons_page,
    "docs/man/git-memoir.1": manual_page,
}


def all_codes() -> tuple[FindingCode, ...]:
    """Returns every code the product declares, each once, whichever table lists it."""
    found = [info.name for info in pkgutil.walk_packages(memoir_git.__path__, "memoir_git.")]
    modules = [importlib.import_module(name) for name in found if name.rpartition(".")[2].startswith("codes")]
    codes = (value for module in modules for value in vars(module).values())
    return tuple(dict.fromkeys(code for code in codes if isinstance(code, FindingCode)))
