"""Forgets one entry file: hides it, or leaves a stub; its rows leave the index with it.

Both files are changed as one, by a transaction: if the machine stops between the two, `git memoir recover`
goes on or back. A purge is journalled even where it is one file, so that no stray copy of its text stays
unnoticed.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.core.erasure import to_json
from memoir_git.core.frontmatter import parse
from memoir_git.core.ids import RepoPath
from memoir_git.core.journal_making import Undertaking
from memoir_git.core.plan import Change, Root, change_of
from memoir_git.core.report import Report
from memoir_git.core.text import sha256
from memoir_git.fs.atomic import sweep
from memoir_git.fs.paths import regular_mode
from memoir_git.fs.transaction import commit, new_transaction_id
from memoir_git.services.entries import editable
from memoir_git.services.entry_files import EntryFile, find_entry, load_entries
from memoir_git.services.entry_lock import store_lock
from memoir_git.services.entry_place import EntryPlace, find_entries
from memoir_git.services.forget import (
    Forgetting,
    Kind,
    Mode,
    applied,
    forget_report,
    plan_id,
    require_current,
    scope_of,
)
from memoir_git.services.index import IndexFile, UnreadableIndexError, find_index, shelf_of
from memoir_git.services.session import Writing
from memoir_git.services.transaction_grounds import store_ground
from memoir_git.store.merge.index_links import find_links
from memoir_git.store.plans.dates import stamp_of
from memoir_git.store.plans.entry_forget import hidden_entry, purged_entry
from memoir_git.store.plans.index_plan import without_entry

_NEW_FILE = 0o644


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """The exact changes, and their public face."""

    changes: tuple[Change, ...]
    data: Forgetting


def preview_entry(writing: Writing, words: str, mode: Mode) -> Report[Forgetting]:
    """Returns what forgetting the entry would do. Takes no lock and writes nothing.

    Raises `EntrySelectionError`, `EntryError`, `StoreError` and `PathError`.
    """
    place = find_entries(writing.directory, writing.store)
    return forget_report(_planned(place, words, mode, stamp_of(writing.now)).data)


def apply_entry(writing: Writing, words: str, mode: Mode, confirmed: str) -> Report[Forgetting]:
    """Forgets the entry if the plan is still the confirmed one.

    Raises `StalePlanError`, what `preview_entry` raises, and the errors of locking and writing.
    """
    place = find_entries(writing.directory, writing.store)
    now = stamp_of(writing.now)
    with store_lock(writing, place) as state:
        plan = _planned(place, words, mode, now)
        require_current(plan.data.plan_id, confirmed)
        for change in plan.changes:
            sweep(place.journal_root / change.path)
        undertaking = Undertaking(
            transaction_id=new_transaction_id(),
            command="forget",
            plan_id=plan.data.plan_id,
            created_at=now,
            changes=plan.changes,
            erasure_scope=to_json(plan.data.scope),
            is_sensitive=mode is Mode.PURGE,
        )
        commit(store_ground(state, place.journal_root, place.lock_key, writing.variables), undertaking)
    return forget_report(applied(plan.data))


def _planned(place: EntryPlace, words: str, mode: Mode, now: str) -> _Plan:
    file = find_entry(place, words)
    files = load_entries(place)
    index = find_index(place)
    states = {file.path: sha256(file.data), index.path: sha256(index.data or b"")}
    listing = _without(place, index, files, file.link_name)
    wanted = ((file, _forgotten(file, mode, now)), (index, listing))
    changes = [(item, after) for item, after in wanted if item.data != after]
    paths = tuple(item.path for item, _ in changes)
    data = Forgetting(
        kind=Kind.ENTRY,
        mode=mode,
        plan_id=plan_id(Kind.ENTRY, mode, file.path, states),
        is_applied=False,
        paths=paths,
        index_links=_count(index.data, file.link_name) - _count(listing, file.link_name),
        links=sum(_links_to(other, file.link_name) for other in files if other.path != file.path),
        mentions=0,
        scope=scope_of(mode, paths),
    )
    return _Plan(
        changes=tuple(_change(place, item.path, item.data, after) for item, after in changes), data=data
    )


def _change(place: EntryPlace, path: RepoPath, before: bytes | None, after: bytes | None) -> Change:
    mode = regular_mode(place.path(path))
    state = None if before is None or mode is None else (before, mode)
    made = change_of(Root.SHARED, place.journalled(path), state, after, new_mode=_NEW_FILE)
    assert made is not None, "what does not change is no change"
    return made


def _forgotten(file: EntryFile, mode: Mode, now: str) -> bytes:
    """Returns the file's new bytes, the old ones where there is nothing to do."""
    if mode is Mode.HIDE:
        document = editable(file)
        changed = hidden_entry(document, now)
    else:
        # What is no text, broken or of a newer schema may hold what has to go as well as any other.
        document = parse("") if file.entry is None else file.entry.document
        changed = purged_entry(document, file.link_name, now)
    return file.data if changed is document else changed.render().encode("utf-8")


def _without(place: EntryPlace, index: IndexFile, files: tuple[EntryFile, ...], name: str) -> bytes | None:
    """Returns the index without the entry; an index that cannot be read keeps nobody from forgetting."""
    if index.data is None:
        return None
    try:
        text = index.text()
    except UnreadableIndexError:
        return index.data
    return without_entry(text, name, shelf_of(place, index, files)).encode("utf-8")


def _count(data: bytes | None, name: str) -> int:
    text = (data or b"").decode("utf-8", "replace")
    return sum(link.target.rpartition("/")[2] == name for link in find_links(text))


def _links_to(file: EntryFile, name: str) -> bool:
    if file.entry is None:
        return False
    above = file.entry.text("superseded_by").removeprefix("[[").removesuffix("]]")
    targets = {link.target.partition("#")[0].rpartition("/")[2] for link in find_links(file.entry.body)}
    return name in targets or above == name
