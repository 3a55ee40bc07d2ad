"""Makes existing files memory, and ordinary files again: the block in both attribute files is the record.

Nothing else remembers what was tracked, so a clone, a merge and an editor all see and change the same list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath, printable
from memoir_git.core.report import Report
from memoir_git.git.attributes import Binding, joined
from memoir_git.git.config import locked_config
from memoir_git.git.repo import Repository, discover
from memoir_git.services.attribute_files import AttributeFiles, Sharing, open_attributes
from memoir_git.services.guess import TrackError, bindings_for
from memoir_git.services.memory_bindings import format_names
from memoir_git.services.setup_files import CONFIG, Recorded, load_recorded, publish, recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackedMemory:
    """One binding; `is_guessed` says that the format was told from the file, `is_new` that it is new."""

    pattern: str
    format_name: str
    title: str
    is_guessed: bool
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackData:
    """What is memory now, which files changed for it, and whether merges will work in this clone."""

    memory: tuple[TrackedMemory, ...]
    changed: tuple[str, ...]
    sharing: Sharing
    is_installed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UntrackData:
    """What is no memory any more, and which files changed for it."""

    patterns: tuple[str, ...]
    changed: tuple[str, ...]


def track(directory: Path, words: Sequence[str], format_name: str | None) -> Report[TrackData]:
    """Binds the files and folders that `words` name (relative to `directory`), as `format_name` if given.

    Raises `TrackError` and the errors of writing; then nothing was changed.
    """
    repository = discover(directory)
    paths = [repository.relative(directory / word) for word in words]
    bindings = joined(binding for path in paths for binding in bindings_for(repository, path, format_name))
    return track_bindings(repository, bindings, is_guessed=format_name is None)


def track_bindings(
    repository: Repository, bindings: tuple[Binding, ...], *, is_guessed: bool, command: str = "track"
) -> Report[TrackData]:
    """Writes the bindings into both attribute files, and into the record if there is one."""
    with locked_config(repository.common_dir / CONFIG.path) as draft:
        before = open_attributes(repository)
        after = before.with_bindings(bindings)
        old = load_recorded(repository)
        changed = _publish(repository, after, old)
        is_installed = format_names() <= draft.drivers().keys()
    titles = {row.name: row.title for row in registry.FORMATS}
    present = {(binding.pattern, binding.format_name) for binding in before.bindings()}
    memory = tuple(
        TrackedMemory(
            pattern=binding.path or binding.pattern,
            format_name=binding.format_name,
            title=titles[binding.format_name],
            is_guessed=is_guessed,
            is_new=(binding.pattern, binding.format_name) not in present,
        )
        for binding in bindings
    )
    data = TrackData(memory=memory, changed=changed, sharing=after.sharing, is_installed=is_installed)
    findings = (*after.findings(), *_ignored(repository, bindings))
    return Report(command=command, data=data, findings=findings)


def untrack(directory: Path, words: Sequence[str]) -> Report[UntrackData]:
    """Takes the bindings of the named files and folders out of both blocks.

    A folder stands for everything that is bound in or below it. Raises `TrackError` for a path that no
    binding of ours names.
    """
    repository = discover(directory)
    paths = [repository.relative(directory / word) for word in words]
    with locked_config(repository.common_dir / CONFIG.path):
        before = open_attributes(repository)
        known = joined(before.shared_block.bindings, before.private_block.bindings)
        gone = joined(binding for path in paths for binding in _named(path, known))
        after = before.without(gone)
        changed = _publish(repository, after, load_recorded(repository))
    patterns = tuple(binding.path or binding.pattern for binding in gone)
    data = UntrackData(patterns=patterns, changed=changed)
    return Report(command="untrack", data=data, findings=after.findings())


def _publish(repository: Repository, attributes: AttributeFiles, old: Recorded) -> tuple[str, ...]:
    """Writes the attribute files. Without an installation there is nothing to put back, hence no record."""
    changed = tuple(file for file in attributes.files if file.is_changed)
    new = None if old.content is None else recorded(old.record, changed)
    if changed:
        publish(repository, changed, old, new, None)
    return tuple(file.shown for file in changed)


def _named(path: str, known: tuple[Binding, ...]) -> tuple[Binding, ...]:
    below = f"{path}/" if path else ""
    found = tuple(
        binding
        for binding in known
        if path in (binding.path, binding.pattern) or (binding.path or binding.pattern).startswith(below)
    )
    if not found:
        raise TrackError(
            f"{printable(path)} is not tracked as memory by name.",
            hint="'git memoir doctor' lists what is; 'git check-attr merge -- PATH' shows why",
        )
    return found


def _ignored(repository: Repository, bindings: Iterable[Binding]) -> Iterator[Finding]:
    paths = [binding.path for binding in bindings if binding.path is not None]
    for path in paths:
        words = ("check-ignore", "--quiet", "--", path)
        if repository.top is not None and repository.run(*words, accept=(0, 1, 128)).returncode == 0:
            yield codes.IGNORED_MEMORY.at(RepoPath(path))
