"""What a look into history looks for, and the matchers of both systems joined for it.

`Sought` is the only thing here that knows a topic or a text. It is made from a request, lives as long as the
command, and says nothing of itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memoir_git.core.copies import CopyFinder, LineMatcher, MatcherKind
from memoir_git.core.copy_names import NameMatcher
from memoir_git.core.copy_secrets import SecretMatcher
from memoir_git.core.copy_texts import TopicMatcher, UnitMatcher, WholeUnitMatcher
from memoir_git.core.exposure import TextKind
from memoir_git.core.folding import folded
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.custodian.copies import EntryIdMatcher
from memoir_git.store.copies import EntryPathMatcher, TextHashMatcher

_TELLING = 4


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Sought:
    """Everything to look for; what is empty is not looked for.

    `entry_ids` are IDs of project memory; the units in `kept` may stand under one of them. `purged` and
    `hidden` are link names of a store's entries: of a hidden one every hidden version may stay. `digests` are
    the hashes of purged decisions. `topics` are searched as forgetting searches them; `units` are whole texts
    that were removed, of which lines that `present` still says tell nothing. `names` are topics that names
    of refs and files, and messages, are searched for. `is_partial` says that there is more to look for than
    could be read.
    """

    entry_ids: frozenset[str] = frozenset()
    kept: tuple[str, ...] = ()
    purged: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    digests: frozenset[str] = frozenset()
    topics: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    secrets: bool = False
    is_partial: bool = False

    def __repr__(self) -> str:
        return "Sought(...)"

    def __or__(self, other: Sought) -> Sought:
        """Returns what looks for both."""
        return Sought(
            entry_ids=self.entry_ids | other.entry_ids,
            kept=(*self.kept, *other.kept),
            purged=self.purged | other.purged,
            hidden=self.hidden | other.hidden,
            digests=self.digests | other.digests,
            topics=(*self.topics, *other.topics),
            units=(*self.units, *other.units),
            present=(*self.present, *other.present),
            names=(*self.names, *other.names),
            secrets=self.secrets or other.secrets,
            is_partial=self.is_partial or other.is_partial,
        )

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        texts = (self.purged, self.hidden, self.digests, self.topics, self.units)
        return not (self.entry_ids or any(texts) or self.secrets or self.is_partial)

    @property
    def counts(self) -> tuple[tuple[MatcherKind, int], ...]:
        """How many things are looked for, by the rule that finds them; kinds of secrets count as one."""
        numbers = {
            MatcherKind.ENTRY_PATH: len(self.purged | self.hidden),
            MatcherKind.ENTRY_ID: len(self.entry_ids),
            MatcherKind.UNIT: len(self.units),
            MatcherKind.TEXT_HASH: len(self.digests),
            MatcherKind.TOPIC: len(self.topics),
            MatcherKind.SECRET: int(self.secrets),
        }
        return tuple((kind, number) for kind, number in numbers.items() if number)


def seek_entry(link_name: str) -> Sought:
    """Returns what looks for one entry of a store, also given as `NAME.md` or `[[NAME]]`."""
    name = link_name.strip().removeprefix("[[").removesuffix("]]").rpartition("/")[2].removesuffix(".md")
    return Sought(purged=frozenset((name,)) - {""}, names=(name,))


def seek_text(text: str) -> Sought:
    """Returns what looks for a decision of a session, by its text and by both hashes of it."""
    words = folded(text)
    if not words:
        return Sought()
    # A shorter text would be found inside of other words everywhere.
    topics = (text,) if len(words) >= _TELLING else ()
    return Sought(digests=frozenset((text_hash(text), lower_text_hash(text))), topics=topics, names=topics)


def seek_topic(topic: str) -> Sought:
    """Returns what looks for a topic, as forgetting in project memory finds it."""
    return Sought(topics=(topic,) if folded(topic) else (), names=(topic,))


def finder_of(sought: Sought) -> CopyFinder:
    """Returns the matchers for what is sought; none for what gives no usable fingerprint."""
    lines: list[LineMatcher] = []
    if sought.entry_ids:
        lines.append(EntryIdMatcher(sought.entry_ids, sought.kept))
    if sought.digests:
        lines.append(TextHashMatcher(sought.digests))
    if sought.units:
        lines.append(WholeUnitMatcher(sought.units))
        telling = UnitMatcher(sought.units, sought.present)
        lines += [telling] if telling.is_usable else []
    if sought.topics:
        lines.append(TopicMatcher(sought.topics))
    if sought.secrets:
        lines.append(SecretMatcher())
    entries = sought.purged | sought.hidden
    return CopyFinder(lines, [EntryPathMatcher(sought.purged, sought.hidden)] if entries else [])


def name_check(sought: Sought) -> Callable[[TextKind, bytes], bool] | None:
    """Returns what tells whether a name or message spells a topic out; `None` while no topic is known."""
    matcher = NameMatcher(sought.names)
    return (lambda _kind, data: matcher.matches(data)) if matcher.is_usable else None
