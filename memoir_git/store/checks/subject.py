"""One entry under examination: what every family of rules needs to make a finding about it."""

from __future__ import annotations

from memoir_git.core.blocks import SCALAR, Block
from memoir_git.core.finding import Finding, FindingCode, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.store.entries import Entry


class Subject:
    """An entry with its path. `link_name` is `""` where the file's name is unknown."""

    __slots__ = ("blocks", "entry", "path")

    def __init__(self, entry: Entry, path: RepoPath) -> None:
        self.entry = entry
        self.path = path
        # The first of a doubled key, as `Document.block` has it; asked for often enough to be kept.
        self.blocks = {block.key: block for block in reversed(entry.document.blocks)}

    def block(self, field: str) -> Block | None:
        """Returns the top-level field called `field`."""
        return self.blocks.get(field)

    def scalar(self, field: str) -> str:
        """Returns the value of a one-line field, `""` for any other kind and for none."""
        block = self.blocks.get(field)
        return block.text if block is not None and block.kind == SCALAR else ""

    @property
    def link_name(self) -> str:
        """The name by which other entries link to this one."""
        return self.entry.link_name

    def about(self, code: FindingCode, field: str = "", *, line: int | None = None) -> Finding:
        """Returns a finding about a frontmatter field, at its line if it is there, or about the file."""
        if line is None and field:
            block = self.block(field)
            line = block.number if block is not None else 1
        if field:
            return code.at(self.path, line=line, place=Handle(field))
        return code.at(self.path, line=line)

    def missing(self, code: FindingCode) -> Finding:
        """Returns a finding about a required field that is not there.

        In a legacy dialect it is a warning: those files were written before the format (Appendix A).
        """
        severity = Severity.WARNING if self.entry.is_legacy else None
        return code.at(self.path, line=1, severity=severity)
