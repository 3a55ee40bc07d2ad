"""Where journals, backups and prepared files lie: one private folder per transaction (guide 3.1 and 3.3).

A journal is never edited in place: a new one takes its place in one step, so that a failed update leaves the
old one whole. Looking creates nothing and follows no link. What is removed here is removed as any file is;
the disk may keep its bytes.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from memoir_git.core.inventory import JOURNAL, JOURNAL_TEMPORARY, Shape, StoredEntry
from memoir_git.core.journal import TARGETS, Binding, Journal, render_journal
from memoir_git.core.text import sha256
from memoir_git.fs.atomic import WriteError
from memoir_git.fs.directories import sync
from memoir_git.fs.paths import PathError, read_regular
from memoir_git.fs.state import StateRoot
from memoir_git.fs.state_place import TRANSACTIONS

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_PRIVATE_FILE = 0o600
_MOST_LOOKS = 100


def has_transactions(state: StateRoot) -> bool:
    """Tells whether any transaction may have left anything; one look, for those who are in a hurry.

    What cannot be looked at may hold one: who looks closer then hears why it cannot.
    """
    try:
        return bool(os.listdir(state.path / TRANSACTIONS))
    except FileNotFoundError:
        return False
    except NotADirectoryError:
        return os.path.lexists(state.path / TRANSACTIONS)
    except OSError:
        return True


def stored_entries(state: StateRoot, binding: Binding) -> tuple[StoredEntry, ...]:
    """Returns what lies under a binding, by name. Creates nothing.

    Raises `StateError` when the state is there and is not private to this user.
    """
    place = f"{TRANSACTIONS}/{binding.folder}"
    found = [_settled(state.path / place / name) for name in state.names(place)]
    return tuple(entry for entry in found if entry.shape is not Shape.ABSENT)


def folder_of(state: StateRoot, binding: Binding, name: str) -> Path:
    """Returns where a transaction lies, or would."""
    return state.path / TRANSACTIONS / binding.folder / name


def begin(state: StateRoot, journal: Journal) -> Path:
    """Makes the folder of a transaction with its first journal; nothing else is in it yet.

    Raises `StateError` and `WriteError`.
    """
    folder = state.directory(f"{TRANSACTIONS}/{journal.binding.folder}/{journal.transaction_id}")
    try:
        os.mkdir(folder / TARGETS, 0o700)
    except OSError as error:
        raise _refused(error) from None
    update(folder, journal)
    return folder


def update(folder: Path, journal: Journal) -> None:
    """Puts a journal in the place of the one before. Raises `WriteError`; then that one is as it was."""
    temporary = folder / JOURNAL_TEMPORARY
    try:
        with suppress(FileNotFoundError):  # what a killed update left
            os.unlink(temporary)
        _write(temporary, render_journal(journal))
        os.replace(temporary, folder / JOURNAL)
        _sync_folder(folder)
    except OSError as error:
        raise _refused(error) from None


def write_artifact(folder: Path, relative: str, content: bytes) -> None:
    """Keeps a backup or a prepared file. Raises `WriteError`."""
    try:
        _write(folder / relative, content)
        _sync_folder(folder / TARGETS)
    except OSError as error:
        raise _refused(error) from None


def read_artifact(folder: Path, relative: str, digest: str) -> bytes:
    """Returns the bytes of an artifact that are those of `digest`. Raises `PathError`."""
    content = read_regular(folder / relative)
    if content is None or sha256(content) != digest:
        raise PathError(
            "A backup or prepared file is not what its journal says.", hint="run 'git memoir recover'"
        )
    return content


def clean(folder: Path) -> None:
    """Removes a transaction that has ended: artifacts first and the journal last.

    So an interrupted cleaning stays visible. What cannot be removed stays, for the next writer.
    """
    with suppress(OSError):
        for name in os.listdir(folder / TARGETS):
            os.unlink(folder / TARGETS / name)
        os.rmdir(folder / TARGETS)
    if os.path.lexists(folder / TARGETS):
        return
    with suppress(OSError):
        for name in (JOURNAL_TEMPORARY, JOURNAL):
            with suppress(FileNotFoundError):
                os.unlink(folder / name)
        os.rmdir(folder)
        _sync_folder(folder.parent)
        os.rmdir(folder.parent)


def discard(path: Path) -> None:
    """Removes an entry of the state, whatever it is; a link goes and what it names stays.

    Raises `WriteError`.
    """
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except OSError as error:
        raise _refused(error) from None
    with suppress(OSError):
        os.rmdir(path.parent)


def _settled(path: Path) -> StoredEntry:
    """Returns an entry as it is at one moment, also while its writer is at work.

    Whoever only looks holds no lock. Between two journals that are the same, artifacts come and go only as
    that journal's phase says.
    """
    for _ in range(_MOST_LOOKS):
        entry = _stored(path)
        shape = entry.names.get(JOURNAL, Shape.ABSENT)
        if (entry.journal, shape) == (_bytes(path / JOURNAL), _shape(path / JOURNAL)):
            break
    return entry


def _stored(path: Path) -> StoredEntry:
    shape = _shape(path)
    found = {name: _shape(path / name) for name in _names(path)} if shape is Shape.DIRECTORY else {}
    # What went between its listing and the look at it is not there.
    names = {name: seen for name, seen in found.items() if seen is not Shape.ABSENT}
    journal = _bytes(path / JOURNAL) if names.get(JOURNAL) is Shape.FILE else None
    artifacts = {}
    if names.get(TARGETS) is Shape.DIRECTORY:
        artifacts = {name: _digest(path / TARGETS / name) for name in _names(path / TARGETS)}
    return StoredEntry(name=path.name, shape=shape, journal=journal, names=names, artifacts=artifacts)


def _shape(path: Path) -> Shape:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return Shape.ABSENT
    if stat.S_ISLNK(mode):
        return Shape.LINK
    if stat.S_ISDIR(mode):
        return Shape.DIRECTORY
    return Shape.FILE if stat.S_ISREG(mode) else Shape.OTHER


def _names(path: Path) -> list[str]:
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def _bytes(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except PathError:
        return None


def _digest(path: Path) -> str | None:
    content = _bytes(path)
    return None if content is None else sha256(content)


def _write(path: Path, content: bytes) -> None:
    with open(os.open(path, _NEW, _PRIVATE_FILE), "wb") as file:
        file.write(content)
        file.flush()
        sync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        sync(descriptor)
        os.close(descriptor)


def _refused(error: OSError) -> WriteError:
    return WriteError(
        f"The private state of the transaction cannot be written: {error.strerror or type(error).__name__}.",
        hint="check the free space of the state directory, then run 'git memoir recover'",
    )
