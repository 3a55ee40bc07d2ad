"""Entries: a unit's fields -> one entry, or every reason why it is none (guide 2.2).

Nothing is guessed and nothing wins silently: a field that stands twice, an unknown spelling, a body that
does not fit the ID are problems. Where an entry stands is judged by `placement`, because the same unit may
be moved to the archive.
"""

from __future__ import annotations

from memoir_git.core.light import Enum, dataclass, field
from memoir_git.custodian.bodies import decode_body
from memoir_git.custodian.evidence import Evidence, parse_evidence
from memoir_git.custodian.fields import Field, parse_fields
from memoir_git.custodian.ids import Heading, is_entry_id, is_subject_id, parse_heading
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.storage import Status, is_scope
from memoir_git.custodian.units import Unit


class Reason(Enum):
    """Why a unit is not a canonical entry."""

    MALFORMED_HEADING = "malformed-heading"
    DUPLICATE_FIELD = "duplicate-field"
    UNKNOWN_FIELD = "unknown-field"
    STRAY_TEXT = "stray-text"
    MISSING_FIELD = "missing-field"
    EMPTY_FIELD = "empty-field"
    CONTINUED_SCALAR = "continued-scalar"
    UNKNOWN_VALUE = "unknown-value"
    INLINE_LIST = "inline-list"
    EMPTY_ITEM = "empty-item"
    BODY_MISMATCH = "body-mismatch"
    EMPTY_BODY = "empty-body"
    LIFECYCLE = "lifecycle"
    MALFORMED_RELATION = "malformed-relation"
    SUBJECT_REQUIRED = "subject-required"
    HALF_PROVISIONAL = "half-provisional"
    WRONG_FILE = "wrong-file"
    WRONG_SCOPE = "wrong-scope"
    WRONG_STATUS = "wrong-status"
    AMBIGUOUS_BULLET = "ambiguous-bullet"


