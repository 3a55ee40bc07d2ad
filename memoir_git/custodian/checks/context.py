"""What every check of project memory is given, and how it names a place."""

from __future__ import annotations

from memoir_git.core.finding import Detail, Finding, FindingCode, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.light import dataclass
from memoir_git.core.secret_marks import has_secret_mark
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ownership import Ownership
from memoir_git.custodian.project import MemoryFile, Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from memoir_git.core.secrets import SecretHit


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceState:
    """What is known of one evidence source: whether it exists, and whether it still is as pinned.

    `drifted` is `None` when nothing is pinned or git could not say.
    """

    exists: bool
    drifted: bool | None = None


class CheckContext:
    """A project, where its memory lies in the repository, and its evidence sources by item text.

    `texts` are the files whose wording is looked through, `None` for all of them: where only what is new
    counts, a file that did not change has nothing to say.
    """

    __slots__ = ("_secrets", "_texts", "directory", "git_available", "ownership", "project", "sources")

    def __init__(
        self,
        project: Project,
        directory: str,
        sources: Mapping[str, SourceState] | None = None,
        git_available: bool = True,
        texts: Collection[str] | None = None,
    ) -> None:
        self.project = project
        self.directory = directory
        self.sources: Mapping[str, SourceState] = sources or {}
        self.git_available = git_available
        self.ownership = Ownership(project)
        self._texts = texts
        self._secrets: dict[str, tuple[SecretHit, ...]] = {}

    def path(self, relative: str) -> RepoPath:
        """Returns a memory file's path as findings show it."""
        return RepoPath(f"{self.directory}/{relative}")

    def texts(self) -> Iterator[tuple[str, MemoryFile]]:
        """Yields path and file of each text that is looked through, by path."""
        for path, file in self.project.files.items():
            if self._texts is None or path in self._texts:
                yield path, file

    def secrets(self, path: str) -> tuple[SecretHit, ...]:
        """Returns what looks like a credential in a memory file; it is looked through once."""
        if path not in self._secrets:
            self._secrets[path] = _secrets_in(self.project.files[path].text.render())
        return self._secrets[path]

    def at(
        self,
        code: FindingCode,
        path: str,
        line: int | None = None,
        *,
        entry: str | None = None,
        severity: Severity | None = None,
        **details: Detail,
    ) -> Finding:
        """Returns a finding in a memory file."""
        return code.at(
            self.path(path),
            line=line,
            entry_id=Handle(entry) if entry else None,
            severity=severity,
            **details,
        )

    def on(
        self, code: FindingCode, entry: Entry, *, severity: Severity | None = None, **details: Detail
    ) -> Finding:
        """Returns a finding on an entry."""
        return self.at(code, entry.path, entry.line, entry=entry.id, severity=severity, **details)


def _secrets_in(text: str) -> tuple[SecretHit, ...]:
    """Returns what looks like a credential; the rules are loaded for a text that has what one cannot lack."""
    if not has_secret_mark(text):
        return ()
    from memoir_git.core.secrets import find_secrets

    return find_secrets(text)


def handles(ids: list[str]) -> tuple[Handle, ...]:
    """Returns IDs as sorted details, once each."""
    return tuple(Handle(identifier) for identifier in sorted(set(ids)))
