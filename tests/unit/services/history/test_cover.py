"""Where the lines of an attribute file say that memory lies or lay."""

from __future__ import annotations

import pytest

from memoir_git.services.history.cover import bound_places, outermost


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("/.memoir/session.json merge=memoir-session text=auto", ".memoir/session.json"),
        ("/.memoir/memory/*.md merge=memoir-entry text=auto", ".memoir/memory"),
        ("/docs/memory/areas/*.md merge=memoir-units", "docs/memory/areas"),
        ("/docs/memory/manifest.md memoir=project", "docs/memory"),
        ("old/** merge=memoir-session", "old"),
        ("**/session.json merge=memoir-session", ""),
        ("*.json merge=memoir-session", ""),
        ("session.json merge=memoir-session", ""),
        ('"/a b/notes.md" merge=memoir-sections', "a b/notes.md"),
        ("/odd\\[1\\]/x.md merge=memoir-entry", "odd[1]/x.md"),
        ("  /x.md\tmerge=memoir-entry\r", "x.md"),
    ],
)
def test_a_binding_covers_whatever_it_can_match(line: str, place: str) -> None:
    assert list(bound_places(line)) == [place]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# /x.md merge=memoir-entry",
        "*.png merge=binary",
        "/x.md -merge",
        '"/x.md merge=memoir-entry',
        "/x.md memoir",
    ],
)
def test_any_other_line_covers_nothing(line: str) -> None:
    assert list(bound_places(line)) == []


def test_what_lies_below_another_place_is_not_named_twice() -> None:
    places = [".memoir/memory", ".memoir", "docs/memory", "docs/memory2", ".memoir-old", ".memoir"]

    assert outermost(places) == (".memoir", ".memoir-old", "docs/memory", "docs/memory2")
