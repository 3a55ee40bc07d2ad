"""The staged files of project memory, from what git was asked ahead; what is not plain is asked anew.

Plain is a memory directory that the setting names, or the usual one with the only manifest there is: then
whatever the attributes say of it, it is the one. What the rules read are regular Markdown files.
"""

from __future__ import annotations

from memoir_git.services.memory_folder import DEFAULT, MANIFEST, checked_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Staged Markdown below the one folder that holds project memory, and each manifest, untracked ones included.
QUESTION = (
    *("ls-files", "-z", "-s", "-o", "--exclude-standard", "--"),
    *(":(top,glob)docs/**/*.md", f":(top)*/{MANIFEST}"),
)
_REGULAR = ("100644", "100755")
_MERGED = "0"


class StagedFiles:
    """The memory directory, and the blob of each staged file in it by its path relative to it."""

    __slots__ = ("blobs", "directory")

    def __init__(self, directory: str, blobs: Mapping[str, str]) -> None:
        self.directory = directory
        self.blobs = blobs


def staged_files(answer: bytes, configured: str) -> StagedFiles | None:
    """Returns the files in git's answer to `QUESTION`; `None` where the place is not plain.

    Raises `PlaceError` for a setting that names no possible place.
    """
    rows = answer.decode("utf-8", "surrogateescape").split("\0")
    paths = {row.rpartition("\t")[2] for row in rows if row}
    manifests = {path for path in paths if path.endswith(f"/{MANIFEST}")}
    if not configured and manifests != {f"{DEFAULT}/{MANIFEST}"}:
        return None
    directory = checked_folder(configured or DEFAULT)
    prefix = directory + "/"
    blobs = {}
    for row in rows:
        facts, tab, path = row.partition("\t")
        mode, blob, stage = facts.split(" ") if tab else ("", "", "")
        if mode in _REGULAR and stage == _MERGED and path.startswith(prefix):
            blobs[path.removeprefix(prefix)] = blob
    return StagedFiles(directory, blobs)
