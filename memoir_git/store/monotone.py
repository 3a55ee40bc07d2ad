"""Whether a version of a session is an inflation of the one before: the order behind the join (format 5).

git asks no driver where one side is unchanged, so whatever a commit drops without a tombstone is dropped
there, and comes back from the next branch that still has it. A commit that only adds and tombstones is safe
whatever is merged with it later. What a full list rotates out is no loss: a merge would do the same.

Findings name places of the version before, never a text.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding, FindingCode
from memoir_git.core.ids import RepoPath
from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store import codes_monotone as codes
from memoir_git.store.checks.observation import place_name
from memoir_git.store.identity import identity_of, is_hidden, purged_hash, row_identity
from memoir_git.store.model import (
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    CURRENT_LISTS,
    DATE_FIELDS,
    DECISIONS,
    DEFAULT_CAPS,
    GOALS,
    HISTORY,
    NEXT_ACTIONS,
    OPEN_QUESTIONS,
    PARKED_ACTIONS,
    TOP_LEVEL,
)
from memoir_git.store.parse import Session, UnreadableError, open_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import Any, TypeAlias

    from memoir_git.core.instants import Instant

    Items: TypeAlias = list[Any]
    Identity: TypeAlias = Callable[[Any], str | None]

# The lists that hold what is open, the list of their completions, the list whose cap evicts, and the code.
_OPEN = (
    ((GOALS,), COMPLETED_GOALS, GOALS, codes.GOAL_GONE),
    ((NEXT_ACTIONS, PARKED_ACTIONS), COMPLETED_ACTIONS, PARKED_ACTIONS, codes.ACTION_GONE),
)


def check_monotone_session(
    before: bytes, after: bytes | None, path: RepoPath, caps: Mapping[str, int] = DEFAULT_CAPS
) -> tuple[Finding, ...]:
    """Returns what `after` lost of `before`; `None` is a file that is gone.

    A version that cannot be understood is not compared: what it means is for the validator to say.
    """
    old = _opened(before)
    if old is None:
        return ()
    if after is None:
        return (codes.SESSION_GONE.at(path),)
    new = _opened(after)
    if new is None:
        return ()
    return tuple(_Comparison(old, new, path, {**DEFAULT_CAPS, **caps}).findings())


def purged_digests(data: bytes) -> frozenset[str]:
    """Returns the hashes of what a session has purged; none of one that cannot be understood."""
    session = _opened(data)
    items = [] if session is None else session.items(DECISIONS)
    return frozenset(digest for item in items if (digest := purged_hash(item)) is not None)


def _opened(data: bytes) -> Session | None:
    try:
        return open_session(data)
    except UnreadableError:
        return None


class _Comparison:
    """Two sessions side by side."""

    __slots__ = ("_caps", "_new", "_old", "_path")

    def __init__(self, old: Session, new: Session, path: RepoPath, caps: Mapping[str, int]) -> None:
        self._old = old
        self._new = new
        self._path = path
        self._caps = caps

    def findings(self) -> Iterator[Finding]:
        """Yields every loss."""
        for names, completed, evicting, code in _OPEN:
            yield from self._open(names, completed, evicting, code)
            yield from self._completed(names, completed)
        yield from self._questions()
        yield from self._decisions()
        yield from self._history()
        yield from self._keys()

    def _at(self, code: FindingCode, name: str, index: int) -> Finding:
        place = (name, index) if name == HISTORY else ("current", name, index)
        return code.at(self._path, place=place_name(place))

    def _open(
        self, names: tuple[str, ...], completed: str, evicting: str, code: FindingCode
    ) -> Iterator[Finding]:
        """Yields goals or actions that are neither open nor completed any more."""
        kept = set(_identities(self._items(self._new, names)))
        done = _latest(self._new.items(completed))
        full = self._rotation(evicting)
        for name in names:
            for index, key, item in _identified(self._old.items(name)):
                instant = parse_instant(item.get(DATE_FIELDS[name]))
                is_done = key in done and instant <= done[key]
                if key not in kept and not is_done and not full(instant):
                    yield self._at(code, name, index)

    def _completed(self, names: tuple[str, ...], completed: str) -> Iterator[Finding]:
        """Yields completions that are gone or weaker, and those that something live defies."""
        done = _latest(self._new.items(completed))
        started = _newest(self._items(self._new, names), DATE_FIELDS[names[0]])
        full = self._rotation(completed)
        for index, key, item in _identified(self._old.items(completed)):
            done_at = parse_completion(item.get(DATE_FIELDS[completed]))
            if key in started and not started[key] > done_at:
                yield self._at(codes.LIVE_AGAIN, completed, index)
            elif not (key in done and done[key] >= done_at) and not full(done_at):
                yield self._at(codes.COMPLETION_GONE, completed, index)

    def _questions(self) -> Iterator[Finding]:
        kept = set(_identities(self._new.items(OPEN_QUESTIONS)))
        full = self._rotation(OPEN_QUESTIONS)
        for index, key, item in _identified(self._old.items(OPEN_QUESTIONS)):
            if key not in kept and not full(parse_instant(item.get(DATE_FIELDS[OPEN_QUESTIONS]))):
                yield self._at(codes.QUESTION_GONE, OPEN_QUESTIONS, index)

    def _decisions(self) -> Iterator[Finding]:
        items = [item for item in self._new.items(DECISIONS) if isinstance(item, dict)]
        purged = {digest for item in items if (digest := purged_hash(item)) is not None}
        texts = [item for item in items if purged_hash(item) is None]
        hidden = set(_identities(item for item in texts if is_hidden(item)))
        shown = set(_identities(item for item in texts if not is_hidden(item)))
        written = {digest for item in texts for digest in _hashes(item)}
        full = self._rotation(DECISIONS)
        for index, item in enumerate(self._old.items(DECISIONS)):
            digest = purged_hash(item)
            if digest is not None:
                if digest in written:
                    yield self._at(codes.PURGED_BACK, DECISIONS, index)
                elif digest not in purged:
                    yield self._at(codes.HIDDEN_GONE, DECISIONS, index)
                continue
            key = identity_of(item)
            if key is None or key in hidden or not purged.isdisjoint(_hashes(item)):
                continue
            if is_hidden(item):
                yield self._at(codes.UNHIDDEN if key in shown else codes.HIDDEN_GONE, DECISIONS, index)
            elif key not in shown and not full(parse_instant(item.get(DATE_FIELDS[DECISIONS]))):
                yield self._at(codes.DECISION_GONE, DECISIONS, index)

    def _history(self) -> Iterator[Finding]:
        kept = set(_identities(self._new.history, row_identity))
        full = self._rotation(HISTORY)
        for index, key, row in _identified(self._old.history, row_identity):
            if key not in kept and not full(parse_instant(row.get("date"))):
                yield self._at(codes.HISTORY_GONE, HISTORY, index)

    def _keys(self) -> Iterator[Finding]:
        """Yields keys and machines that are gone; what they are called is nobody's business."""
        for place, known, old, new in (
            ((), TOP_LEVEL, self._old.value, self._new.value),
            (("current",), CURRENT_LISTS, self._old.current, self._new.current),
        ):
            if _has_lost(old, new, known):
                yield codes.KEY_GONE.at(self._path, place=place_name(place))
        if _has_lost(self._old.machines, self._new.machines, ()):
            yield codes.MACHINE_GONE.at(self._path)

    def _rotation(self, name: str) -> Callable[[Instant], bool]:
        """Returns what tells whether the cap of a list may have taken out an item of some date.

        The list must be full, and the item no newer than all that stayed.
        """
        rows = self._new.history if name == HISTORY else self._new.items(name)
        field = "date" if name == HISTORY else DATE_FIELDS[name]
        read = parse_completion if name in (COMPLETED_ACTIONS, COMPLETED_GOALS) else parse_instant
        standing = [
            row for row in rows if isinstance(row, dict) and not (name == DECISIONS and is_hidden(row))
        ]
        if len(standing) < self._caps[name]:
            return lambda _instant: False
        oldest = min((read(row.get(field)) for row in standing), default=())
        return lambda instant: instant <= oldest

    @staticmethod
    def _items(session: Session, names: Iterable[str]) -> Items:
        return [item for name in names for item in session.items(name)]


