"""What a hook concludes from findings: which of them stop git, and which are only told.

What leaves the repository broken for everybody stops git whoever made it: markers, secrets, and what no
merge can take back. Everything else stops git only when the commit brings it, so that work on memory that
is broken already can be committed. What asks for a person's judgement stops nothing, unless memoir.reviewAs
makes an error of it.
"""

from __future__ import annotations

from memoir_git.core.finding import Severity, ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memoir_git.core.finding import Detail, Finding

# What stops git wherever it stands, by the beginning of the code's id.
_ALWAYS = (
    "MM-MARKERS",
    "MM-SECRET",
    "MM-MONO-",
    "MG-FILE-001",
    "MG-HOOK-013",
    "MG-HOOK-014",
    "MG-TRANSACTION-005",
)
# What stops git when the commit brings it.
_NEW = (
    "MM-",
    "MC-ENTRY-001",
    *(f"MC-SUBJECT-00{number}" for number in range(1, 7)),
    "MC-RELATION-",
    "MC-CONFLICT-00",
    "MC-ERASURE-008",
)
_REVIEW = ("MC-CONFLICT-", "MC-MERGE-")


class Verdict:
    """What a hook has to say: `blocking` stops git, `told` does not. Both may be empty."""

    __slots__ = ("blocking", "told")

    def __init__(self, *, blocking: tuple[Finding, ...] = (), told: tuple[Finding, ...] = ()) -> None:
        self.blocking = blocking
        self.told = told


def judge(before: Iterable[Finding], after: Iterable[Finding]) -> Verdict:
    """Returns the verdict on content whose findings are `after` where they were `before`.

    What was there before and stops nothing is not told again.
    """
    known = {_same(finding) for finding in before}
    blocking, told = [], []
    for finding in ordered(after):
        is_new = _same(finding) not in known
        if _stops(finding, is_new=is_new):
            blocking.append(finding)
        elif is_new and finding.severity >= Severity.WARNING:
            told.append(finding)
    return Verdict(blocking=tuple(blocking), told=tuple(told))


def brought(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns what is new in `after` and would have stopped a commit, and what a merge review says.

    It has happened already and stops nothing, so all of it is told as a warning.
    """
    known = {_same(finding) for finding in before}
    new = [finding for finding in ordered(after) if _same(finding) not in known]
    return tuple(
        finding.replaced(severity=Severity.WARNING)
        for finding in new
        if _stops(finding, is_new=True) or (is_review(finding) and finding.severity >= Severity.WARNING)
    )


def is_review(finding: Finding) -> bool:
    """Tells whether a finding is about two branches, or about two entries that cannot both stand."""
    return finding.code.id.startswith(_REVIEW)


def joined(*verdicts: Verdict) -> Verdict:
    """Returns all that several verdicts say, once each."""
    return Verdict(
        blocking=ordered(finding for verdict in verdicts for finding in verdict.blocking),
        told=ordered(finding for verdict in verdicts for finding in verdict.told),
    )


def _stops(finding: Finding, *, is_new: bool) -> bool:
    name = finding.code.id
    if finding.severity < Severity.ERROR:
        return False
    if name.startswith(_ALWAYS):
        return True
    return is_new and (finding.severity is Severity.BLOCKER or name.startswith(_NEW))


def _same(finding: Finding) -> tuple[str, str, str, tuple[tuple[str, Detail], ...]]:
    """Returns what tells that two versions have the same fault; lines move and do not count."""
    return (finding.code.id, finding.path or "", finding.entry_id or "", finding.details)
