"""A copy of a session file that cannot be understood, before anybody mends or replaces it (format 4.1).

The file itself stays where it is, as it is. One copy per content: the name carries the time of the first
and the content's digest. It is memory, so it lies in the git directory, or outside git in the state root,
private.
"""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

from memoir_git.core.text import sha256
from memoir_git.fs.change_set import FileChange, change_together
from memoir_git.fs.paths import shown
from memoir_git.fs.state import StateRoot
from memoir_git.fs.walk import names_in
from memoir_git.services.session_place import SessionPlace

_FOLDER = "quarantine"


def keep_copy(place: SessionPlace, state: StateRoot, data: bytes, now: datetime) -> str:
    """Returns the path, printable, of a copy of `data`; makes it unless there is one.

    Raises what the disk refuses.
    """
    if place.repository is None:
        folder = state.directory(_FOLDER)
    else:
        folder = place.repository.common_dir / "memoir-git" / _FOLDER
    ending = f"-{sha256(data)[:16]}.json"
    for name in sorted(names_in(folder)):
        if name.endswith(ending):
            return shown(folder / name)
    moment = now.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    copy: Path = folder / f"session-{moment}{ending}"
    change = FileChange(path=copy, before=None, after=data, is_private=True)
    change_together([change], finish=lambda: None)
    return shown(copy)
