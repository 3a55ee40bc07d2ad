"""Third act: project memory, where two machines add an entry at the same place and one is superseded."""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.git.stage import Machine, Stage
from memoir_git.services.demo.steps import (
    Act,
    Narration,
    Step,
    broken_promise,
    file_shown,
    publish,
    pulled_both_ways,
)

_MANIFEST = "docs/memory/manifest.md"
_PROJECT = "00000000-0000-4000-8000-000000000000"
_DECISIONS = "docs/memory/decisions.md"
_SUBJECTS = "docs/memory/subjects.md"
_HEADINGS = ("## MC-", "Status:", "Superseded-By:", "- ")
_FORMAT, _SPOOL, _DATES = "MC-DEC-20260302-1c0ffee1", "MC-DEC-20260304-2c0ffee2", "MC-DEC-20260305-3c0ffee3"
_ROWS_SUBJECT, _DATES_SUBJECT = "MC-SUBJ-20260302-4c0ffee4", "MC-SUBJ-20260302-5c0ffee5"


def _play(stage: Stage) -> Iterator[Step]:
    laptop = stage.machine("laptop")
    laptop.git("memoir", "install")
    laptop.git("memoir", "init", "project")
    _fix_identity(laptop)
    subjects = _subject(_ROWS_SUBJECT, "Row storage") + _subject(_DATES_SUBJECT, "Date handling")
    laptop.write(_SUBJECTS, laptop.read(_SUBJECTS).decode() + subjects)
    head = laptop.read(_DECISIONS).decode()
    laptop.write(_DECISIONS, head + _entry(_FORMAT, "Rows are stored as Parquet"))
    publish(laptop, "Project memory")
    desktop, plain = stage.machine("desktop"), stage.machine("plain")
    desktop.git("memoir", "install")
    yield Narration(
        text="What the project decided, newest first. The laptop replaces the decision and pushes:"
    )
    replaced = _entry(_FORMAT, "Rows are stored as Parquet", superseded_by=_SPOOL)
    laptop.write(_DECISIONS, head + _entry(_SPOOL, "Rows are spooled as CSV", supersedes=_FORMAT) + replaced)
    publish(laptop, "Spool")
    yield file_shown(laptop, _DECISIONS, _outline(laptop.read(_DECISIONS)))
    yield Narration(text="The desktop adds one too, at the same place, and evidence to the old one:")
    backed = _entry(_FORMAT, "Rows are stored as Parquet", evidence="doc:README.md")
    desktop.write(
        _DECISIONS, head + _entry(_DATES, "Dates are kept as text", subject=_DATES_SUBJECT) + backed
    )
    desktop.git("commit", "--quiet", "-am", "Dates")
    yield file_shown(desktop, _DECISIONS, _outline(desktop.read(_DECISIONS)))
    came_through = yield from pulled_both_ways(desktop, plain, "--rebase", _DECISIONS, _outline)
    merged = _outline(desktop.read(_DECISIONS))
    order = [line.split()[1] for line in merged if line.startswith("## ")]
    if not came_through or order != [_DATES, _SPOOL, _FORMAT] or "- doc:README.md" not in merged:
        raise broken_promise()
    yield Narration(
        text="Three entries, newest first; the old one is superseded and has the evidence both sides gave it."
    )


def _fix_identity(machine: Machine) -> None:
    """Gives the project an identity that is the same each time, so that the demonstration is too."""
    lines = machine.read(_MANIFEST).decode().splitlines(keepends=True)
    key = "- project_id: "
    machine.write(
        _MANIFEST, "".join(key + _PROJECT + "\n" if line.startswith(key) else line for line in lines)
    )


def _entry(
    identifier: str,
    title: str,
    *,
    subject: str = _ROWS_SUBJECT,
    superseded_by: str = "",
    supersedes: str = "",
    evidence: str = "",
) -> str:
    lines = [f"## {identifier} \u2014 {title}", "", f"Status: {'superseded' if superseded_by else 'active'}"]
    lines += [f"Superseded-By: {superseded_by}"] if superseded_by else []
    lines += ["Scope: project", f"Subject: {subject}", "Facet: behavior", "Evidence:", "- user-confirmed"]
    lines += [f"- {evidence}"] if evidence else []
    lines += [f"Supersedes: {supersedes}"] if supersedes else []
    return "\n" + "\n".join([*lines, "", "Decision:", f"{title}.", ""])


def _subject(identifier: str, title: str) -> str:
    lines = [f"## {identifier} \u2014 {title}", "", "Status: active", "Kind: concept"]
    return "\n" + "\n".join([*lines, "Evidence:", "- user-confirmed", "", "Aliases:", ""])


def _outline(content: bytes) -> tuple[str, ...]:
    """Returns the lines that tell entries apart."""
    lines = content.decode("utf-8", "replace").splitlines()
    return tuple(line for line in lines if line.startswith(_HEADINGS))


ACT = Act(name="units", title="Project memory, added to at one place by both", play=_play)
