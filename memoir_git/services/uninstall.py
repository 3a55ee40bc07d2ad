"""Takes out all that `install` and `track` added, and puts back what was there before.

A file that is still as it was left gets its former bytes back; from one that somebody changed since, only our
lines or sections go. The record says which files these are. A shared block that was there before (a clone of
a repository in which others installed) is not ours to take: `untrack` does that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.fs.change_set import remove_empty
from memoir_git.git.attributes import ATTRIBUTES
from memoir_git.git.config import ConfigDraft, locked_config
from memoir_git.git.hooks import SCRIPTS
from memoir_git.git.record import FOLDER, InstallRecord, Kind, digest
from memoir_git.git.repo import Repository, discover
from memoir_git.services.attribute_files import Sharing, open_attributes
from memoir_git.services.hook_files import chained_files, script_files
from memoir_git.services.setup_files import (
    CONFIG,
    EXCLUDES,
    PRIVATE_ATTRIBUTES,
    SetupFile,
    bytes_before,
    common_file,
    config_file,
    is_our_section,
    load_recorded,
    open_file,
    publish,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UninstallData:
    """What was done: files that are as before `install`, and files that only lost our lines."""

    restored: tuple[str, ...]
    cleaned: tuple[str, ...]


def uninstall(directory: Path) -> Report[UninstallData]:
    """Undoes `install`. Raises `RecordError`, `BrokenBlockError` and the errors of writing."""
    repository = discover(directory)
    with locked_config(repository.common_dir / CONFIG.path) as draft:
        old = load_recorded(repository)
        files = (*_recorded_files(repository, old.record, draft), *_unrecorded(repository, old.record, draft))
        changed = tuple(file for file in files if file.is_changed)
        publish(repository, changed, old, None, draft)
    for name in (*sorted(old.record.made, reverse=True), SCRIPTS, FOLDER):
        remove_empty(repository.common_dir / name)
    restored = {file.shown for file in changed if _is_untouched(file, old.record)}
    data = UninstallData(
        restored=tuple(sorted(restored)),
        cleaned=tuple(sorted({file.shown for file in changed} - restored)),
    )
    return Report(command="uninstall", data=data, findings=tuple(_still_shared(repository, changed)))


def _recorded_files(repository: Repository, record: InstallRecord, draft: ConfigDraft) -> Iterable[SetupFile]:
    for known in record.files:
        if known.kind is Kind.CONFIG:
            draft.replace(bytes_before(known, draft.before) or b"")
            yield config_file(repository, draft)
            continue
        file = open_file(repository, known.place, known.kind)
        if file is not None:
            yield file.holding(bytes_before(known, file.current))


def _unrecorded(repository: Repository, record: InstallRecord, draft: ConfigDraft) -> Iterable[SetupFile]:
    """Yields what carries our lines in the git directory without the record knowing of it."""
    if record.find(CONFIG) is None:
        draft.remove_drivers(is_our_section)
        draft.remove_hooks()
        yield config_file(repository, draft)
    for place in (PRIVATE_ATTRIBUTES, EXCLUDES):
        if record.find(place) is None:
            yield common_file(repository, place).with_lines(None)
    for file in (*chained_files(repository), *(file.holding(None) for file in script_files(repository))):
        if record.find(file.place) is None:
            yield file


def _is_untouched(file: SetupFile, record: InstallRecord) -> bool:
    known = record.find(file.place)
    return known is not None and digest(file.current) == known.after


def _still_shared(repository: Repository, changed: Iterable[SetupFile]) -> Iterable[Finding]:
    if repository.top is None:
        return
    attributes = open_attributes(repository)
    # Where the file was ours alone it is gone now, and what is read is what was committed.
    is_gone = attributes.sharing is Sharing.NOT_CHECKED_OUT
    if is_gone and any(file.shown == ATTRIBUTES for file in changed):
        return
    if attributes.shared_block.bindings:
        yield codes.STILL_SHARED.at(RepoPath(ATTRIBUTES))
