"""Files of three trees under all their names."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.ids import RepoPath
from memoir_git.core.snapshot import Snapshot, Source, snapshot_of
from memoir_git.core.unmerged import Origins
from memoir_git.services.followed import Followed, false_renames, follow
from memoir_git.store.recognise import ENTRY
from tests.support.finishing import edited, entry

A, B, C, D = (RepoPath(f"memory/{name}.md") for name in "abcd")
FORMATS = dict.fromkeys((A, B, C, D), ENTRY)
OTHER = "quite another text\n"


def tree(files: Mapping[RepoPath, str]) -> Snapshot:
    return snapshot_of({path: text.encode() for path, text in files.items()}, source=Source.COMMIT)


def trees(
    base: Mapping[RepoPath, str],
    ours: Mapping[RepoPath, str],
    theirs: Mapping[RepoPath, str],
    *,
    ours_from: Mapping[RepoPath, RepoPath] | None = None,
    theirs_from: Mapping[RepoPath, RepoPath] | None = None,
) -> Origins:
    return Origins(
        base=tree(base),
        ours=tree(ours),
        theirs=tree(theirs),
        ours_from=ours_from or {},
        theirs_from=theirs_from or {},
    )


def presence(file: Followed) -> tuple[bool, bool, bool]:
    return (file.base is not None, file.ours is not None, file.theirs is not None)


def test_a_file_that_stays_is_one_file() -> None:
    (file,) = follow(trees({A: entry("a")}, {A: entry("a")}, {A: entry("a")}), FORMATS)

    assert (file.path, file.places, presence(file)) == (A, (A,), (True, True, True))


def test_a_renamed_file_is_one_file_at_its_new_name() -> None:
    three = trees({A: entry("a")}, {A: edited("a", 2, updated=3)}, {B: entry("a")}, theirs_from={B: A})

    (file,) = follow(three, FORMATS)

    assert (file.places, presence(file)) == ((B,), (True, True, True))


def test_a_file_renamed_twice_has_two_places() -> None:
    three = trees({A: entry("a")}, {B: entry("a")}, {C: entry("a")}, ours_from={B: A}, theirs_from={C: A})

    (file,) = follow(three, FORMATS)

    assert file.places == (B, C)


def test_two_files_that_claim_one_name_stay_at_their_old_ones() -> None:
    first, second = entry("a"), entry("b", body=OTHER)
    three = trees(
        {A: first, B: second},
        {C: first, B: second},
        {A: first, C: second},
        ours_from={C: A},
        theirs_from={C: B},
    )

    assert [file.places for file in follow(three, FORMATS)] == [(A,), (B,)]


def test_a_file_added_on_both_sides_is_one_file_without_a_base() -> None:
    (file,) = follow(trees({}, {A: entry("a")}, {A: entry("b")}), FORMATS)

    assert presence(file) == (False, True, True)


def test_a_false_rename_is_a_deletion_and_an_addition() -> None:
    added = edited("b", 7, updated=2)
    three = trees({A: entry("a")}, {A: entry("a")}, {B: added}, theirs_from={B: A})

    first, second = follow(three, FORMATS)

    assert false_renames(three, FORMATS) == {B: A}
    assert (first.path, presence(first)) == (A, (True, True, False))
    assert (second.path, presence(second), second.parted_from) == (B, (False, False, True), A)


def test_paths_of_no_format_are_left_out() -> None:
    assert follow(trees({A: "x"}, {A: "y"}, {A: "z"}), {}) == ()


def test_a_file_renamed_to_where_no_memory_is_has_left() -> None:
    away = RepoPath("docs/a.md")
    three = trees({A: entry("a")}, {A: entry("a")}, {away: entry("a")}, theirs_from={away: A})

    (file,) = follow(three, FORMATS)

    assert (file.places, presence(file)) == ((A,), (True, True, False))
