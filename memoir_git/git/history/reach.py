"""From which roots a hit is reachable: a second look, at the graph already read, taken only for hits.

The trees of every folder on the way to a hit are read again, the deepest folders first, and commits that hold
the same hits are counted together: the cost is that of reading some trees once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memoir_git.git.history.contents import Folder
from memoir_git.git.history.objects import HistoryObjectError
from memoir_git.git.history.trees import MalformedTreeError
from memoir_git.git.history.versions import NamedEntries
from memoir_git.git.history.walk import Walk

_EXAMPLES = 3
HitKey = tuple[bytes, bytes]  # path, blob
Held = dict[bytes, frozenset[HitKey]]  # tree -> the hits below it
_NOTHING: frozenset[HitKey] = frozenset()


@dataclass(slots=True, kw_only=True)
class Reached:
    """From where one hit is reachable: bits of root classes, number of commits, the newest of them."""

    bits: int
    commits: int
    examples: list[bytes]


def commit_bits(walk: Walk) -> dict[bytes, int]:
    """Returns, for every commit that was looked at, the bits of the root classes that reach it."""
    reached = dict.fromkeys(walk.graph, 0)
    every = 0
    for bits in walk.roots.values():
        every |= bits
    bit = 1
    while bit <= every:
        waiting = [name for name, bits in walk.roots.items() if bits & bit and name in reached]
        while waiting:
            name = waiting.pop()
            if not reached[name] & bit:
                reached[name] |= bit
                waiting.extend(parent for parent in walk.graph[name][2] if parent in reached)
        bit <<= 1
    return reached


def reached_hits(walk: Walk, bits_of: dict[bytes, int]) -> dict[HitKey, Reached]:
    """Returns how every hit of the walk is reachable, by path and blob."""
    held = _held_by_top_trees(walk)
    groups: dict[frozenset[HitKey], Reached] = {}
    for commit in walk.order:
        group = _group(groups, held.get(walk.graph[commit][1], _NOTHING))
        group.bits |= bits_of[commit]
        group.commits += 1
        if len(group.examples) < _EXAMPLES:
            group.examples.append(commit)
    for tree in walk.trees:
        _group(groups, held.get(tree, _NOTHING)).bits |= walk.roots[tree]
    found = {}
    for folder, name, blob in walk.contents.hits:
        key = (folder.path_of(name), blob)
        found[key] = Reached(bits=walk.contents.placed.get(key, 0), commits=0, examples=[])
    for keys, group in groups.items():
        for key in keys:
            _join(found[key], group)
    ranks = {commit: rank for rank, commit in enumerate(walk.order)}
    for hit in found.values():
        hit.examples = sorted(hit.examples, key=ranks.__getitem__)[:_EXAMPLES]
    return found


def _group(groups: dict[frozenset[HitKey], Reached], held: frozenset[HitKey]) -> Reached:
    group = groups.get(held)
    if group is None:
        group = groups[held] = Reached(bits=0, commits=0, examples=[])
    return group


def _join(hit: Reached, group: Reached) -> None:
    hit.bits |= group.bits
    hit.commits += group.commits
    hit.examples.extend(group.examples)


def _held_by_top_trees(walk: Walk) -> Held:
    """Returns the hits below each tree of the top folder, worked out from the deepest folders upwards."""
    hits: dict[Folder, dict[bytes, set[bytes]]] = {}
    for folder, name, blob in walk.contents.hits:
        hits.setdefault(folder, {}).setdefault(name, set()).add(blob)
    held: dict[Folder, Held] = {}
    for folder in reversed(walk.contents.folders()):
        below = {name: held.pop(child) for name, child in folder.children.items() if child in held}
        if below or folder in hits:
            held[folder] = _held_by_trees(walk, folder, hits.get(folder, {}), below)
    return held.get(walk.contents.top, {})


def _held_by_trees(
    walk: Walk, folder: Folder, hits: dict[bytes, set[bytes]], below: dict[bytes, Held]
) -> Held:
    held: Held = {}
    entries = NamedEntries(hits.keys() | below.keys(), walk.reader.store.width)
    answer = _NOTHING
    for tree in folder.seen:
        try:
            is_new = entries.read(walk.reader.store.read(tree)[1])
        except (HistoryObjectError, MalformedTreeError):
            entries = NamedEntries(hits.keys() | below.keys(), walk.reader.store.width)
            answer = _NOTHING
            continue
        if is_new:
            answer = frozenset(_below(folder, entries.targets, hits, below))
        if answer:
            held[tree] = answer
    return held


def _below(
    folder: Folder, targets: dict[bytes, bytes], hits: dict[bytes, set[bytes]], below: dict[bytes, Held]
) -> Iterator[HitKey]:
    for name, target in targets.items():
        if target in hits.get(name, ()):
            yield folder.path_of(name), target
        yield from below.get(name, {}).get(target, _NOTHING)
