"""Scenarios S74 to S77 for entries, indexes and ledgers: conflict markers, and the attributes of a file."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.entries import (
    ENTRY,
    FORMATS,
    LEDGER,
    PLACES,
    assert_disputed,
    assert_merged,
    assert_notes,
    body,
    day,
    entry,
    found,
    merged_both_ways,
    noted,
    notes,
)
from tests.support.finishing import bind, unmerged
from tests.support.outcomes import assert_both_whole, assert_refusal
from tests.support.scenario import Content, Files, Repo, Scene, content_bytes, scene

MakeRepo = Callable[[], Repo]
MARKED = "<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n"


@pytest.mark.parametrize("damaged", ["ours", "theirs", "both", "base"])
@pytest.mark.parametrize("place", PLACES)
def test_s74_conflict_markers_in_a_side_are_never_data(place: str, damaged: str, memory: Repo) -> None:
    def version(name: str, content: Content) -> bytes:
        tail = MARKED if damaged == name or (damaged == "both" and name != "base") else ""
        return content_bytes(content) + tail.encode()

    sides = (("base", notes()), ("ours", notes("ours")), ("theirs", notes("theirs")))
    base, ours, theirs = (version(name, files[place]) for name, files in sides)
    memory.fork(scene(base=base, ours=ours, theirs=theirs, place=place))

    result = memory.merge()

    if damaged == "base":
        # No base for rows, sections and fields; prose still has it as its ancestor.
        assert_merged(memory, result)
        assert found(memory.read(place)) == {"base", "ours", "theirs"}
    else:
        assert (result.code, unmerged(memory)) == (1, [place])
        assert all(word in memory.read(place) for word in (b"note-ours", b"note-theirs"))
        assert memory.leftovers() == []


@pytest.mark.parametrize("operation", ["merge", "rebase"])
@pytest.mark.parametrize("branch", ["side", "main"])
def test_s75_a_rule_younger_than_a_branch_binds_all_the_same(
    branch: str, operation: str, memory: Repo
) -> None:
    rules = {".gitattributes": "".join(f"{place} merge={name}\n" for place, name in FORMATS.items())}
    none: Files = {".gitattributes": None}
    sides = noted()
    memory.fork(
        Scene(
            base=dict(none) | dict(sides.base),
            ours=(dict(rules) if branch == "main" else {}) | dict(sides.ours),
            theirs=(dict(rules) if branch == "side" else {}) | dict(sides.theirs),
        )
    )
    if operation == "rebase":
        memory.switch("side")

    result = memory.rebase("main") if operation == "rebase" else memory.merge()

    assert_notes(memory, result, "ours", "theirs")


def test_s75_an_attributes_file_that_is_a_symbolic_link_is_no_obstacle(memory: Repo) -> None:
    memory.fork(noted())
    (memory.path / ".gitattributes").unlink()
    (memory.path / ".gitattributes").symlink_to("elsewhere")

    result = memory.merge()

    assert_notes(memory, result, "ours", "theirs", clean=False)


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_s76_prose_conflicts_have_the_size_and_the_style_asked_for(style: str, memory: Repo) -> None:
    bind(memory, "*.md conflict-marker-size=32")
    memory.git("config", "merge.conflictStyle", style)
    memory.fork(
        scene(
            base=entry(),
            ours=entry(text=body(line_3="ours")),
            theirs=entry(text=body(line_3="theirs")),
            place=ENTRY,
        )
    )

    assert memory.merge().code == 1

    ancestor = "" if style == "merge" else rf"\|{{32}} [^\n]*\n{body().splitlines()[2]}\n"
    pattern = rf"^<{{32}} [^\n]*\nours\n{ancestor}={{32}}\ntheirs\n>{{32}} [^\n]*\n"
    assert re.search(pattern, memory.read(ENTRY).decode(), re.MULTILINE)


@pytest.mark.parametrize("style", ["merge", "zdiff3"])
def test_s76_a_conflict_of_a_field_is_two_sided_in_every_style(style: str, memory: Repo) -> None:
    bind(memory, "*.md conflict-marker-size=32")
    memory.git("config", "merge.conflictStyle", style)
    memory.fork(scene(base=entry(x="0"), ours=entry(x="1"), theirs=entry(x="2"), place=ENTRY))

    text = assert_disputed(memory, memory.merge(), "x: 1", "x: 2")

    assert "<" * 32 + " " in text
    assert "||||||" not in text


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_s76_a_conflict_in_a_ledger_has_the_style_asked_for(style: str, memory: Repo) -> None:
    memory.git("config", "merge.conflictStyle", style)
    base = content_bytes(notes()[LEDGER]).decode()
    ours, theirs = base.replace("On", "Ours on"), base.replace("On", "Theirs on")
    memory.fork(scene(base=base, ours=ours, theirs=theirs, place=LEDGER))

    assert memory.merge().code == 1

    assert (b"\n||||||| " in memory.read(LEDGER)) == (style == "diff3")


def test_s76_nested_refusals_have_markers_that_tell_them_apart(memory: Repo) -> None:
    newer = entry(schema_version="9")
    memory.fork(scene(base=entry(), ours=entry(x="1"), theirs=newer, place=ENTRY))
    inner = assert_refusal(memory, memory.merge(), place=ENTRY)
    memory.git("commit", "--quiet", "--all", "--no-verify", "-m", "markers committed")
    memory.switch("third", at="main~1")
    memory.commit({ENTRY: newer + "third\n"})
    memory.switch("main")

    assert memory.merge("third").code == 1

    assert_both_whole(memory.read(ENTRY), inner, (newer + "third\n").encode())
    assert memory.read(ENTRY).startswith(b"<" * 8 + b" ")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "quoted",
    [f"\n```\n{MARKED}```\n", "\nTitle\n=======\n\n>>>>>>> x\n", "\n<<<<<<< only the beginning\n"],
    ids=["fenced", "no whole conflict", "one marker"],
)
def test_s77_text_about_markers_is_text(quoted: str, place: str, make_memory: MakeRepo) -> None:
    def version(files: Files) -> str:
        text = content_bytes(files[place]).decode()
        head, _, rest = text.partition("\n")
        return text + quoted if place == ENTRY else f"{head}\n{quoted}{rest}"

    sides = noted()
    versions = [version(side) for side in (sides.base, sides.ours, sides.theirs)]

    repo = merged_both_ways(
        make_memory, scene(base=versions[0], ours=versions[1], theirs=versions[2], place=place)
    )

    merged = repo.read(place).decode()
    assert merged.count(quoted) == 1
    assert found(merged.replace(quoted, "").encode()) == {"base", "ours", "theirs"}


def test_an_entry_that_quotes_markers_keeps_its_tombstone_when_it_meets_an_edit(memory: Repo) -> None:
    quoted = f"```\n{MARKED}```\n"
    memory.fork(
        scene(
            base=entry("decision", text=quoted),
            ours=entry("decision", text=quoted, hidden="true", hidden_at=day(2)),
            theirs=entry("decision", text=quoted + "more\n"),
            place=ENTRY,
        )
    )

    assert_merged(memory, memory.merge())

    assert memory.read(ENTRY).decode() == entry(
        "decision", text=quoted + "more\n", hidden="true", hidden_at=day(2)
    )
