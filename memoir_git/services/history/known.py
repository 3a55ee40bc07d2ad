"""What this checkout knows to be forgotten: IDs in guards, hashes of purged decisions, tombstoned entries.

None of it says what was forgotten, and that is all there is to look for when nobody names anything. Where
there is memory at all, secrets are looked for as well. A look that names something is made here too: what it
means is for the memory at hand to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.frontmatter import parse
from memoir_git.core.ids import RepoPath
from memoir_git.custodian.copies import unit_texts
from memoir_git.custodian.guards import guards_of, removed_ids
from memoir_git.custodian.ids import canonical_id, id_key, split_id
from memoir_git.custodian.project import Project
from memoir_git.fs.paths import read_regular
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import walk
from memoir_git.git.attributes import listed_paths
from memoir_git.git.repo import Repository, find_repository
from memoir_git.git.run import GitError
from memoir_git.services import memory_place
from memoir_git.services.history.sought import Sought, seek_text
from memoir_git.services.memory_bindings import DEFAULT_ROOT, read_files
from memoir_git.services.merging import memory_formats
from memoir_git.services.selection import format_by_name
from memoir_git.services.session_place import find_session
from memoir_git.store.entry_facts import is_hidden, is_purged, link_name
from memoir_git.store.identity import identity_of, purged_hash
from memoir_git.store.model import DECISIONS
from memoir_git.store.parse import UnreadableError, open_session
from memoir_git.store.plans.decision_forget import find_decision
from memoir_git.store.recognise import ENTRY, SESSION
from memoir_git.store.selection import SelectionError

_GUARDS = "do-not-use.md"
# How the command line names a decision by its number.
_NUMBER = re.compile(r"\s*[a-z]\d+\s*", re.IGNORECASE)


class EntryIdError(MemoirGitError):
    """What was given as an Entry ID is none."""


def known_forgotten(directory: Path) -> Sought:
    """Returns all that the work tree around `directory` says was forgotten; in a bare repository, HEAD.

    Where git refuses to say, or a file that knows cannot be read, the result is partial.
    """
    try:
        return _known(directory, find_repository(directory))
    except GitError:
        return Sought(secrets=True, is_partial=True)


def _known(directory: Path, repository: Repository | None) -> Sought:
    files = _store_files(directory, repository)
    sought = _of_sessions(files[path] for path in files if path.endswith(".json")) | _of_entries(files)
    contents = tuple(_projects(directory, repository))
    for project in contents:
        sought |= _of_guards(project)
    return sought | Sought(secrets=bool(files) or any(contents))


def seek_decision(directory: Path, store: Path | None, words: str) -> Sought:
    """Returns what looks for a decision, by its text or as the session at hand names it.

    A number has to name one: raises `SelectionError` and what finding a session raises. Any other words are
    a text, of which the session may know more: it is often gone by the time one asks.
    """
    is_number = _NUMBER.fullmatch(words) is not None
    try:
        texts = _decision_texts(directory, store, words)
    except MemoirGitError:
        if is_number:
            raise
        texts = ()
    sought = Sought() if is_number else seek_text(words)
    for text in texts:
        sought |= seek_text(text)
    return sought


def seek_entry_ids(directory: Path, ids: Iterable[str]) -> Sought:
    """Returns what looks for units of project memory by their IDs. Raises `EntryIdError`."""
    asked = frozenset(ids)
    if any(split_id(found) is None for found in asked):
        raise EntryIdError(
            "This is no Entry ID.",
            hint="an ID looks like MC-DEC-20260901-0a1b2c3d; 'git memoir list' has them",
        )
    sought = Sought(entry_ids=frozenset(map(canonical_id, asked)))
    try:
        projects = tuple(_projects(directory, find_repository(directory)))
    except GitError:
        return sought  # and no unit may stay as it is; the inspection meets the same obstacle
    for project in projects:
        sought |= seek_ids(asked, project)
    return sought


def seek_ids(ids: Iterable[str], contents: Mapping[str, bytes]) -> Sought:
    """Returns what looks for units by their IDs; today's guards may stay as they are."""
    guards = {id_key(entry.id) for entry in guards_of(Project(contents))}
    kept = tuple(text for key, text in unit_texts(contents) if key in guards)
    return Sought(entry_ids=frozenset(map(canonical_id, ids)), kept=kept)


def _decision_texts(directory: Path, store: Path | None, words: str) -> tuple[str, ...]:
    data = read_regular(find_session(directory, store).path)
    if data is None:
        raise SelectionError(
            "There is no session file here.", hint="give the decision's text instead of a number"
        )
    session = open_session(data)
    key = find_decision(session, words)
    return tuple(item["text"] for item in session.items(DECISIONS) if identity_of(item) == key)


def _store_files(directory: Path, repository: Repository | None) -> dict[RepoPath, bytes]:
    """Returns the sessions and entries of the stores here."""
    if repository is None:
        wanted = [path for path in walk(directory.resolve(), DEFAULT_ROOT) if format_by_name(path)]
        found = load_work_tree(directory.resolve(), wanted).files
        return {path: file.content for path, file in found.items()}
    listed = [RepoPath(path) for path in listed_paths(repository)]
    formats = memory_formats(repository, listed)
    usual = (path for path in listed if DEFAULT_ROOT in path.split("/")[:-1] and format_by_name(path))
    bound = (path for path in listed if formats.get(path) in (SESSION, ENTRY))
    return read_files(repository, {*usual, *bound})


def _of_sessions(contents: Iterable[bytes]) -> Sought:
    sought = Sought()
    for content in contents:
        try:
            session = open_session(content)
        except UnreadableError:
            sought |= Sought(is_partial=True)
        else:
            digests = (purged_hash(item) for item in session.items(DECISIONS))
            sought |= Sought(digests=frozenset(digest for digest in digests if digest is not None))
    return sought


def _of_guards(contents: Mapping[str, bytes]) -> Sought:
    project = Project(contents)
    guards = project.files.get(_GUARDS)
    is_unknown = "manifest.md" in project.files and not project.is_readable
    is_partial = is_unknown or (guards is not None and not guards.is_usable)
    return seek_ids(removed_ids(project), contents) | Sought(is_partial=is_partial)


def _of_entries(files: Mapping[RepoPath, bytes]) -> Sought:
    purged, hidden = set(), set()
    for path, content in files.items():
        if path.endswith(".md"):
            document = parse(content.decode("utf-8", "replace"))
            if is_purged(document, link_name(path)):
                purged.add(link_name(path))
            elif is_hidden(document):
                hidden.add(link_name(path))
    return Sought(purged=frozenset(purged), hidden=frozenset(hidden))


def _projects(directory: Path, repository: Repository | None) -> Iterator[dict[str, bytes]]:
    """Yields the Markdown files of each memory directory here, by their path in it."""
    if repository is None:
        place = memory_place.find_place(directory, None)
        contents = memory_place.contents_of(memory_place.load_files(place), place.directory)
        yield from [contents] if contents else []
        return
    for folder in sorted(memory_place.known_places(repository)):
        paths = listed_paths(repository, f":(top,literal){folder}")
        files = read_files(repository, (path for path in paths if path.endswith(".md")))
        if files:
            yield {path.removeprefix(f"{folder}/"): content for path, content in files.items()}
