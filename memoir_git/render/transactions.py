"""Unfinished changes in a line, as audits and `status` have it; `recover` has a page of its own."""

from __future__ import annotations

from typing import Any

from memoir_git.core.telling import counted
from memoir_git.services.transaction_state import TransactionState, TransactionWord

TRANSACTION_WORDS = {
    TransactionWord.CLEAN: "clean",
    TransactionWord.CLEANUP: "clean up pending",
    TransactionWord.REQUIRED: "recovery required",
    TransactionWord.UNAVAILABLE: "not known; the private state cannot be looked at",
}


def transactions_words(state: TransactionState) -> str:
    """Returns the state in a few words, with what belongs to another checkout."""
    word = TRANSACTION_WORDS[state.word]
    return (
        f"{word} ({counted(state.elsewhere, 'transaction')} of other checkouts)" if state.elsewhere else word
    )


def transactions_object(state: TransactionState) -> dict[str, Any]:
    """Returns the state as JSON has it."""
    return {
        "status": state.word.value,
        "unfinished": state.blocking,
        "cleanup_pending": state.waiting,
        "other_checkout": state.elsewhere,
    }
