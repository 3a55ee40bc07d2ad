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
    """Starts git; `None` where it has to be started in the usual way. `stdin` has at most `PIPE` bytes.

    The ends of a pipe close by themselves in the child, save the two that it gets.
    """
    if len(stdin) > PIPE or not hasattr(os, "posix_spawnp"):
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
        os.write(we_write, stdin)
    except OSError:
        os.close(we_read)
        return None
    finally:
        for end in (child_reads, child_writes, we_write):
            os.close(end)
    return Started(child, we_read)
