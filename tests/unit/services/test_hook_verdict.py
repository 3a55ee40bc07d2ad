"""Which findings stop git, and which are only told."""

from __future__ import annotations

import pytest

from memoir_git.core import codes, codes_hooks
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian import codes_entry, codes_subject, codes_system
from memoir_git.services.hooks.verdict import brought, judge
from memoir_git.store import codes_common, codes_monotone

PATH = RepoPath("session.json")
SECRET = codes_common.SECRET.at(PATH, line=3, severity=Severity.ERROR, kind=Handle("k"))
ALWAYS = [
    codes.COMMITTED_MARKERS.at(PATH),
    codes_common.MARKERS.at(PATH, line=1),
    SECRET,
    codes_monotone.UNHIDDEN.at(PATH, place=Handle("current.decisions[0]")),
]
NEW = [
    codes_common.ENCODING.at(PATH, line=1),
    codes_entry.MALFORMED_ENTRY.at(PATH, reason=Handle("x")),
    codes_subject.SEVERAL_OWNERS.at(
        PATH, scope=Handle("s"), subject=Handle("u"), facet=Handle("f"), entries=(Handle("a"), Handle("b"))
    ),
]
TOLD = [
    codes_hooks.LOST_IN_MERGE.at(PATH, commit=Handle("abc")),
    codes.TRACKED_TEMPORARY.at(PATH),
    codes_common.SECRET.at(PATH, line=3, severity=Severity.WARNING, kind=Handle("k")),
    codes_monotone.QUESTION_GONE.at(PATH, place=Handle("current.open_questions[0]")),
]


@pytest.mark.parametrize("finding", ALWAYS, ids=lambda finding: finding.code.id)
def test_some_stop_git_even_if_they_were_there_before(finding: Finding) -> None:
    assert judge((finding,), (finding,)).blocking == (finding,)


@pytest.mark.parametrize("finding", NEW, ids=lambda finding: finding.code.id)
def test_some_stop_git_when_they_are_new(finding: Finding) -> None:
    assert judge((), (finding,)).blocking == (finding,)
    assert judge((finding,), (finding,)).blocking == ()


@pytest.mark.parametrize("finding", TOLD, ids=lambda finding: finding.code.id)
def test_warnings_are_told_once_and_stop_nothing(finding: Finding) -> None:
    assert judge((), (finding,)).told == (finding,)
    assert judge((finding,), (finding,)).told == ()


def test_a_fault_that_moved_to_another_line_is_the_same() -> None:
    moved = codes_common.ENCODING.at(PATH, line=9)

    assert judge((codes_common.ENCODING.at(PATH, line=1),), (moved,)).blocking == ()


def test_information_is_not_told() -> None:
    assert judge((), (codes.NOT_SHARED.at(PATH),)).told == ()


REVIEWED = [
    codes_subject.NEEDS_RECONCILIATION.at(PATH, reason=Handle("same-file"), units=Handle("a")),
    codes_system.MERGE_REVIEW.at(reason=Handle("no-common-base")),
]


@pytest.mark.parametrize("finding", [*ALWAYS, *NEW, *REVIEWED], ids=lambda finding: finding.code.id)
def test_after_the_fact_what_is_new_is_a_warning_whatever_it_weighs_before_it(finding: Finding) -> None:
    (told,) = brought((), (finding,))

    assert (told.code, told.severity) == (finding.code, Severity.WARNING)
    assert brought((finding,), (finding,)) == ()


@pytest.mark.parametrize("finding", TOLD, ids=lambda finding: finding.code.id)
def test_after_the_fact_what_would_have_stopped_nothing_is_not_told(finding: Finding) -> None:
    assert brought((), (finding,)) == ()
