"""The walk: from the roots through the commits, newest first, to the contents of each.

Everything is read once and as raw bytes, a commit where it is discovered, since its date decides its turn.
The order depends on the graph alone, not on packing, ref order or hash seed.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from memoir_git.git.history.commits import Commit, commit_text, parse_commit, parse_tag
from memoir_git.git.history.contents import Contents
from memoir_git.git.history.objects import (
    BLOB,
    COMMIT,
    TAG,
    TREE,
    CorruptObjectError,
    HistoryObjectError,
    MissingObjectError,
)
from memoir_git.git.history.reading import Reader
from memoir_git.git.history.tally import ExhaustedError

# Commits are read in batches, then their trees level by level, then the blobs: objects of one kind and one
# path, read in a row, find their delta bases in libgit2's cache. The first batch is one commit and each is
# twice as long as the one before, so that a look that ends early has seen the newest versions whole.
_LARGEST_BATCH = 1024

OnObject = Callable[[int, bytes, bytes], None]  # kind (commit or tag), name, text


class Walk:
    """One walk over a graph.

    `graph` holds the commits that are known, `order` those that were looked at, as they were; `roots` the
    commits and trees that roots name, with the bits of the roots' classes, `trees` those of them that are
    trees, and `tags` the tags on the way to them. `cut` are the commits of a shallow clone whose parents may
    be absent.
    """

    def __init__(
        self,
        reader: Reader,
        contents: Contents,
        *,
        cut: frozenset[bytes],
        on_object: OnObject | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> None:
        self.contents = contents
        self.graph: dict[bytes, Commit] = {}
        self.order: list[bytes] = []
        self.roots: dict[bytes, int] = {}
        self.trees: list[bytes] = []
        self.tags: dict[bytes, int] = {}
        self.reader = reader
        self._cut = cut
        self._on_object = on_object
        self._on_progress = on_progress
        self._heap: list[tuple[int, bytes]] = []
        self._absent: set[bytes] = set()

    def add_root(self, name: bytes, bit: int) -> bool:
        """Starts from any object; false when the repository lacks it. A tag leads on to what it names."""
        try:
            while name not in self.graph:
                kind, content = self.reader.store.read(name)
                if kind != TAG:
                    self._add_object(name, kind, content, bit)
                    return True
                self._add_tag(name, content, bit)
                name = parse_tag(content, self._width)[1]
        except MissingObjectError:
            return False
        except HistoryObjectError as error:
            self.reader.note(error)
            return True
        self.roots[name] = self.roots.get(name, 0) | bit
        return True

    def run(self) -> None:
        """Looks at everything below the roots. Raises `ExhaustedError` at a bound."""
        self.contents.descend(self.trees)
        self.contents.offer()
        batch = 1
        while self._heap:
            before = len(self.order)
            bound = self._read_commits(batch)
            self.contents.descend([self.graph[name][1] for name in self.order[before:]])
            self.contents.offer()
            if bound is not None:
                raise bound
            if self._on_progress is not None:
                self._on_progress(len(self.order))
            batch = min(2 * batch, _LARGEST_BATCH)

    @property
    def _width(self) -> int:
        return self.reader.store.width

    def _add_object(self, name: bytes, kind: int, content: bytes, bit: int) -> None:
        if kind == BLOB:
            self.contents.add_bare(name, bit)
            return
        if kind == TREE and name not in self.roots:
            self.trees.append(name)
        elif kind == COMMIT:
            self._enter(name, content)
        self.roots[name] = self.roots.get(name, 0) | bit

    def _add_tag(self, name: bytes, content: bytes, bit: int) -> None:
        if name not in self.tags and self._on_object is not None:
            self._on_object(TAG, name, content)
        self.tags[name] = self.tags.get(name, 0) | bit

    def _read_commits(self, number: int) -> ExhaustedError | None:
        """Looks at the next commits, the newest of the known ones first; returns a bound that was reached."""
        while self._heap and number:
            try:
                self.reader.tally.count_commit()
            except ExhaustedError as bound:
                return bound
            _, name = heappop(self._heap)
            self.order.append(name)
            for parent in self.graph[name][2]:
                if parent not in self.graph and parent not in self._absent:
                    self._discover(parent, optional=name in self._cut)
            number -= 1
        return None

    def _discover(self, name: bytes, *, optional: bool) -> None:
        content = self.reader.read(name, COMMIT, optional=optional)
        if content is None:
            self._absent.add(name)
            return
        try:
            self._enter(name, content)
        except CorruptObjectError as error:
            self.reader.note(error)
            self._absent.add(name)

    def _enter(self, name: bytes, content: bytes) -> None:
        """Makes a commit known. Raises `CorruptObjectError`."""
        commit = self.graph[name] = parse_commit(content, self._width)
        heappush(self._heap, (-commit[0], name))
        if self._on_object is not None:
            self._on_object(COMMIT, name, commit_text(content, len(commit[2]), self._width))
