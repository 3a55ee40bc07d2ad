"""The lock around every write to a store's entries and its index: the one that session writers hold too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memoir_git.fs.lock import Holder, held
from memoir_git.fs.state import StateRoot, locate
from memoir_git.services.entry_place import EntryPlace
from memoir_git.services.session import Writing
from memoir_git.services.transaction_grounds import known_store_grounds
from memoir_git.services.unfinished import require_finished
from memoir_git.store.plans.dates import stamp_of


@contextmanager
def store_lock(writing: Writing, place: EntryPlace) -> Iterator[StateRoot]:
    """Holds the store's lock for the block, and gives the state root it lies in.

    Raises `LockError`, `StateError` and `RecoveryRequiredError`; then nothing was read for writing.
    """
    state = locate(writing.variables, outside=place.private_ground)
    holder = Holder(process_id=writing.process_id, since=stamp_of(writing.now))
    with held(state.lock_path(place.lock_key), holder=holder, timeout=writing.lock_timeout):
        require_finished(known_store_grounds(state, place.journal_root, place.lock_key, writing.variables))
        yield state
