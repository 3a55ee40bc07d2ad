"""The entry files of the memoir format: every vector of reading and merging, through the functions.

What a vector's keys mean stands in the README beside the vectors.
"""

from __future__ import annotations

import pytest

from memoir_git.store.entries import Entry, read_entry
from tests.support.entry_vectors import EntryVector, load_entry_vectors

MERGES = load_entry_vectors("merge")
CLEAN = [vector for vector in MERGES if "expect" in vector.data]
READS = load_entry_vectors("read")


def ids(vector: EntryVector) -> str:
    return vector.id


@pytest.mark.parametrize("vector", CLEAN, ids=ids)
def test_the_merge_is_clean_and_says_what_the_vector_expects(vector: EntryVector) -> None:
    outcome = vector.merge()

    assert outcome.conflicts == 0
    merged, expected = read_entry(outcome.content.decode()), read_entry(vector.data["expect"])
    assert merged.fields == expected.fields
    assert merged.body == expected.body
    if vector.data.get("exact"):
        assert outcome.content == vector.file("expect")


@pytest.mark.parametrize("vector", [v for v in MERGES if v.data.get("conflict")], ids=ids)
def test_the_merge_conflicts_where_the_vector_says_so(vector: EntryVector) -> None:
    outcome = vector.merge()

    assert outcome.conflicts > 0
    assert b"<<<<<<< ours\n" in outcome.content
    assert b">>>>>>> theirs\n" in outcome.content


@pytest.mark.parametrize("vector", MERGES, ids=ids)
def test_the_merged_file_holds_and_lacks_the_words_of_the_vector(vector: EntryVector) -> None:
    text = vector.merge().content.decode()

    assert [word for word in vector.data.get("must_contain", ()) if word not in text] == []
    assert [word for word in vector.data.get("must_not_contain", ()) if word in text] == []


# em-64 names neither an expectation nor a conflict, and its frontmatter is sound: it merges by field.
@pytest.mark.parametrize(
    "vector", [v for v in MERGES if v not in CLEAN and "conflict" not in v.data], ids=ids
)
def test_damage_on_one_side_is_a_conflict_and_nothing_else_is(vector: EntryVector) -> None:
    outcome = vector.merge()

    assert outcome.conflicts == (0 if vector.id == "em-64-comment-lines" else 1)


@pytest.mark.parametrize("vector", [v for v in MERGES if "visible" in v.data], ids=ids)
def test_the_merged_entry_is_live_or_not_as_the_vector_says(vector: EntryVector) -> None:
    assert read_entry(vector.merge().content.decode()).is_live is vector.data["visible"]


@pytest.mark.parametrize("vector", MERGES, ids=ids)
def test_the_sides_exchanged_merge_to_the_same_bytes_or_conflict_too(vector: EntryVector) -> None:
    straight, exchanged = vector.merge(), vector.merge(exchanged=True)

    assert exchanged.conflicts == straight.conflicts
    if not straight.conflicts:
        assert exchanged.content == straight.content


@pytest.mark.parametrize("vector", CLEAN, ids=ids)
def test_the_result_merged_with_itself_or_a_side_stays_as_it_is(vector: EntryVector) -> None:
    result = vector.merge().content

    for base in ("base", "ours", "theirs"):
        again = EntryVector(
            id=vector.id,
            data={
                **vector.data,
                "base": vector.data.get(base, ""),
                "ours": result.decode(),
                "theirs": result.decode() if base == "base" else vector.data[base],
            },
        )
        assert again.merge().content == result


@pytest.mark.parametrize("vector", READS, ids=ids)
def test_the_entry_reads_as_the_vector_expects(vector: EntryVector) -> None:
    entry = read_entry(vector.data["text"], vector.data.get("filename", "memory/entry.md"))

    expected = vector.data["expect"]
    assert {name: _canonical(entry, name) for name in expected} == expected
    assert [name for name in vector.data.get("absent", ()) if name in entry.fields] == []


def _canonical(entry: Entry, name: str) -> object:
    """Returns what the entry has for a key of an expectation."""
    derived = {
        "type": entry.type,
        "name": entry.name,
        "legacy": entry.is_legacy,
        "opaque": entry.is_opaque,
        "visible": entry.is_live,
    }
    if name in derived:
        return derived[name]
    value = entry.fields.get(name)
    return list(value) if isinstance(value, tuple) else value