FACETS = (
    "adoption-policy",
    "version-policy",
    "architecture",
    "behavior",
    "compatibility",
    "security",
    "performance",
    "data-model",
    "interface",
    "workflow",
    "lifecycle",
)
SCALAR_RELATIONS = ("Supersedes", "Superseded-By", "Promoted-From", "Promoted-To", "Exception-To")
EXTERNAL_REMOVED = "external:removed"
_MAY_BE_EXTERNAL = ("Superseded-By", "Promoted-To")
BODIES = {
    "DEC": "Decision",
    "CON": "Constraint",
    "DNU": "Rejected",
    "TOMB": "Rejected",
    "PREF": "Preference",
    "INBOX": "Statement",
}
ENTRY_TYPES = {
    "decision": "Decision",
    "constraint": "Constraint",
    "preference": "Preference",
    "do-not-use": "Rejected",
}
CANDIDATE_TYPES = ("decision", "constraint", "preference", "do-not-use", "tombstone", "inbox")
BODY_LABELS = ("Decision", "Constraint", "Rejected", "Preference", "Statement", "Rule", "Profile")
_SCALARS = (
    "Status",
    "Scope",
    "Entry-Type",
    "Candidate-Type",
    "Subject",
    "Facet",
    "Provisional-Subject",
    "Provisional-Facet",
    *SCALAR_RELATIONS,
)
_LISTS = ("Evidence", "Related", "Reconciled-With")
_BLOCKS = (*BODY_LABELS, "Reason", "Promotion-Requirement")
KNOWN_FIELDS = frozenset((*_SCALARS, *_LISTS, *_BLOCKS))
_IS_SCALAR = frozenset(_SCALARS)
_LIFECYCLE_FORBIDDEN = {
    Status.ACTIVE: ("Superseded-By", "Promoted-To", "Candidate-Type"),
    Status.SUPERSEDED: ("Promoted-To", "Candidate-Type"),
    Status.CANDIDATE: ("Supersedes", "Superseded-By", "Promoted-From", "Promoted-To"),
    Status.PROMOTED: ("Superseded-By",),
}
_LIFECYCLE_REQUIRED = {
    Status.ACTIVE: (),
    Status.SUPERSEDED: ("Superseded-By",),
    Status.CANDIDATE: ("Candidate-Type", "Promotion-Requirement"),
    Status.PROMOTED: ("Promoted-To", "Candidate-Type", "Promotion-Requirement"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason at a 1-based line; `field` names a field the protocol knows, `""` otherwise."""

    reason: Reason
    line: int
    field: str = ""


@dataclass(slots=True, kw_only=True)
class Entry:
    """One unit under an Entry ID, as far as it can be read; `faults` says what is wrong with it.

    `scalars` holds the scalar fields by name, `lines` the 1-based line of each known field.
    """

    path: str
    line: int
    unit: Unit
    heading: Heading
    status: Status | None = None
    scalars: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    related: tuple[str, ...] = ()
    reconciled_with: tuple[str, ...] = ()
    body_label: str = ""
    body: str = ""
    reason: str = ""
    promotion_requirement: str = ""
    faults: list[Fault] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The Entry ID in the writer's spelling."""
        return self.heading.id

    @property
    def code(self) -> str:
        """The ID's code, such as DEC."""
        return self.heading.code

    @property
    def scope(self) -> str:
        """The scope as written, `""` if there is none."""
        return self.scalars.get("Scope", "")

    @property
    def is_active(self) -> bool:
        """Whether the entry's status is active."""
        return self.status is Status.ACTIVE

    def line_of(self, name: str) -> int:
        """Returns the line of a field, the heading's for one that is not there."""
        return self.lines.get(name, self.line)

    @property
    def expected_body(self) -> str | None:
        """The label its ID or Entry-Type asks for, `None` where nothing does."""
        if self.code == "AREA":
            return ENTRY_TYPES.get(self.scalars.get("Entry-Type", ""))
        return BODIES[self.code]


def parse_entry(path: str, text: Text, unit: Unit, *, schema: int = 1) -> Entry | None:
    """Returns the entry of an H2 unit with a canonical heading, `None` for any other unit.

    `schema` is the entry schema the manifest declares; it decides how a typed body is written.
    """
    heading = parse_heading(unit.heading)
    if heading is None or (heading.code not in BODIES and heading.code != "AREA"):
        return None
    entry = Entry(path=path, line=unit.start + 1, unit=unit, heading=heading)
    fields, stray = parse_fields(text, unit)
    for at in stray:
        entry.faults.append(Fault(Reason.STRAY_TEXT, at + 1))
    _read_fields(entry, text, fields, schema)
    _check_values(entry)
    _check_lifecycle(entry)
    return entry


def _read_fields(entry: Entry, text: Text, fields: list[Field], schema: int) -> None:
    for found in fields:
        line = found.start + 1
        if found.name not in KNOWN_FIELDS:
            entry.faults.append(Fault(Reason.UNKNOWN_FIELD, line))
            continue
        if found.name in entry.lines:
            entry.faults.append(Fault(Reason.DUPLICATE_FIELD, line, found.name))
            continue
        entry.lines[found.name] = line
        if found.name in _IS_SCALAR:
            _read_scalar(entry, text, found)
        elif found.name in _LISTS:
            _read_list(entry, text, found)
        else:
            _read_block(entry, found, decode_body(found.block(text), schema))
    for name in ("Status", "Scope", "Evidence"):
        if name not in entry.lines:
            entry.faults.append(Fault(Reason.MISSING_FIELD, entry.line, name))
    if not entry.body_label and entry.code != "AREA":
        entry.faults.append(Fault(Reason.EMPTY_BODY, entry.line, BODIES[entry.code]))


def _read_scalar(entry: Entry, text: Text, found: Field) -> None:
    if not found.value:
        entry.faults.append(Fault(Reason.EMPTY_FIELD, found.start + 1, found.name))
    if found.content(text):
        entry.faults.append(Fault(Reason.CONTINUED_SCALAR, found.start + 1, found.name))
    entry.scalars[found.name] = found.value


def _read_list(entry: Entry, text: Text, found: Field) -> None:
    line = found.start + 1
    items = found.items(text)
    if found.value and found.name == "Related" and not items:
        items = [found.value]
    elif found.value:
        entry.faults.append(Fault(Reason.INLINE_LIST, line, found.name))
    if not items and not found.value:
        entry.faults.append(Fault(Reason.EMPTY_FIELD, line, found.name))
    if "" in items:
        entry.faults.append(Fault(Reason.EMPTY_ITEM, line, found.name))
    items = [item for item in items if item]
    if found.name == "Evidence":
        entry.evidence = tuple(parse_evidence(item) for item in items)
    elif found.name == "Related":
        entry.related = tuple(items)
    else:
        entry.reconciled_with = tuple(items)


def _read_block(entry: Entry, found: Field, block: str) -> None:
    if found.name == "Reason":
        entry.reason = block
    elif found.name == "Promotion-Requirement":
        entry.promotion_requirement = block
    elif entry.body_label:
        entry.faults.append(Fault(Reason.BODY_MISMATCH, found.start + 1, found.name))
        return
    else:
        entry.body_label, entry.body = found.name, block
    if not block.strip():
        entry.faults.append(Fault(Reason.EMPTY_BODY, found.start + 1, found.name))


def _check_values(entry: Entry) -> None:
    scalars = entry.scalars
    written = scalars.get("Status")
    entry.status = next((status for status in Status if status.value == written), None)
    if written and entry.status is None:
        entry.faults.append(Fault(Reason.UNKNOWN_VALUE, entry.line_of("Status"), "Status"))
    checks = (
        ("Scope", is_scope),
        ("Facet", FACETS.__contains__),
        ("Provisional-Facet", FACETS.__contains__),
        ("Subject", is_subject_id),
        ("Provisional-Subject", is_subject_id),
        ("Candidate-Type", CANDIDATE_TYPES.__contains__),
        ("Entry-Type", ENTRY_TYPES.__contains__),
    )
    for name, is_valid in checks:
        if scalars.get(name) and not is_valid(scalars[name]):
            entry.faults.append(Fault(Reason.UNKNOWN_VALUE, entry.line_of(name), name))
    for name in SCALAR_RELATIONS:
        value = scalars.get(name, "")
        external = value == EXTERNAL_REMOVED and name in _MAY_BE_EXTERNAL
        if value and not external and not is_entry_id(value):
            entry.faults.append(Fault(Reason.MALFORMED_RELATION, entry.line_of(name), name))
    for item in entry.related:
        if not is_entry_id(item) and not item.startswith("external:"):
            entry.faults.append(Fault(Reason.MALFORMED_RELATION, entry.line_of("Related"), "Related"))
    if ("Provisional-Subject" in scalars) != ("Provisional-Facet" in scalars):
        entry.faults.append(Fault(Reason.HALF_PROVISIONAL, entry.line, "Provisional-Subject"))


def _check_lifecycle(entry: Entry) -> None:
    """Checks status against the fields that go with it (guide 2.2)."""
    if "Entry-Type" in entry.scalars and entry.code != "AREA":
        entry.faults.append(Fault(Reason.LIFECYCLE, entry.line_of("Entry-Type"), "Entry-Type"))
    if entry.status is None:
        return
    present = {*entry.scalars, *(("Promotion-Requirement",) if entry.promotion_requirement else ())}
    for name in _LIFECYCLE_FORBIDDEN[entry.status]:
        if name in present:
            entry.faults.append(Fault(Reason.LIFECYCLE, entry.line_of(name), name))
    for name in _LIFECYCLE_REQUIRED[entry.status]:
        if name not in present:
            entry.faults.append(Fault(Reason.MISSING_FIELD, entry.line, name))
    pending = entry.status in (Status.CANDIDATE, Status.PROMOTED)
    for name in ("Provisional-Subject", "Promotion-Requirement"):
        if name in present and not pending:
            entry.faults.append(Fault(Reason.LIFECYCLE, entry.line_of(name), name))
