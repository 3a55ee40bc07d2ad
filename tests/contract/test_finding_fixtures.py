"""Every finding code about memory files has the smallest input that raises it, and raises nothing else.

A case is a folder `fixtures/findings/<code>/`. For a code of the memoir store it holds a store:
`session.json`, `memory/*.md` or both; for one of project memory a project: `docs/memory/`, with a `case.toml`
where files alone do not raise it. Adding one needs no code here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.custodian import codes as project_codes
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import names_in, walk
from memoir_git.services.audit import audit
from memoir_git.services.checks import check_snapshot
from memoir_git.store import codes
from memoir_git.store.recognise import ENTRY, SESSION
from tests.support.finding_cases import set_up
from tests.support.places import FIXTURES
from tests.support.scenario import Repo

FOLDER = FIXTURES / "findings"
CASES = sorted(FOLDER.glob("MM-*"))
PROJECTS = sorted(FOLDER.glob("MC-*"))

# Codes that no file in a repository can raise, and where they are raised instead.
WITHOUT_FIXTURE = {
    "MM-FILE-LINK": "a link would be checked out as one: tests/scenario/test_validate.py",
    "MM-FILE-KIND": "git keeps no pipes: tests/scenario/test_validate.py",
    "MM-FILE-UNREADABLE": "git keeps no permissions: tests/unit/services/test_checks.py",
    "MM-FILE-SIZE": "too large to keep: tests/scenario/test_validate.py",
    "MM-FILE-UNMERGED": "only an index holds it: tests/unit/services/test_checks.py",
    "MM-NO-FILES": "git keeps no empty folders: tests/scenario/test_validate.py",
    "MM-PLAN-STALE": "files change between two commands: tests/cli/test_forget.py",
    "MM-INDEX-ABSENT": "of a folder, not a file: tests/cli/test_index.py",
    "MM-INDEX-MISSING": "of two files: tests/cli/test_index.py",
    "MM-INDEX-GONE": "of two files: tests/cli/test_index.py",
    "MM-INDEX-HIDDEN": "of two files: tests/cli/test_index.py",
    **{
        f"MM-MONO-{name}": "of two versions: tests/unit/store/test_monotone.py"
        for name in (
            "GOAL-GONE",
            "ACTION-GONE",
            "DECISION-GONE",
            "HIDDEN-GONE",
            "UNHIDDEN",
            "PURGED-BACK",
            "COMPLETION-GONE",
            "LIVE-AGAIN",
            "QUESTION-GONE",
            "KEY-GONE",
            "MACHINE-GONE",
            "HISTORY-GONE",
            "SESSION-GONE",
            "ENTRY-UNHIDDEN",
            "ENTRY-PURGED-BACK",
            "ENTRY-TOMBSTONE-GONE",
            "ENTRY-COMPLETION-GONE",
        )
    },
    "MM-SECRET": "a scanner would trip over it: tests/unit/store/test_checks_secrets.py",
}
PROJECT_CODES_WITHOUT_FIXTURE = {
    "MC-CONFLICT-005": "two branches raise it: tests/unit/custodian/test_branches.py",
    "MC-CONFLICT-006": "two branches raise it: tests/unit/custodian/test_branches.py",
    "MC-CONFLICT-007": "two branches raise it: tests/unit/custodian/test_branches.py",
    "MC-CONFLICT-008": "two branches raise it: tests/unit/custodian/test_branches.py",
    "MC-ERASURE-001": "no file says it: tests/unit/custodian/test_codes.py",
    "MC-ERASURE-002": "a history raises it: tests/scenario/test_exposure.py",
    "MC-ERASURE-003": "a history raises it: tests/scenario/test_exposure.py",
    "MC-ERASURE-004": "a history raises it: tests/scenario/test_exposure.py",
    "MC-ERASURE-005": "no file says it: tests/unit/custodian/test_codes.py",
    "MC-ERASURE-006": "of this machine's private state: tests/scenario/test_local_overlay.py",
    "MC-LOCAL-001": "of this machine's private state: tests/scenario/test_local_overlay.py",
    "MC-LOCAL-002": "of this machine's private state: tests/scenario/test_local_overlay.py",
    "MC-RUNTIME-001": "the machine refuses: tests/cli/test_surroundings.py",
    "MC-MERGE-000": "a merge that cannot be looked at: tests/scenario/test_merge_review.py",
    "MC-PLAN-001": "a command raises it, of what it was asked: tests/scenario/test_changes.py",
    "MC-PLAN-002": "a command raises it, of what it was asked: tests/scenario/test_changes.py",
    **{
        f"MC-TRANSACTION-00{number}": "private state raises it: tests/scenario/test_unfinished.py"
        for number in (1, 2, 3, 4)
    },
    "MC-ROUTING-004": "no invocation raises it yet: tests/unit/custodian/test_codes.py",
}
# A feedback entry is a legacy one whatever it lacks.
COMPANIONS = {"MM-LEGACY-NO-APPLY": {"MM-LEGACY-TYPE"}}


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_the_smallest_input_raises_its_code_and_no_other(folder: Path) -> None:
    formats = {path: SESSION if path.endswith(".json") else ENTRY for path in walk(folder)}
    snapshot = load_work_tree(folder, formats)

    found = check_snapshot(snapshot, formats, {"memory": names_in(folder / "memory")})

    assert {finding.code.id for finding in found} == {folder.name} | COMPANIONS.get(folder.name, set())


def test_every_code_has_a_fixture_or_a_reason_why_not() -> None:
    assert {code.id for code in codes.ALL} == {case.name for case in CASES} | WITHOUT_FIXTURE.keys()


def test_no_code_has_both_a_fixture_and_a_reason_why_not() -> None:
    assert {case.name for case in CASES} & WITHOUT_FIXTURE.keys() == set()


@pytest.mark.parametrize("folder", PROJECTS, ids=lambda folder: folder.name)
def test_the_smallest_project_raises_its_code_and_no_other(
    folder: Path, tmp_path: Path, make_repo: Callable[[], Repo]
) -> None:
    try:
        request = set_up(folder, tmp_path / "project", make_repo)
    except FileExistsError:
        pytest.skip("this file system holds one of two names that differ by case")

    found = audit(request).findings

    assert {finding.code.id for finding in found} == {folder.name}


def test_every_code_of_project_memory_that_is_raised_has_a_fixture_or_a_reason_why_not() -> None:
    raised = {code.id for code in project_codes.ALL if code.since is not None}

    assert raised == {case.name for case in PROJECTS} ^ PROJECT_CODES_WITHOUT_FIXTURE.keys()
