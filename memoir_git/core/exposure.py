"""Whether a forgotten thing is still reachable in history: what is asked, what was seen, what it means.

This is the data between the reader of history (`git.history`) and those who know what to look for. The
reader knows no memory: it offers every blob, message and name it meets to a function and counts the ones
that function claims. The verdict is fail-closed: a hit is never hidden by an incomplete look, and an
incomplete look is never taken for "nothing there".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

# What "the same inspection" means; to be raised when the same graph may be answered differently.
ENGINE_VERSION = 1
ABBREVIATED = 12  # hex digits of an object name in a report, whatever core.abbrev says


class Reach(Enum):
    """How far a root carries what it holds."""

    SHAREABLE = "shareable"
    ALREADY_SHARED = "already-shared"
    LOCAL_ONLY = "local-only"


class RootClass(Enum):
    """The places in a repository from which objects are reachable, in the order of a report."""

    BRANCH = "branch"
    TAG = "tag"
    HEAD = "head"
    REMOTE = "remote"
    NOTES = "notes"
    REPLACE = "replace"
    OTHER_REF = "other-ref"
    STASH = "stash"
    REFLOG = "reflog"
    INDEX = "index"
    PSEUDO = "pseudo"
    OPERATION = "operation"

    @property
    def reach(self) -> Reach:
        """How far what lies below this root goes: with a push, only after one, or not at all."""
        if self is RootClass.REMOTE:
            return Reach.ALREADY_SHARED
        return Reach.LOCAL_ONLY if self in _LOCAL_ONLY else Reach.SHAREABLE


_LOCAL_ONLY = frozenset(
    (RootClass.STASH, RootClass.REFLOG, RootClass.INDEX, RootClass.PSEUDO, RootClass.OPERATION)
)


class Unavailable(Enum):
    """Why a look into history was not complete."""

    NOT_A_REPOSITORY = "not-a-repository"
    GIT_MISSING = "git-missing"
    OBJECT_FORMAT_UNSUPPORTED = "object-format-unsupported"
    REF_STORAGE_UNSUPPORTED = "ref-storage-unsupported"
    EXTENSION_UNSUPPORTED = "extension-unsupported"
    REPOSITORY_VERSION_UNSUPPORTED = "repository-version-unsupported"
    OWNERSHIP_REFUSED = "ownership-refused"
    CONFIG_UNREADABLE = "config-unreadable"
    SHALLOW = "shallow"
    OBJECTS_MISSING = "objects-missing"
    OBJECTS_CORRUPT = "objects-corrupt"
    REF_UNREADABLE = "ref-unreadable"
    INDEX_UNREADABLE = "index-unreadable"
    ALTERNATES_UNREADABLE = "alternates-unreadable"
    FINGERPRINT_UNUSABLE = "fingerprint-unusable"
    BOUND_REACHED = "bound-reached"
    TIME_LIMIT = "time-limit"


class HistoryStatus(Enum):
    """The verdict on a repository's history."""

    NOT_REQUESTED = "not-requested"
    UNAVAILABLE = "unavailable"
    REACHABLE_COPY_DETECTED = "reachable-copy-detected"
    NO_REACHABLE_COPY_DETECTED = "no-reachable-copy-detected"


def decide_status(*, asked: bool, found: bool, reasons: Iterable[Unavailable]) -> HistoryStatus:
    """Returns the verdict: any hit counts, and only a complete look may say that there was none."""
    if not asked:
        return HistoryStatus.NOT_REQUESTED
    if found:
        return HistoryStatus.REACHABLE_COPY_DETECTED
    return (
        HistoryStatus.UNAVAILABLE if any(True for _ in reasons) else HistoryStatus.NO_REACHABLE_COPY_DETECTED
    )


class TextKind(Enum):
    """Texts beside file contents: the first four may hold a copy, all but the side file also a name."""

    COMMIT = "commit"
    TAG = "tag"
    NOTE = "note"
    SIDE_FILE = "side-file"
    REF_NAME = "ref-name"
    PATH = "path"
    REFLOG = "reflog"


