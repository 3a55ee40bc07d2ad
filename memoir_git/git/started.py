"""git started without the library for processes, and at work while its caller does something else.

This is what a hook can afford in every commit. git runs a hook where its variables hold, so the hook's own
environment is the right one for the child.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# So many bytes go into any pipe at once: nobody has to write and read in turn.
PIPE = 4096
_CHUNK = 1 << 16


class Started:
    """A running git. Its standard error goes nowhere: on any failure the caller asks in the usual way."""

    __slots__ = ("_answer", "_child")

    def __init__(self, child: int, answer: int) -> None:
        self._child = child
        self._answer = answer

    def output(self) -> tuple[int, bytes]:
        """Waits and returns the exit status and what git wrote, once."""
        output = bytearray()
        while chunk := os.read(self._answer, _CHUNK):
            output += chunk
        os.close(self._answer)
        return os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1]), bytes(output)


def start_git(words: tuple[str, ...], variables: Mapping[str, str], stdin: bytes = b"") -> Started | None:
    """Starts git; `None` where it has to be started in the usual way. `stdin` has at most `PIPE` bytes."""
    spawned = spawn_git(words, variables) if len(stdin) <= PIPE else None
    if spawned is None:
        return None
    child, asking, answer = spawned
    try:
        os.write(asking, stdin)
    except BrokenPipeError:  # its status says the rest
        pass
    finally:
        os.close(asking)
    return Started(child, answer)


def spawn_git(words: tuple[str, ...], variables: Mapping[str, str]) -> tuple[int, int, int] | None:
    """Returns the running git, and our ends of its input and output; `None` where there is none.

    The ends of a pipe close by themselves in the child, save the two that it gets.
    """
    if not hasattr(os, "posix_spawnp"):
        return None
    child_reads, we_write = os.pipe()
    we_read, child_writes = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, child_reads, 0),
        (os.POSIX_SPAWN_DUP2, child_writes, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        child = os.posix_spawnp("git", ["git", *words], variables, file_actions=actions)
    except OSError:
        os.close(we_read)
        os.close(we_write)
        return None
    finally:
        os.close(child_reads)
        os.close(child_writes)
    return child, we_write, we_read
