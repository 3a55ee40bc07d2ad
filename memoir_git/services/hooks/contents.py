"""Checks of the memory files that a commit changes, each version on its own and one against the other.

Every commit that touches memory loads this module, so it is made of plain classes, and what only some files
need is imported where it is needed.
"""

from __future__ import annotations

from memoir_git.core.conflict import has_conflict
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.secret_marks import has_secret_mark
from memoir_git.git.staged import blob_names
from memoir_git.registry import ENTRY, SESSION
from memoir_git.store import codes_common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeAlias

    from memoir_git.core.ids import RepoPath
    from memoir_git.git.staged import Change, Side

    # From the names of blobs to their contents, all in one call.
    Read: TypeAlias = Callable[[Iterable[str]], Mapping[str, bytes]]

_LINK = "120000"


class Contents:
    """One changed memory file: its format and its bytes before and after, `None` where it is absent.

    `is_link` says that something else than a regular file is to be committed at a memory path.
    """

    __slots__ = ("after", "before", "format_name", "is_link", "path")

    def __init__(
        self,
        *,
        path: RepoPath,
        format_name: str,
        before: bytes | None,
        after: bytes | None,
        is_link: bool = False,
    ) -> None:
        self.path = path
        self.format_name = format_name
        self.before = before
        self.after = after
        self.is_link = is_link


def load_contents(
    changes: Iterable[Change], formats: Mapping[RepoPath, str], read: Read
) -> tuple[Contents, ...]:
    """Returns both versions of each changed memory file. Raises `GitError`."""
    wanted = [change for change in changes if change.path in formats]
    blobs = read(blob_names(wanted))
    return tuple(
        Contents(
            path=change.path,
            format_name=formats[change.path],
            before=_content(change.before, blobs),
            after=_content(change.after, blobs),
            is_link=change.after is not None and change.after.mode == _LINK,
        )
        for change in wanted
    )


def load_checks(format_names: Iterable[str]) -> None:
    """Loads what the files of these formats are checked with, while git is still reading them."""
    names = frozenset(format_names)
    if ENTRY in names:
        import memoir_git.store.checks.entries
        import memoir_git.store.monotone_entry
    if SESSION in names:
        import memoir_git.store.checks.session
        import memoir_git.store.monotone  # noqa: F401 - used where it is needed


def file_findings(path: RepoPath, format_name: str, content: bytes | None) -> Iterator[Finding]:
    """Yields what is wrong with one version of a file by itself; secrets with the weight they have here."""
    if content is None:
        return
    if format_name == SESSION:
        from memoir_git.store.checks.session import check_session

        found = check_session(content, path)
    elif format_name == ENTRY:
        from memoir_git.store.checks.entries import check_entry

        found = check_entry(content, path, with_secrets=False)
    else:
        found = _marked(path, format_name, content)
    yield from (finding for finding in found if finding.code is not codes_common.SECRET)
    yield from secret_findings(path, content)


def findings_before(files: Iterable[Contents]) -> list[Finding]:
    """Returns what is wrong with the earlier versions of the files."""
    return [f for file in files for f in file_findings(file.path, file.format_name, file.before)]


def findings_after(files: Iterable[Contents]) -> list[Finding]:
    """Returns what is wrong with the later versions of the files."""
    return [f for file in files for f in file_findings(file.path, file.format_name, file.after)]


def secret_findings(path: RepoPath, content: bytes) -> Iterator[Finding]:
    """Yields each place that looks like a secret, sure ones as errors."""
    text = content.decode("utf-8", "replace")
    if not has_secret_mark(text):
        return
    from memoir_git.core.secrets import find_secrets
    from memoir_git.store.checks.secrets import may_hold_secret

    if may_hold_secret(text):
        for hit in find_secrets(text):
            yield codes_common.SECRET.at(path, line=hit.line, severity=hit.severity, kind=hit.kind)


def has_markers(format_name: str, path: RepoPath, content: bytes) -> bool:
    """Tells whether an unfinished merge stands in a memory file."""
    from memoir_git.core.codes import COMMITTED_MARKERS

    return any(
        finding.code in (codes_common.MARKERS, COMMITTED_MARKERS)
        for finding in file_findings(path, format_name, content)
    )


def losses(
    files: Iterable[Contents], everything: Iterable[Contents] = (), caps: Mapping[str, int] | None = None
) -> Iterator[Finding]:
    """Yields what the later versions lost of the earlier ones and no merge can take back.

    A session may have moved, or been merged to another place (`-X subtree`): what another changed one of
    `everything` holds is not lost.
    """
    changed = [file for file in files if file.before != file.after and not file.is_link]
    others = [file for file in (*changed, *everything) if file.format_name == SESSION and file.after]
    for file in changed:
        if file.format_name == SESSION and file.before is not None:
            yield from _session_losses(file.path, file.before, file.after, others, caps or {})
    entries = [file for file in changed if file.format_name == ENTRY]
    if entries:
        yield from _entry_losses(entries)


def _session_losses(
    path: RepoPath,
    before: bytes,
    after: bytes | None,
    others: Iterable[Contents],
    caps: Mapping[str, int],
) -> tuple[Finding, ...]:
    from memoir_git.store.monotone import check_monotone_session

    found = check_monotone_session(before, after, path, caps)
    is_elsewhere = found and any(
        other.path != path and not check_monotone_session(before, other.after, path, caps) for other in others
    )
    return () if is_elsewhere else found


def _entry_losses(files: Iterable[Contents]) -> Iterator[Finding]:
    """Yields lost tombstones; a hidden entry's file may go where a new one has its tombstone: renamed."""
    from memoir_git.store.monotone_entry import carries_tombstone, check_monotone_entry

    moved = 0
    for file in files:
        moved += file.before is None and file.after is not None and carries_tombstone(file.after)
    for file in files:
        if file.before is None:
            continue
        found = check_monotone_entry(file.before, file.after, file.path)
        if found and file.after is None and moved:
            moved -= 1
            continue
        yield from found


def link_findings(files: Iterable[Contents]) -> Iterator[Finding]:
    """Yields the memory paths at which a link is to be committed."""
    return (codes_common.FILE_LINK.at(file.path, severity=Severity.ERROR) for file in files if file.is_link)


def _marked(path: RepoPath, format_name: str, content: bytes) -> tuple[Finding, ...]:
    if not has_conflict(content):  # the quick look; what is quoted takes a closer one
        return ()
    from memoir_git.core.codes import COMMITTED_MARKERS
    from memoir_git.services.salvage import committed_conflict

    is_unfinished = committed_conflict(format_name, content) is not None
    return (COMMITTED_MARKERS.at(path),) if is_unfinished else ()


def _content(side: Side | None, blobs: Mapping[str, bytes]) -> bytes | None:
    return None if side is None or not side.is_file else blobs[side.blob]
