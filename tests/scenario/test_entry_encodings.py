"""Scenarios S66 to S72 for entries, indexes and ledgers: line ends, byte order marks, encodings, filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.support.entries import (
    ENTRY,
    INDEX,
    LEDGER,
    PLACES,
    assert_notes,
    body,
    entry,
    found,
    merged_both_ways,
    noted,
    notes,
)
from tests.support.finishing import bind
from tests.support.outcomes import assert_refusal
from tests.support.scenario import Content, Files, Repo, Scene, content_bytes, scene

MakeRepo = Callable[[], Repo]

BOM = b"\xef\xbb\xbf"


def crlf(files: Mapping[str, Content]) -> Files:
    return {place: content_bytes(text).replace(b"\n", b"\r\n") for place, text in files.items()}


def check_out_again(repo: Repo) -> None:
    """Lets git write the memory anew, as a clone with today's settings would have it."""
    for place in PLACES:
        (repo.path / place).unlink()
    repo.git("checkout", "--", *PLACES)


@pytest.mark.parametrize("setting", ["autocrlf", "eol"])
def test_s66_line_ends_of_the_work_tree_stay_out_of_the_blobs(setting: str, memory: Repo) -> None:
    memory.fork(noted())
    if setting == "autocrlf":
        memory.git("config", "core.autocrlf", "true")
        bind(memory, "*.md text")
    else:
        bind(memory, "*.md text eol=crlf")
    check_out_again(memory)

    assert_notes(memory, memory.merge(), "ours", "theirs")

    for place in PLACES:
        assert b"\r" not in memory.show("HEAD", place)
        assert memory.read(place) == memory.show("HEAD", place).replace(b"\n", b"\r\n")


@pytest.mark.parametrize("turned", ["theirs", "both"])
def test_s67_line_ends_are_never_mixed_and_the_side_that_changed_them_has_its_way(
    turned: str, make_bound: MakeRepo
) -> None:
    sides = noted()
    ours = crlf(sides.ours) if turned == "both" else sides.ours

    repo = merged_both_ways(make_bound, Scene(base=sides.base, ours=ours, theirs=crlf(sides.theirs)))

    for place in PLACES:
        content = repo.show("HEAD", place)
        assert content.count(b"\n") == content.count(b"\r\n") > 0
        assert found(content) == {"base", "ours", "theirs"}


def test_s67_a_conflict_in_a_file_with_crlf_has_no_other_line_ends(bound: Repo) -> None:
    sides = [entry(text=body(line_3=side)).encode().replace(b"\n", b"\r\n") for side in ("b", "o", "t")]
    bound.fork(scene(base=sides[0], ours=sides[1], theirs=sides[2], place=ENTRY))

    assert bound.merge().code == 1

    content = bound.read(ENTRY)
    assert content.count(b"\n") == content.count(b"\r\n")


def test_s68_renormalising_gives_one_kind_of_line_end(bound: Repo) -> None:
    sides = noted()
    bound.fork(Scene(base=sides.base, ours=sides.ours, theirs=crlf(sides.theirs)))
    bound.git("config", "merge.renormalize", "true")
    bind(bound, "* text=auto")

    assert_notes(bound, bound.merge(), "ours", "theirs")

    assert all(b"\r" not in bound.show("HEAD", place) for place in PLACES)


@pytest.mark.parametrize("marked", ["theirs", "both"])
def test_s69_a_byte_order_mark_hides_no_field_and_stays_where_a_side_put_it(
    marked: str, make_memory: MakeRepo
) -> None:
    sides = noted()

    def with_mark(files: Files) -> Files:
        return {place: BOM + content_bytes(text) for place, text in files.items()}

    ours = with_mark(sides.ours) if marked == "both" else sides.ours
    repo = merged_both_ways(make_memory, Scene(base=sides.base, ours=ours, theirs=with_mark(sides.theirs)))

    for place in PLACES:
        assert repo.read(place).startswith(BOM)
        assert repo.read(place).count(BOM) == 1
        assert found(repo.read(place)) == {"base", "ours", "theirs"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "encoding", ["utf-16", "latin-1", "NUL", "noise"], ids=["UTF-16", "Latin-1", "NUL", "noise"]
)
def test_s70_what_is_no_utf_8_is_refused_whole(encoding: str, place: str, bound: Repo) -> None:
    text = content_bytes(notes("theirs")[place]).decode()
    theirs = {
        "utf-16": text.encode("utf-16"),
        "latin-1": text.replace("text", "t\u00ebxt").replace("On", "\u00d6n").replace("it", "\u00eft")
        .replace("\u2014", "-").encode("latin-1"),
        "NUL": text.replace("base", "ba\0se").encode(),
        "noise": bytes(range(256)) * 40,
    }[encoding]  # fmt: skip
    bound.fork(scene(base=notes()[place], ours=notes("ours")[place], theirs=theirs, place=place))

    result = bound.merge()

    assert_refusal(bound, result, place=place)
    assert "\ufffd".encode() not in bound.read(place)


def test_s70_a_work_tree_encoding_is_no_concern_of_the_merge(memory: Repo) -> None:
    memory.fork(noted())
    bind(memory, "*.md working-tree-encoding=UTF-16LE")
    check_out_again(memory)

    result = memory.merge()

    assert result.code == 0, str(result)
    for place in PLACES:
        assert memory.read(place).decode("utf-16-le").encode() == memory.show("HEAD", place)
        assert found(memory.show("HEAD", place)) == {"base", "ours", "theirs"}


def test_s71_a_filter_that_makes_other_text_is_merged_as_what_it_makes(memory: Repo) -> None:
    memory.git("config", "filter.case.clean", "tr a-z A-Z")
    memory.git("config", "filter.case.smudge", "tr A-Z a-z")
    bind(memory, f"{INDEX} filter=case", f"{LEDGER} filter=case")
    memory.fork(noted())

    result = memory.merge()

    assert_notes(memory, result, "ours", "theirs")
    assert b"NOTE-THEIRS" in memory.show("HEAD", LEDGER)


@pytest.mark.parametrize("place", PLACES)
def test_s71_ciphertext_is_refused_whole_and_stays_in_the_index(place: str, bound: Repo) -> None:
    def locked(word: str) -> bytes:
        return bytes(byte ^ 0xA5 for byte in word.encode() * 20)

    bound.fork(scene(base=locked("base"), ours=locked("ours"), theirs=locked("theirs"), place=place))

    assert_refusal(bound, bound.merge(), place=place)

    assert bound.show("", f":2:{place}".lstrip(":")) == locked("ours")
    assert bound.show("", f":3:{place}".lstrip(":")) == locked("theirs")


@pytest.mark.parametrize("place", PLACES)
def test_s72_a_missing_final_line_end_is_no_disagreement(place: str, make_memory: MakeRepo) -> None:
    base, ours, theirs = (
        content_bytes(side[place]).decode() for side in (notes(), notes("ours"), notes("theirs"))
    )

    repo = merged_both_ways(
        make_memory, scene(base=base, ours=ours.removesuffix("\n"), theirs=theirs, place=place)
    )

    assert found(repo.read(place)) == {"base", "ours", "theirs"}
    assert not repo.read(place).endswith(b"\n\n")
