"""What is being committed, asked from git once; what the hook's own script has asked is not asked again."""

from __future__ import annotations

from memoir_git.git.batch import COMMAND, batch_input, split_batch
from memoir_git.git.started import start_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memoir_git.core.ids import RepoPath
    from memoir_git.git.repo import Repository
    from memoir_git.git.staged import Change, Marks
    from memoir_git.git.started import Started
    from memoir_git.git.told import Told

# An external scanner for secrets; `-z --show-origin` says where it was set.
SCANNER = "memoir.scanner"
SCANNER_QUESTION = ("config", "-z", "--show-origin", "--get", SCANNER)
UNSET = 1


class Staged:
    """The staged content, and the environment of the hook. `told` is what the script has asked.

    The repository is looked for when something is asked that was not told: that loads what starts git.
    """

    __slots__ = ("_find", "_reading", "_repository", "_setting", "_told", "variables")

    def __init__(
        self, find: Callable[[], Repository], variables: Mapping[str, str], told: Told | None = None
    ) -> None:
        self._find = find
        self.variables = variables
        self._repository: Repository | None = None
        self._told = told
        self._reading: Started | None = None
        self._setting: Started | None = None

    def read_ahead(self) -> None:
        """Lets git read the memory files that it told of, with the environment that it gave the hook."""
        if self._told is not None:
            asked = batch_input(self._told.memory_blobs())
            self._reading = start_git(COMMAND, self.variables, asked) if asked else None
            self._setting = start_git(SCANNER_QUESTION, self.variables)

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
        found = self._read()
        if found.keys() >= set(asked):
            return found
        from memoir_git.git.blobs import read_blobs

        return read_blobs(self.repository, asked)

    def scanner_setting(self) -> str:
        """Returns where the scanner is set and to what, NUL behind each; empty when it is not set."""
        started, self._setting = self._setting, None
        status, output = (-1, b"") if started is None else started.output()
        if status not in (0, UNSET):
            output = self.repository.run(*SCANNER_QUESTION, accept=(0, UNSET)).stdout
        return output.decode("utf-8", "surrogateescape")

    def _read(self) -> dict[str, bytes]:
        """Returns what git has read ahead, once; nothing where it did not answer for every name."""
        started, self._reading = self._reading, None
        if started is None or self._told is None:
            return {}
        try:
            return split_batch(started.output()[1], self._told.memory_blobs())
        except LookupError:
            return {}
