"""Which private transactions concern a checkout: those of its project, of its root, and of its stores.

A journal is filed under the identity whose lock its writer held, and two work trees of one repository share
that identity; so it also says which checkout it is of (guide 3.1). An identity may have changed since: a
journal of this very checkout is found under whatever identity it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from memoir_git.core.ids import is_uuid4
from memoir_git.core.inventory import judge_entry
from memoir_git.core.journal import Binding, BindingKind
from memoir_git.core.plan import Root
from memoir_git.fs.failpoints import failpoints_of
from memoir_git.fs.ground import Ground, root_binding_data
from memoir_git.fs.journal_store import has_transactions, stored_entries
from memoir_git.fs.state import StateRoot
from memoir_git.fs.state_place import TRANSACTIONS

_STORE = "\0store"


def project_ground(
    state: StateRoot, root: Path, memory: str, project_id: str | None, variables: Mapping[str, str]
) -> Ground:
    """Returns the ground for a change of project memory; makes the salt of its names where there is none.

    Without an identity its journals lie under a keyed name of the root. Raises `StateError`.
    """
    key = state.keyed(root_binding_data(root, memory))
    return _project(state, root, key, project_id, variables)


def store_ground(state: StateRoot, root: Path, lock_key: Path, variables: Mapping[str, str]) -> Ground:
    """Returns the ground for a change of memoir stores below `root`; the lock's place names its journals."""
    key = state.keyed(root_binding_data(root, _STORE))
    binding = Binding(kind=BindingKind.STORE, id=state.keyed_place(lock_key))
    return _store(state, root, key, binding, variables)


def known_project_grounds(
    state: StateRoot, root: Path, memory: str, project_id: str | None, variables: Mapping[str, str]
) -> tuple[Ground, ...]:
    """Returns every ground that may hold transactions of this checkout's project. Creates nothing.

    Raises `StateError` when the private state cannot be looked at.
    """
    key = state.known(root_binding_data(root, memory)) if has_transactions(state) else None
    if key is None:
        return ()
    own = [None] if project_id is None else [project_id, None]
    others = _identities_of(state, key, own)
    return tuple(_project(state, root, key, each, variables) for each in (*own, *others))


def known_store_grounds(
    state: StateRoot, root: Path, lock_key: Path, variables: Mapping[str, str]
) -> tuple[Ground, ...]:
    """Returns the ground that may hold transactions of the stores below `root`. Creates nothing."""
    key = state.known(root_binding_data(root, _STORE)) if has_transactions(state) else None
    name = None if key is None else state.known_place(lock_key)
    if key is None or name is None:
        return ()
    return (_store(state, root, key, Binding(kind=BindingKind.STORE, id=name), variables),)


def _project(
    state: StateRoot, root: Path, key: str, project_id: str | None, variables: Mapping[str, str]
) -> Ground:
    roots = {Root.SHARED: root}
    binding = Binding(kind=BindingKind.BOOTSTRAP, id=key)
    if project_id is not None:
        roots[Root.LOCAL_OVERLAY] = state.path / state.project_folder(project_id)
        binding = Binding(kind=BindingKind.PROJECT, id=project_id)
    return Ground(
        state=state,
        binding=binding,
        root_binding=key,
        roots=roots,
        failpoints=failpoints_of(variables),
    )


def _store(state: StateRoot, root: Path, key: str, binding: Binding, variables: Mapping[str, str]) -> Ground:
    return Ground(
        state=state,
        binding=binding,
        root_binding=key,
        roots={Root.SHARED: root},
        failpoints=failpoints_of(variables),
    )


def _identities_of(state: StateRoot, key: str, known: Iterable[str | None]) -> tuple[str, ...]:
    """Returns further identities under which a journal of this checkout lies."""
    names = state.names(TRANSACTIONS)
    return tuple(
        name for name in names if name not in known and is_uuid4(name) and _has_own(state, name, key)
    )


def _has_own(state: StateRoot, project_id: str, key: str) -> bool:
    binding = Binding(kind=BindingKind.PROJECT, id=project_id)
    for entry in stored_entries(state, binding):
        journal = judge_entry(entry, binding, key).journal
        if journal is not None and journal.root_binding == key:
            return True
    return False
