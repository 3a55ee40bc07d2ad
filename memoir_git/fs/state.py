"""The private state root outside every repository: locks, machine identity, copies of broken files.

`MEMOIR_GIT_STATE_HOME`, else an absolute `XDG_STATE_HOME` with our name, else the platform's place
for user state. It is made level by level with mode 0700 and looked at without following links,
because a directory that someone else could exchange protects nothing. There is no temporary
fallback: a later run that finds the usual place would not see what the earlier one left elsewhere.
A look never creates anything.
"""

from __future__ import annotations

import hmac
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from memoir_git.core.errors import SurroundingsError
from memoir_git.fs.atomic import ChangedError, create_file
from memoir_git.fs.paths import is_inside, read_regular, shown
from memoir_git.fs.state_place import VARIABLE, state_place

_SALT = "salt"
_SALT_BYTES = 32
_PRIVATE_DIRECTORY = 0o700
_PRIVATE_FILE = 0o600


class StateError(SurroundingsError):
    """The state root cannot be used; the message names the variable that moves it."""


class StateRoot:
    """A state root that may not exist yet, as `locate` found it; only `read` creates nothing."""

    def __init__(self, path: Path, *, chosen: bool) -> None:
        """`chosen` says that the user named this very directory."""
        self.path = path
        self._chosen = chosen

    def read(self, relative: str) -> bytes | None:
        """Returns the bytes of a state file, `None` where there is none. Creates nothing.

        Raises `StateError` when the state root is there and is not private to this user.
        """
        folder, _, name = relative.rpartition("/")
        place = self.existing(folder)
        return None if place is None else read_regular(place / name)

    def existing(self, relative: str = "") -> Path | None:
        """Returns a directory of the state root, `None` where there is none. Creates and mends nothing.

        Raises `StateError` when a directory on the way is not a real one of this user.
        """
        place = self.path
        for name in ("", *filter(None, relative.split("/"))):
            place = place / name
            if not _is_there(place):
                return None
            try:
                _check_directory(place)
            except StateError:
                if not _is_there(place):  # a writer removed it just now
                    return None
                raise
        return place

    def names(self, relative: str = "") -> tuple[str, ...]:
        """Returns the names in a directory, sorted, none where it is absent. Raises `StateError`."""
        place = self.existing(relative)
        if place is None:
            return ()
        try:
            return tuple(sorted(os.listdir(place)))
        except FileNotFoundError:  # a writer removed it just now
            return ()
        except OSError as error:
            raise _unusable(place, error.strerror or type(error).__name__) from None

    def directory(self, relative: str = "") -> Path:
        """Returns a directory of the state root, made private level by level where missing."""
        _make_ancestors(self.path.parent)
        _make_private(self.path, foreign_possible=self._chosen)
        place = self.path
        for name in filter(None, relative.split("/")):
            place = place / name
            _make_private(place, foreign_possible=False)
        return place

    def create(self, relative: str, content: bytes) -> bytes:
        """Makes a private file written once; returns what it holds, ours or an earlier one's."""
        folder, _, name = relative.rpartition("/")
        path = self.directory(folder) / name
        found = read_regular(path)
        if found is not None:
            return found
        try:
            create_file(path, content, mode=_PRIVATE_FILE)
        except ChangedError:  # another process was faster
            return read_regular(path) or content
        return content

    def lock_path(self, place: Path) -> Path:
        """Returns the path of the lock for the store whose common git dir or own root is `place`.

        The name is keyed by a private salt, so that a listing of locks names no directory.
        """
        return self.directory("locks") / f"store-{self.keyed_place(place)}.lock"

    def bootstrap_lock_path(self, root: Path) -> Path:
        """Returns the path of the lock for a project before its identity is known."""
        return self.directory("locks") / f"bootstrap-{self.keyed_place(root)}.lock"

    def project_lock_path(self, project_id: str) -> Path:
        """Returns the path of the lock for the project of this identity, a canonical UUID."""
        return self.directory("locks") / f"{project_id}.lock"

    def project_folder(self, project_id: str) -> str:
        """Returns the folder of what this machine keeps privately for the project of this identity."""
        return f"projects/{project_id}"

    def keyed_place(self, place: Path) -> str:
        """Returns a name for a directory that tells nobody without the salt which one it is."""
        return self.keyed(_spelled(place))

    def known_place(self, place: Path) -> str | None:
        """Returns the keyed name of a directory, `None` as long as no salt was made. Creates nothing."""
        return self.known(_spelled(place))

    def known(self, data: bytes) -> str | None:
        """Returns what `keyed` returns, `None` as long as no salt was made. Creates nothing."""
        found = self.read(_SALT)
        return None if found is None else _keyed(self._as_salt(found), data)

    def keyed(self, data: bytes) -> str:
        """Returns 64 hexadecimal digits for `data` under the private salt."""
        return _keyed(self._salt(), data)

    def remove(self, relative: str) -> None:
        """Removes a state file; one that is gone already is fine."""
        with suppress(FileNotFoundError):
            os.unlink(self.path / relative)

    def _salt(self) -> bytes:
        return self._as_salt(self.create(_SALT, os.urandom(_SALT_BYTES).hex().encode() + b"\n"))

    def _as_salt(self, found: bytes) -> bytes:
        try:
            salt = bytes.fromhex(found.decode("ascii"))
        except ValueError:
            salt = b""
        if len(salt) != _SALT_BYTES:
            # Another salt would mean other lock names than those of a writer at work.
            raise StateError(
                f"{shown(self.path / _SALT)} is damaged.",
                hint="end every running git memoir command, then remove that file",
            )
        return salt


