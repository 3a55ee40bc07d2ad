"""Units of project memory found by their ID."""

from __future__ import annotations

import pytest

from memoir_git.core.copies import Copy, CopyFinder
from memoir_git.core.ids import Handle
from memoir_git.custodian.copies import EntryIdMatcher, unit_texts

ID = "MC-DEC-20260901-0a1b2c3d"
GUARD_ID = "MC-TOMB-20260902-11112222"
UNIT = f"## {ID} \u2014 Buy it\nStatus: active\nDecision:\nBuy it.\n"
GUARD = f"## {GUARD_ID} \u2014 removed entry\nStatus: active\nRejected:\nsomething\nRemoved entries: {ID}\n"


def found(content: str, *ids: str, kept: str = "") -> list[str | None]:
    finder = CopyFinder([EntryIdMatcher(ids or (ID,), [kept] if kept else [])])
    return [copy.subject for copy in finder.look(content.encode())]


@pytest.mark.parametrize(
    "text",
    [
        UNIT,
        UNIT.replace("\n", "\r\n"),
        UNIT.replace("\n", "\r"),
        UNIT.replace(ID, ID.lower()),
        UNIT.replace(ID, ID.upper()),
        f"# Decisions\n\n{UNIT}",
        f"\ufeff{UNIT}",
        UNIT.replace("## ", "### "),
        f"```\n{UNIT}```\n",
        f"> {UNIT}",
        f"## {ID}\n",
    ],
)
def test_a_heading_with_the_id_is_a_copy(text: str) -> None:
    assert found(text) == [ID]


@pytest.mark.parametrize(
    "text",
    [
        GUARD,
        f"## MC-CON-20260901-ffffffff \u2014 Other\nSupersedes: {ID}\n",
        f"- see {ID}\n",
        UNIT.replace("0a1b2c3d", "0a1b2c3e"),
        UNIT.replace("0a1b2c3d", "0a1b2c3dd"),
        UNIT.replace("MC-DEC", "XMC-DEC"),
    ],
)
def test_the_id_elsewhere_and_an_id_that_is_only_near_are_not(text: str) -> None:
    assert found(text) == []


def test_a_guard_as_it_is_today_may_stay_and_another_text_under_its_id_may_not() -> None:
    other = GUARD.replace("something", "the takeover of Acme")

    assert found(GUARD, GUARD_ID, kept=GUARD) == []
    assert found(GUARD.replace("\n", "\r\n"), GUARD_ID, kept=GUARD) == []
    assert found(other, GUARD_ID, kept=GUARD) == [GUARD_ID]
    assert found(f"{GUARD}\n{other}", GUARD_ID, kept=GUARD) == [GUARD_ID]


def test_a_file_whose_units_cannot_be_told_apart_keeps_nothing() -> None:
    assert found(f"{GUARD}```\nunclosed", GUARD_ID, kept=GUARD) == [GUARD_ID]


def test_each_id_is_told_once() -> None:
    finder = CopyFinder([EntryIdMatcher([ID, GUARD_ID])])

    assert finder.look(f"{UNIT}\n{GUARD}\n{UNIT}".encode()) == (
        Copy(rule="entry-id", subject=Handle(ID)),
        Copy(rule="entry-id", subject=Handle(GUARD_ID)),
    )


def test_units_are_listed_with_the_key_of_their_id() -> None:
    contents = {
        "b.md": UNIT.encode(),
        "a.md": f"## Plain\n\n{GUARD}".encode(),
        "c.md": b"```\n" + UNIT.encode(),
    }

    assert list(unit_texts(contents)) == [(GUARD_ID.lower(), GUARD.strip()), (ID.lower(), UNIT.strip())]
