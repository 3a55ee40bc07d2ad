"""The merge of single files as every service of this project makes it: the driver's rules and switches.

Strategy, favour and caps come from the same places as the driver's: the environment, and the line that
`install` wrote into git's config. Marker sizes come from git's attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memoir_git import registry
from memoir_git.core.conflict import conflict_whole
from memoir_git.core.ids import RepoPath
from memoir_git.core.merge import MergeOutcome, Note
from memoir_git.core.options import parse_options
from memoir_git.git.attributes import MERGE, effective_values
from memoir_git.git.config import DRIVER, merge_settings
from memoir_git.git.driver_check import is_ours, strategy_of
from memoir_git.git.line_merge import batch_text_merger
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError
from memoir_git.services.settle import Merge

FORMAT_NAMES = frozenset(row.name for row in registry.FORMATS)

_MARKER_SIZE = "conflict-marker-size"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """How conflict markers name the three versions."""

    base: str = "base"
    ours: str = "ours"
    theirs: str = "theirs"


def memory_formats(repository: Repository, paths: Iterable[RepoPath]) -> dict[RepoPath, str]:
    """Returns the format of each path that git's attributes bind to one."""
    values = effective_values(repository, paths, MERGE)
    return {RepoPath(path): value for path, value in values.items() if value in FORMAT_NAMES}


def require_readable(variables: Mapping[str, str]) -> None:
    """Raises `OptionError` for switches that no merge could honour, before anything is begun."""
    parse_options(
        strategy=variables.get("MEMOIR_GIT_STRATEGY", ""), caps=variables.get("MEMOIR_GIT_CAPS", "")
    )


def make_merge(
    repository: Repository,
    paths: Iterable[RepoPath],
    variables: Mapping[str, str],
    *,
    labels: Labels,
    favour: str = "",
) -> Merge:
    """Returns the function that merges any of `paths`. Raises `OptionError` for switches it cannot read.

    `favour` stands for a wish made on the command line; `MEMOIR_GIT_FAVOR` goes before it.
    """
    sizes = effective_values(repository, paths, _MARKER_SIZE)
    strategies = _strategies(repository, variables)
    merge_text = batch_text_merger(repository)

    def merge(format_name: str, path: RepoPath, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
        options = parse_options(
            path=path,
            marker_size=sizes.get(path, ""),
            base_label=labels.base,
            ours_label=labels.ours,
            theirs_label=labels.theirs,
            strategy=strategies.get(format_name, variables.get("MEMOIR_GIT_STRATEGY", "")),
            favour=variables.get("MEMOIR_GIT_FAVOR", "") or favour,
            caps=variables.get("MEMOIR_GIT_CAPS", ""),
        )
        try:
            return registry.merge(format_name, base, ours, theirs, options, merge_text)
        except GitError:
            # git refuses to merge what is no text: as in the driver's line, both files between markers.
            whole = conflict_whole(ours, theirs, options)
            note = Note(Note.UNPARSEABLE, "ours")
            return MergeOutcome(whole, conflicts=1, notes=(note,), refused=True)

    return merge


def _strategies(repository: Repository, variables: Mapping[str, str]) -> dict[str, str]:
    """Returns the strategy of each format that is not the default one."""
    if variables.get("MEMOIR_GIT_STRATEGY"):
        return {}
    found = {}
    for setting in merge_settings(repository, variables):
        if setting.driver in FORMAT_NAMES and setting.key == DRIVER and is_ours(setting.value):
            found[setting.driver] = strategy_of(setting.value)
    return found
