"""What the hook's own script has asked git already, and hands to the program on standard input.

Each start of git costs a tenth of what a checked commit may cost, so nothing is asked twice. The script
cannot pass NUL on; odd names come in git's C-style quotes instead, and everything is ASCII.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import RepoPath
from memoir_git.git.staged import Change, Marks, blob_names, read_change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_UNSPECIFIED = "unspecified"
# What the name of each of our formats begins with.
_FORMAT = "memoir-"


class Told:
    """What is staged and differs from HEAD, and the attributes of those paths that may be memory."""

    __slots__ = ("changes", "marks")

    def __init__(self, changes: tuple[Change, ...], marks: Mapping[RepoPath, Marks]) -> None:
        self.changes = changes
        self.marks = marks

    def memory_blobs(self) -> tuple[str, ...]:
        """Returns the blobs before and after each change that the attributes bind to a format."""
        bound = [change for change in self.changes if self.marks[change.path].merge.startswith(_FORMAT)]
        return blob_names(bound)


class ToldError(MemoirGitError):
    """Standard input holds something else than git's rows."""


def read_told(text: str) -> Told:
    """Returns what the script says: git's raw rows, an empty line, and git's rows of attributes.

    The script leaves out attributes that say nothing. Raises `ToldError` for what git never writes.
    """
    try:
        return _read(text)
    except ValueError:
        raise ToldError(
            "What the pre-commit script handed on is not what git writes.", hint="git memoir install"
        ) from None


def _read(text: str) -> Told:
    rows, _, attributes = text.partition("\n\n")
    changes = []
    for row in rows.splitlines():
        facts, _, name = row.partition("\t")
        changes.append(read_change(facts, _path(name)))
    values: dict[str, dict[str, str]] = {}
    for row in attributes.splitlines():
        # The name may hold what parts the columns; the other two never do.
        name, attribute, value = row.rsplit(": ", 2)
        values.setdefault(_path(name), {})[attribute] = value
    marks = {change.path: _marks(values.get(change.path, {})) for change in changes}
    return Told(tuple(changes), marks)


def _marks(values: Mapping[str, str]) -> Marks:
    return Marks(merge=values.get("merge", _UNSPECIFIED), memoir=values.get("memoir", _UNSPECIFIED))


def _path(name: str) -> str:
    if not name.startswith('"'):
        return name
    from memoir_git.git.quoting import split_quoted  # few names need it

    word = split_quoted(name)
    if word is None:
        raise ValueError("a quote that never ends")
    return word[0]
