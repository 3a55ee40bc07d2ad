"""The graph a merge results in, and what it says about the branches' disagreements (guide 2.4, 7.2).

It is what somebody is about to commit or has committed, or else the mechanical union. Records count when
they hold against this graph, not against the branch they were written on, and only if they are younger than
every base. Only a real result can settle a conflict: a union is nobody's decision.
"""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian.branch_changes import Comparison
from memoir_git.custodian.branch_cover import Cover
from memoir_git.custodian.branch_graph import BranchGraph, Version
from memoir_git.custodian.branch_union import Union
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.checks.records import record_fault
from memoir_git.custodian.checks.table import judge
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.ownership import relations_of
from memoir_git.custodian.reconciliations import Record
from memoir_git.custodian.subjects import Subject

# What a graph is judged by on its own; the rest of an audit says nothing about branches.
SECTIONS = ("entries", "relations", "subjects", "conflicts")
_NAMING = ("entries", "subjects", "subject", "record")


class Result:
    """The result graph with its own findings; `is_real` tells it from the union."""

    def __init__(
        self, comparison: Comparison, union: Union, real: BranchGraph | None, directory: str
    ) -> None:
        self.union = union
        self.is_real = real is not None
        self.graph = union.graph if real is None else real
        self.context = CheckContext(self.graph.project, directory)
        self.findings = graph_findings(self.context)
        self._faulty = {
            key
            for finding in self.findings
            if finding.severity >= Severity.ERROR
            for key in named_keys(finding)
        }
        self.records = tuple(self._fresh_records(comparison))
        self.cover = Cover((record.keys for record in self.records), self._exceptions())
        self.subject_cover = Cover(self._subjects_of(record) for record in self.records)

    def lasts(self, key: str) -> bool:
        """Tells whether an entry still is an active owner's unit in the result."""
        version = self.graph.version(key)
        return version is not None and version.entry is not None and version.entry.is_active

    def settles(self, *keys: str) -> bool:
        """Tells whether a person has resolved what these units disagreed on.

        They have if the result is real, differs from the mechanical union in one of the units, and breaks no
        rule with any of them.
        """
        if not self.is_real or not self.graph.is_whole or self._faulty.intersection(keys):
            return False
        return any(self._was_decided(key) for key in keys)

    def settles_pair(self, first: str, second: str) -> bool:
        """Tells whether a person has resolved or acknowledged a pair."""
        return self.settles(first, second) or (self.is_real and self.cover.covers(first, second))

    def may_be_guessed(self, finding: Finding) -> bool:
        """Tells whether a finding may come from what the union leaves out or only guesses."""
        if self.is_real:
            return False
        keys = named_keys(finding)
        near = {
            named
            for key in keys
            for version in self.graph.versions.get(key, ())
            for named in named_in(version)
        }
        return self.union.manifest_is_guess or not keys or bool((keys | near) & self.union.unsettled)

    def _was_decided(self, key: str) -> bool:
        return key in self.union.unsettled or self.graph.state(key) != self.union.graph.state(key)

    def _fresh_records(self, comparison: Comparison) -> Iterable[Record]:
        """Yields the valid records that no base has."""
        for record in self.graph.project.records.records:
            key = id_key(record.id)
            single = self.graph.version(key)
            known = any(base.state(key) == self.graph.state(key) for base in comparison.bases)
            if single is not None and not known and not record_fault(self.context, record)[0]:
                yield record

    def _exceptions(self) -> Iterable[tuple[str, str]]:
        for entry in self.graph.project.entries():
            target = self.context.ownership.excepted_from(entry) if entry.is_active else None
            if target is not None:
                yield id_key(entry.id), target

    def _subjects_of(self, record: Record) -> list[str]:
        entries: list[Entry] = [entry for key in record.keys for entry in self.graph.entries(key)]
        return [id_key(entry.scalars["Subject"]) for entry in entries if entry.scalars.get("Subject")]


def graph_findings(context: CheckContext) -> tuple[Finding, ...]:
    """Returns what is wrong with one graph by itself, as far as branches can cause it."""
    judged = judge(context, SECTIONS)
    return tuple(finding for name in SECTIONS for finding in judged.get(name, ()))


def named_in(version: Version) -> set[str]:
    """Returns the keys of all units that a unit names in its fields."""
    source = version.source
    if isinstance(source, Record):
        return set(source.keys)
    if isinstance(source, Subject):
        named = [source.scalars.get("Merged-Into", ""), *source.merged_from]
    else:
        subjects = [source.scalars.get(name, "") for name in ("Subject", "Provisional-Subject")]
        relations = [target for _, target in relations_of(source)]
        named = [*subjects, *relations, *source.related, *source.reconciled_with]
    return set(map(id_key, named))


def named_keys(finding: Finding) -> set[str]:
    """Returns the keys of every unit that a finding names."""
    named: set[str] = set() if finding.entry_id is None else {id_key(finding.entry_id)}
    for name, value in finding.details:
        if name in _NAMING:
            values = value if isinstance(value, tuple) else (value,)
            named |= {id_key(item) for item in values if isinstance(item, Handle)}
    return named
