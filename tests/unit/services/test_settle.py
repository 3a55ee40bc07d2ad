"""Settling what a merge left open: pure, from the versions and what is known of renames."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memoir_git import registry
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.core.snapshot import EXECUTABLE_MODE, Snapshot, SnapshotFile, Source, snapshot_of
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.services.fate import Fate, Settled
from memoir_git.services.settle import settle
from memoir_git.store.recognise import ENTRY, SESSION
from tests.support.finishing import edited, entry, hidden, stub
from tests.support.sessions import action, session, to_bytes
from tests.support.text_merge import merge_text

A, B, C = (RepoPath(f"memory/{name}.md") for name in "abc")
OTHER = "quite another text\n"


def merge(format_name: str, path: RepoPath, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
    return registry.merge(format_name, base, ours, theirs, MergeOptions(path=path), merge_text)


def file(content: str | None) -> SnapshotFile | None:
    return None if content is None else SnapshotFile(content=content.encode())


def versions(base: str | None, ours: str | None, theirs: str | None) -> Unmerged:
    return Unmerged(base=file(base), ours=file(ours), theirs=file(theirs))


def tree(files: Mapping[RepoPath, str]) -> Snapshot:
    return snapshot_of({path: text.encode() for path, text in files.items()}, source=Source.COMMIT)


def settled(
    unmerged: Mapping[RepoPath, Unmerged],
    *,
    origins: Origins | None = None,
    taken: tuple[RepoPath, ...] = (),
    prefer_delete: bool = False,
) -> tuple[Settled, ...]:
    formats = dict.fromkeys(unmerged, ENTRY)
    return settle(unmerged, formats, merge, origins=origins, taken=taken, prefer_delete=prefer_delete)


def one(
    unmerged: Mapping[RepoPath, Unmerged], *, origins: Origins | None = None, prefer_delete: bool = False
) -> Settled:
    (item,) = settled(unmerged, origins=origins, prefer_delete=prefer_delete)
    return item


def contents(item: Settled) -> dict[RepoPath, str | None]:
    return {path: None if file is None else file.content.decode() for path, file in item.files.items()}


def test_what_both_sides_have_is_merged_by_its_format() -> None:
    item = one({A: versions(entry("a"), edited("a", 2, updated=3), edited("a", 10, updated=4))})

    assert item.fate is Fate.MERGED
    assert "line 2 changed" in (contents(item)[A] or "")


def test_a_disagreement_stays_open_with_its_markers() -> None:
    item = one({A: versions(entry("a"), edited("a", 2, updated=3), edited("a", 2, updated=4, word="x"))})

    assert (item.fate, item.conflicts, item.is_open) == (Fate.CONFLICT, 1, True)


def test_a_mode_that_one_side_changed_is_taken() -> None:
    changed = SnapshotFile(content=edited("a", 2, updated=3).encode(), mode=EXECUTABLE_MODE)
    unmerged = Unmerged(base=file(entry("a")), ours=file(edited("a", 10, updated=4)), theirs=changed)

    kept = one({A: unmerged}).files[A]

    assert kept is not None
    assert kept.mode == EXECUTABLE_MODE


@pytest.mark.parametrize(
    ("base", "survivor", "fate"),
    [
        (entry("a"), edited("a", 2, updated=3), Fate.KEPT_EDIT),
        (entry("a"), hidden("a"), Fate.KEPT_TOMBSTONE),
        (entry("a"), stub("a", "a"), Fate.KEPT_STUB),
        (stub("a", "a"), entry("a", updated=9), Fate.KEPT_STUB),
        (hidden("a"), entry("a", updated=9), Fate.KEPT_TOMBSTONE),
        (
            entry("a", done_at="2026-03-02"),
            entry("a", done_at="2026-03-02", added="2026-03-05"),
            Fate.KEPT_EDIT,
        ),
        (entry("a"), " \n", Fate.DELETED),
    ],
)
def test_a_deletion_is_decided_by_what_it_stands_against(base: str, survivor: str, fate: Fate) -> None:
    first, second = one({A: versions(base, None, survivor)}), one({A: versions(base, survivor, None)})

    assert first.fate is fate
    assert (first.fate, first.files) == (second.fate, second.files)


def test_a_purged_text_does_not_come_back_by_an_edit() -> None:
    item = one({A: versions(stub("a", "a"), None, entry("a", updated=9))})

    assert contents(item) == {A: stub("a", "a")}


def test_a_session_is_kept_against_its_deletion() -> None:
    path = RepoPath("session.json")
    old, new = (SnapshotFile(content=to_bytes(session(actions=[action(text)]))) for text in "ab")
    unmerged = {path: Unmerged(base=old, ours=None, theirs=new)}

    (item,) = settle(unmerged, {path: SESSION}, merge, origins=None)

    assert (item.fate, item.files) == (Fate.KEPT_EDIT, {path: new})


def test_what_is_no_regular_file_is_not_decided() -> None:
    link = Unmerged(base=None, ours=None, theirs=None, is_regular=False)

    assert one({A: link}).fate is Fate.UNCLEAR


def test_a_path_of_no_format_is_left_out() -> None:
    assert settle({A: versions("x", "y", "z")}, {}, merge, origins=None) == ()


# -- renames


def renamed_twice() -> tuple[dict[RepoPath, Unmerged], Origins]:
    ours, theirs = edited("a", 2, updated=3), edited("a", 10, updated=4)
    unmerged = {
        A: versions(entry("a"), None, None),
        B: versions(None, ours, None),
        C: versions(None, None, theirs),
    }
    origins = Origins(
        base=tree({A: entry("a")}),
        ours=tree({B: ours}),
        theirs=tree({C: theirs}),
        ours_from={B: A},
        theirs_from={C: A},
    )
    return unmerged, origins


@pytest.mark.parametrize("is_known", [True, False])
def test_a_file_renamed_twice_has_both_names_and_one_content(is_known: bool) -> None:
    unmerged, origins = renamed_twice()

    item = one(unmerged, origins=origins if is_known else None)

    found = contents(item)
    assert item.fate is Fate.BOTH_NAMES
    assert found[A] is None
    assert found[B] == found[C] is not None


def test_without_the_trees_two_candidates_are_not_guessed_at() -> None:
    unmerged, _ = renamed_twice()
    unmerged[RepoPath("memory/d.md")] = unmerged[C]

    fates = {item.path: item.fate for item in settled(unmerged)}

    assert fates[A] is Fate.UNCLEAR


def test_the_original_versions_count_where_git_staged_a_merged_one() -> None:
    unmerged, origins = renamed_twice()
    merged = "markers and all\n"
    unmerged |= {B: versions(None, merged, None), C: versions(None, None, merged)}

    item = one(unmerged, origins=origins)

    assert "line 10 changed" in (contents(item)[B] or "")


def test_two_files_renamed_to_one_name_go_back_to_their_own() -> None:
    first, second = entry("a"), entry("b", body=OTHER)
    origins = Origins(
        base=tree({A: first, B: second}),
        ours=tree({C: first, B: second}),
        theirs=tree({A: first, C: second}),
        ours_from={C: A},
        theirs_from={C: B},
    )

    item = one({C: versions(None, first, second)}, origins=origins)

    assert (item.fate, contents(item)) == (Fate.OLD_NAMES, {C: None, A: first, B: second})


def test_an_old_name_that_is_taken_is_not_overwritten() -> None:
    first, second = entry("a"), entry("b", body=OTHER)
    origins = Origins(
        base=tree({A: first}),
        ours=tree({C: first}),
        theirs=tree({A: first, C: second}),
        ours_from={C: A},
        theirs_from={},
    )

    (item,) = settled({C: versions(None, first, second)}, origins=origins, taken=(A,))

    assert (item.fate, item.files) == (Fate.UNCLEAR, {})


def test_a_name_given_by_a_rename_here_and_an_addition_there_stays_with_the_addition() -> None:
    first, second = entry("a"), entry("b", body=OTHER)
    origins = Origins(
        base=tree({A: first}),
        ours=tree({C: first}),
        theirs=tree({A: first, C: second}),
        ours_from={C: A},
        theirs_from={},
    )

    item = one({C: versions(None, first, second)}, origins=origins)

    assert contents(item) == {A: first, C: second}


def test_an_addition_without_a_rename_keeps_its_place() -> None:
    item = one({A: versions(None, None, entry("a"))}, prefer_delete=True)

    assert (item.fate, contents(item)) == (Fate.KEPT_PLACE, {A: entry("a")})


def test_a_rename_against_a_deletion_can_be_told_from_an_addition() -> None:
    renamed = edited("a", 2, updated=3)
    origins = Origins(
        base=tree({A: entry("a")}),
        ours=tree({B: renamed}),
        theirs=tree({}),
        ours_from={B: A},
        theirs_from={},
    )

    item = one({B: versions(None, renamed, None)}, origins=origins, prefer_delete=True)

    assert item.fate is Fate.DELETED


def false_rename(*, is_ours: bool) -> tuple[dict[RepoPath, Unmerged], Origins]:
    """Returns what git leaves when one side deletes A and adds B, and the other edits A."""
    added, edit = edited("b", 7, updated=2), edited("a", 7, updated=4, word="mine")
    trees = (tree({B: added}), tree({A: edit}))
    sides = (added, edit) if is_ours else (edit, added)
    ours, theirs = trees if is_ours else trees[::-1]
    origins = Origins(
        base=tree({A: entry("a")}),
        ours=ours,
        theirs=theirs,
        ours_from={B: A} if is_ours else {},
        theirs_from={} if is_ours else {B: A},
    )
    return {B: versions(entry("a"), *sides)}, origins


@pytest.mark.parametrize("is_ours", [True, False])
def test_two_entries_that_git_took_for_one_are_parted(is_ours: bool) -> None:
    unmerged, origins = false_rename(is_ours=is_ours)

    item = one(unmerged, origins=origins)

    assert item.fate is Fate.PARTED
    assert contents(item) == {A: edited("a", 7, updated=4, word="mine"), B: edited("b", 7, updated=2)}
