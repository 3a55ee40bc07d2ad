"""What every finder of the merge review is given, and how it says what it found: IDs and paths only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memoir_git.core.finding import Detail, Finding, FindingCode, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian.branch_changes import Branch, Comparison
from memoir_git.custodian.branch_result import Result
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import canonical_id

MERGE = Handle("merge")
OURS = "ours"
THEIRS = "theirs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The branches, and the graph they result in."""

    comparison: Comparison
    result: Result

    def directions(self) -> Iterator[tuple[str, Branch, Branch]]:
        """Yields each branch by its name together with the other one."""
        yield OURS, self.comparison.ours, self.comparison.theirs
        yield THEIRS, self.comparison.theirs, self.comparison.ours

    def owners(self, branch: Branch) -> Iterator[Entry]:
        """Yields the active owners a branch added or changed that are still in force in the result."""
        for key in branch.changes:
            entries = branch.graph.entries(key)
            for entry in entries:
                is_owner = entry.is_active and branch.graph.is_hard(entry)
                if is_owner and branch.graph.identity(entry) is not None and self.result.lasts(key):
                    yield entry

    def finding(
        self, code: FindingCode, path: str, *, severity: Severity | None = None, **details: Detail
    ) -> Finding:
        """Returns a finding in a memory file; it has no line, since no single file on disk holds it."""
        return code.at(self.result.context.path(path), line=None, entry_id=None, severity=severity, **details)

    def ids(self, keys: Iterable[str]) -> tuple[Handle, ...]:
        """Returns keys as IDs in the writer's spelling, sorted, once each."""
        return tuple(Handle(canonical_id(key)) for key in sorted(set(keys)))
