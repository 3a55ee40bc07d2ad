"""The two attribute files that hold our block, changed in step: the shared one and this clone's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.git.attributes import ATTRIBUTES, Binding, joined
from memoir_git.git.repo import Repository
from memoir_git.git.snapshot import load_commit, load_index
from memoir_git.services.memory_bindings import Block, read_block
from memoir_git.services.setup_files import (
    PRIVATE_ATTRIBUTES,
    SetupFile,
    common_file,
    open_file,
    shared_attributes,
)


class Sharing(Enum):
    """Whether the tracked `.gitattributes` carries the bindings to other clones, and if not, why."""

    SHARED = "shared"
    NOT_ASKED = "not-asked"
    NO_WORK_TREE = "no-work-tree"
    LINK = "link"
    NOT_CHECKED_OUT = "not-checked-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeFiles:
    """Both files with the blocks that stand in them; `shared` is `None` when it is not to be written."""

    private: SetupFile
    private_block: Block
    shared: SetupFile | None
    shared_block: Block
    sharing: Sharing

    @property
    def files(self) -> tuple[SetupFile, ...]:
        """The files that may change."""
        return (self.private,) if self.shared is None else (self.private, self.shared)

    def bindings(self) -> tuple[Binding, ...]:
        """Returns what this work tree's block binds; where there is no shared file, the private one's."""
        return self.shared_block.bindings if self.shared is not None else self._all()

    def with_bindings(self, bindings: Iterable[Binding], *, at_end: bool = False) -> AttributeFiles:
        """Returns the files with these bindings in both blocks, before what each had already.

        The private block serves all work trees, so it may bind what only another one has. `at_end` moves the
        blocks behind every other line.
        """
        wanted = joined(bindings)
        shared = joined(wanted, self.shared_block.bindings)
        return self._holding(shared, joined(wanted, self.private_block.bindings), at_end=at_end)

    def with_others(self, lines: Iterable[str]) -> AttributeFiles:
        """Returns the files with these lines, which bind no format, in both blocks."""
        others = tuple(dict.fromkeys((*self.shared_block.others, *lines)))
        held = replace(self, shared_block=replace(self.shared_block, others=others))
        return held._holding(self.shared_block.bindings, self.private_block.bindings)

    def without(self, bindings: Iterable[Binding]) -> AttributeFiles:
        """Returns the files with these bindings in neither block."""
        gone = {binding.pattern for binding in bindings}
        shared = (binding for binding in self.shared_block.bindings if binding.pattern not in gone)
        private = (binding for binding in self.private_block.bindings if binding.pattern not in gone)
        return self._holding(joined(shared), joined(private))

    def findings(self) -> tuple[Finding, ...]:
        """Returns what a person should know about the shared file."""
        if self.sharing is Sharing.LINK:
            return (codes.LINKED_ATTRIBUTES.at(RepoPath(ATTRIBUTES)),)
        if self.sharing is Sharing.NOT_CHECKED_OUT:
            return (codes.ATTRIBUTES_NOT_CHECKED_OUT.at(RepoPath(ATTRIBUTES)),)
        return ()

    def _all(self) -> tuple[Binding, ...]:
        return joined(self.shared_block.bindings, self.private_block.bindings)

    def _holding(
        self, shared: tuple[Binding, ...], private: tuple[Binding, ...], *, at_end: bool = False
    ) -> AttributeFiles:
        in_shared = Block(bindings=shared, others=self.shared_block.others)
        others = dict.fromkeys((*self.shared_block.others, *self.private_block.others))
        in_private = Block(bindings=private, others=tuple(others))
        return replace(
            self,
            private=self.private.with_lines(in_private.lines(), at_end=at_end),
            shared=None if self.shared is None else self.shared.with_lines(in_shared.lines(), at_end=at_end),
        )


def open_attributes(repository: Repository, *, share: bool = True) -> AttributeFiles:
    """Returns both attribute files as they are. Without `share` the tracked one is read, not written."""
    private = common_file(repository, PRIVATE_ATTRIBUTES)
    sharing = _sharing(repository, share=share)
    shared = None
    if sharing is Sharing.SHARED:
        shared = open_file(repository, shared_attributes(repository))
    text = shared.current if shared is not None else _readable(repository)
    return AttributeFiles(
        private=private,
        private_block=read_block(private.current, private.shown),
        shared=shared,
        shared_block=read_block(text, ATTRIBUTES),
        sharing=sharing,
    )


def _sharing(repository: Repository, *, share: bool) -> Sharing:
    if repository.top is None:
        return Sharing.NO_WORK_TREE
    if not share:
        return Sharing.NOT_ASKED
    file = repository.top / ATTRIBUTES
    if file.is_symlink():
        return Sharing.LINK
    if not file.exists() and RepoPath(ATTRIBUTES) in load_index(repository, (RepoPath(ATTRIBUTES),)).files:
        return Sharing.NOT_CHECKED_OUT
    return Sharing.SHARED


def _readable(repository: Repository) -> bytes | None:
    """Returns the `.gitattributes` that git would read where it is not ours to write."""
    path = RepoPath(ATTRIBUTES)
    if repository.top is None:
        has_commit = repository.run("rev-parse", "--verify", "--quiet", "HEAD", accept=(0, 1)).returncode == 0
        return load_commit(repository, "HEAD", (path,)).content(path) if has_commit else None
    file = repository.top / ATTRIBUTES
    if file.is_file() and not file.is_symlink():
        return file.read_bytes()
    return load_index(repository, (path,)).content(path)
