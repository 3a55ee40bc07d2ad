"""The validator's vectors: for each file exactly the errors and warnings that are expected.

Reports (INFO) are free: the format calls what they tell no error, and vectors do not list them.
"""

from __future__ import annotations

import pytest

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.checks.session import check_session
from tests.support.entry_vectors import EntryVector, load_entry_vectors
from tests.support.sessions import to_bytes

ENTRIES = load_entry_vectors("validate")
SESSIONS = load_entry_vectors("validate_session")


def found(findings: tuple[Finding, ...]) -> dict[str, list[str]]:
    """Returns the codes of each severity as a vector lists them."""
    return {
        name: sorted({finding.code.id for finding in findings if finding.severity is severity})
        for name, severity in (("errors", Severity.ERROR), ("warnings", Severity.WARNING))
    }


def expected(vector: EntryVector) -> dict[str, list[str]]:
    return {name: sorted(vector.data[name]) for name in ("errors", "warnings")}


@pytest.mark.parametrize("vector", ENTRIES, ids=lambda vector: vector.id)
def test_an_entry_raises_exactly_what_the_vector_expects(vector: EntryVector) -> None:
    name = vector.data.get("filename")

    findings = check_entry(vector.file("text"), RepoPath(name or "entry.md"), has_name=name is not None)

    assert found(findings) == expected(vector)


@pytest.mark.parametrize("vector", ENTRIES, ids=lambda vector: vector.id)
def test_an_entry_raises_no_more_when_links_are_resolved_too(vector: EntryVector) -> None:
    name = vector.data.get("filename")
    path = RepoPath(name or "entry.md")

    findings = check_entry(vector.file("text"), path, has_name=name is not None, known_names=frozenset())

    assert found(findings) == expected(vector)


@pytest.mark.parametrize("indent", [2, None], ids=["indented", "one line"])
@pytest.mark.parametrize("vector", SESSIONS, ids=lambda vector: vector.id)
def test_a_session_raises_exactly_what_the_vector_expects(vector: EntryVector, indent: int | None) -> None:
    findings = check_session(to_bytes(vector.data["session"], indent=indent), RepoPath("session.json"))

    assert found(findings) == expected(vector)


def test_there_are_vectors_of_both_kinds() -> None:
    assert ENTRIES
    assert SESSIONS
