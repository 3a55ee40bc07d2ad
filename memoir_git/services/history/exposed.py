"""What a look into history found, in a form that anyone may read: object names, counts, rules and handles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.copies import MatcherKind
from memoir_git.core.exposure import (
    Bounds,
    Counts,
    HistoryStatus,
    RootClass,
    SideFile,
    TextKind,
    Unavailable,
)
from memoir_git.core.ids import Handle


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRow:
    """One copy: a blob at a path, from which classes of root, in how many commits, by which rules.

    Object names are abbreviated, `path` is a handle; `subjects` are Entry IDs and kinds of secrets.
    """

    blob: Handle
    path: Handle
    classes: tuple[RootClass, ...]
    commits: int
    examples: tuple[Handle, ...]
    rules: tuple[Handle, ...]
    subjects: tuple[Handle, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """A copy in the text of a commit, a tag or a note."""

    kind: TextKind
    object: Handle
    classes: tuple[RootClass, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreachableRow:
    """What lies in the object store below no root, and is no part of the status."""

    blobs: int
    copies: tuple[Handle, ...]
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """What a look into history gave, in a form that anyone may read.

    `sought` says how many things were looked for, by rule; `matchers` are the rules that looked. `names`
    counts the names and messages that spell a topic out, by class; `None` when no topic was known to look
    for. `unreachable` is `None` when it was not asked for. `prefixes` are handles.
    """

    status: HistoryStatus
    reasons: tuple[Unavailable, ...]
    sought: tuple[tuple[MatcherKind, int], ...]
    matchers: tuple[MatcherKind, ...]
    copies: tuple[CopyRow, ...]
    messages: tuple[MessageRow, ...]
    names: Mapping[TextKind, int] | None
    side_files: Mapping[SideFile, int]
    unreachable: UnreachableRow | None
    counts: Counts
    roots: Mapping[RootClass, int]
    roots_digest: str
    expired: int
    shallow: bool
    alternates: int
    bounds: Bounds
    prefixes: tuple[Handle, ...]
    all_paths: bool
