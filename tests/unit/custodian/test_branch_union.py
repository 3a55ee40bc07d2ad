"""The mechanical union: taken, joined, or left out for a person; placed where either side moved it."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.branch_changes import compare
from memoir_git.custodian.branch_graph import BranchGraph
from memoir_git.custodian.branch_union import Union, union_of
from tests.support.branches import as_bytes
from tests.support.memory import entry, entry_id, files, memory_file

ONE = entry("DEC", 1)
EDITED = entry("DEC", 1, body="Another text.")
LONGER = entry("DEC", 1, evidence=("user-confirmed", "issue:#4"))
KEY = entry_id("DEC", 1).casefold()


def decisions(*units: str, **others: str | None) -> dict[str, str]:
    return files(**{"decisions": memory_file("D", *units), **others})


def joined(base: Mapping[str, str], ours: Mapping[str, str], theirs: Mapping[str, str]) -> Union:
    graphs = [BranchGraph(as_bytes(contents)) for contents in (base, ours, theirs)]
    return union_of(compare(graphs[:1], graphs[1], graphs[2]))


def placed(union: Union) -> list[tuple[str, str]]:
    return [(version.path, version.text) for version in union.graph.versions.get(KEY, ())]


def test_what_one_side_changed_is_taken() -> None:
    assert placed(joined(decisions(ONE), decisions(ONE), decisions(EDITED))) == [
        ("decisions.md", EDITED.rstrip())
    ]


def test_what_one_side_deleted_is_gone() -> None:
    union = joined(decisions(ONE), decisions(), decisions(ONE))

    assert (placed(union), union.unsettled) == ([], frozenset())


def test_disjoint_fields_are_joined() -> None:
    ((_, text),) = placed(joined(decisions(ONE), decisions(EDITED), decisions(LONGER)))

    assert "Another text." in text
    assert "issue:#4" in text


def test_what_nobody_but_a_person_can_join_is_left_out() -> None:
    union = joined(decisions(ONE), decisions(EDITED), decisions(entry("DEC", 1, body="A third.")))

    assert (placed(union), union.unsettled) == ([], frozenset({KEY}))


def test_a_unit_moved_here_and_edited_there_is_edited_where_it_was_moved_to() -> None:
    moved = decisions(archive__old=memory_file("A", ONE))

    assert placed(joined(decisions(ONE), moved, decisions(EDITED))) == [("archive/old.md", EDITED.rstrip())]


def test_a_manifest_both_sides_changed_is_a_guess() -> None:
    sides = [{**files(), "manifest.md": files()["manifest.md"] + end} for end in ("\na\n", "\nb\n")]

    assert joined(files(), sides[0], sides[1]).manifest_is_guess
    assert not joined(files(), sides[0], files()).manifest_is_guess


def test_how_lines_end_is_no_change() -> None:
    crlf = {**decisions(ONE), "decisions.md": decisions(ONE)["decisions.md"].replace("\n", "\r\n")}
    graphs = [BranchGraph(as_bytes(contents)) for contents in (decisions(ONE), crlf, decisions(ONE))]

    assert compare(graphs[:1], graphs[1], graphs[2]).ours.changes == {}
