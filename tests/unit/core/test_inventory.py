"""What lies in the private state: a journal counts only when everything around it agrees with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memoir_git.core.inventory import JOURNAL, JOURNAL_TEMPORARY, Kind, Shape, StoredEntry, judge_entry
from memoir_git.core.journal import POSIX, WINDOWS_BASIC, Journal, Phase, artifacts_of, render_journal
from tests.support.journals import BINDING, ROOT_BINDING, TRANSACTION_ID, journal

UNFINISHED = [phase for phase in Phase if phase not in (Phase.COMMITTED, Phase.ROLLED_BACK)]


def entry(found: Journal | None, **changes: object) -> StoredEntry:
    names = {"targets": Shape.DIRECTORY}
    artifacts: dict[str, str | None] = {}
    if found is not None:
        names[JOURNAL] = Shape.FILE
        artifacts = {path.removeprefix("targets/"): digest for path, digest in artifacts_of(found).items()}
    made = StoredEntry(
        name=TRANSACTION_ID,
        shape=Shape.DIRECTORY,
        journal=None if found is None else render_journal(found),
        names=names,
        artifacts=artifacts,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def kind(stored: StoredEntry, *, root_binding: str = ROOT_BINDING) -> Kind:
    return judge_entry(stored, BINDING, root_binding).kind


@pytest.mark.parametrize("phase", UNFINISHED)
def test_a_whole_transaction_in_an_open_phase_is_unfinished(phase: Phase) -> None:
    assert kind(entry(journal(phase))) is Kind.UNFINISHED


@pytest.mark.parametrize("phase", [Phase.COMMITTED, Phase.ROLLED_BACK])
def test_an_ended_transaction_is_to_be_cleaned_while_it_has_artifacts(phase: Phase) -> None:
    assert kind(entry(journal(phase))) is Kind.CLEANUP
    assert kind(entry(journal(phase), artifacts={})) is Kind.CLEAN


def test_a_transaction_may_have_some_artifacts_while_it_writes_them() -> None:
    whole = entry(journal(Phase.PLANNED))
    some = dict(list(whole.artifacts.items())[:2])
    torn = dict.fromkeys(some, "f" * 64)

    assert kind(replace(whole, artifacts=some)) is Kind.UNFINISHED
    assert kind(replace(whole, artifacts=torn)) is Kind.UNFINISHED


@pytest.mark.parametrize("phase", [Phase.PREPARED, Phase.COMMITTING, Phase.FAILED])
def test_a_missing_or_changed_artifact_makes_it_unsafe(phase: Phase) -> None:
    whole = entry(journal(phase))
    name = min(whole.artifacts)
    others = {key: value for key, value in whole.artifacts.items() if key != name}

    assert kind(replace(whole, artifacts=others)) is Kind.UNSAFE
    assert kind(replace(whole, artifacts={**others, name: "f" * 64})) is Kind.UNSAFE
    assert kind(replace(whole, artifacts={**others, name: None})) is Kind.UNSAFE


def test_a_recovery_may_have_lost_artifacts_and_never_has_changed_ones() -> None:
    whole = entry(journal(Phase.RECOVERING))
    name = min(whole.artifacts)
    others = {key: value for key, value in whole.artifacts.items() if key != name}

    assert kind(replace(whole, artifacts=others)) is Kind.UNFINISHED
    assert kind(replace(whole, artifacts={**others, name: "f" * 64})) is Kind.UNSAFE


def test_a_recovery_without_its_folder_of_targets_is_unsafe() -> None:
    whole = entry(journal(Phase.RECOVERING))

    assert kind(replace(whole, names={JOURNAL: Shape.FILE}, artifacts={})) is Kind.UNSAFE


@pytest.mark.parametrize("phase", Phase)
def test_an_unexpected_file_makes_it_an_orphan(phase: Phase) -> None:
    whole = entry(journal(phase))

    assert kind(replace(whole, names={**whole.names, "notes.txt": Shape.FILE})) is Kind.ORPHAN
    assert kind(replace(whole, artifacts={**whole.artifacts, "0009.backup": "f" * 64})) is Kind.ORPHAN


def test_the_temporary_of_a_journal_update_is_expected() -> None:
    whole = entry(journal(Phase.PREPARED))

    assert kind(replace(whole, names={**whole.names, JOURNAL_TEMPORARY: Shape.FILE})) is Kind.UNFINISHED


def test_content_without_a_journal_is_an_orphan_and_an_empty_folder_is_not() -> None:
    empty = entry(None)

    assert kind(empty) is Kind.RESIDUE
    assert kind(replace(empty, names={})) is Kind.RESIDUE
    assert kind(replace(empty, names={**empty.names, JOURNAL_TEMPORARY: Shape.FILE})) is Kind.RESIDUE
    assert kind(replace(empty, artifacts={"0001.backup": "f" * 64})) is Kind.ORPHAN
    assert kind(replace(empty, names={"notes.txt": Shape.FILE})) is Kind.ORPHAN
    assert kind(replace(empty, shape=Shape.FILE)) is Kind.ORPHAN


def test_links_are_never_followed() -> None:
    whole = entry(journal())

    assert kind(replace(whole, shape=Shape.LINK)) is Kind.LINK
    assert kind(replace(whole, names={**whole.names, JOURNAL: Shape.LINK}, journal=None)) is Kind.UNSAFE
    assert kind(replace(whole, names={**whole.names, "targets": Shape.LINK})) is Kind.UNSAFE


def test_what_cannot_be_read_as_a_journal_is_told_apart() -> None:
    newer = render_journal(journal()).replace(
        b'"transaction_schema_version":1', b'"transaction_schema_version":2'
    )

    assert kind(entry(journal(), journal=b"{")) is Kind.MALFORMED
    assert kind(entry(journal(), journal=newer)) is Kind.UNSUPPORTED
    assert kind(entry(journal(), journal=None)) is Kind.UNSAFE


def test_a_journal_in_another_folder_than_its_own_is_malformed() -> None:
    assert kind(entry(journal(), name="f" * 32)) is Kind.MALFORMED
    moved = replace(BINDING, id="1b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10")
    assert judge_entry(entry(journal()), moved, ROOT_BINDING).kind is Kind.MALFORMED


def test_a_journal_of_another_checkout_is_told_apart() -> None:
    assert kind(entry(journal()), root_binding="cd" * 32) is Kind.OTHER_CHECKOUT


def test_a_journal_whose_modes_mean_something_else_is_unsafe() -> None:
    targets = tuple(replace(target, mode_semantics=WINDOWS_BASIC) for target in journal().targets)

    assert POSIX != WINDOWS_BASIC
    assert kind(entry(journal(targets=targets))) is Kind.UNSAFE


def test_a_name_that_is_no_id_is_not_shown() -> None:
    odd = judge_entry(entry(None, name="secret topic"), BINDING, ROOT_BINDING)

    assert "secret" not in odd.handle
    assert judge_entry(entry(journal()), BINDING, ROOT_BINDING).handle == TRANSACTION_ID
