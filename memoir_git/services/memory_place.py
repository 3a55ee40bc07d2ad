"""Where a project's memory lies, and reading it: work tree -> project model.

The place is what `--memory-dir` says, else `memoir.memoryDir` in git's config, else the folder of the one
`manifest.md` that git's attributes mark as project memory, else `docs/memory`. It is always a folder below
`docs/`, reached through real folders only. Outside git everything works on files.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import printable
from memoir_git.core.snapshot import Snapshot
from memoir_git.custodian.project import Project
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.fs.walk import unlisted, walk
from memoir_git.git.attributes import effective_values, listed_paths
from memoir_git.git.repo import Repository, find_repository
from memoir_git.services.memory_folder import DEFAULT, MANIFEST, SETTING, PlaceError, checked_folder

# The attribute that `init project` sets on the manifest; its `merge` stays git's own.
ATTRIBUTE = "memoir"
PROJECT = "project"
_FOLDERS = ("archive", "areas", "profiles", "rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlace:
    """The root that paths are relative to, the repository if there is one, and the memory directory."""

    root: Path
    repository: Repository | None
    directory: str


def find_place(directory: Path, memory_dir: str | None) -> MemoryPlace:
    """Returns where the memory of the project around `directory` lies. Raises `PlaceError`."""
    repository = find_repository(directory)
    root = directory.resolve() if repository is None else repository.work_tree
    chosen = memory_directory(repository, memory_dir)
    return MemoryPlace(root=root, repository=repository, directory=chosen)


def memory_directory(repository: Repository | None, memory_dir: str | None = None) -> str:
    """Returns the memory directory, relative to the top. Raises `PlaceError`."""
    return checked_folder(memory_dir or _configured(repository) or _marked(repository) or DEFAULT)


def load_files(place: MemoryPlace) -> Snapshot:
    """Returns the Markdown files of the memory directory; what cannot be read is an obstacle.

    So is a link in the place of a folder of modules or of the archive, and a folder that cannot be listed.
    """
    folders = {f"{place.directory}/{name}" for name in _FOLDERS}
    names = walk(place.root, place.directory)
    files = [path for path in names if path.endswith(".md") or path in folders]
    return load_work_tree(place.root, [*files, *unlisted(place.root, place.directory)])


def contents_of(snapshot: Snapshot, directory: str) -> dict[str, bytes]:
    """Returns the files in a snapshot's memory directory, by their path relative to it."""
    prefix = directory + "/"
    return {
        path.removeprefix(prefix): file.content
        for path, file in snapshot.files.items()
        if path.startswith(prefix)
    }


def project_of(snapshot: Snapshot, directory: str) -> Project:
    """Returns the project in a snapshot's memory directory."""
    return Project(contents_of(snapshot, directory))


def marked_places(repository: Repository) -> tuple[str, ...]:
    """Returns the folders of the manifests that the attributes mark as project memory, sorted."""
    manifests = listed_paths(repository, f"*/{MANIFEST}")
    values = effective_values(repository, manifests, ATTRIBUTE)
    marked = (path for path in manifests if values.get(path) == PROJECT)
    return tuple(sorted(path.removesuffix("/" + MANIFEST) for path in marked))


def known_places(repository: Repository) -> frozenset[str]:
    """Returns every folder here that project memory may lie in; more than one is nobody's fault here."""
    configured = _configured(repository).replace("\\", "/").strip("/")
    return frozenset((*marked_places(repository), configured or DEFAULT))


def _configured(repository: Repository | None) -> str:
    if repository is None:
        return ""
    return repository.text("config", "--get", SETTING, accept=(0, 1))


def _marked(repository: Repository | None) -> str:
    """Returns the folder of the one manifest that the attributes mark. Raises `PlaceError` for two."""
    found = marked_places(repository) if repository is not None else ()
    if len(found) > 1:
        raise PlaceError(
            f"Project memory lies in more than one place: {' and '.join(map(printable, found))}.",
            hint="name one with --memory-dir, or set it: git config memoir.memoryDir DIR",
        )
    return found[0] if found else ""
