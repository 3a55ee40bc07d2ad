"""The locks around every change of project memory: one order, one place, no command with a lock of its own.

The bootstrap lock of the root comes first, because a project's identity stands in a file that must not
change while it is read; the lock of that identity is taken while the first is held, and both stay until the
end. They are locks of the operating system on permanent files, so a dead holder's lock frees itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoir_git.custodian.lexer import lex_bytes
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.plans.init import MANIFEST
from memoir_git.fs.lock import Holder, held
from memoir_git.fs.paths import join_inside, read_regular
from memoir_git.fs.state import StateRoot, locate
from memoir_git.services.memory_place import MemoryPlace
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
    """The locks are held: the state root, and the identity that the manifest declares, if it declares one."""

    state: StateRoot
    project_id: str | None


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
def mutation_lock(governing: Governing, place: MemoryPlace) -> Iterator[Held]:
    """Holds the locks for the block. Raises `LockError` and `StateError`; then nothing was written."""
    state = state_root(governing, place)
    holder = Holder(process_id=governing.process_id, since=stamp_of(governing.now))
    timeout = governing.lock_timeout
    with held(state.bootstrap_lock_path(place.root), holder=holder, timeout=timeout):
        project_id = declared_identity(place)
        if project_id is None:
            yield Held(state=state, project_id=None)
            return
        with held(state.project_lock_path(project_id), holder=holder, timeout=timeout):
            yield Held(state=state, project_id=project_id)
