"""Which paths of a history are memory: those of today, and every place that ever was one.

After memory has moved, its old versions lie under the old name. The attributes are tracked, so every version
of the top `.gitattributes` says where memory lay when it was committed; git lists those versions, and no word
of what is sought goes to it. A binding without a folder in it could be for any path, so all are covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.fs.paths import PathError, read_regular
from memoir_git.git.attributes import ATTRIBUTES, INFO_ATTRIBUTES, MERGE, listed_paths
from memoir_git.git.blobs import read_blobs
from memoir_git.git.quoting import GLOB_CHARACTERS, literal_path, split_quoted, split_words
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError
from memoir_git.services import memory_folder, memory_place
from memoir_git.services.memory_bindings import DEFAULT_ROOT, MANIFEST, format_names
from memoir_git.services.merging import memory_formats
from memoir_git.store.recognise import ENTRY

_USUAL = (DEFAULT_ROOT, memory_folder.DEFAULT)
# Nothing is fetched, and nobody's replacement stands in for what was committed.
_ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1"}
_EVERY_VERSION = ("log", "--all", "--reflog", "--full-history", "-m", "--root", "--raw", "-z", "--no-abbrev")
_PLAIN = ("--no-renames", "--format=", "--no-show-signature", "--no-ext-diff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Files and folders relative to the top, sorted, none below another; or every path."""

    prefixes: tuple[str, ...]
    all_paths: bool


EVERY_PATH = Cover(prefixes=(), all_paths=True)


def covered(repository: Repository) -> Cover:
    """Returns where memory lies and ever lay; every path where git cannot say that."""
    try:
        places = {*_USUAL, *_present(repository), *_past(repository)}
    except GitError:
        return EVERY_PATH
    return EVERY_PATH if "" in places else Cover(prefixes=outermost(places), all_paths=False)


def _present(repository: Repository) -> Iterator[str]:
    """Yields the places of the memory files of today, whatever bound them."""
    for path, value in memory_formats(repository, map(RepoPath, listed_paths(repository))).items():
        folder = path.rpartition("/")[0]
        yield (folder or path) if value == ENTRY else path
        if folder.rpartition("/")[2] == DEFAULT_ROOT:
            yield folder
    yield from memory_place.known_places(repository)
    for attributes in _attribute_files(repository):
        try:
            content = read_regular(attributes) or b""
        except PathError:
            continue  # git does not follow a link there either
        yield from bound_places(content.decode("utf-8", "surrogateescape"))


def _attribute_files(repository: Repository) -> Iterator[Path]:
    """Yields the attribute files as they are now: they may bind what is in no commit, or not here."""
    yield repository.common_dir / INFO_ATTRIBUTES
    if repository.top is not None:
        yield repository.top / ATTRIBUTES


def _past(repository: Repository) -> Iterator[str]:
    """Yields the places that any reachable version of the top attribute file names."""
    words = (*_EVERY_VERSION, *_PLAIN, "--", f":(top,literal){ATTRIBUTES}")
    output = repository.run(*words, environment=_ALONE).stdout
    rows = [row.lstrip(b"\n").split(b" ") for row in output.split(b"\0")]
    names = {row[3].decode() for row in rows if row[0][:1] == b":"}
    for content in read_blobs(repository, sorted(name for name in names if name.strip("0")), _ALONE).values():
        yield from bound_places(content.decode("utf-8", "surrogateescape"))


def bound_places(attributes: str) -> Iterator[str]:
    """Yields the places that the lines of an attribute file make memory."""
    bindings = {f"{MERGE}={name}" for name in format_names()}
    for line in attributes.splitlines():
        split = split_quoted(line)
        if split is None or split[0].startswith("#"):
            continue
        pattern, words = split[0], split_words(split[1])
        if f"{memory_place.ATTRIBUTE}={memory_place.PROJECT}" in words:
            yield _place(pattern).removesuffix(f"/{MANIFEST}")
        elif not bindings.isdisjoint(words):
            yield _place(pattern)


def _place(pattern: str) -> str:
    """Returns the file or folder that holds whatever a pattern matches, `""` if that can be anywhere."""
    if "/" not in pattern:
        return ""
    inner = pattern.strip("/")
    literal = literal_path(inner)
    if literal is not None:
        return literal
    parts = []
    for part in inner.split("/"):
        if any(character in part for character in GLOB_CHARACTERS):
            break
        parts.append(part)
    return "/".join(parts)


def outermost(places: Iterable[str]) -> tuple[str, ...]:
    """Returns the places, sorted, without those that lie below another one."""
    kept: list[str] = []
    for place in sorted(places):
        if not any(place == other or place.startswith(f"{other}/") for other in kept):
            kept.append(place)
    return tuple(kept)
