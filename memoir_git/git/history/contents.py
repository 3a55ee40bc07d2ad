"""Trees and blobs along the covered paths: each tree once per folder it stands for, each blob once per path.

Equal trees at two paths are two things to look at, since what a path means is part of what is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memoir_git.core.exposure import HistoricBlob
from memoir_git.git.history.coverage import Coverage
from memoir_git.git.history.objects import BLOB, TREE, CorruptObjectError
from memoir_git.git.history.reading import Reader
from memoir_git.git.history.tally import ExhaustedError
from memoir_git.git.history.trees import GITLINK_MODE, TREE_MODES, EntryMemo, MalformedTreeError

# How much is offered together: enough to spare most of the work on each, little enough to be held.
_MANY = 32
_BYTES = 4 * 1024 * 1024


class Folder:
    """One path that trees stand for, with what was already met there."""

    __slots__ = ("children", "coverage", "memo", "path", "seen")

    def __init__(self, path: bytes, coverage: Coverage, width: int) -> None:
        self.path = path
        self.coverage = coverage
        self.memo = EntryMemo(width)
        self.seen: dict[bytes, None] = {}  # trees, in the order in which they were met
        self.children: dict[bytes, Folder] = {}

    def path_of(self, name: bytes) -> bytes:
        """Returns the path of an entry of this folder; `b""` for a blob that has no path."""
        return self.path + b"/" + name if self.path else name


class Contents:
    """What lies below trees. `hits` holds what `on_blobs` claimed, as folder, name and blob.

    `placed` are the blobs that a root names outright, by path and blob, with the bits of the classes of those
    roots. Without an `on_blobs` the blobs are not read, only named.
    """

    def __init__(
        self,
        reader: Reader,
        coverage: Coverage,
        *,
        on_blobs: Callable[[Sequence[HistoricBlob]], Sequence[bool]] | None,
        on_path: Callable[[bytes], None] | None,
    ) -> None:
        self.top = Folder(b"", coverage, reader.store.width)
        self.placed: dict[tuple[bytes, bytes], int] = {}
        self.hits: list[tuple[Folder, bytes, bytes]] = []
        self.blobs: set[bytes] = set()
        self._reader = reader
        self._on_blobs = on_blobs
        self._on_path = on_path
        self._pending: list[tuple[Folder, bytes, bytes]] = []

    def add_placed(self, path: bytes, blob: bytes, bit: int) -> None:
        """Adds a blob at a path, as an index names them; ignores a path that is not covered."""
        if self.top.coverage.covers(path):
            *folders, name = path.split(b"/")
            folder = self.top
            for part in folders:
                folder = self._child(folder, part)
            self._place(folder, name, blob, bit)

    def add_bare(self, blob: bytes, bit: int) -> None:
        """Adds a blob without a path, such as the target of a tag of a blob."""
        self._place(self.top, b"", blob, bit)

    def descend(self, tops: list[bytes]) -> None:
        """Looks at whole trees, level by level. Raises `ExhaustedError` at a bound."""
        level = [(self.top, tree) for tree in tops]
        while level:
            below: list[tuple[Folder, bytes]] = []
            for folder, name in level:
                if name not in folder.seen:
                    self._look_at_tree(folder, name, below)
            level = below

    def offer(self) -> None:
        """Reads and offers the blobs met since the last time. Raises `ExhaustedError` at a bound."""
        pending, self._pending = self._pending, []
        if self._on_blobs is None:
            self.blobs.update(blob for _, _, blob in pending)
            return
        held: list[tuple[tuple[Folder, bytes, bytes], HistoricBlob]] = []
        size = 0
        for place in pending:
            try:
                blob = self._read(*place)
            except ExhaustedError:
                self._claim(held)  # what was read before the bound counts
                raise
            if blob is not None:
                held.append((place, blob))
                size += len(blob.data)
            if len(held) >= _MANY or size >= _BYTES:
                self._claim(held)
                held, size = [], 0
        self._claim(held)

    def _read(self, folder: Folder, name: bytes, blob: bytes) -> HistoricBlob | None:
        content = self._reader.read(blob, BLOB)
        if content is None:
            return None
        self._reader.tally.count_blob(len(content))
        self.blobs.add(blob)
        path = folder.path_of(name)
        if self._on_path is not None:
            self._on_path(path)
        return HistoricBlob(oid=blob.hex(), path=path.decode("utf-8", "surrogateescape"), data=content)

    def _claim(self, held: list[tuple[tuple[Folder, bytes, bytes], HistoricBlob]]) -> None:
        if held and self._on_blobs is not None:
            answers = self._on_blobs([blob for _, blob in held])
            self.hits += [place for (place, _), is_hit in zip(held, answers, strict=True) if is_hit]

    def folders(self) -> list[Folder]:
        """Returns every folder that was met, each before those below it."""
        found = [self.top]
        for folder in found:
            found.extend(folder.children.values())
        return found

    def _place(self, folder: Folder, name: bytes, blob: bytes, bit: int) -> None:
        key = (folder.path_of(name), blob)
        self.placed[key] = self.placed.get(key, 0) | bit
        if folder.memo.meet(name, blob):
            self._pending.append((folder, name, blob))

    def _look_at_tree(self, folder: Folder, tree: bytes, below: list[tuple[Folder, bytes]]) -> None:
        """Puts what is new and covered in one tree with the pending blobs or the trees `below`."""
        self._reader.tally.count_object()
        folder.seen[tree] = None
        content = self._reader.read(tree, TREE)
        if content is None:
            return
        try:
            entries = folder.memo.take(content)
        except MalformedTreeError:
            self._reader.note(CorruptObjectError())
            return
        for mode, name, target in entries:
            share = folder.coverage.below(name)
            if share is None or mode == GITLINK_MODE:
                continue
            if mode in TREE_MODES:
                below.append((self._child(folder, name), target))
            elif share.whole and folder.memo.meet(name, target):
                self._pending.append((folder, name, target))

    def _child(self, folder: Folder, name: bytes) -> Folder:
        child = folder.children.get(name)
        if child is None:
            share = folder.coverage.below(name)
            assert share is not None, "only covered folders are entered"
            child = Folder(folder.path_of(name), share, self._reader.store.width)
            folder.children[name] = child
        return child
