"""git's own merge with the memory drivers switched off, so that one process can merge all memory after it.

For each file that both sides changed git would start a driver. `false` is the cheapest one there is: it
leaves the path unmerged with its three stages, and costs no shell. A virtual base, as criss-cross merges
need it, is still made by the real drivers: what it holds must not depend on which command merges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memoir_git.git.repo import Repository

_LEAVE_OPEN = "false"
_INNER = "inner"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResult:
    """How git's merge ended: its exit status, its messages in order, and what it complained about."""

    status: int
    messages: tuple[str, ...]
    complaints: str


def without_drivers(lines: Mapping[str, str]) -> list[str]:
    """Returns the words for git's command line that switch the drivers named in `lines` off.

    The values are the real drivers' command lines, for virtual bases.
    """
    words = []
    for driver, line in lines.items():
        inner = f"{driver}-{_INNER}"
        settings = {
            f"merge.{driver}.driver": _LEAVE_OPEN,
            f"merge.{driver}.recursive": inner,
            f"merge.{inner}.driver": line,
        }
        words += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return words


def merge_in_work_tree(
    repository: Repository, arguments: Sequence[str], drivers: Mapping[str, str]
) -> EngineResult:
    """Runs git's own strategy with the arguments a strategy gets, in the work tree and the index."""
    words = (*without_drivers(drivers), "merge-recursive", *arguments)
    done = repository.run(*words, accept=range(-64, 256))
    return EngineResult(
        status=done.returncode,
        messages=tuple(done.stdout.decode("utf-8", "surrogateescape").splitlines()),
        complaints=done.stderr.decode("utf-8", "surrogateescape"),
    )


def unrelated_messages(messages: Iterable[str], settled: Iterable[str]) -> list[str]:
    """Returns git's messages without those about paths that are settled by now."""
    paths = frozenset(settled)
    kept = []
    for message in messages:
        if message.rpartition(" in ")[2] in paths or message.removeprefix("Auto-merging ") in paths:
            continue
        is_conflict = message.startswith(("CONFLICT", "Auto-merging"))
        if is_conflict and any(f" {path}" in message or f'"{path}"' in message for path in paths):
            continue
        kept.append(message)
    return kept
