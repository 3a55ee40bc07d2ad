"""What is being committed, asked from git once; what the hook's own script has asked is not asked again."""

from __future__ import annotations

from memoir_git import registry
from memoir_git.git.blob_reader import start_reader
from memoir_git.git.started import start_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memoir_git.core.ids import RepoPath
    from memoir_git.git.blob_reader import BlobReader
    from memoir_git.git.repo import Repository
    from memoir_git.git.staged import Change, Marks
    from memoir_git.git.started import Started
    from memoir_git.git.told import Told
    from memoir_git.services.hooks.staged_files import StagedFiles

# An external scanner for secrets; `-z --show-origin` says where it was set.
SCANNER = "memoir.scanner"
SCANNER_QUESTION = ("config", "-z", "--show-origin", "--get", SCANNER)
UNSET = 1
PROJECT = "project"
# Both settings that a check of what is staged may ask for; git writes their names in lower case.
_SETTINGS = ("config", "-z", "--show-origin", "--get-regexp", r"^memoir\.(scanner|memorydir)$")


def is_project(marks: Marks) -> bool:
    """Tells whether a path with these attributes belongs to project memory."""
    custodian = frozenset(row.name for row in registry.FORMATS if row.system == registry.CUSTODIAN)
    return marks.memoir == PROJECT or marks.merge in custodian


class Staged:
    """The staged content, and the environment of the hook. `told` is what the script has asked.

    The repository is looked for when something is asked that was not told: that loads what starts git.
    """

    __slots__ = (
        "_answered",
        "_find",
        "_listing",
        "_reader",
        "_repository",
        "_settings",
        "_told",
        "variables",
    )

    def __init__(
        self, find: Callable[[], Repository], variables: Mapping[str, str], told: Told | None = None
    ) -> None:
        self._find = find
        self.variables = variables
        self._repository: Repository | None = None
        self._told = told
        self._reader: BlobReader | None = None
        self._settings: Started | None = None
        self._listing: Started | None = None
        self._answered: dict[str, tuple[str, str]] | None = None

    def read_ahead(self) -> None:
        """Lets git read the memory files that it told of, with the environment that it gave the hook.

        Where project memory is among them, all of it is listed.
        """
        if self._told is None:
            return
        self._reader = start_reader(self.variables, self._told.memory_blobs())
        self._settings = start_git(_SETTINGS, self.variables)
        if any(is_project(marks) for marks in self._told.marks.values()):
            from memoir_git.services.hooks.staged_files import QUESTION

            self._listing = start_git(QUESTION, self.variables)

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
        reader, self._reader = self._reader, None
        if reader is not None:
            try:
                found = reader.contents(asked)
            except (LookupError, OSError):  # git has ended, or lacks one: the usual way says what is wrong
                pass
            else:
                self._reader = reader
                return found
        from memoir_git.git.blobs import read_blobs

        return read_blobs(self.repository, asked)

    def scanner_setting(self) -> str:
        """Returns where the scanner is set and to what, NUL behind each; empty when it is not set."""
        settings = self._configured()
        if settings is not None:
            return "".join(f"{word}\0" for word in settings.get(SCANNER, ()))
        done = self.repository.run(*SCANNER_QUESTION, accept=(0, UNSET))
        return done.stdout.decode("utf-8", "surrogateescape")

    def project_files(self) -> StagedFiles | None:
        """Returns the staged files of project memory; `None` where git has to be asked for them anew.

        Raises `PlaceError` for a setting that names no possible place.
        """
        listing, self._listing = self._listing, None
        status, answer = (-1, b"") if listing is None else listing.output()
        settings = self._configured()
        if status != 0 or settings is None:
            return None
        from memoir_git.services.hooks.staged_files import staged_files
        from memoir_git.services.memory_folder import SETTING

        return staged_files(answer, settings.get(SETTING.lower(), ("", ""))[1])

    def _configured(self) -> dict[str, tuple[str, str]] | None:
        """Returns origin and value of each setting, the last one where it is set twice; `None` unasked."""
        started, self._settings = self._settings, None
        if started is not None:
            status, output = started.output()
            if status in (0, UNSET):
                self._answered = _settings(output)
        return self._answered


def _settings(output: bytes) -> dict[str, tuple[str, str]]:
    words = output.decode("utf-8", "surrogateescape").split("\0")
    found = {}
    for origin, row in zip(words[0::2], words[1::2], strict=False):
        name, _, value = row.partition("\n")
        found[name] = (origin, value)
    return found
