"""The unfinished check: what an interrupted change left, as findings, and the refusal to write over it.

What has ended and only waits to be cleaned is a warning, and the next writer cleans it under the lock; what
is of another checkout concerns nobody here; everything else stops every writer of this one (guide 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from memoir_git.core import codes_transactions
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding, FindingCode, Severity
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.inventory import Kind
from memoir_git.core.journal import BindingKind
from memoir_git.custodian import codes_system
from memoir_git.fs.ground import Examined, Ground, examine
from memoir_git.fs.recovery import finish
from memoir_git.fs.transaction import UnfinishedError

ALIAS = RepoPath("private/transactions")
_NUMBERS = {
    Kind.UNFINISHED: 0,
    Kind.CLEANUP: 0,
    Kind.OTHER_CHECKOUT: 0,
    Kind.MALFORMED: 1,
    Kind.UNSUPPORTED: 1,
    Kind.ORPHAN: 2,
    Kind.LINK: 3,
    Kind.UNSAFE: 3,
}
_PROJECT = (
    codes_system.TRANSACTION_UNFINISHED,
    codes_system.TRANSACTION_UNREADABLE,
    codes_system.TRANSACTION_ORPHAN,
    codes_system.TRANSACTION_UNSAFE,
)


class RecoveryRequiredError(MemoirGitError):
    """An earlier change is unfinished, so nothing is written before it is dealt with."""

    def __init__(self, found: Examined) -> None:
        super().__init__(
            f"An earlier change is unfinished (transaction {found.judged.handle}, {state_word(found)}); "
            "nothing was written.",
            hint="run 'git memoir recover', which says how it can go on or back",
        )
        self.code = _code(found)


def state_word(found: Examined) -> Handle:
    """Returns what an entry of the private state is, in a word: its phase, or why it has none."""
    journal = found.judged.journal
    if journal is not None and found.judged.kind in (Kind.UNFINISHED, Kind.CLEANUP):
        return Handle(journal.phase.value)
    return Handle(found.judged.kind.value)


def finding_of(found: Examined) -> Finding | None:
    """Returns the finding about an entry; `None` for what is of no consequence."""
    if found.judged.kind in (Kind.CLEAN, Kind.RESIDUE):
        return None
    severity = Severity.BLOCKER if found.blocks else Severity.WARNING
    if found.judged.kind is Kind.OTHER_CHECKOUT:
        severity = Severity.INFO
    return _code(found).at(ALIAS, severity=severity, transaction=found.judged.handle, state=state_word(found))


def findings(entries: Iterable[Examined]) -> Iterator[Finding]:
    """Yields the findings about entries."""
    for found in entries:
        finding = finding_of(found)
        if finding is not None:
            yield finding


def inventory(grounds: Iterable[Ground]) -> tuple[Examined, ...]:
    """Returns every entry of the grounds. Raises `StateError`; creates nothing."""
    return tuple(found for ground in grounds for found in examine(ground))


def require_finished(grounds: Iterable[Ground]) -> None:
    """Cleans what has ended, and raises `RecoveryRequiredError` for what has not.

    The caller holds the lock. Raises `StateError` when the private state cannot be looked at.
    """
    entries = inventory(grounds)
    for found in entries:
        if found.blocks:
            raise RecoveryRequiredError(found)
    for found in entries:
        if found.is_settled:
            finish(found)


@contextmanager
def telling_unfinished(kind: BindingKind) -> Iterator[None]:
    """Gives an `UnfinishedError` of the block the code of the memory it is about."""
    try:
        yield
    except UnfinishedError as error:
        if kind is not BindingKind.STORE:
            error.code = codes_system.TRANSACTION_UNFINISHED
        raise


def _code(found: Examined) -> FindingCode:
    is_store = found.ground.binding.kind is BindingKind.STORE
    codes = codes_transactions.ALL if is_store else _PROJECT
    return codes[_NUMBERS[found.judged.kind]]
