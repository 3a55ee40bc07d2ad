"""What the planners that write entries take and give, without a disk: material, requests, reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memoir_git.core.finding import Finding
from memoir_git.core.text import sha256
from memoir_git.custodian.evidence import Evidence
from memoir_git.custodian.plans.active_entry import Permissions
from memoir_git.custodian.plans.add_request import AddRequest
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.project import Project
from tests.support.memory import SUBJECT, context_of, findings_of
from tests.support.project_memory import fresh

TODAY = "20261130"
DIRECTORY = "docs/memory"
NO_PERMISSION = Permissions(allow_long=False, allow_missing_evidence=False, despite_guards=())
TEMPLATES = fresh(extended=True)


def material_of(
    files: Mapping[str, str | bytes], *, has_source: Callable[[Evidence], bool] = lambda _item: True
) -> Material:
    """Returns the material of a memory directory with these files; a random value is its label's digest."""
    contents = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    return Material(
        project=Project(contents),
        contents=contents,
        directory=DIRECTORY,
        today=TODAY,
        random=lambda label: sha256(label.encode())[:32],
        has_source=has_source,
    )


def add_request(**asked: Any) -> AddRequest:
    """Returns a request for a decision about the Subject that `files()` holds, with what is asked changed."""
    words: dict[str, Any] = {
        "message": "Rows are stored as they come.",
        "type": "decision",
        "name": None,
        "area": None,
        "title": None,
        "scope": None,
        "reason": None,
        "evidence": ("user-confirmed",),
        "candidate": False,
        "supersedes": None,
        "subject": SUBJECT,
        "facet": "behavior",
        "from_legacy": None,
        "permissions": NO_PERMISSION,
        "templates": TEMPLATES,
    }
    return AddRequest(**{**words, **asked})


def reasons(findings: tuple[Finding, ...]) -> list[str]:
    """Returns the words of a plan's findings, in order."""
    return [str(value) for finding in findings for name, value in finding.details if name == "reason"]


def written(files: Mapping[str, str], draft: Draft) -> dict[str, str]:
    """Returns the files as the draft leaves them."""
    assert draft.blockers == (), reasons(draft.blockers)
    after = dict(files)
    for path, data in draft.contents.items():
        assert data is not None, "nothing here deletes a file"
        after[path] = data.decode()
    return after


def told(files: Mapping[str, str]) -> list[str]:
    """Returns code, path and entry of every finding of an audit, sorted."""
    found = findings_of(context_of(dict(files)))
    return sorted(f"{finding.code.id} {finding.path} {finding.entry_id}" for finding in found)
