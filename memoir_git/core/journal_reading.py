"""Reads a journal strictly: what is not exactly a journal of this version is no ground to act upon.

A boolean is no number, an unknown key is a fault, and the facts have to agree with each other (guide 3.2).
An error names a place in the document and never quotes what stands there: a damaged journal may hold
anything, memory text included.
"""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.ids import is_uuid4
from memoir_git.core.instants import is_instant
from memoir_git.core.journal import (
    SCHEMA_VERSION,
    UNTOUCHED,
    Action,
    Binding,
    BindingKind,
    Journal,
    Phase,
)
from memoir_git.core.journal_fields import (
    DIGEST_LENGTH,
    HEX,
    FieldError,
    a_bool,
    a_choice,
    a_list,
    a_pattern,
    a_text,
    an_object,
    whole,
)
from memoir_git.core.journal_rows import read_created, read_removed, read_target
from memoir_git.core.jsondoc import JsonError, Number, parse_json
from memoir_git.core.plan import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

ID_LENGTH = 32
_PLAN_ID = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-"
_LONGEST = 128
_KEYS = frozenset(
    {
        "transaction_schema_version",
        "transaction_id",
        "project_id",
        "binding",
        "binding_id",
        "root_binding",
        "command",
        "plan_id",
        "phase",
        "created_at",
        "targets",
        "created_directories",
        "removed_directories",
        "erasure_scope",
        "recovery_action",
        "sensitive",
    }
)


class MalformedJournalError(MemoirGitError):
    """The bytes are no journal; the message names the place and quotes nothing."""


class UnsupportedJournalError(MemoirGitError):
    """A journal of another schema version, most likely a newer one."""


def read_journal(data: bytes) -> Journal:
    """Returns the journal in `data`. Raises `MalformedJournalError` and `UnsupportedJournalError`."""
    try:
        document = parse_json(data)
    except JsonError as error:
        raise MalformedJournalError(f"The journal is not strict JSON (line {error.line}).") from None
    if not isinstance(document.value, dict):
        raise MalformedJournalError("The journal is no JSON object.")
    try:
        _require_version(document.value)
        if document.duplicates:
            raise FieldError("the document", "a key stands twice")
        return _journal(document.value)
    except FieldError as fault:
        raise MalformedJournalError(f"The journal is malformed at {fault.place}: {fault.reason}.") from None


def _require_version(value: Mapping[str, Json]) -> None:
    """A journal of another version may have any other shape, so its version comes first."""
    if "transaction_schema_version" not in value:
        raise FieldError("transaction_schema_version", "missing")
    if whole(value, "transaction_schema_version") != SCHEMA_VERSION:
        raise UnsupportedJournalError("The journal has another schema version than this program knows.")


def _journal(value: Mapping[str, Json]) -> Journal:
    an_object(value, _KEYS, "the document")
    phase = Phase(a_choice(value, "phase", [phase.value for phase in Phase]))
    journal = Journal(
        transaction_id=a_pattern(value, "transaction_id", HEX, exactly=ID_LENGTH),
        binding=_binding(value),
        root_binding=a_pattern(value, "root_binding", HEX, exactly=DIGEST_LENGTH),
        command=a_text(value, "command", longest=_LONGEST),
        plan_id=a_pattern(value, "plan_id", _PLAN_ID, longest=_LONGEST),
        phase=phase,
        created_at=_created_at(value),
        targets=tuple(read_target(row, at) for at, row in enumerate(a_list(value, "targets"), 1)),
        created_directories=tuple(map(read_created, a_list(value, "created_directories"))),
        removed_directories=tuple(map(read_removed, a_list(value, "removed_directories"))),
        erasure_scope=_scope(value["erasure_scope"]),
        recovery_action=_action(value),
        is_sensitive=a_bool(value, "sensitive"),
    )
    _require_agreement(journal)
    return journal


