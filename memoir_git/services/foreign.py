"""Settings of others that stand where ours would go: attribute lines, and drivers of the same name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import printable
from memoir_git.git.attributes import (
    INFO_ATTRIBUTES,
    UNSPECIFIED,
    Binding,
    effective_values,
    paths_by_binding,
)
from memoir_git.git.config import DRIVER, ConfigDraft
from memoir_git.git.deciding import DecidingLine, deciding_lines
from memoir_git.git.driver_check import is_ours
from memoir_git.git.repo import Repository


class OnConflict(Enum):
    """What to do about a foreign setting: stop, leave it in force, or let ours take precedence."""

    ABORT = "abort"
    SKIP = "skip"
    OVERWRITE = "overwrite"


class ForeignAttributeError(MemoirGitError):
    """Somebody else's attribute line decides how a file merges that would be ours."""


class ForeignDriverError(MemoirGitError):
    """git's config has a driver of our name that is not ours."""


def foreign_lines(
    repository: Repository, bindings: Iterable[Binding]
) -> Mapping[Binding, tuple[str, DecidingLine]]:
    """Returns the bindings that a foreign line of this repository stands against, with one path it decides.

    Rules outside the repository (the user's `core.attributesFile`) are general wishes: ours go before them.
    """
    present = paths_by_binding(repository, bindings)
    paths = {binding: (*group, binding.sample) for binding, group in present.items()}
    values = effective_values(repository, (path for group in paths.values() for path in group))
    others = {
        binding: [path for path in group if values[path] != binding.format_name]
        for binding, group in paths.items()
    }
    deciding = deciding_lines(repository, (path for group in others.values() for path in group))
    found: dict[Binding, tuple[str, DecidingLine]] = {}
    for binding, group in others.items():
        for path in group:
            if deciding[path] and _is_against_us(deciding[path][0]):
                found.setdefault(binding, (path, deciding[path][0]))
    return found


def refuse_lines(found: Mapping[Binding, tuple[str, DecidingLine]]) -> None:
    """Raises `ForeignAttributeError` for the first foreign line, if there is one."""
    for path, line in found.values():
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise ForeignAttributeError(
            f"Line {line.number} of {printable(line.source)} already says how {printable(path)} is merged"
            f" (merge: {printable(line.value)}){more}. Nothing was changed.",
            hint="'git memoir install --on-conflict overwrite' lets ours take precedence,"
            " '--on-conflict skip' leaves those files alone",
        )


def foreign_drivers(draft: ConfigDraft, names: Iterable[str]) -> tuple[str, ...]:
    """Returns which of the formats' driver names belong to somebody else in this config file."""
    present = draft.drivers()
    commands = {name: present.get(name, {}).get(DRIVER, "") for name in names}
    return tuple(name for name, command in commands.items() if command and not is_ours(command))


def refuse_drivers(names: tuple[str, ...]) -> None:
    """Raises `ForeignDriverError` if there is a foreign driver."""
    if names:
        raise ForeignDriverError(
            f"git's config has a merge driver {names[0]} that memoir-git did not write. Nothing was changed.",
            hint="'git memoir install --on-conflict overwrite' replaces it, '--on-conflict skip' keeps it;"
            f" 'git config --get merge.{names[0]}.driver' shows it",
        )


def _is_against_us(line: DecidingLine) -> bool:
    # A reset elsewhere loses against our private line; in the same file it may stand below ours.
    is_reset = line.value == UNSPECIFIED and not line.source.endswith(INFO_ATTRIBUTES)
    return not line.is_ours and not is_reset
