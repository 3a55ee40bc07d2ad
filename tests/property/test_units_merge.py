"""The laws of the unit merge of project memory: symmetric, idempotent, no unit lost, none twice."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import MergeOptions
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.merge.unit_fields import is_final
from memoir_git.custodian.merge.unit_file import read_units
from memoir_git.custodian.merge.units import merge_units
from memoir_git.custodian.units import split_units, unit_text
from tests.support.memory import entry, entry_id, memory_file
from tests.support.text_merge import merge_text

_NUMBERS = range(1, 6)


@st.composite
def entries_of_a_file(draw: st.DrawFn) -> dict[int, str]:
    """Draws a file's entries by number, each in one of a few versions, so that sides often agree."""
    return {
        number: draw(_versions(number)) for number in draw(st.sets(st.sampled_from(_NUMBERS), max_size=4))
    }


def _versions(number: int) -> st.SearchStrategy[str]:
    final = {"status": "superseded", "Superseded_By": entry_id("DEC", 9)}
    return st.builds(
        lambda evidence, body, facet, ended: entry(
            "DEC", number, evidence=evidence, body=body, facet=facet, **(final if ended else {})
        ),
        st.sampled_from(
            [("user-confirmed",), ("user-confirmed", "doc:a.md"), ("doc:b.md", "user-confirmed")]
        ),
        st.sampled_from(["Some text.", "Another text."]),
        st.sampled_from(["workflow", "security"]),
        st.sampled_from([False, False, True]),
    )


def file_of(entries: dict[int, str]) -> bytes:
    return memory_file("Decisions", *(entries[number] for number in sorted(entries, reverse=True))).encode()


def _merge(base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
    return merge_units(base, ours, theirs, MergeOptions(), merge_text)


def _ids(content: bytes) -> list[str]:
    text = lex(content.decode())
    headings = [line for line in text.lines if line.startswith("## ")]
    return [line.split()[1] for line in headings]


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_it_does_not_matter_which_side_is_ours(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    first = _merge(file_of(base), file_of(ours), file_of(theirs))
    second = _merge(file_of(base), file_of(theirs), file_of(ours))

    assert first.conflicts == second.conflicts
    assert first.conflicts or first.content == second.content


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_merging_the_result_again_changes_nothing(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    outcome = _merge(file_of(base), file_of(ours), file_of(theirs))
    assume(not outcome.conflicts)

    for side in (file_of(ours), file_of(theirs)):
        assert _merge(side, outcome.content, side).content == outcome.content
        assert _merge(outcome.content, outcome.content, outcome.content).content == outcome.content


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_no_unit_is_lost_and_none_stands_twice(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    outcome = _merge(file_of(base), file_of(ours), file_of(theirs))
    found = _ids(outcome.content)

    removed = {
        number
        for number in base
        if (number not in ours and theirs.get(number) == base[number])
        or (number not in theirs and ours.get(number) == base[number])
        or (number not in ours and number not in theirs)
    }
    wanted = {entry_id("DEC", number) for number in (ours.keys() | theirs.keys()) - removed}
    assert set(found) == wanted
    assert outcome.conflicts or len(found) == len(wanted)


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_no_clean_merge_takes_an_end_back(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    # A file that one side left alone is not merged at all, here or in git.
    assume(file_of(base) not in (file_of(ours), file_of(theirs)))
    outcome = _merge(file_of(base), file_of(ours), file_of(theirs))
    assume(not outcome.conflicts)

    merged = read_units(outcome.content.decode())
    assert merged is not None
    for number in ours.keys() & theirs.keys():
        key = entry_id("DEC", number).casefold()
        if key in merged.pieces and is_final(ours[number].rstrip()) and is_final(theirs[number].rstrip()):
            assert is_final(merged.pieces[key].text)
        one_sided = number in base and is_final(ours[number].rstrip()) != is_final(theirs[number].rstrip())
        if key in merged.pieces and one_sided:
            assert is_final(merged.pieces[key].text)


@given(entries_of_a_file(), entries_of_a_file(), entries_of_a_file())
def test_what_one_side_alone_touched_is_taken_as_it_stands(
    base: dict[int, str], ours: dict[int, str], theirs: dict[int, str]
) -> None:
    outcome = _merge(file_of(base), file_of(ours), file_of(theirs))
    text = lex(outcome.content.decode())
    assume(not outcome.conflicts)

    units = {unit_text(text, unit).split()[1]: unit_text(text, unit) for unit in split_units(text)}
    for number in ours.keys() & theirs.keys() & base.keys():
        if base[number] == theirs[number] and not (is_final(base[number].rstrip())):
            assert units[entry_id("DEC", number)] == ours[number].rstrip()


@given(st.binary(), st.binary(), st.binary())
def test_no_bytes_raise(base: bytes, ours: bytes, theirs: bytes) -> None:
    outcome = _merge(base, ours, theirs)

    assert outcome.conflicts >= 0
    assert ours != theirs or outcome.content == ours
