"""Blobs in and out, many at a time: one `cat-file --batch` to read, one `hash-object` to write.

`scratch_objects` gives a command a place for new objects that is gone afterwards, so that a preview can let
git compute trees and leave the repository's object store as it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.git.batch import COMMAND, batch_input, split_batch
from memoir_git.git.nul import nul_joined
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

Environment = Mapping[str, str]


def read_blobs(
    repository: Repository, names: Iterable[str], environment: Environment | None = None
) -> dict[str, bytes]:
    """Returns the contents by object name. Raises `GitError` for an object this repository lacks."""
    asked = tuple(dict.fromkeys(names))
    if not asked:
        return {}
    output = repository.run(*COMMAND, stdin=batch_input(asked), environment=environment).stdout
    try:
        return split_batch(output, asked)
    except LookupError as error:
        raise GitError(f"The object {error.args[0]} is not in this repository.") from None


def write_blobs(
    repository: Repository, contents: Sequence[bytes], environment: Environment | None = None
) -> list[str]:
    """Stores the contents, as they are, and returns their object names in order."""
    if not contents:
        return []
    from tempfile import TemporaryDirectory  # not for readers, which hooks are: they pay for imports

    with TemporaryDirectory(prefix="memoir-git-") as folder:
        paths = [os.path.join(folder, str(number)) for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            Path(path).write_bytes(content)
        stdin = os.fsencode("".join(f"{path}\n" for path in paths))
        words = ("hash-object", "-w", "--no-filters", "--stdin-paths")
        return repository.run(*words, stdin=stdin, environment=environment).stdout.decode().split()


def cleaned_files(repository: Repository, paths: Iterable[RepoPath]) -> dict[RepoPath, bytes]:
    """Returns what git would store for these files of the work tree: line ends, filters, encoding applied.

    The paths must be regular files. Nothing stays in the object store.
    """
    asked = tuple(dict.fromkeys(paths))
    if not asked:
        return {}
    plain = [path for path in asked if "\n" not in path]
    odd = [path for path in asked if "\n" in path]
    with scratch_objects(repository) as environment:
        stdin = nul_joined(plain).replace(b"\0", b"\n")
        names = _hashed(repository, environment, "--stdin-paths", stdin=stdin) if plain else []
        for path in odd:
            names += _hashed(repository, environment, "--", path)
        contents = read_blobs(repository, names, environment)
    return {path: contents[name] for path, name in zip([*plain, *odd], names, strict=True)}


def _hashed(repository: Repository, environment: Environment, *words: str, stdin: bytes = b"") -> list[str]:
    command = ("-c", "core.safecrlf=false", "hash-object", "-w", *words)
    return repository.run(*command, stdin=stdin, environment=environment).stdout.decode().split()


@contextmanager
def scratch_objects(repository: Repository) -> Iterator[dict[str, str]]:
    """Yields the environment in which new objects go to a folder that is removed at the end."""
    from tempfile import TemporaryDirectory

    store = repository.common_dir / "objects"
    with TemporaryDirectory(prefix="memoir-git-") as folder:
        yield {
            "GIT_OBJECT_DIRECTORY": folder,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": _alternate(str(store)),
        }


def _alternate(path: str) -> str:
    """Returns the path as git reads it in a list: in C quotes where it could be taken apart."""
    if os.pathsep not in path and not path.startswith('"'):
        return path
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
