"""The store's checks over a snapshot: which file gets which, and what stands for an unreadable one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Obstacle, Snapshot, Source, snapshot_of
from memoir_git.services.checks import check_snapshot
from memoir_git.store.recognise import ENTRY, SESSION

FACT = b"---\ntype: fact\nname: n\ndescription: d\ncreated: 2026-05-01\n---\n[[fact_b]]\n"
OF_PATHS = {RepoPath("session.json"): SESSION, RepoPath("m/fact_a.md"): ENTRY, RepoPath("m/fact_b.md"): ENTRY}


def codes(snapshot: Snapshot, names: Mapping[str, frozenset[str]] | None = None) -> list[tuple[str, str]]:
    found = check_snapshot(snapshot, OF_PATHS, names or {})
    return sorted((finding.path or "", finding.code.id) for finding in found)


def test_each_file_gets_the_checks_of_its_format() -> None:
    snapshot = snapshot_of({"session.json": b"[]", "m/fact_a.md": b"---\n"}, source=Source.INDEX)

    assert codes(snapshot) == [("m/fact_a.md", "MM-FM-UNTERMINATED"), ("session.json", "MM-NOT-OBJECT")]


def test_a_file_of_no_format_is_passed_over() -> None:
    assert codes(snapshot_of({"other.json": b"[]"})) == []


def test_links_resolve_against_the_names_in_their_own_folder() -> None:
    snapshot = snapshot_of({"m/fact_a.md": FACT})

    assert codes(snapshot, {"m": frozenset({"fact_b.md"})}) == []
    assert codes(snapshot, {"m": frozenset()}) == [("m/fact_a.md", "MM-LINK-UNRESOLVED")]


def test_links_of_a_folder_nobody_listed_are_not_judged() -> None:
    assert codes(snapshot_of({"m/fact_a.md": FACT})) == []


@pytest.mark.parametrize(
    ("obstacle", "code"),
    [
        (Obstacle.LINK, "MM-FILE-LINK"),
        (Obstacle.NOT_REGULAR, "MM-FILE-KIND"),
        (Obstacle.UNREADABLE, "MM-FILE-UNREADABLE"),
        (Obstacle.TOO_LARGE, "MM-FILE-SIZE"),
        (Obstacle.UNMERGED, "MM-FILE-UNMERGED"),
    ],
)
def test_what_stands_in_the_way_of_a_memory_file_is_a_finding(obstacle: Obstacle, code: str) -> None:
    paths = {RepoPath("session.json"): obstacle, RepoPath("other.json"): obstacle}
    snapshot = Snapshot(source=Source.INDEX, label="index", files={}, obstacles=paths)

    assert codes(snapshot) == [("session.json", code)]


def test_every_obstacle_has_its_finding() -> None:
    paths = list(OF_PATHS)
    for obstacle in Obstacle:
        snapshot = Snapshot(source=Source.INDEX, label="index", files={}, obstacles={paths[0]: obstacle})

        assert len(codes(snapshot)) == 1
