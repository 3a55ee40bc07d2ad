"""Whether changes are unfinished here, for those who only look: audits, `status`, `doctor` and hooks.

No lock is taken and nothing is made: a writer at work shows as a transaction of its phase, which is what it
is. Private state that cannot be looked at is a blocker and never counts as clean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memoir_git.core import codes_transactions
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import SEVERITIES, Finding, FindingCode, Severity
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_system
from memoir_git.fs.ground import Ground
from memoir_git.fs.state import StateRoot, locate
from memoir_git.git.repo import Repository
from memoir_git.services.memory_place import find_place
from memoir_git.services.mutation_lock import declared_identity
from memoir_git.services.transaction_grounds import known_project_grounds, known_store_grounds
from memoir_git.services.unfinished import ALIAS, findings, inventory

_UNREADABLE = Handle("state-unreadable")


class TransactionWord(Enum):
    """How things stand, in a word; the better ones first."""

    CLEAN = "clean"
    CLEANUP = "cleanup-pending"
    UNAVAILABLE = "unavailable"
    REQUIRED = "recovery-required"


_ORDER = tuple(TransactionWord)


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionState:
    """The word; how many entries block, wait for cleaning or belong elsewhere; what to say about them."""

    word: TransactionWord
    blocking: int
    waiting: int
    elsewhere: int
    findings: tuple[Finding, ...]


def project_transactions(
    root: Path, memory: str, project_id: str | None, variables: Mapping[str, str]
) -> TransactionState:
    """Returns the state of the project's changes; never raises for private state that is not as it should."""
    return _state(
        variables,
        lambda state: known_project_grounds(state, root, memory, project_id, variables),
        codes_system.TRANSACTION_UNSAFE,
    )


def store_transactions(root: Path, lock_key: Path, variables: Mapping[str, str]) -> TransactionState:
    """Returns the state of the changes of the stores below `root`."""
    return _state(
        variables,
        lambda state: known_store_grounds(state, root, lock_key, variables),
        codes_transactions.UNSAFE,
    )


def transactions_around(
    directory: Path, repository: Repository | None, memory_dir: str | None, variables: Mapping[str, str]
) -> tuple[TransactionState, ...]:
    """Returns the states of the project and of the stores around a directory; none in a bare repository.

    Raises `PlaceError` for project memory in two places.
    """
    if repository is not None and repository.top is None:
        return ()
    place = find_place(directory, memory_dir)
    found = project_transactions(place.root, place.directory, declared_identity(place), variables)
    if repository is None or repository.top is None:
        return (found,)
    return (found, store_transactions(repository.top, repository.common_dir, variables))


def worst(states: Iterable[TransactionState]) -> TransactionWord:
    """Returns the word for several states together."""
    return max((state.word for state in states), key=_ORDER.index, default=TransactionWord.CLEAN)


def _state(
    variables: Mapping[str, str],
    grounds: Callable[[StateRoot], tuple[Ground, ...]],
    unsafe: FindingCode,
) -> TransactionState:
    try:
        entries = inventory(grounds(locate(variables, outside=())))
    except (MemoirGitError, OSError):
        found = (unsafe.at(ALIAS, state=_UNREADABLE),)
        return TransactionState(
            word=TransactionWord.UNAVAILABLE, blocking=1, waiting=0, elsewhere=0, findings=found
        )
    told = tuple(findings(entries))
    counts = {severity: sum(each.severity is severity for each in told) for severity in SEVERITIES}
    word = TransactionWord.CLEAN
    if counts[Severity.BLOCKER]:
        word = TransactionWord.REQUIRED
    elif counts[Severity.WARNING]:
        word = TransactionWord.CLEANUP
    return TransactionState(
        word=word,
        blocking=counts[Severity.BLOCKER],
        waiting=counts[Severity.WARNING],
        elsewhere=counts[Severity.INFO],
        findings=told,
    )