def _identified(
    items: Iterable[Any], identity: Identity = identity_of
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yields place, identity and item of those that have an identity."""
    for index, item in enumerate(items):
        key = identity(item)
        if key is not None:
            yield index, key, item


def _identities(items: Iterable[Any], identity: Identity = identity_of) -> Iterator[str]:
    return (key for _, key, _ in _identified(items, identity))


def _latest(items: Items) -> dict[str, Instant]:
    """Returns the latest completion of each identity."""
    latest: dict[str, Instant] = {}
    for _, key, item in _identified(items):
        instant = parse_completion(item.get("done_at"))
        latest[key] = max(latest.get(key, instant), instant)
    return latest


def _newest(items: Items, field: str) -> dict[str, Instant]:
    newest: dict[str, Instant] = {}
    for _, key, item in _identified(items):
        instant = parse_instant(item.get(field))
        newest[key] = max(newest.get(key, instant), instant)
    return newest


def _hashes(item: dict[str, Any]) -> tuple[str, ...]:
    """Returns the hashes that purge this text, in the format's dialect and in the deployed one."""
    text = item.get("text")
    return (text_hash(text), lower_text_hash(text)) if isinstance(text, str) else ()


def _has_lost(old: Mapping[str, Any], new: Mapping[str, Any], known: Collection[str]) -> bool:
    return any(key not in new and key not in known for key in old)
