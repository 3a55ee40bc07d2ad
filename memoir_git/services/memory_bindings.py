"""Which files an installation binds to which format: the default store, what was tracked, what is found.

What is found is bound without asking, so it has to read as memory through and through; and it is bound by
its own path, or by its folder when everything in it is an entry, never by a pattern that could reach further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from memoir_git import registry
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.lexer import lex_bytes
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.git.attributes import (
    Binding,
    bind_below,
    bind_path,
    joined,
    listed_paths,
    mark_below,
    parse_binding,
)
from memoir_git.git.block import block_lines
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit, load_index
from memoir_git.services.memory_place import ATTRIBUTE, PROJECT
from memoir_git.store import recognise

DEFAULT_ROOT = ".memoir"
MANIFEST = "manifest.md"
# The files of project memory that no driver of ours merges, beside the manifest.
_PROSE = ("brief.md", "changelog.md", "rules/*.md", "profiles/*.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What stands between our markers in one attribute file: bindings, and lines that are none."""

    bindings: tuple[Binding, ...] = ()
    others: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...] | None:
        """Returns the block's lines, `None` when nothing is left to say."""
        lines = (*self.others, *(binding.line() for binding in self.bindings))
        return lines or None


def read_block(text: bytes | None, place: str) -> Block:
    """Returns the block of an attribute file, empty when there is none. Raises `BrokenBlockError`."""
    lines = block_lines(text or b"", place=place) or ()
    parsed = [(line, parse_binding(line)) for line in lines]
    return Block(
        bindings=joined(binding for _, binding in parsed if binding is not None),
        others=tuple(line for line, binding in parsed if binding is None and line.strip()),
    )


def format_names() -> frozenset[str]:
    """Returns the names of the formats this version merges."""
    return frozenset(row.name for row in registry.FORMATS)


def store_bindings(root: str) -> tuple[Binding, ...]:
    """Returns the bindings of a memoir store at `root`, relative to the top, `""` for the top itself."""
    return joined(
        bind_below(root, pattern, row.name)
        for row in registry.FORMATS
        if row.system == registry.MEMOIR
        for pattern in row.patterns
    )


def project_bindings(directory: str) -> tuple[Binding, ...]:
    """Returns the bindings of project memory in `directory`, relative to the top."""
    return joined(
        bind_below(directory, pattern, row.name)
        for row in registry.FORMATS
        if row.system == registry.CUSTODIAN
        for pattern in row.patterns
    )


def project_marks(directory: str) -> tuple[str, ...]:
    """Returns the attribute lines for the files of project memory that git merges as text.

    The hooks ask the attributes what is memory, and a secret in prose is one as well.
    """
    return tuple(mark_below(directory, pattern, ATTRIBUTE, PROJECT) for pattern in _PROSE)


def found_projects(repository: Repository) -> tuple[str, ...]:
    """Returns each folder below `docs/` whose manifest declares the protocol, in index or work tree."""
    paths = listed_paths(repository, f":(top,glob)docs/**/{MANIFEST}")
    manifests = {path: PurePosixPath(path).parent.as_posix() for path in paths}
    contents = read_files(repository, (path for path, folder in manifests.items() if folder != "docs"))
    return tuple(manifests[path] for path, content in contents.items() if _is_manifest(content))


def folder_bindings(folder: str) -> tuple[Binding, ...]:
    """Returns the bindings of a folder of entries, and of the index that may lie in it."""
    known = format_names()
    entries = bind_below(folder, recognise.ENTRY_FILES, recognise.ENTRY)
    index = bind_path(str(PurePosixPath(folder, recognise.INDEX_FILE)), recognise.INDEX)
    return joined(binding for binding in (entries, index) if binding.format_name in known)


def found_bindings(repository: Repository) -> tuple[Binding, ...]:
    """Returns bindings for the sessions, folders of entries and project memory in index and work tree."""
    projects = (project_bindings(directory) for directory in found_projects(repository))
    return joined(_found_sessions(repository), _found_folders(repository), *projects)


def read_files(repository: Repository, paths: Iterable[str]) -> dict[RepoPath, bytes]:
    """Returns the files' bytes from the work tree, else from the index; in a bare repository from HEAD."""
    asked = frozenset(RepoPath(path) for path in paths)
    if not asked:
        return {}
    if repository.top is None:
        return {path: file.content for path, file in load_commit(repository, "HEAD", asked).files.items()}
    present = load_work_tree(repository.top, asked)
    absent = asked - present.files.keys() - present.obstacles.keys()
    staged = load_index(repository, absent).files if absent else {}
    return {path: file.content for path, file in (*present.files.items(), *staged.items())}


def _found_sessions(repository: Repository) -> Iterator[Binding]:
    paths = listed_paths(repository, f":(top,glob)**/{recognise.SESSION_FILE}")
    for path, content in read_files(repository, paths).items():
        if recognise.is_session(content):
            root = PurePosixPath(path).parent
            if root.name == DEFAULT_ROOT:
                yield from store_bindings(root.as_posix())
            else:
                yield bind_path(path, recognise.SESSION)


def _is_manifest(content: bytes) -> bool:
    text = lex_bytes(content)
    return not text.problems and parse_manifest(text).protocol_version is not None


def _found_folders(repository: Repository) -> Iterator[Binding]:
    if recognise.ENTRY not in format_names():
        return
    listed = listed_paths(repository, f":(top,glob)**/{recognise.ENTRY_FILES}")
    folders: dict[str, list[str]] = {}
    for path in listed:
        folder, slash, name = path.rpartition("/")
        if slash and name != recognise.INDEX_FILE:
            folders.setdefault(folder, []).append(path)
    # One look at one file of each folder spares reading all the documentation of a big project.
    first = read_files(repository, (paths[0] for paths in folders.values()))
    likely = {PurePosixPath(path).parent.as_posix() for path in first if recognise.is_entry(first[path])}
    contents = read_files(repository, (path for folder in likely for path in folders[folder]))
    for folder in sorted(likely):
        files = {path: contents[RepoPath(path)] for path in folders[folder] if path in contents}
        if recognise.is_folder_of_entries(files, legacy=False):
            yield from folder_bindings(folder)
