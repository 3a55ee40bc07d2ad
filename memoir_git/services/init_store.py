"""Makes an empty memoir store: a session, and the attributes that let git merge it.

The folder of entries is left to the first entry; git keeps no empty folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.fs.paths import read_regular, refuse_link
from memoir_git.git.repo import Repository, find_repository
from memoir_git.services.memory_bindings import DEFAULT_ROOT, store_bindings
from memoir_git.services.track import TrackData, track_bindings
from memoir_git.store.fresh import fresh_session
from memoir_git.store.recognise import SESSION_FILE


class StoreExistsError(MemoirGitError):
    """There is a session already; it is memory, and nothing overwrites it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStore:
    """The session that was made, and how git treats it; `tracked` is `None` outside git."""

    session: str
    tracked: TrackData | None


def init_store(directory: Path, place: Path | None, now: datetime) -> Report[NewStore]:
    """Makes a store at `place` (relative to `directory`), by default `.memoir` at the top of the work tree.

    Raises `StoreExistsError`, and the errors of writing; then nothing was made.
    """
    repository = find_repository(directory)
    root = _root(repository, directory, place)
    session = root / SESSION_FILE
    refuse_link(root)
    if read_regular(session) is not None:
        raise StoreExistsError(
            f"{printable(str(session))} exists already; nothing was changed.",
            hint=f"'git memoir track {printable(str(session))}' makes git merge it",
        )
    moment = now.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    change = FileChange(path=session, before=None, after=fresh_session(moment))
    if repository is None:
        change_together([change], finish=lambda: None)
        return _report(Report(command="init", data=None), str(session))
    relative = repository.relative(session)
    bindings = store_bindings(relative.rpartition("/")[0])
    reports: list[Report[TrackData]] = []
    change_together(
        [change],
        finish=lambda: reports.append(track_bindings(repository, bindings, is_guessed=False)),
    )
    return _report(reports[0], relative)


def _root(repository: Repository | None, directory: Path, place: Path | None) -> Path:
    if place is not None:
        return Path(directory, place).absolute()
    return (directory.absolute() if repository is None else repository.work_tree) / DEFAULT_ROOT


def _report(made: Report[TrackData] | Report[None], session: str) -> Report[NewStore]:
    data = NewStore(session=session, tracked=made.data)
    return Report(command="init", data=data, findings=made.findings)
