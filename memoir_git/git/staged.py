"""What a commit is about to hold, as the calling hook sees it: the index that git itself handed down.

`git commit -a`, `-p` and `git commit PATH` each build an index of their own and name it in GIT_INDEX_FILE, so
the usual index is not what gets committed. The repository passed in must hand that variable on
(`git.inherited`). Everything is plumbing: nothing is refreshed, stashed or added.

Every commit that touches memory loads this module: plain classes, no library.
"""

from __future__ import annotations

from memoir_git.core.ids import RepoPath
from memoir_git.git.nul import nul_joined, nul_split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memoir_git.git.repo import Repository

_RAW = ("--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv")
_ABSENT = "000000"
_REGULAR = ("100644", "100755")


class Side:
    """One version of a path: its mode in octal digits, as git prints it, and the name of its blob."""

    __slots__ = ("blob", "mode")

    def __init__(self, *, mode: str, blob: str) -> None:
        self.mode = mode
        self.blob = blob

    @property
    def is_file(self) -> bool:
        """Whether this is a regular file: no link, no submodule."""
        return self.mode in _REGULAR

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Side) and (self.mode, self.blob) == (other.mode, other.blob)


class Change:
    """One path that differs; `None` is a side on which it is absent."""

    __slots__ = ("after", "before", "path")

    def __init__(self, *, path: RepoPath, before: Side | None, after: Side | None) -> None:
        self.path = path
        self.before = before
        self.after = after


class Marks:
    """What the attributes say of a path: the values of `merge` and of `memoir`."""

    __slots__ = ("memoir", "merge")

    def __init__(self, *, merge: str, memoir: str) -> None:
        self.merge = merge
        self.memoir = memoir


def blob_names(changes: Iterable[Change]) -> tuple[str, ...]:
    """Returns the names of the blobs that hold the versions of the files, once each."""
    sides = [side for change in changes for side in (change.before, change.after)]
    return tuple(dict.fromkeys(side.blob for side in sides if side is not None and side.is_file))


def staged_changes(repository: Repository, against: str | None = None) -> tuple[Change, ...]:
    """Returns what is staged and differs from the commit `against`, by default HEAD.

    Before the first commit everything staged differs.
    """
    revision = () if against is None else (against,)
    done = repository.run("diff", "--cached", *_RAW, "--ignore-submodules=none", *revision, "--")
    return parse_changes(done.stdout)


def changes_between(repository: Repository, before: str, after: str) -> tuple[Change, ...]:
    """Returns what differs from one commit to another."""
    return parse_changes(repository.run("diff-tree", "-r", *_RAW, before, after).stdout)


def commit_changes(
    repository: Repository, tips: Sequence[str], known: Sequence[str], remote: str | None = None
) -> tuple[tuple[str, Change], ...]:
    """Returns what each commit changes that is in `tips`, and neither in `known` nor on a remote's branches.

    Oldest commits first; a merge counts against each parent. Commits of `known` that are not here are no
    help and no error.
    """
    words = ("rev-list", "--reverse", "--topo-order", "--ignore-missing")
    on_remote = () if remote is None else (f"--remotes={_escaped(remote)}",)
    commits = repository.run(*words, *tips, "--not", *known, *on_remote).stdout
    command = ("diff-tree", "--stdin", "-r", "-m", "--root", *_RAW)
    fields = nul_split(repository.run(*command, stdin=commits).stdout)
    changes: list[tuple[str, Change]] = []
    commit = ""
    at = 0
    while at < len(fields):
        if not fields[at].startswith(":"):
            commit = fields[at].split(" ")[0].strip()
            at += 1
            continue
        changes.append((commit, read_change(fields[at], fields[at + 1])))
        at += 2
    return tuple(changes)


def parse_changes(output: bytes) -> tuple[Change, ...]:
    """Returns the changes in git's raw output with `-z`."""
    fields = nul_split(output)
    return tuple(read_change(facts, path) for facts, path in zip(fields[0::2], fields[1::2], strict=True))


def read_change(facts: str, path: str) -> Change:
    """Returns the change in one row of git's raw output: modes, blobs and letter, and the path."""
    old_mode, new_mode, old, new, _ = facts[1:].split(" ")
    return Change(path=RepoPath(path), before=_side(old_mode, old), after=_side(new_mode, new))


def marks_of(repository: Repository, paths: Iterable[RepoPath]) -> Mapping[RepoPath, Marks]:
    """Returns the two attributes that say what is memory, for each path, in one call."""
    asked = tuple(dict.fromkeys(paths))
    if not asked:
        return {}
    done = repository.run("check-attr", "-z", "--stdin", "merge", "memoir", stdin=nul_joined(asked))
    fields = nul_split(done.stdout)
    rows = zip(fields[0::6], fields[2::6], fields[5::6], strict=True)
    return {RepoPath(path): Marks(merge=merge, memoir=memoir) for path, merge, memoir in rows}


def _escaped(remote: str) -> str:
    """Returns a remote's name as a pattern that means nothing but it; an address matches no branch."""
    return "".join(f"\\{c}" if c in "*?[\\" else c for c in remote)


def _side(mode: str, blob: str) -> Side | None:
    return None if mode == _ABSENT else Side(mode=mode, blob=blob)
