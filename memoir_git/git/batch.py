"""Blobs by one `cat-file --batch`, started without the library for processes: what a hook can afford.

git runs a hook where its variables hold, so the hook's own environment is the right one for the child.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMAND = ("cat-file", "--batch")
# Names of fewer bytes than this go into any pipe at once: nobody has to write and read in turn.
_PIPE = 4096
_CHUNK = 1 << 16


def batch_input(names: Sequence[str]) -> bytes:
    """Returns the names as the batch reads them."""
    return "".join(f"{name}\n" for name in names).encode()


def split_batch(output: bytes, names: Sequence[str]) -> dict[str, bytes]:
    """Returns the contents by name. Raises `LookupError` with the first name that has none."""
    found: dict[str, bytes] = {}
    at = 0
    for name in names:
        end = output.find(b"\n", at)
        header = output[at:end].split(b" ")
        if end < 0 or len(header) != 3:
            raise LookupError(name)
        at = end + 1 + int(header[2]) + 1
        found[name] = output[end + 1 : at - 1]
    return found


class Batch:
    """A batch that git is reading while its caller does something else."""

    __slots__ = ("_answer", "_child", "names")

    def __init__(self, names: Sequence[str], child: int, answer: int) -> None:
        self.names = names
        self._child = child
        self._answer = answer

    def contents(self) -> dict[str, bytes] | None:
        """Waits and returns the contents by name, once; `None` when git did not answer for each of them."""
        output = bytearray()
        while chunk := os.read(self._answer, _CHUNK):
            output += chunk
        os.close(self._answer)
        os.waitpid(self._child, 0)
        try:
            return split_batch(bytes(output), self.names)
        except LookupError:
            return None


def start_batch(names: Sequence[str], variables: Mapping[str, str]) -> Batch | None:
    """Starts git on a batch; `None` when it has to be asked in the usual way, which also tells its errors.

    The ends of a pipe close by themselves in the child, save the two that it gets.
    """
    asked = batch_input(names)
    if not asked or len(asked) > _PIPE or not hasattr(os, "posix_spawnp"):
        return None
    child_reads, we_write = os.pipe()
    we_read, child_writes = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, child_reads, 0),
        (os.POSIX_SPAWN_DUP2, child_writes, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        child = os.posix_spawnp("git", ["git", *COMMAND], variables, file_actions=actions)
        os.write(we_write, asked)
    except OSError:
        os.close(we_read)
        return None
    finally:
        for end in (child_reads, child_writes, we_write):
            os.close(end)
    return Batch(names, child, we_read)
