"""One git that reads blobs for as long as a hook has any to ask for, without the library for processes."""

from __future__ import annotations

import os

from memoir_git.git.batch import COMMAND, batch_input
from memoir_git.git.started import PIPE, spawn_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_CHUNK = 1 << 16
# Names of the longest digest, each on its line.
_NAMES = PIPE // 65


class BlobReader:
    """A running `cat-file --batch` that is asked in turns: what comes to light later needs no other git.

    No more than `PIPE` bytes of names are ever unanswered, so neither side waits for the other.
    """

    __slots__ = ("_answer", "_asked", "_child", "_found", "_held", "_input")

    def __init__(self, child: int, names: int, answer: int) -> None:
        self._child = child
        self._input = names
        self._answer = answer
        self._asked: tuple[str, ...] = ()
        self._found: dict[str, bytes] = {}
        self._held = b""

    def ask(self, names: Iterable[str]) -> None:
        """Lets git read the first blobs that are to be asked for."""
        self._take()
        asked = tuple(name for name in dict.fromkeys(names) if name not in self._found)
        self._asked = asked[:_NAMES]
        if self._asked:
            os.write(self._input, batch_input(self._asked))

    def contents(self, names: Iterable[str]) -> dict[str, bytes]:
        """Returns the contents by name. Raises `LookupError` where git has none; ask no more then."""
        wanted = tuple(dict.fromkeys(names))
        self._take()
        left = [name for name in wanted if name not in self._found]
        for at in range(0, len(left), _NAMES):
            self.ask(left[at : at + _NAMES])
        self._take()
        return {name: self._found[name] for name in wanted}

    def end(self) -> None:
        """Ends the git; a hook need not, since it ends with the hook."""
        os.close(self._input)
        os.close(self._answer)
        os.waitpid(self._child, 0)

    def _take(self) -> None:
        """Takes in the answers to all that was asked."""
        asked, self._asked = self._asked, ()
        for name in asked:
            header = self._line().split(b" ")
            if len(header) != 3:
                raise LookupError(name)
            self._found[name] = self._bytes(int(header[2]) + 1)[:-1]

    def _line(self) -> bytes:
        while b"\n" not in self._held and (chunk := os.read(self._answer, _CHUNK)):
            self._held += chunk
        line, _, self._held = self._held.partition(b"\n")
        return line

    def _bytes(self, size: int) -> bytes:
        pieces, missing = [self._held], size - len(self._held)
        while missing > 0 and (chunk := os.read(self._answer, _CHUNK)):
            pieces.append(chunk)
            missing -= len(chunk)
        held = b"".join(pieces)
        self._held = held[size:]
        return held[:size]


def start_reader(variables: Mapping[str, str], names: Iterable[str]) -> BlobReader | None:
    """Starts a git that reads blobs, the first of them at once; `None` where it cannot be started so."""
    spawned = spawn_git(COMMAND, variables)
    if spawned is None:
        return None
    reader = BlobReader(*spawned)
    try:
        reader.ask(names)
    except BrokenPipeError:  # it has ended already, and the usual way says why
        reader.end()
        return None
    return reader
