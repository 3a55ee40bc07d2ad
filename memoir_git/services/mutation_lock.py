"""The locks around every change of project memory: one order, one place, no command with a lock of its own.

The bootstrap lock of the root comes first, because a project's identity stands in a file that must not
change while it is read; the lock of that identity is taken while the first is held, and both stay until the
end. They are locks of the operating system on permanent files, so a dead holder's lock frees itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoir_git.custodian.lexer import lex_bytes
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.fs.ground import Ground
from memoir_git.fs.lock import Holder, held
from memoir_git.fs.paths import join_inside, read_regular
from memoir_git.fs.state import StateRoot, locate
from memoir_git.services.memory_place import MemoryPlace
from memoir_git.services.transaction_grounds import known_project_grounds, project_ground
from memoir_git.services.unfinished import require_finished
from memoir_git.store.plans.dates import stamp_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Governing:
    """What a change of project memory depends on besides its words: where, when, who, how long to wait."""

    directory: Path
    memory_dir: str | None
    variables: Mapping[str, str]
    now: datetime
    process_id: int
    lock_timeout: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The locks are held, and nothing is unfinished. `project_id` is what the manifest declares, if it does.

    `ground` is where the change is journalled.
    """

    state: StateRoot
    project_id: str | None
    ground: Ground


def state_root(governing: Governing, place: MemoryPlace) -> StateRoot:
    """Returns the private state root, which may not lie on the project's own ground. Raises `StateError`."""
    grounds = place.repository.grounds if place.repository is not None else ()
    return locate(governing.variables, outside=(*grounds, place.root))


def declared_identity(place: MemoryPlace) -> str | None:
    """Returns the `project_id` of the manifest in the work tree, `None` without a valid one."""
    content = read_regular(join_inside(place.root, f"{place.directory}/{MANIFEST}"))
    text = lex_bytes(content or b"")
    if text.problems:
        return None
    written = parse_manifest(text).metadata.get("project_id", "")
    return written if is_project_id(written) else None


@contextmanager
def project_locks(
    governing: Governing, place: MemoryPlace, more: Iterable[str] = ()
) -> Iterator[tuple[StateRoot, str | None]]:
    """Holds the locks for the block, those of `more` identities too; gives the state root and the identity.

    Raises `LockError` and `StateError`; then nothing was written.
    """
    state = state_root(governing, place)
    holder = Holder(process_id=governing.process_id, since=stamp_of(governing.now))
    with ExitStack() as stack:

        def hold(path: Path) -> None:
            stack.enter_context(held(path, holder=holder, timeout=governing.lock_timeout))

        hold(state.bootstrap_lock_path(place.root))
        project_id = declared_identity(place)
        for identity in sorted({*more, *filter(None, [project_id])}):
            hold(state.project_lock_path(identity))
        yield state, project_id


@contextmanager
def mutation_lock(governing: Governing, place: MemoryPlace, fresh: str | None = None) -> Iterator[Held]:
    """Holds the locks for the block, once nothing of an earlier change is unfinished.

    `fresh` is the identity that the change gives to a project that has none: its lock is held before it
    stands anywhere. Raises `LockError`, `StateError` and `RecoveryRequiredError`; then nothing was written.
    """
    more = [fresh] if fresh is not None and declared_identity(place) is None else []
    with project_locks(governing, place, more) as (state, project_id):
        known = (state, place.root, place.directory, project_id, governing.variables)
        require_finished(known_project_grounds(*known))
        yield Held(state=state, project_id=project_id, ground=project_ground(*known))
