"""A local preference is written as it was given, or refused with the line that stands in the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.overlay import NO_OVERLAY, LocalOverlay
from memoir_git.custodian.overlay_entries import read_local_file
from memoir_git.custodian.overlay_fault import PREFERENCES
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.local_add import LocalPreference, plan_local_add
from memoir_git.custodian.project import Project
from tests.support.overlay import bound_overlay

LINES = (
    "Prose.",
    "- a bullet",
    "  - indented",
    "Field: value",
    "## Heading",
    "### Sub",
    "",
    "```",
    "<!-- c -->",
    "    code",
)


def planned(text: str, title: str | None = None, overlay: LocalOverlay | None = None) -> Draft:
    material = Material(
        project=Project({}),
        contents={},
        directory="docs/memory",
        today="20261130",
        random=lambda _label: "0a1b2c3d" * 4,
        overlay=overlay or bound_overlay(),
    )
    asked = LocalPreference(
        text=text,
        title=title,
        scope="local-user",
        evidence=("user-confirmed",),
        allow_missing_evidence=False,
    )
    return plan_local_add(material, asked)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("One.\nTwo.", None),
        ("One.\n\n  - indented\n    code", None),
        ("One.\n\n```\n## inside\nNote: inside\n```", None),
        ("One.\nNote: two", 2),
        ("One.\n\n## Three", 3),
        ("One.\n- two", 2),
        ("One.\n```\nopen", 2),
        ("One.\n<<<<<<< ours\n", 2),
        ("Note: one", 1),
    ],
)
def test_the_line_that_would_not_read_back_is_named(text: str, line: int | None) -> None:
    told = [dict(finding.details)["text_line"] for finding in planned(text).blockers]

    assert told == ([] if line is None else [line])


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8))
def test_a_text_that_is_taken_reads_back_as_it_is(lines: list[str]) -> None:
    text = "\n".join(lines)

    draft = planned(text, "Title")

    if not draft.blockers:
        data = draft.overlay[PREFERENCES]
        assert data is not None
        file = read_local_file(PREFERENCES, data)
        assert file.faults == ()
        assert [entry.body.strip("\n") for entry in file.entries] == [text.strip("\n")]


def test_an_overlay_that_is_not_bound_takes_nothing() -> None:
    draft = planned("Text.", overlay=NO_OVERLAY)

    assert [dict(finding.details)["reason"] for finding in draft.blockers] == ["overlay-disabled"]
