"""The files that setting up touches: where they are, what they hold, what they shall hold, what was before.

Every command that changes them (install, uninstall, track) prepares the new bytes first and then changes all
of them together with the record, under git's lock on its config, so that two such commands cannot mix.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.fs.paths import read_regular
from memoir_git.git.attributes import ATTRIBUTES, INFO_ATTRIBUTES
from memoir_git.git.block import block_lines, with_block
from memoir_git.git.config import ConfigDraft, without_ours
from memoir_git.git.driver_check import is_ours
from memoir_git.git.hooks import without_chain
from memoir_git.git.record import (
    FILE,
    InstallRecord,
    Kind,
    Place,
    Touched,
    digest,
    dump_record,
    load_record,
)
from memoir_git.git.repo import Repository, work_trees
from memoir_git.services.memory_bindings import format_names

CONFIG = Place.common("config")
PRIVATE_ATTRIBUTES = Place.common(INFO_ATTRIBUTES)
EXCLUDES = Place.common("info/exclude")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupFile:
    """One file with what it holds and what it shall hold; `None` is an absent file."""

    place: Place
    kind: Kind
    path: Path
    current: bytes | None
    wanted: bytes | None

    @property
    def is_changed(self) -> bool:
        """Whether something is to be done about this file."""
        return self.current != self.wanted

    @property
    def shown(self) -> str:
        """The file as people know it."""
        return self.place.path if self.place.work_tree is not None else f".git/{self.place.path}"

    def holding(self, wanted: bytes | None) -> SetupFile:
        """Returns the file with other wanted bytes."""
        return replace(self, wanted=wanted)

    def with_lines(self, lines: tuple[str, ...] | None, *, at_end: bool = False) -> SetupFile:
        """Returns the file with these lines as our block; one that held nothing else goes with them."""
        text = with_block(self.current or b"", lines, place=self.shown, at_end=at_end)
        return self.holding(None if lines is None and not text else text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The install record with the bytes it was read from, `None` when nothing is installed."""

    record: InstallRecord
    content: bytes | None


def shared_attributes(repository: Repository) -> Place:
    """Returns the place of this work tree's `.gitattributes`."""
    return Place(path=ATTRIBUTES, work_tree=repository.work_tree_id)


def open_file(repository: Repository, place: Place, kind: Kind = Kind.BLOCK) -> SetupFile | None:
    """Returns the file at `place` as it is, `None` when its work tree is gone.

    Links in the git directory are followed: the file they name is what git reads.
    """
    root = repository.common_dir
    if place.work_tree is not None:
        tree = work_trees(repository).get(place.work_tree)
        if tree is None:
            return None
        root = tree
    path = Path(os.path.realpath(root / place.path))
    current = read_regular(path)
    return SetupFile(place=place, kind=kind, path=path, current=current, wanted=current)


def common_file(repository: Repository, place: Place, kind: Kind = Kind.BLOCK) -> SetupFile:
    """Returns a file of the common directory as it is."""
    file = open_file(repository, place, kind)
    assert file is not None, "the common directory is always there"
    return file


def config_file(repository: Repository, draft: ConfigDraft) -> SetupFile:
    """Returns the config as it is and as the draft has it."""
    path = Path(os.path.realpath(repository.common_dir / CONFIG.path))
    return SetupFile(place=CONFIG, kind=Kind.CONFIG, path=path, current=draft.before, wanted=draft.content)


def load_recorded(repository: Repository) -> Recorded:
    """Returns what `install` left in the record. Raises `RecordError`."""
    content = read_regular(repository.common_dir / FILE)
    record = InstallRecord() if content is None else load_record(content)
    return Recorded(record=record, content=content)


def is_our_section(name: str, command: str) -> bool:
    """Tells whether a merge driver's section is ours to remove: our command, or our name and no command."""
    return is_ours(command) if command else name in format_names()


def bytes_before(known: Touched, current: bytes | None) -> bytes | None:
    """Returns what the file would hold had we never touched it.

    Untouched since: exactly the bytes before. Otherwise the bytes now less our lines, or with the block that
    stood there before ours; everything that others wrote since stays.
    """
    if digest(current) == known.after:
        return known.before
    if current is None:
        return None
    if known.kind is Kind.CONFIG:
        rest = without_ours(current, is_our_section)
    elif known.kind is Kind.SCRIPT:
        return known.before
    elif known.kind is Kind.HOOK:
        return without_chain(current, place=known.place.path)
    else:
        name = known.place.path
        rest = with_block(current, block_lines(known.before or b"", place=name), place=name)
    return None if not rest and known.before is None else rest


def recorded(record: InstallRecord, files: Iterable[SetupFile]) -> InstallRecord:
    """Returns the record after the files' changes; it goes on knowing the bytes before the first one."""
    for file in files:
        if file.is_changed:
            known = record.find(file.place)
            before = file.current if known is None else bytes_before(known, file.current)
            after = digest(file.wanted)
            record = record.with_file(Touched(place=file.place, kind=file.kind, before=before, after=after))
    return record


def publish(
    repository: Repository,
    files: Iterable[SetupFile],
    old: Recorded,
    new: InstallRecord | None,
    draft: ConfigDraft | None,
) -> None:
    """Makes all the changes, the record's and the config's included, or none of them.

    The record is written before the files and removed after them: at every moment it knows at least what was
    touched. `new` is `None` when nothing is installed any more; `draft` when the config stays.
    """
    changed = [_change(file) for file in files if file.is_changed and file.kind is not Kind.CONFIG]
    record = FileChange(
        path=repository.common_dir / FILE,
        before=old.content,
        after=None if new is None else dump_record(new),
        is_private=True,
    )
    steps = [*changed, record] if new is None else [record, *changed]
    is_edited = draft is not None and draft.content != draft.before
    change_together(steps, finish=draft.publish if draft is not None and is_edited else _nothing)


def _change(file: SetupFile) -> FileChange:
    is_executable = file.kind in (Kind.HOOK, Kind.SCRIPT)
    return FileChange(path=file.path, before=file.current, after=file.wanted, is_executable=is_executable)


def _nothing() -> None:
    """Ends a change that does not touch the config."""
