"""Where `recover` looks and what it locks: the project and the stores of this checkout, stores first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import is_uuid4
from memoir_git.fs.ground import Ground
from memoir_git.fs.journal_store import has_transactions
from memoir_git.fs.lock import Holder, held
from memoir_git.fs.state import StateRoot
from memoir_git.services.entry_place import find_entries
from memoir_git.services.memory_place import MemoryPlace, find_place
from memoir_git.services.mutation_lock import Governing, declared_identity, project_locks, state_root
from memoir_git.services.session_place import StoreError
from memoir_git.services.transaction_grounds import known_project_grounds, known_store_grounds
from memoir_git.store.plans.dates import stamp_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryPlace:
    """The project's place, and root and lock of the stores; outside git there may be no store."""

    project: MemoryPlace
    state: StateRoot
    store_root: Path | None
    lock_key: Path | None

    @property
    def memory(self) -> str:
        """The memory directory of the project."""
        return self.project.directory


def find_recovery_place(governing: Governing, store: Path | None) -> RecoveryPlace:
    """Returns the place around a directory; `store` is one named by hand. Creates nothing.

    Raises `PlaceError`, `StateError`, and `StoreError` for a store that is named and not there.
    """
    place = find_place(governing.directory, governing.memory_dir)
    root: Path | None = place.root
    key = None if place.repository is None else place.repository.common_dir
    if store is not None or place.repository is None:
        root, key = _store_of(governing.directory, store)
    return RecoveryPlace(project=place, state=state_root(governing, place), store_root=root, lock_key=key)


def grounds_of(governing: Governing, place: RecoveryPlace) -> tuple[Ground, ...]:
    """Returns every ground whose transactions concern this checkout. Raises `StateError`; creates nothing."""
    project_id = declared_identity(place.project)
    grounds = known_project_grounds(
        place.state, place.project.root, place.memory, project_id, governing.variables
    )
    if place.store_root is None or place.lock_key is None:
        return grounds
    stores = known_store_grounds(place.state, place.store_root, place.lock_key, governing.variables)
    return (*grounds, *stores)


@contextmanager
def locked(governing: Governing, place: RecoveryPlace) -> Iterator[tuple[Ground, ...]]:
    """Holds the locks of every writer of this checkout, and gives the grounds as they are then.

    Where nothing was ever journalled there is nothing to lock, and no lock is made.
    """
    if not has_transactions(place.state):
        yield ()
        return
    identities = [g.binding.id for g in grounds_of(governing, place) if is_uuid4(g.binding.id)]
    if place.lock_key is None:
        with project_locks(governing, place.project, identities):
            yield grounds_of(governing, place)
        return
    holder = Holder(process_id=governing.process_id, since=stamp_of(governing.now))
    with (
        held(place.state.lock_path(place.lock_key), holder=holder, timeout=governing.lock_timeout),
        project_locks(governing, place.project, identities),
    ):
        yield grounds_of(governing, place)


def _store_of(directory: Path, store: Path | None) -> tuple[Path | None, Path | None]:
    try:
        found = find_entries(directory, store)
    except StoreError:
        if store is not None:
            raise
        return None, None
    return found.journal_root, found.lock_key
