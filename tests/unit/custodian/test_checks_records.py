"""Reconciliation records against the graph."""

from __future__ import annotations

import pytest

from tests.support.memory import (
    SUBJECT,
    codes_of,
    entry,
    entry_id,
    files,
    memory_file,
    reasons_of,
    record,
    subject,
)

FIRST, SECOND, THIRD = (entry_id("CON", number) for number in (1, 2, 3))
TWIN = "MC-SUBJ-20260901-2222bbbb"
ERROR, WARNING = "ERROR", "WARNING"


def _project(*units: str, records: tuple[str, ...], **more: str) -> dict[str, str]:
    return files(constraints=memory_file("C", *units), reconciliations=memory_file("R", *records), **more)


def _verdict(*units: str, records: tuple[str, ...], **more: str) -> list[tuple[str, str]]:
    project = _project(*units, records=records, **more)
    severities = [severity for code, severity in codes_of(project, "conflicts") if code == "MC-CONFLICT-004"]
    reasons = [reason.removeprefix("MC-CONFLICT-004 ") for reason in reasons_of(project, "conflicts")]
    return list(zip(severities, [reason for reason in reasons if not reason.startswith("MC-")], strict=True))


PAIR = (entry(number=1), entry(number=2, facet="security"))
OLD = entry(number=1, status="superseded", Superseded_By=SECOND)
NEW = entry(number=2, Supersedes=FIRST)


@pytest.mark.parametrize(
    ("units", "text", "verdict"),
    [
        (PAIR, record(1, [FIRST, SECOND]), []),
        (PAIR, record(1, [FIRST, THIRD]), [(ERROR, "entry-missing")]),
        (
            PAIR,
            record(1, [FIRST, SECOND]).replace("user-confirmed", "agent-observed"),
            [(ERROR, "no-admissible-evidence")],
        ),
        (PAIR, record(1, [FIRST, SECOND], "superseded"), [(ERROR, "no-supersession")]),
        (PAIR, record(1, [FIRST, SECOND], "exception"), [(ERROR, "no-exception")]),
        (PAIR, record(1, [FIRST, SECOND], "subject-merged"), [(ERROR, "no-subject-merge")]),
        ((OLD, NEW), record(1, [FIRST, SECOND], "superseded"), []),
        ((OLD, NEW), record(1, [FIRST, SECOND]), [(WARNING, "entry-is-no-owner")]),
        (
            (entry(number=1), entry(number=2, facet="colour")),
            record(1, [FIRST, SECOND]),
            [(ERROR, "entry-is-no-owner")],
        ),
    ],
)
def test_a_record_holds_while_what_it_says_is_so(
    units: tuple[str, ...], text: str, verdict: list[tuple[str, str]]
) -> None:
    assert _verdict(*units, records=(text,)) == verdict


def test_a_superseded_record_goes_stale_when_the_successor_is_superseded() -> None:
    middle = entry(number=2, status="superseded", Supersedes=FIRST, Superseded_By=THIRD)
    newest = entry(number=3, Supersedes=SECOND)
    text = record(1, [FIRST, SECOND], "superseded")

    assert _verdict(newest, middle, OLD, records=(text,)) == [(WARNING, "no-supersession")]


def test_an_exception_record_follows_the_field_and_goes_stale_with_it() -> None:
    area = {"areas__importer": memory_file("I", entry(number=2, scope="area:importer", Exception_To=FIRST))}
    text = record(1, [FIRST, SECOND], "exception")
    gone = entry(number=1, status="superseded", Superseded_By="external:removed")

    assert _verdict(entry(number=1), records=(text,), **area) == []
    assert _verdict(gone, records=(text,), **area) == [(WARNING, "no-exception")]


def test_a_subject_merge_record_follows_the_registry() -> None:
    merged = memory_file("S", subject(), subject(TWIN, "O", status="merged", Merged_Into=SUBJECT))
    old = entry(number=1, subject=TWIN, status="superseded", Superseded_By=SECOND)
    text = record(1, [FIRST, SECOND], "subject-merged")

    assert _verdict(old, NEW, records=(text,), subjects=merged) == []


def test_records_are_unique_by_id_and_by_their_entries() -> None:
    same_id = (record(1, [FIRST, SECOND]), record(1, [FIRST, THIRD]))
    same_entries = (record(1, [FIRST, SECOND]), record(2, [FIRST, SECOND]))
    units = (*PAIR, entry(number=3, facet="behavior"))

    assert _verdict(*units, records=same_id) == [(ERROR, "duplicate-id")]
    assert _verdict(*units, records=same_entries) == [(ERROR, "duplicate-entries")]


def test_reconciled_with_needs_a_valid_record_for_each_pair() -> None:
    shown = entry(number=1).replace("Evidence:", f"Reconciled-With:\n- {SECOND}\nEvidence:")
    other = entry(number=2, facet="security")

    assert _verdict(shown, other, records=()) == [(ERROR, "reconciled-without-record")]
    assert _verdict(shown, other, records=(record(1, [FIRST, SECOND]),)) == []