def _binding(value: Mapping[str, Json]) -> Binding:
    kind = BindingKind(a_choice(value, "binding", [kind.value for kind in BindingKind]))
    project_id = value["project_id"]
    if kind is not BindingKind.PROJECT:
        if project_id is not None:
            raise FieldError("project_id", "there is one beside another binding")
        return Binding(kind=kind, id=a_pattern(value, "binding_id", HEX, exactly=DIGEST_LENGTH))
    if not isinstance(project_id, str) or not is_uuid4(project_id):
        raise FieldError("project_id", "not a UUID of version 4")
    if value["binding_id"] != project_id:
        raise FieldError("binding_id", "not the project's identity")
    return Binding(kind=kind, id=project_id)


def _created_at(value: Mapping[str, Json]) -> str:
    """A date-time of RFC 3339 in UTC; a month has only the days it has."""
    text = a_text(value, "created_at", longest=_LONGEST)
    if not text.endswith(("Z", "+00:00")) or text[10:11] != "T" or not is_instant(text):
        raise FieldError("created_at", "not a date-time in UTC")
    return text


def _scope(value: Json) -> Json:
    """Kept as it came: its shape is judged when it is used, and no fault of it keeps from recovery."""
    if value is not None and not isinstance(value, dict):
        raise FieldError("erasure_scope", "not an object")
    return _plain(value)


def _plain(value: Json) -> Json:
    """Returns a parsed value with whole numbers instead of lexemes, where they are whole."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Number) and value.lexeme.isdigit() and len(value.lexeme) < 20:
        return int(value.lexeme)
    return value


def _action(value: Mapping[str, Json]) -> Action | None:
    if value["recovery_action"] is None:
        return None
    return Action(a_choice(value, "recovery_action", [action.value for action in Action]))


def _require_agreement(journal: Journal) -> None:
    """Facts of several fields that have to agree, whatever each of them says."""
    if not journal.targets and not journal.removed_directories:
        raise FieldError("targets", "there are none")
    keys = [(target.root, target.path) for target in journal.targets]
    if len(set(keys)) != len(keys):
        raise FieldError("targets", "a path stands twice")
    order = [(target.commit_order, target.root.value, target.path) for target in journal.targets]
    if order != sorted(order):
        raise FieldError("targets", "not in the order of commit")
    _require_directories(journal)
    _require_roots(journal)
    _require_progress(journal)
    if (journal.phase is Phase.RECOVERING) != (journal.recovery_action is not None) and (
        journal.phase not in (Phase.COMMITTED, Phase.ROLLED_BACK)
    ):
        raise FieldError("recovery_action", "it does not fit the phase")
    wrong = {Phase.COMMITTED: Action.ROLLBACK, Phase.ROLLED_BACK: Action.COMPLETE}.get(journal.phase)
    if wrong is not None and journal.recovery_action is wrong:
        raise FieldError("recovery_action", "it does not fit the phase")


def _require_directories(journal: Journal) -> None:
    files = {(target.root.value, str(target.path)) for target in journal.targets}
    for name, rows in (
        ("created_directories", [(row.root.value, str(row.path)) for row in journal.created_directories]),
        ("removed_directories", [(row.root.value, str(row.path)) for row in journal.removed_directories]),
    ):
        if rows != sorted(set(rows)):
            raise FieldError(name, "not sorted, or a path stands twice")
        if files.intersection(rows):
            raise FieldError(name, "a target is a directory")


def _require_roots(journal: Journal) -> None:
    """The local overlay belongs to a project; without one there is no such place."""
    if journal.binding.kind is BindingKind.PROJECT:
        return
    roots = [target.root for target in journal.targets]
    roots += [row.root for row in journal.created_directories]
    roots += [row.root for row in journal.removed_directories]
    if any(root is not Root.SHARED for root in roots):
        raise FieldError("targets", "a local overlay without a project")


def _require_progress(journal: Journal) -> None:
    if journal.phase not in UNTOUCHED:
        return
    if any(target.replaced for target in journal.targets):
        raise FieldError("targets", "progress before the commit began")
    if any(directory.created for directory in journal.created_directories):
        raise FieldError("created_directories", "progress before the commit began")
