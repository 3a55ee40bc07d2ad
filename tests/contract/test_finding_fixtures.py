"""Every finding code of the memoir store has the smallest input that raises it, and raises nothing else.

A case is a folder `fixtures/findings/<code>/` that holds a store: `session.json`, `memory/*.md` or both.
Adding one needs no code here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import names_in, walk
from memoir_git.services.checks import check_snapshot
from memoir_git.store import codes
from memoir_git.store.recognise import ENTRY, SESSION
from tests.support.places import FIXTURES

FOLDER = FIXTURES / "findings"
CASES = sorted(FOLDER.glob("MM-*"))

# Codes that no file in a repository can raise, and where they are raised instead.
WITHOUT_FIXTURE = {
    "MM-FILE-LINK": "a link would be checked out as one: tests/scenario/test_validate.py",
    "MM-FILE-KIND": "git keeps no pipes: tests/scenario/test_validate.py",
    "MM-FILE-UNREADABLE": "git keeps no permissions: tests/unit/services/test_checks.py",
    "MM-FILE-SIZE": "too large to keep: tests/scenario/test_validate.py",
    "MM-FILE-UNMERGED": "only an index holds it: tests/unit/services/test_checks.py",
    "MM-NO-FILES": "git keeps no empty folders: tests/scenario/test_validate.py",
    "MM-SECRET": "a scanner would trip over it: tests/unit/store/test_checks_secrets.py",
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
