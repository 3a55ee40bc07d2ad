"""The walk: from the roots through commits and trees to every covered blob, newest commits first.

Everything is read once and as raw bytes: a commit where it is discovered, since its date decides its turn; a
tree once per folder it stands for; a blob once per path. Equal trees and blobs at two paths are two things
to look at. The order depends on the graph alone, not on packing, ref order or hash seed.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from memoir_git.core.exposure import HistoricBlob, Unavailable
from memoir_git.git.history.commits import Commit, commit_text, parse_commit, parse_tag
from memoir_git.git.history.coverage import Coverage
from memoir_git.git.history.objects import (
    BLOB,
    COMMIT,
    METADATA_LIMIT,
    TAG,
    TREE,
    CorruptObjectError,
    MissingObjectError,
    ObjectStore,
    OversizedObjectError,
)
from memoir_git.git.history.tally import ExhaustedError, Tally
from memoir_git.git.history.trees import GITLINK_MODE, TREE_MODES, EntryMemo, MalformedTreeError

# Commits are read in batches, then their trees level by level, then the blobs: objects of one kind and one
# path, read in a row, find their delta bases in libgit2's cache. The first batch is one commit and each is
# twice as long as the one before, so that a look that ends early has seen the newest versions whole.
_LARGEST_BATCH = 1024

OnObject = Callable[[int, bytes, bytes], None]  # kind (commit or tag), name, text


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


class Walk:
    """One walk over a graph. `hits` holds what `on_blob` claimed, as folder, name and blob.

    Without an `on_blob` the blobs are not read, only named. `cut` are the commits of a shallow clone whose
    parents may be absent.
    """

    def __init__(
        self,
        store: ObjectStore,
        coverage: Coverage,
        tally: Tally,
        *,
        cut: frozenset[bytes],
        on_progress: Callable[[int], None] | None,
        on_blob: Callable[[HistoricBlob], bool] | None = None,
        on_object: OnObject | None = None,
        on_path: Callable[[bytes], None] | None = None,
    ) -> None:
        self.store = store
        self.top = Folder(b"", coverage, store.width)
        self.graph: dict[bytes, Commit] = {}
        self.order: list[bytes] = []  # commits, as they were looked at
        self.roots: dict[bytes, int] = {}  # commit or tree -> bits of the root classes that name it
        self.trees: list[bytes] = []  # roots that are trees
        self.tags: dict[bytes, int] = {}
        self.placed: dict[tuple[bytes, bytes], int] = {}  # path and blob that a root names outright
        self.hits: list[tuple[Folder, bytes, bytes]] = []
        self.blobs: set[bytes] = set()
        self._tally = tally
        self._cut = cut
        self._on_blob = on_blob
        self._on_object = on_object
        self._on_path = on_path
        self._on_progress = on_progress
        self._heap: list[tuple[int, bytes]] = []
        self._absent: set[bytes] = set()
        self._pending: list[tuple[Folder, bytes, bytes]] = []

    # -- roots

    def add_root(self, name: bytes, bit: int) -> bool:
        """Starts from any object; false when the repository lacks it. A tag leads on to what it names."""
        while True:
            if name in self.graph:
                self.roots[name] = self.roots.get(name, 0) | bit
                return True
            try:
                kind, content = self.store.read(name)
            except MissingObjectError:
                return False
            except (CorruptObjectError, OversizedObjectError) as error:
                self._note(error)
                return True
            if kind != TAG:
                break
            self._tag(name, content, bit)
            try:
                name = parse_tag(content, self.store.width)[1]
            except CorruptObjectError as error:
                self._note(error)
                return True
        self._add_object(name, kind, content, bit)
        return True

    def add_placed(self, path: bytes, blob: bytes, bit: int) -> None:
        """Starts from a blob at a path, as an index names them; ignores a path that is not covered."""
        if not self.top.coverage.covers(path):
            return
        key = (path, blob)
        known = self.placed.get(key, 0)
        self.placed[key] = known | bit
        if not known:
            *folders, name = path.split(b"/")
            folder = self.top
            for part in folders:
                folder = self._child(folder, part)
            if folder.memo.meet(name, blob):
                self._pending.append((folder, name, blob))

    # -- the walk

    def run(self) -> None:
        """Looks at everything below the roots. Raises `ExhaustedError` at a bound."""
        self._descend(self.trees)
        self._offer()
        batch = 1
        while self._heap:
            before = len(self.order)
            bound = self._read_commits(batch)
            self._descend([self.graph[name][1] for name in self.order[before:]])
            self._offer()
            if bound is not None:
                raise bound
            if self._on_progress is not None:
                self._on_progress(len(self.order))
            batch = min(2 * batch, _LARGEST_BATCH)

    def _read_commits(self, number: int) -> ExhaustedError | None:
        """Looks at the next commits, the newest of the known ones first; returns a bound that was reached."""
        while self._heap and number:
            try:
                self._tally.count_commit()
            except ExhaustedError as bound:
                return bound
            _, name = heappop(self._heap)
            self.order.append(name)
            for parent in self.graph[name][2]:
                if parent not in self.graph and parent not in self._absent:
                    self._discover(parent, optional=name in self._cut)
            number -= 1
        return None

    def trees_seen(self) -> set[bytes]:
        """Returns the different trees that were looked at."""
        seen: set[bytes] = set()
        folders = [self.top]
        while folders:
            folder = folders.pop()
            seen.update(folder.seen)
            folders.extend(folder.children.values())
        return seen

    def _add_object(self, name: bytes, kind: int, content: bytes, bit: int) -> None:
        if kind == COMMIT:
            self._enter(name, content)
        elif kind == TREE and name not in self.roots:
            self.trees.append(name)
        elif kind == BLOB:
            self.add_bare(name, bit)
        if kind == TREE or name in self.graph:
            self.roots[name] = self.roots.get(name, 0) | bit

    def add_bare(self, blob: bytes, bit: int) -> None:
        """Starts from a blob without a path, such as the target of a tag of a blob."""
        known = self.placed.get((b"", blob), 0)
        self.placed[b"", blob] = known | bit
        if not known:
            self._pending.append((self.top, b"", blob))

    def _tag(self, name: bytes, content: bytes, bit: int) -> None:
        if name not in self.tags and self._on_object is not None:
            self._on_object(TAG, name, content)
        self.tags[name] = self.tags.get(name, 0) | bit

    def _discover(self, name: bytes, *, optional: bool) -> None:
        content = self._read(name, COMMIT, optional=optional)
        if content is None:
            self._absent.add(name)
        else:
            self._enter(name, content)

    def _enter(self, name: bytes, content: bytes) -> None:
        try:
            commit = parse_commit(content, self.store.width)
        except CorruptObjectError as error:
            self._note(error)
            self._absent.add(name)
            return
        self.graph[name] = commit
        heappush(self._heap, (-commit[0], name))
        if self._on_object is not None:
            self._on_object(COMMIT, name, commit_text(content, len(commit[2]), self.store.width))

    def _descend(self, tops: list[bytes]) -> None:
        """Looks at whole trees, level by level."""
        level = [(self.top, tree) for tree in tops]
        while level:
            below: list[tuple[Folder, bytes]] = []
            for folder, name in level:
                if name not in folder.seen:
                    self._look_at_tree(folder, name, below)
            level = below

    def _look_at_tree(self, folder: Folder, tree: bytes, below: list[tuple[Folder, bytes]]) -> None:
        """Puts what is new and covered in one tree with the pending blobs or the trees `below`."""
        self._tally.count_object()
        folder.seen[tree] = None
        content = self._read(tree, TREE)
        if content is None:
            return
        try:
            entries = folder.memo.take(content)
        except MalformedTreeError:
            self._tally.reasons.add(Unavailable.OBJECTS_CORRUPT)
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
            path = folder.path_of(name)
            share = folder.coverage.below(name)
            assert share is not None, "only covered folders are entered"
            child = folder.children[name] = Folder(path, share, self.store.width)
        return child

    def _offer(self) -> None:
        pending, self._pending = self._pending, []
        if self._on_blob is None:
            self.blobs.update(blob for _, _, blob in pending)
            return
        for folder, name, blob in pending:
            content = self._read(blob, BLOB)
            if content is None:
                continue
            self._tally.count_blob(len(content))
            self.blobs.add(blob)
            path = folder.path_of(name)
            if self._on_path is not None:
                self._on_path(path)
            text = path.decode("utf-8", "surrogateescape")
            if self._on_blob(HistoricBlob(oid=blob.hex(), path=text, data=content)):
                self.hits.append((folder, name, blob))

    def _read(self, name: bytes, wanted: int, *, optional: bool = False) -> bytes | None:
        """Returns the content of an object of the wanted kind, `None` with a reason noted."""
        limit = self._tally.blob_limit if wanted == BLOB else METADATA_LIMIT
        try:
            kind, content = self.store.read(name, limit)
        except (MissingObjectError, CorruptObjectError, OversizedObjectError) as error:
            if not optional or not isinstance(error, MissingObjectError):
                self._note(error)
            return None
        if kind != wanted:
            self._tally.reasons.add(Unavailable.OBJECTS_CORRUPT)
            return None
        return content

    def _note(self, error: Exception) -> None:
        self._tally.reasons.add(_REASONS[type(error)])


_REASONS: dict[type[Exception], Unavailable] = {
    MissingObjectError: Unavailable.OBJECTS_MISSING,
    CorruptObjectError: Unavailable.OBJECTS_CORRUPT,
    OversizedObjectError: Unavailable.BOUND_REACHED,
}
