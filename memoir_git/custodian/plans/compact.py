"""Compaction: a file made smaller by what needs no judgement, and a list of what does (guide 2.1).

Each file has its own rule. The inbox and the files of bullets lose exact repeats; decisions, areas and the
changelog send their oldest sections to the archive until they fit their budget; the brief, the rejections and
the modules are for a person alone. Nothing is sorted by keywords, promoted, shortened or summarised here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.checks.budgets import DECISION_LIMIT, INBOX_ITEMS, decision_tokens, limit_of
from memoir_git.custodian.entries import Entry
from memoir_git.custodian.lexer import Text, lex
from memoir_git.custodian.plans.ageing import (
    Section,
    enough,
    held_entries,
    leading_bullets,
    oldest_first,
    sections,
    superseded_sections,
    unowned_sections,
)
from memoir_git.custodian.plans.archive import Move, archive_path, archived
from memoir_git.custodian.plans.asked import unusable
from memoir_git.custodian.plans.bullets import forgotten_bullets, repeated_bullets
from memoir_git.custodian.plans.changelog import CHANGELOG, with_log
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.unit_edit import without_spans
from memoir_git.custodian.storage import Kind, Status, storage_of
from memoir_git.custodian.tokens import estimate_tokens
from memoir_git.custodian.units import SEMANTIC, Unit, split_units

INBOX = "inbox.md"
_BULLETS = (Kind.CONSTRAINTS, Kind.PREFERENCES)
_AGEING = (Kind.DECISIONS, Kind.AREA)
_PROMOTED = "Promoted; the entries they became say so."
_OVER = "Moved out to keep the file within its budget."


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactRequest:
    """The file to make smaller, by its path in the memory directory, and whether what is active may go.

    `archive_readme` is what the archive says of itself when it is begun.
    """

    target: str
    archive_oldest: bool
    archive_readme: str


def plan_compact(material: Material, request: CompactRequest) -> Draft:
    """Returns the smaller file, the archive with what left it, and what a person should look at."""
    path = request.target.removeprefix(f"{material.directory}/")
    request = replace(request, target=path)
    shown = RepoPath(f"{material.directory}/{path}")
    kind = storage_of(path).kind
    if kind is not Kind.INBOX and limit_of(path) is None:
        return Draft(blockers=(blocked("no-budget", path=shown),))
    archive = archive_path(path, material.today)
    blockers = unusable(material, path, *({archive} & material.project.files.keys()))
    if blockers:
        return Draft(blockers=tuple(blockers))
    compaction = Compaction.of(material, request)
    if kind is Kind.INBOX:
        return compaction.of_inbox()
    if kind in _BULLETS:
        return compaction.of_bullets()
    if kind in _AGEING or path == CHANGELOG:
        return compaction.of_sections()
    return Draft(facts=compaction.weight(), warnings=(warned("only-a-person-can", path=shown),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """One file that is made smaller: its text and its units, and where it lies."""

    material: Material
    request: CompactRequest
    text: Text
    units: list[Unit]
    entries: Sequence[Entry]

    @classmethod
    def of(cls, material: Material, request: CompactRequest) -> Compaction:
        """Returns the file that a request names."""
        text = lex(material.text(request.target))
        entries = material.project.files[request.target].entries
        return cls(material=material, request=request, text=text, units=split_units(text), entries=entries)

    def of_inbox(self) -> Draft:
        """Drops repeats and forgotten topics, archives what was promoted, lists what waits for review."""
        repeated = repeated_bullets(self.text, self.units)
        forgotten = forgotten_bullets(self.material.project, self.text, self.units)
        promoted = [
            section
            for section in sections(self.text, self.units, self.entries)
            if section.is_whole and section.entry is not None and section.entry.status is Status.PROMOTED
        ]
        dropped = list({unit.start: unit for unit in (*repeated, *forgotten)}.values())
        gone = {unit.start for unit in (*dropped, *(section.unit for section in promoted))}
        waiting = [unit for unit in self.units if unit.kind in SEMANTIC and unit.start not in gone]
        facts = (
            ("target", self._shown()),
            ("items", sum(unit.kind in SEMANTIC for unit in self.units)),
            ("limit", INBOX_ITEMS),
            ("review_candidates", self._named(waiting)),
            ("duplicates", self._named(repeated)),
            ("tombstone_matches", self._named(forgotten)),
            ("archived", self._named([section.unit for section in promoted])),
        )
        return self._draft(dropped, [section.unit for section in promoted], _PROMOTED, facts, ())

    def of_bullets(self) -> Draft:
        """Drops exact repeats of bullets, and nothing for its age."""
        repeated = repeated_bullets(self.text, self.units)
        facts = (*self.weight(), ("duplicates", self._named(repeated)))
        saved = sum(estimate_tokens("".join(self.text.lines[unit.start : unit.end])) for unit in repeated)
        return self._draft(repeated, [], "", facts, self._still_over(saved))

    def of_sections(self) -> Draft:
        """Archives the oldest sections until the rest fits: superseded ones, then what owns nothing."""
        found = sections(self.text, self.units, self.entries)
        surplus = self._tokens() - self._limit()
        chosen = enough(self._leaving(found), surplus)
        facts = (*self.weight(), ("archived", self._named([section.unit for section in chosen])))
        saved = sum(section.tokens for section in chosen)
        blockers = self._long_kept(chosen)
        if blockers:
            return Draft(facts=facts, blockers=tuple(blockers))
        return self._draft([], [section.unit for section in chosen], _OVER, facts, self._still_over(saved))

    def weight(self) -> tuple[tuple[str, Detail], ...]:
        """Returns what every compaction with a budget tells."""
        return (("target", self._shown()), ("tokens", self._tokens()), ("limit", self._limit()))

    def _leaving(self, found: list[Section]) -> list[Section]:
        if self.request.target == CHANGELOG:
            return oldest_first([*leading_bullets(self.text, self.units), *found])
        held = held_entries(self.material.project)
        leaving = superseded_sections(found, held)
        if self.request.archive_oldest and storage_of(self.request.target).kind is Kind.DECISIONS:
            leaving += unowned_sections(found, held)
        return leaving

    def _long_kept(self, chosen: list[Section]) -> list[Finding]:
        """What is in force leaves for the budget's sake only when no long decision stays behind."""
        gone = [section.unit.start for section in chosen]
        is_history = all(one.entry is not None and one.entry.status is Status.SUPERSEDED for one in chosen)
        if is_history or self.request.target == CHANGELOG:
            return []
        kept = [entry for entry in self.entries if entry.is_active and entry.unit.start not in gone]
        long = [entry for entry in kept if decision_tokens(entry) > DECISION_LIMIT]
        return [blocked("long-decision-kept", path=self._shown(), entry=entry.id) for entry in long]

    def _still_over(self, saved: int) -> tuple[Finding, ...]:
        over = self._tokens() - saved > self._limit()
        return (warned("still-over-budget", path=self._shown()),) if over else ()

    def _draft(
        self,
        dropped: Sequence[Unit],
        moved: Sequence[Unit],
        reason: str,
        facts: tuple[tuple[str, Detail], ...],
        warnings: tuple[Finding, ...],
    ) -> Draft:
        source, text = self.request.target, self.text.render()
        texts = {source: without_spans(text, [*dropped, *moved])}
        if moved:
            readme = self.request.archive_readme
            move = Move(source=source, text=text, units=moved, reason=reason, readme=readme)
            texts |= archived(self.material, move)
        if source != CHANGELOG:
            words = f"Compacted {source}: {len(moved)} archived, {len(dropped)} dropped"
            texts = with_log(self.material, texts, words)
        contents = {path: content.encode() for path, content in texts.items()}
        return Draft(contents=contents if dropped or moved else {}, facts=facts, warnings=warnings)

    def _named(self, units: Sequence[Unit]) -> tuple[Handle | RepoPath, ...]:
        """Returns units by ID, or by their place in the file."""
        by_start = {entry.unit.start: entry for entry in self.entries}
        return tuple(
            Handle(by_start[unit.start].id)
            if unit.start in by_start
            else RepoPath(f"{self.request.target}#unit-{unit.number}")
            for unit in units
        )

    def _tokens(self) -> int:
        return estimate_tokens(self.text.render())

    def _limit(self) -> int:
        return limit_of(self.request.target) or 0

    def _shown(self) -> RepoPath:
        return RepoPath(f"{self.material.directory}/{self.request.target}")
