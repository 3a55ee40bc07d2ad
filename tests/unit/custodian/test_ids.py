"""IDs and the headings they stand in."""

from __future__ import annotations

import pytest

from memoir_git.custodian.ids import canonical_id, holds_entry_id, is_entry_id, is_subject_id, parse_heading

ID = "MC-DEC-20260901-0a1b2c3d"


@pytest.mark.parametrize("text", [ID, ID.lower(), "MC-INBOX-20260901-0A1B2C3D"])
def test_ids_are_compared_without_case(text: str) -> None:
    assert is_entry_id(text)
    assert is_entry_id(canonical_id(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "MC-DEC",
        ID[:-1],
        ID + "0",
        "MC-XYZ-20260901-0a1b2c3d",
        "MC-DEC-2026090１-0a1b2c3d",
        ID.replace("C", "С"),
    ],
)
def test_what_is_no_entry_id(text: str) -> None:
    assert not is_entry_id(text)


def test_a_subject_id_is_no_entry_id() -> None:
    assert is_subject_id("MC-SUBJ-20260901-1111aaaa")
    assert not is_entry_id("MC-SUBJ-20260901-1111aaaa")


@pytest.mark.parametrize(("text", "exact"), [(f"{ID} — A title", True), (f"{ID.lower()}—A  title", False)])
def test_a_heading_is_id_dash_title(text: str, exact: bool) -> None:
    heading = parse_heading(text)

    assert heading is not None
    assert (heading.id, heading.code, heading.title, heading.exact) == (ID, "DEC", "A title", exact)


@pytest.mark.parametrize("text", [ID, f"{ID} - title", f"{ID} — ", f"see {ID} — title"])
def test_no_other_heading_is_canonical(text: str) -> None:
    assert parse_heading(text) is None


@pytest.mark.parametrize("text", [f"see {ID}", f"{ID}: title", f"({ID})", f"{ID}—", f"MC-DEC-x {ID.lower()}"])
def test_a_heading_that_holds_an_id_is_seen(text: str) -> None:
    assert holds_entry_id(text)


@pytest.mark.parametrize(
    "text", ["title", "MC-DEC-", ID + "0", ID + "-x", "MC-SUBJ-20260901-1111aaaa", "MC-" * 100_000]
)
def test_a_heading_without_one_is_not(text: str) -> None:
    assert not holds_entry_id(text)
