"""What `install` touched, so that `uninstall` can put it back byte for byte.

The record lies in the common git directory: one for all work trees of a repository. A place is named
relative to that directory or to a work tree, never absolutely, so a repository that was moved or copied can
still be uninstalled. Every kind of file joins the same way: how its own lines are told apart is the kind's
business, the bytes before and the digest after are the record's. The bytes before may hold secrets of the
config (a password in a remote's address), so the file is private to its user.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from memoir_git.core.errors import MemoirGitError

FOLDER = "memoir-git"
FILE = f"{FOLDER}/install.json"
_VERSION = 1


class RecordError(MemoirGitError):
    """The record cannot be read."""


class Kind(Enum):
    """How our part of a file is told from the rest."""

    BLOCK = "block"
    CONFIG = "config"
    HOOK = "hook"  # a block in a script that git runs
    SCRIPT = "script"  # a whole file of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file, by its path below the common git directory or below one of the work trees.

    `work_tree` is a work tree's id (`""` the main one), `None` for the common directory.
    """

    path: str
    work_tree: str | None

    @classmethod
    def common(cls, path: str) -> Place:
        """Returns a place in the common git directory."""
        return cls(path=path, work_tree=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """One file that was changed: its bytes before (`None`: it did not exist) and its digest after."""

    place: Place
    kind: Kind
    before: bytes | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallRecord:
    """All that is to be put back. `made` lists directories of the common git directory that were made."""

    files: tuple[Touched, ...] = ()
    made: tuple[str, ...] = ()

    def find(self, place: Place) -> Touched | None:
        """Returns what is known of the file at `place`."""
        return next((file for file in self.files if file.place == place), None)

    def with_file(self, file: Touched) -> InstallRecord:
        """Returns the record with `file` in place of what it said of that file before."""
        others = tuple(other for other in self.files if other.place != file.place)
        return InstallRecord(files=(*others, file), made=self.made)


def digest(content: bytes | None) -> str | None:
    """Returns what tells whether a file is still as it was left; `None` for an absent file."""
    return None if content is None else hashlib.sha256(content).hexdigest()


def dump_record(record: InstallRecord) -> bytes:
    """Returns the record's bytes, the same for the same record."""
    files = sorted(record.files, key=lambda file: (file.place.path, file.place.work_tree or ""))
    document = {
        "version": _VERSION,
        "made": sorted(record.made),
        "files": [_file_object(file) for file in files],
    }
    return json.dumps(document, indent=1, sort_keys=True).encode() + b"\n"


def load_record(content: bytes) -> InstallRecord:
    """Returns the record that `content` holds. Raises `RecordError`."""
    try:
        document = json.loads(content)
        version = document["version"]
        if version == _VERSION:
            return InstallRecord(
                files=tuple(_parse_file(file) for file in document["files"]),
                made=tuple(map(str, document["made"])),
            )
    except (ValueError, LookupError, TypeError, AttributeError, binascii.Error, RecursionError):
        raise RecordError(
            "The record of the installation is damaged.",
            hint=f"remove {FILE} from the git directory and run the command again;"
            " files then lose our lines, but are not put back byte for byte",
        ) from None
    raise RecordError(
        f"The installation was made by a newer version of memoir-git (its record has version {version!r}).",
        hint="upgrade memoir-git, or uninstall with the version that installed it",
    )


def _file_object(file: Touched) -> dict[str, Any]:
    return {
        "path": file.place.path,
        "work_tree": file.place.work_tree,
        "kind": file.kind.value,
        "before": None if file.before is None else base64.b64encode(file.before).decode(),
        "after": file.after,
    }


def _parse_file(found: dict[str, Any]) -> Touched:
    path, work_tree, before, after = (found[key] for key in ("path", "work_tree", "before", "after"))
    outside = path.startswith("/") or ".." in path.split("/")
    if outside or not isinstance(work_tree, (str, type(None))) or not isinstance(after, (str, type(None))):
        raise ValueError
    return Touched(
        place=Place(path=path, work_tree=work_tree),
        kind=Kind(found["kind"]),
        before=None if before is None else base64.b64decode(before, validate=True),
        after=after,
    )
