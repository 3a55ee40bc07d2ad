"""Paths as a report shows them: the format's own names in full, everybody else's as numbers."""

from __future__ import annotations

import pytest

from memoir_git.services.history.handles import PathHandles


@pytest.mark.parametrize(
    ("path", "handle"),
    [
        ("docs/memory/decisions.md", "docs/memory/decisions.md"),
        (".memoir/session.json", ".memoir/session.json"),
        (".memoir/memory/decision_acme.md", ".memoir/memory/<entry-1>"),
        ("docs/memory/areas/acme.md", "docs/memory/areas/<entry-1>"),
        ("clients/acme/session.json", "<folder-1>/<folder-2>/session.json"),
        ("clients/acme.txt", "<folder-1>/<file-1>"),
        ("Docs/decisions.MD", "<folder-1>/<entry-1>"),
        ("a b/\u00e9\udcff.md", "<folder-1>/<entry-1>"),
        ("", "<no-path>"),
    ],
)
def test_a_name_that_somebody_chose_is_a_number(path: str, handle: str) -> None:
    assert PathHandles([path]).of(path) == handle


def test_numbers_follow_the_order_of_the_paths_and_not_of_the_asking() -> None:
    paths = ["memory/b.md", "memory/a.md", "x/memory/a.md", "memory/b.md"]

    one, other = PathHandles(paths), PathHandles(paths[::-1])

    assert [one.of(path) for path in paths] == [other.of(path) for path in paths]
    assert [one.of(path) for path in sorted(set(paths))] == [
        "memory/<entry-1>",
        "memory/<entry-2>",
        "<folder-1>/memory/<entry-3>",
    ]


def test_a_folder_is_one_number_wherever_it_is_shown() -> None:
    handles = PathHandles(["acme/session.json", "acme/MEMORY.md", "other/session.json"])

    assert handles.of("acme/MEMORY.md").split("/")[0] == handles.of("acme/session.json").split("/")[0]
    assert handles.of("other/session.json").split("/")[0] != handles.of("acme/session.json").split("/")[0]