class SideFile(Enum):
    """Plain files of the git directory that keep text outside the object store."""

    RERERE = "rr-cache"
    MESSAGE = "message"
    REBASE = "rebase"
    FILTER_REPO = "filter-repo"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoricBlob:
    """One version of one file; `oid` is the full object name in hex, `path` is relative to the top.

    Bytes of a path that are not UTF-8 stand as surrogates. `path` is `""` for a blob that a root names
    outright, such as a tag of a blob.
    """

    oid: str
    path: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much of a history is read at most. `seconds` is the one bound that makes a look irreproducible."""

    max_commits: int
    max_objects: int
    max_blob_bytes: int
    max_total_bytes: int
    seconds: float | None


DEFAULT_BOUNDS = Bounds(
    max_commits=250_000,
    max_objects=1_000_000,
    max_blob_bytes=8 * 1024 * 1024,
    max_total_bytes=4 * 1024 * 1024 * 1024,
    seconds=None,
)

OnBlobs = Callable[[Sequence[HistoricBlob]], Sequence[bool]]
OnText = Callable[[TextKind, bytes], bool]
OnTexts = Callable[[TextKind, Sequence[bytes]], Sequence[bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What to look at, and whom to ask whether it is a hit.

    `prefixes` are files or folders relative to the top, `/` between names, ASCII case not told apart; with
    `all_paths` they do not matter. Every distinct pair of blob and path is offered to `on_blobs` once, some
    at a time and in an order that depends on the graph alone; a true answer makes it a hit.

    `on_messages` is offered whole texts that may hold a copy, some at a time: the raw commit behind its
    parent lines (identities and message), the raw tag, every blob of a notes tree, side files. `on_name` is
    offered what may spell a topic out: ref names, covered paths, reflog messages, commits and tags. `None`
    leaves either out. `on_progress` is told the number of commits read, now and then.
    """

    prefixes: tuple[str, ...]
    all_paths: bool
    bounds: Bounds
    unreachable: bool
    on_blobs: OnBlobs
    on_messages: OnTexts | None
    on_name: OnText | None
    on_progress: Callable[[int], None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A blob at a path that was claimed: from which classes of root, in how many commits.

    `commits` is 0 for what only an index or a root without commits holds; `examples` are the newest ones.
    All names are full object names.
    """

    blob: str
    path: str
    classes: tuple[RootClass, ...]
    commits: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageHit:
    """A claimed text in a commit, tag or note; `oid` is that object, for a note the blob."""

    kind: TextKind
    oid: str
    classes: tuple[RootClass, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreachable:
    """What lies in the object store beside everything covered: how many blobs were offered, what was claimed.

    `hits` are below no root at all; `elsewhere` are blobs that a root does reach, outside the covered paths.
    """

    blobs: int
    hits: tuple[str, ...]
    elsewhere: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What was read: distinct objects, and the bytes of the blobs offered."""

    commits: int
    trees: int
    blobs: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """What a look into history gave. Equal for equal graphs and parameters, whether loose, packed or cloned.

    `roots` counts distinct objects by class, `alternates` borrowed object stores, `expired` the reflog and
    pseudo-ref targets that are gone, which is normal. `roots_digest` is the SHA-256 over the sorted object
    names of all roots. `names` and `side_files` count what was claimed and are no part of the verdict;
    `unreachable` is `None` when it was not asked for.
    """

    reasons: tuple[Unavailable, ...]
    counts: Counts
    roots: Mapping[RootClass, int]
    roots_digest: str
    expired: int
    shallow: bool
    alternates: int
    hits: tuple[Hit, ...]
    messages: tuple[MessageHit, ...]
    names: Mapping[TextKind, int]
    side_files: Mapping[SideFile, int]
    unreachable: Unreachable | None

    @property
    def status(self) -> HistoryStatus:
        """The verdict of this look."""
        return decide_status(asked=True, found=bool(self.hits or self.messages), reasons=self.reasons)


def nothing_read(reason: Unavailable) -> Inspected:
    """Returns the outcome of a look that could not begin."""
    return Inspected(
        reasons=(reason,),
        counts=Counts(commits=0, trees=0, blobs=0, bytes=0),
        roots={},
        roots_digest="",
        expired=0,
        shallow=False,
        alternates=0,
        hits=(),
        messages=(),
        names={},
        side_files={},
        unreachable=None,
    )
