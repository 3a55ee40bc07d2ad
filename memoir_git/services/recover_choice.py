"""Which transaction is meant, and whether it may be given up; never a guess among several (guide 3.5)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.inventory import Kind
from memoir_git.core.journal import Action
from memoir_git.core.jsondoc import canonical_json
from memoir_git.core.plan import ID_LENGTH
from memoir_git.core.recovery import Step
from memoir_git.core.text import sha256, sha256_hex
from memoir_git.fs.ground import Examined
from memoir_git.fs.recovery import ManualRecoveryError
from memoir_git.services.mutation_lock import Governing


class TransactionSelectionError(MemoirGitError):
    """No transaction is meant, or one that may not be dealt with so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverRequest:
    """What was asked for: `action` is `None` for an analysis; giving up takes a transaction and a plan.

    `store` is a memoir store named by hand, which only one outside git needs.
    """

    governing: Governing
    store: Path | None
    transaction_id: str | None
    action: Action | None
    is_abandon: bool
    confirmed: str | None
    discards_newer: bool


def chosen(request: RecoverRequest, entries: tuple[Examined, ...]) -> Examined:
    """Returns the transaction that was named, or the only one there is.

    Raises `TransactionSelectionError`, and `ManualRecoveryError` for one that has to be named.
    """
    if request.transaction_id is not None:
        return _named(request.transaction_id, entries)
    own = [each for each in entries if each.judged.kind is not Kind.OTHER_CHECKOUT]
    if len(own) > 1:
        raise TransactionSelectionError(
            f"{len(own)} transactions are unfinished, and none is chosen by itself.",
            hint="name one with --transaction-id; 'git memoir recover' lists them",
        )
    if not own:
        raise TransactionSelectionError(
            "Nothing of this checkout is unfinished.", hint="run recover in the checkout it belongs to"
        )
    decision = own[0].decision
    if decision is not None and request.action is Action.COMPLETE and decision.complete is Step.DISCARD:
        raise ManualRecoveryError(
            "The change was committed, and a file was changed since; nothing was touched.",
            hint="to keep the files as they are and drop the private copies, add "
            f"--transaction-id {own[0].judged.handle}",
        )
    return own[0]


def for_abandoning(request: RecoverRequest, entries: tuple[Examined, ...]) -> tuple[Examined, str]:
    """Returns the transaction to give up and the ID of that plan.

    Raises `TransactionSelectionError` for one that can go on or back, and for a newer one without consent.
    """
    assert request.transaction_id is not None, "giving up takes a transaction's id"
    found = _named(request.transaction_id, entries)
    decision = found.decision
    if decision is not None and (decision.is_complete_safe or decision.is_rollback_safe):
        raise TransactionSelectionError(
            f"The transaction {found.judged.handle} can still go on or back; it is not given up.",
            hint="run recover with --complete or --rollback",
        )
    if found.judged.kind is Kind.UNSUPPORTED and not request.discards_newer:
        raise TransactionSelectionError(
            f"The journal of {found.judged.handle} has a schema that this version does not know.",
            hint="recover it with the newer memoir-git, or add --discard-newer",
        )
    return found, _plan_id(found)


def require_confirmed(request: RecoverRequest, plan_id: str) -> None:
    """Raises `TransactionSelectionError` unless what would be given up is what was previewed."""
    if request.confirmed != plan_id:
        raise TransactionSelectionError(
            "The plan is stale: the transaction or its files are not those of the preview. Nothing was done.",
            hint="run the command without --apply and confirm the plan it shows",
        )


def _named(name: str, entries: tuple[Examined, ...]) -> Examined:
    for found in entries:
        if found.judged.handle == name:
            return found
    raise TransactionSelectionError(
        "No unfinished transaction of this checkout has that id.", hint="'git memoir recover' lists them"
    )


def _plan_id(found: Examined) -> str:
    entry = found.judged.entry
    parts = [
        "abandon",
        entry.name,
        found.judged.kind.value,
        None if entry.journal is None else sha256(entry.journal),
        sorted((name, shape.value) for name, shape in entry.names.items()),
        sorted((name, digest or "") for name, digest in entry.artifacts.items()),
        [observed.value for observed in found.observed],
    ]
    return sha256_hex(canonical_json([_listed(part) for part in parts]))[:ID_LENGTH]


def _listed(part: object) -> object:
    """Returns a part with lists for tuples, as canonical JSON takes them."""
    if isinstance(part, (list, tuple)):
        return [_listed(item) for item in part]
    return part
