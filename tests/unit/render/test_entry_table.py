"""The table of entries on a terminal says what the plain list says."""

from __future__ import annotations

import pytest

from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.render import entry_listing, entry_table
from memoir_git.services.entry_files import State
from memoir_git.services.entry_reading import EntryListing, ListedEntry


def listing(*entries: ListedEntry, left_out: int = 0) -> Report[EntryListing]:
    data = EntryListing(folder=RepoPath("memory"), entries=entries, left_out=left_out)
    return Report(command="entry", data=data)


def row(name: str, state: State = State.LIVE) -> ListedEntry:
    return ListedEntry(link_name=name, type="fact", state=state, project="", description="[b]a\x1b[1m[/b]")


@pytest.mark.parametrize("view", [entry_listing, entry_table])
def test_every_entry_is_there_with_its_state_and_without_control_characters(
    view: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")

    text = view.as_text(listing(row("fact_a"), row("fact_b", State.DONE), left_out=2))  # type: ignore[attr-defined]

    assert all(words in text for words in ("fact_a", "fact_b", "(done) [b]a\\x1b[1m[/b]", "2 more"))


@pytest.mark.parametrize("view", [entry_listing, entry_table])
def test_a_list_without_entries_says_so(view: object) -> None:
    assert "No entry to list." in view.as_text(listing())  # type: ignore[attr-defined]
