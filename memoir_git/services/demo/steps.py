"""What a demonstration is made of: acts that yield steps, sentences and commands with what they printed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from memoir_git.core.errors import MemoirGitError
from memoir_git.git.stage import Done, Machine, Stage

# A conflict longer than this is shown without its middle.
_CONFLICT_LINES = 16


class DemoError(MemoirGitError):
    """A promise of the demonstration did not come true on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narration:
    """A sentence or two between commands."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A command as typed on a machine, how it ended, and the lines worth seeing of what it printed."""

    machine: str
    command: str
    status: int
    lines: tuple[str, ...] = ()


Step: TypeAlias = Narration | Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One part of the demonstration, on a stage of its own."""

    name: str
    title: str
    play: Callable[[Stage], Iterator[Step]]


def run_shown(machine: Machine, *words: str, most: int = 0) -> Shown:
    """Runs a command that has to work and returns it with at most that many lines of what it printed.

    Raises `GitError`.
    """
    return shown(machine, words, machine.git(*words), lambda lines: _shortened(lines, most))


def pull_shown(machine: Machine, *words: str) -> Shown:
    """Pulls, whatever comes of it, and returns what git and the driver said about the merge."""
    worth = ("Successfully", "CONFLICT", "Merge made", "memoir:")
    done = machine.attempt("pull", *words)
    return shown(
        machine, ("pull", *words), done, lambda lines: tuple(x for x in lines if x.startswith(worth))
    )


def pulled_both_ways(
    desktop: Machine, plain: Machine, way: str, name: str, outline: Callable[[bytes], tuple[str, ...]]
) -> Generator[Step, None, bool]:
    """Yields one pull by git alone and one with the driver; returns whether the latter came through."""
    plain.take(desktop)
    yield Narration(text="With git alone:")
    yield pull_shown(plain, way)
    yield file_shown(plain, name, last_conflict(plain.read(name)))
    yield Narration(text="With the merge driver:")
    pulled = pull_shown(desktop, way)
    yield pulled
    yield file_shown(desktop, name, outline(desktop.read(name)))
    return pulled.status == 0


def file_shown(machine: Machine, name: str, lines: tuple[str, ...]) -> Shown:
    """Returns lines of a file as if it had been printed."""
    return Shown(machine=machine.name, command=f"cat {name}", status=0, lines=lines)


def shown(
    machine: Machine,
    words: tuple[str, ...],
    done: Done,
    select: Callable[[tuple[str, ...]], tuple[str, ...]],
) -> Shown:
    """Returns a command as a step."""
    typed = " ".join(("git", *(f'"{word}"' if " " in word else word for word in words)))
    return Shown(machine=machine.name, command=typed, status=done.status, lines=select(done.lines))


def last_conflict(content: bytes) -> tuple[str, ...]:
    """Returns the lines of a file's last conflict, without its middle when it is long; none without one."""
    lines = content.decode("utf-8", "replace").splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("<<<<<<<")]
    if not starts:
        return ()
    ends = (at for at, line in enumerate(lines) if at > starts[-1] and line.startswith(">>>>>>>"))
    conflict = lines[starts[-1] : next(ends, len(lines)) + 1]
    if len(conflict) > _CONFLICT_LINES:
        half = _CONFLICT_LINES // 2
        conflict = [*conflict[:half], f"... {len(conflict) - 2 * half} more lines ...", *conflict[-half:]]
    if len(starts) > 1:
        conflict.append(f"(conflict {len(starts)} of {len(starts)} in this file)")
    return tuple(conflict)


def publish(machine: Machine, message: str) -> None:
    """Commits all of the clone and pushes it."""
    machine.git("add", "-A")
    machine.git("commit", "--quiet", "-m", message)
    machine.git("push", "--quiet", "origin", "HEAD:main")


def broken_promise() -> DemoError:
    """Returns the error for a merge that did not come out as the narration says."""
    return DemoError(
        "The merge did not come out as the demonstration promises on this machine.",
        hint="run git memoir doctor in a repository of yours and report what it prints",
    )


def _shortened(lines: tuple[str, ...], most: int) -> tuple[str, ...]:
    return lines if len(lines) <= most else (*lines[:most], "...") if most else ()
