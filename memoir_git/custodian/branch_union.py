"""The mechanical union of two branches in memory: what a merge by unit would leave (guide 7.2).

A unit that one side changed is taken, one that both changed is joined field by field where the merge driver
would join it, and one that nobody but a person can decide is left out and named in `unsettled`. The place
of a unit is merged like its text, so that an archived unit stays archived whatever the other side edited.
Only what stands where matters here; spacing and titles are nobody's.
"""

from __future__ import annotations

from dataclasses import dataclass

from memoir_git.custodian.branch_changes import Comparison
from memoir_git.custodian.branch_graph import BranchGraph, Version
from memoir_git.custodian.merge.unit_fields import merge_unit
from memoir_git.custodian.storage import ENTRY_FILES, Kind, storage_of

_BY_UNIT = (*ENTRY_FILES, Kind.OTHER, Kind.SUBJECTS, Kind.RECONCILIATIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """The union as a graph, the keys it could not settle, and whether its manifest is a guess."""

    graph: BranchGraph
    unsettled: frozenset[str]
    manifest_is_guess: bool


def union_of(comparison: Comparison) -> Union:
    """Returns the union; the same whichever side is ours."""
    units: dict[str, list[str]] = {}
    unsettled = set()
    ours, theirs = comparison.ours.graph, comparison.theirs.graph
    for key in sorted(ours.versions.keys() | theirs.versions.keys()):
        placed = _placed(comparison, key)
        if placed is None:
            unsettled.add(key)
        for path, text in placed or ():
            units.setdefault(path, []).append(text)
    contents = _whole_files(comparison)
    for path, texts in units.items():
        contents[path] = ("# Memory\n\n" + "\n\n".join(texts) + "\n").encode("utf-8", "surrogateescape")
    changed_manifest = {graph.contents.get("manifest.md") for graph in (ours, theirs)}
    before = {base.contents.get("manifest.md") for base in comparison.bases}
    return Union(
        graph=BranchGraph(contents),
        unsettled=frozenset(unsettled),
        manifest_is_guess=len(changed_manifest) == 2 and not changed_manifest & before,
    )


def _placed(comparison: Comparison, key: str) -> list[tuple[str, str]] | None:
    """Returns path and text of what the union holds under a key; `None` where a person must decide."""
    ours, theirs = comparison.ours, comparison.theirs
    changed_here, changed_there = key in ours.changes, key in theirs.changes
    if key in comparison.undecided:
        return None
    if changed_here and changed_there:
        return _joined(comparison, key)
    taken, other = (theirs.graph, ours.graph) if changed_there else (ours.graph, theirs.graph)
    versions = taken.versions.get(key, [])
    single = other.version(key)
    if len(versions) == 1 and single is not None:
        return [(_path(comparison, key, versions[0], single), versions[0].text)]
    return [(version.path, version.text) for version in versions]


def _joined(comparison: Comparison, key: str) -> list[tuple[str, str]] | None:
    here, there = comparison.ours.graph.version(key), comparison.theirs.graph.version(key)
    before = comparison.before(key)
    if here is None or there is None or not before:
        return None
    text = merge_unit(before[0], here.text, there.text)
    return None if text is None else [(_path(comparison, key, here, there), text)]


def _path(comparison: Comparison, key: str, here: Version, there: Version) -> str:
    """Returns where a unit goes that stands on both sides; the first by name if both moved it."""
    known = {version.path for base in comparison.bases for version in base.versions.get(key, ())}
    moved = [version.path for version in (here, there) if version.path not in known]
    return min(moved or (here.path, there.path))


def _whole_files(comparison: Comparison) -> dict[str, bytes]:
    """Returns the files that are merged as text elsewhere; of two changed ones the longer stands in."""
    ours, theirs = comparison.ours.graph.contents, comparison.theirs.graph.contents
    taken = {}
    for path in sorted(ours.keys() | theirs.keys()):
        if storage_of(path).kind in _BY_UNIT:
            continue
        here, there = ours.get(path), theirs.get(path)
        before = [base.contents.get(path) for base in comparison.bases]
        changed = [content for content in (here, there) if content not in before]
        candidates = changed or [content for content in (here, there) if content is not None]
        chosen = max(candidates, key=lambda content: (len(content or b""), content or b""))
        if chosen is not None:
            taken[path] = chosen
    return taken
