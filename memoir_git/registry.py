"""The format table: name, system, default patterns, and lazy access to each format's merge.

`.gitattributes`, the driver's format argument, `validate`, staged checks and the docs are all made from this
table. Functions are reached by local import so that merging one format never loads another.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from memoir_git.core.merge import MergeOutcome, MergeText
    from memoir_git.core.options import MergeOptions

    Merger: TypeAlias = Callable[[bytes, bytes, bytes, MergeOptions, MergeText], MergeOutcome]

MEMOIR = "memoir"
CUSTODIAN = "custodian"

SESSION = "memoir-session"
ENTRY = "memoir-entry"


class UnknownFormatError(MemoirGitError):
    """A format name that is not in the table."""


class Format:
    """One row. `name` is also the attribute's value and the driver's section in git's config.

    `patterns` are attribute patterns relative to a store's root or a memory directory, none for a format that
    is only bound to files by name. `title` names the format for people.
    """

    __slots__ = ("load", "name", "patterns", "system", "title")

    def __init__(
        self,
        name: str,
        system: str,
        title: str,
        patterns: tuple[str, ...],
        load: Callable[[], Merger],
    ) -> None:
        self.name = name
        self.system = system
        self.title = title
        self.patterns = patterns
        self.load = load


def _session() -> Merger:
    from memoir_git.store.merge.session import merge_session

    return merge_session


def _entry() -> Merger:
    from memoir_git.store.merge.entry import merge_entry

    return merge_entry


def _index() -> Merger:
    from memoir_git.store.merge.index import merge_index

    return merge_index


def _sections() -> Merger:
    from memoir_git.store.merge.sections import merge_sections

    return merge_sections


def _units() -> Merger:
    from memoir_git.custodian.merge.units import merge_units

    return merge_units


# Brief, rules, profiles, changelog and manifest keep git's text merge: they are prose, or one authority.
_UNIT_FILES = (
    "areas/*.md",
    "archive/*.md",
    "constraints.md",
    "decisions.md",
    "do-not-use.md",
    "inbox.md",
    "preferences.md",
    "reconciliations.md",
    "subjects.md",
)

# In the order of attribute lines, where the last match decides: an index in the folder of entries is none.
FORMATS = (
    Format(SESSION, MEMOIR, "session state", ("session.json",), _session),
    Format(ENTRY, MEMOIR, "entry file", ("memory/*.md",), _entry),
    Format("memoir-index", MEMOIR, "index of links", ("MEMORY.md", "memory/MEMORY.md"), _index),
    Format("memoir-sections", MEMOIR, "ledger", (), _sections),
    Format("memoir-units", CUSTODIAN, "project memory", _UNIT_FILES, _units),
)


def find_format(name: str) -> Format:
    """Returns the row called `name`. Raises `UnknownFormatError`."""
    for row in FORMATS:
        if row.name == name:
            return row
    known = ", ".join(row.name for row in FORMATS)
    raise UnknownFormatError(f"There is no memory format called {name!r}.", hint=f"use one of: {known}")


def merge(
    format_name: str,
    base: bytes,
    ours: bytes,
    theirs: bytes,
    options: MergeOptions,
    merge_text: MergeText,
) -> MergeOutcome:
    """Merges one file: the pure function below the driver and the services alike.

    An absent file is `b""`. `merge_text` makes git's own text merge; what it may start is the caller's
    business. Raises `UnknownFormatError`; what cannot be understood is an outcome, not an error.
    """
    return find_format(format_name).load()(base, ours, theirs, options, merge_text)
