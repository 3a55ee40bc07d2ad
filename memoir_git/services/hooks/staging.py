"""What is being committed, asked from git once; what the hook's own script has asked is not asked again."""

from __future__ import annotations

from memoir_git.git.batch import start_batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memoir_git.core.ids import RepoPath
    from memoir_git.git.batch import Batch
    from memoir_git.git.repo import Repository
    from memoir_git.git.staged import Change, Marks
    from memoir_git.git.told import Told


class Staged:
    """The staged content. `told` is what the script has asked.

    The repository is looked for when something is asked that was not told: that loads what starts git.
    """

    __slots__ = ("_batch", "_find", "_repository", "_told")

    def __init__(self, find: Callable[[], Repository], told: Told | None = None) -> None:
        self._find = find
        self._repository: Repository | None = None
        self._told = told
        self._batch: Batch | None = None

    def read_ahead(self, variables: Mapping[str, str]) -> None:
        """Lets git read the memory files that it told of, with the environment that it gave the hook."""
        if self._told is not None:
            self._batch = start_batch(self._told.memory_blobs(), variables)

    @property
    def repository(self) -> Repository:
        """The repository. Raises `GitError`."""
        if self._repository is None:
            self._repository = self._find()
        return self._repository

    def changes(self, against: str | None = None) -> tuple[Change, ...]:
        """Returns what is staged and differs from a commit, by default HEAD. Raises `GitError`."""
        if self._told is not None and against is None:
            return self._told.changes
        from memoir_git.git.staged import staged_changes

        return staged_changes(self.repository, against)

    def marks(self, changes: Iterable[Change]) -> Mapping[RepoPath, Marks]:
        """Returns what the attributes say of each changed path. Raises `GitError`."""
        paths = tuple(change.path for change in changes)
        if self._told is not None and self._told.marks.keys() >= set(paths):
            return self._told.marks
        from memoir_git.git.staged import marks_of

        return marks_of(self.repository, paths)

    def blobs(self, names: Iterable[str]) -> Mapping[str, bytes]:
        """Returns the contents by object name, in one call. Raises `GitError`."""
        asked = tuple(dict.fromkeys(names))
        if not asked:
            return {}
        batch, self._batch = self._batch, None
        found = None if batch is None else batch.contents()
        if found is not None and found.keys() >= set(asked):
            return found
        from memoir_git.git.blobs import read_blobs

        return read_blobs(self.repository, asked)