def locate(variables: Mapping[str, str], *, outside: Iterable[Path]) -> StateRoot:
    """Returns the state root that the environment names, without creating or reading it.

    `outside` lists the work trees and git directories of the repository at hand, or the store's
    root. Raises `StateError` when the place is relative or lies inside one of them.
    """
    path, chosen = _place(variables)
    for tree in outside:
        if is_inside(path, tree):
            raise StateError(
                f"The private state directory {shown(path)} lies inside {shown(tree)}.",
                hint=f"set {VARIABLE} to a private directory outside the repository",
            )
    return StateRoot(path, chosen=chosen)


def _spelled(place: Path) -> bytes:
    return os.fsencode(os.path.normcase(os.path.realpath(place)))


def _keyed(salt: bytes, data: bytes) -> str:
    return hmac.new(salt, data, "sha256").hexdigest()


def _place(variables: Mapping[str, str]) -> tuple[Path, bool]:
    place, is_chosen = state_place(variables)
    if not os.path.isabs(place):
        if is_chosen:
            raise StateError(f"{VARIABLE} is not an absolute path.", hint=f"set {VARIABLE} to one")
        raise StateError("No home directory is known.", hint=f"set {VARIABLE} to an absolute path")
    return Path(place), is_chosen


def _make_ancestors(path: Path) -> None:
    """Makes the missing directories above the state root, each private; the others stay."""
    missing = []
    while not path.is_dir():
        missing.append(path)
        if path.parent == path:
            break
        path = path.parent
    for directory in reversed(missing):
        _make(directory)


def _make(directory: Path) -> None:
    try:
        os.mkdir(directory, _PRIVATE_DIRECTORY)
    except FileExistsError:
        pass  # another process was faster; the check comes next
    except OSError as error:
        raise _unusable(directory, error.strerror or type(error).__name__) from None


def _make_private(directory: Path, *, foreign_possible: bool) -> None:
    """Makes sure of a real directory of this user that nobody else can enter."""
    if not os.path.lexists(directory):
        _make(directory)
    mode = _check_directory(directory)
    if mode & 0o077 == 0:
        return
    if foreign_possible and _holds_foreign_files(directory):
        raise _unusable(directory, "it is open to other users and holds files that are not ours")
    try:
        os.chmod(directory, _PRIVATE_DIRECTORY)
    except OSError as error:
        raise _unusable(directory, error.strerror or type(error).__name__) from None


def _is_there(path: Path) -> bool:
    """Tells whether anything has this name. Raises `StateError` when nobody can tell: that is not absence."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise _unusable(path, error.strerror or type(error).__name__) from None
    return True


def _check_directory(directory: Path) -> int:
    """Returns the permission bits of a real directory of this user; else raises `StateError`."""
    try:
        status = os.lstat(directory)
    except OSError as error:
        raise _unusable(directory, error.strerror or type(error).__name__) from None
    if stat.S_ISLNK(status.st_mode):
        raise _unusable(directory, "it is a symbolic link")
    if not stat.S_ISDIR(status.st_mode):
        raise _unusable(directory, "it is not a directory")
    if status.st_uid != os.geteuid():
        raise _unusable(directory, "it belongs to another user")
    return stat.S_IMODE(status.st_mode)


def _holds_foreign_files(directory: Path) -> bool:
    names = os.listdir(directory)
    return bool(names) and _SALT not in names


def _unusable(directory: Path, reason: str) -> StateError:
    return StateError(
        f"The private state directory {shown(directory)} cannot be used: {reason}.",
        hint=f"set {VARIABLE} to a private directory of your own, outside the repository",
    )
