"""Laws of the plans that govern memory: any bytes give a plan, and none that may be applied loses an ID."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.plans.compact import CompactRequest, plan_compact
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.exception import plan_exception_add, plan_exception_remove
from memoir_git.custodian.plans.reconcile import ReconcileRequest, plan_reconcile
from memoir_git.custodian.plans.subject import (
    SubjectRequest,
    plan_subject_add,
    plan_subject_alias,
    plan_subject_rename,
)
from memoir_git.custodian.plans.subject_merge import MergeRequest, plan_subject_merge
from memoir_git.custodian.project import Project
from tests.support.memory import SUBJECT, entry, entry_id, files, record, subject
from tests.support.planning import material_of

OTHER = "MC-SUBJ-20260902-2222bbbb"
RULE, NARROWER = entry_id("CON", 1), entry_id("CON", 5)
NOTE = "# Archive\n"
# Whole units, broken ones and single lines: what stands in a file that several people edited at once.
_PIECES = st.sampled_from(
    [
        entry("CON", 1),
        entry("CON", 1, subject=OTHER),
        entry("CON", 5, scope="area:importer", Exception_To=RULE),
        entry("CON", 5, scope="area:importer", subject=OTHER),
        entry("DEC", 1, status="superseded", Superseded_By=entry_id("DEC", 2), body="word " * 900),
        entry("INBOX", 1, status="promoted"),
        entry("INBOX", 2, status="candidate", Provisional_Subject=OTHER),
        entry("TOMB", 1, title="Tombstone: a"),
        subject(),
        subject(OTHER, "Other", aliases=["Build"]),
        subject(OTHER, "Other", status="merged", Merged_Into=SUBJECT),
        record(1, [RULE, NARROWER], "exception"),
        record(1, [RULE]),
        f"## {OTHER} — t\nStatus: active\n",
        f"## {RULE.lower()} —  t ##\n",
        "Subject: " + OTHER + "\n",
        "Merged-From:\n- " + OTHER + "\n",
        "## 2026-01-01 - Old\n\n" + "word " * 500 + "\n",
        "- a\n",
        "  - nested\n",
        "```\n",
        "<!--\n",
        "# T\n",
        "\n",
    ]
)
PATHS = (
    "decisions.md",
    "constraints.md",
    "areas/importer.md",
    "inbox.md",
    "subjects.md",
    "reconciliations.md",
    "do-not-use.md",
    "archive/decisions-2026-11-30.md",
    "archive/reconciliations-2026-11-30.md",
)


def _compacting(target: str) -> Callable[[Material], Draft]:
    request = CompactRequest(target=target, archive_oldest=True, archive_readme=NOTE)
    return lambda given: plan_compact(given, request)


def _merging(given: Material) -> Draft:
    return plan_subject_merge(given, MergeRequest(source=OTHER, target=SUBJECT, keep_target_ref=True))


def _adding(given: Material) -> Draft:
    request = SubjectRequest(
        title="New", kind="concept", canonical_ref=None, aliases=("newer",), evidence=("user-confirmed",)
    )
    return plan_subject_add(given, request)


def _recording(given: Material) -> Draft:
    request = ReconcileRequest(
        entries=(RULE, NARROWER), resolution="exception", title="T", evidence=("user-confirmed",)
    )
    return plan_reconcile(given, request)


PLANS: dict[str, Callable[[Material], Draft]] = {
    "add": _adding,
    "rename": lambda given: plan_subject_rename(given, OTHER, "New"),
    "alias": lambda given: plan_subject_alias(given, OTHER, "new"),
    "merge": _merging,
    "except": lambda given: plan_exception_add(given, NARROWER, RULE),
    "no longer except": lambda given: plan_exception_remove(given, NARROWER, archive_readme=NOTE),
    "record": _recording,
    "compact the inbox": _compacting("inbox.md"),
    "compact decisions": _compacting("decisions.md"),
    "compact an area": _compacting("areas/importer.md"),
    "compact constraints": _compacting("constraints.md"),
}


@st.composite
def memories(draw: st.DrawFn) -> dict[str, bytes]:
    """A clean project in which some files hold pieces in any order, or bytes that are no text."""
    contents = {path: text.encode() for path, text in files().items()}
    pieces = st.lists(_PIECES, max_size=5).map(lambda found: "\n".join(found).encode())
    crlf = pieces.map(lambda data: data.replace(b"\n", b"\r\n"))
    content = st.one_of(pieces, pieces, crlf, st.binary(max_size=8))
    return contents | draw(st.dictionaries(st.sampled_from(PATHS), content, max_size=5))


@pytest.mark.parametrize("name", PLANS)
@given(contents=memories())
def test_any_memory_gives_a_plan_that_keeps_every_id(name: str, contents: dict[str, bytes]) -> None:
    draft = PLANS[name](material_of(contents))

    after = contents if draft.blockers else {**contents, **draft.contents}
    assert _ids(contents) <= _ids({path: data for path, data in after.items() if data is not None})


def _ids(contents: dict[str, bytes]) -> set[str]:
    """Returns the IDs of entries and Subjects, those in the archive included."""
    project = Project(contents)
    return {*project.entries_by_id, *project.subjects_by_id}
