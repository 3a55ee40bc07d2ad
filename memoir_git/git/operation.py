"""Which of git's operations was stopped half-way in this work tree, and what git wants typed next.

git itself keeps this in files of the private git directory and in pseudo-refs; a linked work tree has its
own. The order of looking matters: a rebase leaves CHERRY_PICK_HEAD, and with --rebase-merges MERGE_HEAD, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memoir_git.git.repo import Repository
from memoir_git.git.revisions import find_commit, merge_bases, parents


class Kind(Enum):
    """The operations that can stop half-way."""

    MERGE = "merge"
    SQUASH = "squash merge"
    REBASE = "rebase"
    REBASE_APPLY = "rebase --apply"
    AM = "am"
    CHERRY_PICK = "cherry-pick"
    REVERT = "revert"
    STASH = "stash pop"
    BISECT = "bisect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One stopped operation.

    `theirs` names the commit being applied, `base` the version it is compared with, both `None` where git
    does not say. `proceed`, `skip` and `abort` are words for git's command line, empty where there is no
    such command. `step` is "2/5" in a series, else empty.
    """

    kind: Kind
    base: str | None = None
    theirs: str | None = None
    proceed: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    abort: tuple[str, ...] = ()
    step: str = ""


_SEQUENCER = {"pick": Kind.CHERRY_PICK, "revert": Kind.REVERT}


def find_operation(repository: Repository, *, has_unmerged: bool) -> Operation | None:
    """Returns the operation to finish, `None` when there is none.

    Unmerged paths without any trace of an operation come from `stash pop`, or from `checkout -m`, which
    leaves the same. A bisection is reported only when nothing else is going on.
    """
    return next(_found(repository, has_unmerged=has_unmerged), None)


def _found(repository: Repository, *, has_unmerged: bool) -> Iterator[Operation]:
    # All of these are private to the work tree, so they lie in its own git directory.
    place = repository.git_dir
    if (place / "rebase-merge").is_dir():
        yield _rebase(repository, place / "rebase-merge")
    if (place / "rebase-apply").is_dir():
        yield _applying(place / "rebase-apply")
    if (place / "MERGE_HEAD").is_file():
        yield _merge(repository, place / "MERGE_HEAD")
    for kind, ref in ((Kind.CHERRY_PICK, "CHERRY_PICK_HEAD"), (Kind.REVERT, "REVERT_HEAD")):
        if (commit := find_commit(repository, ref)) is not None:
            yield _pick(repository, kind, commit)
    if (place / "sequencer/todo").is_file():
        yield _between_picks(place / "sequencer/todo")
    if has_unmerged and (place / "SQUASH_MSG").is_file():
        yield Operation(kind=Kind.SQUASH, proceed=("commit", "--no-edit"), abort=("reset", "--merge"))
    if has_unmerged:
        yield _stash(repository)
    if (place / "BISECT_LOG").is_file():
        yield Operation(kind=Kind.BISECT, abort=("bisect", "reset"))


def _rebase(repository: Repository, folder: Path) -> Operation:
    theirs = find_commit(repository, "REBASE_HEAD")
    return Operation(
        kind=Kind.REBASE,
        base=_single_parent(repository, theirs),
        theirs=theirs,
        proceed=("rebase", "--continue"),
        skip=("rebase", "--skip"),
        abort=("rebase", "--abort"),
        step=_step(folder, "msgnum", "end"),
    )


def _applying(folder: Path) -> Operation:
    """Returns a rebase by patches, or an `am`; their base is a tree that git made up and keeps nowhere."""
    is_rebase = (folder / "rebasing").is_file()
    word = "rebase" if is_rebase else "am"
    return Operation(
        kind=Kind.REBASE_APPLY if is_rebase else Kind.AM,
        proceed=(word, "--continue"),
        skip=(word, "--skip"),
        abort=(word, "--abort"),
        step=_step(folder, "next", "last"),
    )


def _merge(repository: Repository, file: Path) -> Operation:
    heads = file.read_text(encoding="ascii", errors="replace").split()
    theirs = heads[0] if len(heads) == 1 else None
    base = None
    if theirs is not None:
        base = next(iter(merge_bases(repository, "HEAD", theirs)), None)
    return Operation(
        kind=Kind.MERGE,
        base=base,
        theirs=theirs,
        proceed=("merge", "--continue"),
        abort=("merge", "--abort"),
    )


def _pick(repository: Repository, kind: Kind, commit: str) -> Operation:
    """Returns a stopped cherry-pick or revert; a revert applies the way back, from commit to parent."""
    parent = _single_parent(repository, commit)
    base, theirs = (parent, commit) if kind is Kind.CHERRY_PICK else (commit, parent)
    if parent is None:
        base = theirs = None
    return _picking(kind, base=base, theirs=theirs)


def _picking(kind: Kind, *, base: str | None = None, theirs: str | None = None) -> Operation:
    words = {flag: (kind.value, f"--{flag}") for flag in ("continue", "skip", "abort")}
    return Operation(
        kind=kind,
        base=base,
        theirs=theirs,
        proceed=words["continue"],
        skip=words["skip"],
        abort=words["abort"],
    )


def _between_picks(todo: Path) -> Operation:
    """Returns the series that goes on; its stopped pick was committed by hand."""
    words = todo.read_text(encoding="utf-8", errors="replace").split(maxsplit=1)
    return _picking(_SEQUENCER.get(words[0] if words else "", Kind.CHERRY_PICK))


def _stash(repository: Repository) -> Operation:
    theirs = find_commit(repository, "refs/stash")
    base = find_commit(repository, "refs/stash^1") if theirs else None
    return Operation(kind=Kind.STASH, base=base, theirs=theirs)


def _single_parent(repository: Repository, commit: str | None) -> str | None:
    """Returns the parent of an ordinary commit; which one a picked merge is compared with is not known."""
    if commit is None:
        return None
    found = parents(repository, commit)
    return found[0] if len(found) == 1 else None


def _step(folder: Path, number: str, total: str) -> str:
    try:
        return "/".join((folder / name).read_text(encoding="ascii").strip() for name in (number, total))
    except (OSError, UnicodeDecodeError):
        return ""
