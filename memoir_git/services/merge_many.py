"""All memory files of a merge in one process: what `git merge -s memoir` runs.

git calls a strategy with the merge bases, HEAD and the other head, and commits when it ends with 0. This one
lets git's own engine do everything but memory, then merges what both sides changed from the index stages.
A process per file is what makes a large merge slow; here there are a handful for any number of files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoir_git import registry
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.report import Report
from memoir_git.core.unmerged import Origins, Unmerged
from memoir_git.fs.snapshot import load_work_tree
from memoir_git.git.inherited import inheriting
from memoir_git.git.nul import nul_split
from memoir_git.git.plain_engine import merge_in_work_tree, unrelated_messages
from memoir_git.git.renames import changed_paths, find_origins
from memoir_git.git.repo import Repository, discover
from memoir_git.git.stages import list_unmerged, load_stages
from memoir_git.services.apply_settled import apply_settled
from memoir_git.services.fate import Settled
from memoir_git.services.guard import involved_paths
from memoir_git.services.merging import Labels, make_merge, memory_formats, require_readable
from memoir_git.services.program import Program, wanted_line
from memoir_git.services.resolve import findings_of
from memoir_git.services.settle import settle
from memoir_git.services.stopped import needs_origins, taken_paths

MERGED = 0
CONFLICTS = 1
NOT_DONE = 2

_ENDS_BASES = "--"
_TWO_HEADS = (
    "error: the strategy memoir merges two heads, no more.\n"
    "  next: run git merge without -s memoir, then git memoir repair\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyRequest:
    """What git called the strategy with: `[options] <base>... -- <head> <other>...`."""

    directory: Path
    arguments: tuple[str, ...]
    variables: Mapping[str, str]
    program: Program


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyResult:
    """`status` is for git: 0 merged, 1 conflicts left, 2 not done. `messages` are git's own lines."""

    status: int
    messages: tuple[str, ...]
    complaints: str
    settled: tuple[Settled, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heads:
    options: tuple[str, ...]
    bases: tuple[str, ...]
    ours: str
    theirs: str


def merge_many(request: StrategyRequest) -> Report[StrategyResult]:
    """Merges as git asked. Raises `GitError` when git fails, `OptionError` for unreadable switches."""
    heads = _parse(request.arguments)
    if heads is None:
        return _report(StrategyResult(status=NOT_DONE, messages=(), complaints=_TWO_HEADS), ())
    require_readable(request.variables)
    repository = inheriting(discover(request.directory), request.variables)
    is_off = request.variables.get("MEMOIR_GIT") == "0"
    complaints = "" if is_off else _overwriting(repository, heads)
    if complaints:
        return _report(StrategyResult(status=NOT_DONE, messages=(), complaints=complaints), ())
    lines = {row.name: wanted_line(request.program, row, "") for row in registry.FORMATS}
    engine = merge_in_work_tree(repository, request.arguments, {} if is_off else lines)
    if is_off or engine.status != CONFLICTS:
        status = engine.status if engine.status in (MERGED, CONFLICTS) else NOT_DONE
        result = StrategyResult(status=status, messages=engine.messages, complaints=engine.complaints)
        return _report(result, ())
    settled = _settle(repository, heads, request.variables)
    closed = involved_paths(item for item in settled if not item.is_open)
    result = StrategyResult(
        status=CONFLICTS if list_unmerged(repository) else MERGED,
        messages=tuple(unrelated_messages(engine.messages, closed)),
        complaints=engine.complaints,
        settled=settled,
    )
    return _report(result, tuple(found for item in settled for found in findings_of(item)))


def _parse(arguments: Sequence[str]) -> _Heads | None:
    """Returns the heads; `None` for more than two of them, which this strategy leaves to others."""
    if _ENDS_BASES not in arguments:
        return None
    at = arguments.index(_ENDS_BASES)
    before, heads = arguments[:at], arguments[at + 1 :]
    if len(heads) != 2:
        return None
    options = tuple(word for word in before if word.startswith("-"))
    bases = tuple(word for word in before if not word.startswith("-"))
    return _Heads(options=options, bases=bases, ours=heads[0], theirs=heads[1])


def _overwriting(repository: Repository, heads: _Heads) -> str:
    """Returns what git says of files that a merge would write over, for those that its engine leaves to us.

    It goes on where a memory file has changes that are not staged, or stands untracked under a name that
    HEAD has given up, puts its own version elsewhere or nowhere, and we would write over the file.
    """
    theirs = changed_paths(repository, heads.bases[0] if heads.bases else heads.ours, heads.theirs)
    dirty, untracked = _dirty(repository), _untracked(repository, heads)
    memory = memory_formats(repository, theirs & (dirty | untracked))
    said = ""
    if names := _listed(dirty & memory.keys()):
        said += "error: Your local changes to the following files would be overwritten by merge:\n"
        said += f"{names}Please commit your changes or stash them before you merge.\n"
    if names := _listed(untracked & memory.keys()):
        said += "error: The following untracked working tree files would be overwritten by merge:\n"
        said += f"{names}Please add and commit them, or move them away, before you merge.\n"
    return said


def _dirty(repository: Repository) -> set[RepoPath]:
    """Returns the files with changes that are not staged."""
    words = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff")
    return set(map(RepoPath, nul_split(repository.run(*words).stdout)))


def _untracked(repository: Repository, heads: _Heads) -> set[RepoPath]:
    """Returns the names that the other head has, HEAD has not, and something untracked has here."""
    words = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=A")
    added = nul_split(repository.run(*words, heads.ours, heads.theirs, "--").stdout)
    there = load_work_tree(repository.work_tree, map(RepoPath, added))
    found = there.files.keys() | there.obstacles.keys()
    if not found:
        return set()
    listing = repository.run("--literal-pathspecs", "ls-files", "-z", "--full-name", "--", *sorted(found))
    return found - set(map(RepoPath, nul_split(listing.stdout)))


def _listed(paths: Iterable[RepoPath]) -> str:
    return "".join(f"\t{path.shown()}\n" for path in sorted(paths))


def _settle(repository: Repository, heads: _Heads, variables: Mapping[str, str]) -> tuple[Settled, ...]:
    entries = list_unmerged(repository)
    formats = memory_formats(repository, dict.fromkeys(entry.path for entry in entries))
    unmerged = load_stages(repository, entries, formats)
    merge = make_merge(
        repository, unmerged, variables, labels=_labels(heads, variables), favour=_favour(heads.options)
    )
    origins = _origins(repository, heads, unmerged, formats)
    settled = settle(unmerged, formats, merge, origins=origins, taken=taken_paths(repository, origins))
    work_tree = load_work_tree(repository.work_tree, involved_paths(settled))
    usable = [item for item in settled if not {item.path, *item.files} & work_tree.obstacles.keys()]
    apply_settled(repository, usable, work_tree)
    return tuple(usable)


def _origins(
    repository: Repository,
    heads: _Heads,
    unmerged: Mapping[RepoPath, Unmerged],
    formats: Mapping[RepoPath, str],
) -> Origins | None:
    if not heads.bases or not needs_origins(unmerged, formats):
        return None
    return find_origins(repository, heads.bases[0], heads.ours, heads.theirs, tuple(unmerged))


def _labels(heads: _Heads, variables: Mapping[str, str]) -> Labels:
    """Returns the names git would put beside its markers; `GITHEAD_<commit>` names what was asked for."""
    theirs = variables.get(f"GITHEAD_{heads.theirs}", heads.theirs[:10])
    base = heads.bases[0][:10] if len(heads.bases) == 1 else "merged common ancestors"
    return Labels(base=base, ours="HEAD", theirs=theirs)


def _favour(options: Sequence[str]) -> str:
    """Returns the side that `-X ours` or `-X theirs` asked for; a strategy is told, a driver is not."""
    return next((word[2:] for word in options if word in ("--ours", "--theirs")), "")


def _report(result: StrategyResult, findings: tuple[Finding, ...]) -> Report[StrategyResult]:
    return Report(command="merge", data=result, findings=findings)
