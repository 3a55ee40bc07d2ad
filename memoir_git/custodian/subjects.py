"""The Subject registry: `subjects.md` -> Subjects, and the normal forms of refs and names (guide 2.3).

Identity is the Subject ID; a title is display text, yet counts as an alias for ownership. Equality of normal
forms is the only test: no stemming, no distance, no guess.
"""

from __future__ import annotations

from memoir_git.core.light import dataclass, field
from memoir_git.custodian.entries import Fault, Reason
from memoir_git.custodian.evidence import Evidence, collapse_path, parse_evidence
from memoir_git.custodian.fields import Field, parse_fields
from memoir_git.custodian.ids import SUBJECT_CODE, Heading, is_subject_id, parse_heading
from memoir_git.custodian.lexer import Text
from memoir_git.custodian.units import H2, PREAMBLE, Unit, split_units

ACTIVE = "active"
MERGED = "merged"
KINDS = ("dependency", "repo-path", "area", "api", "service", "feature", "concept")
_SCALARS = ("Status", "Kind", "Canonical-Ref", "Merged-Into")
_LISTS = ("Evidence", "Aliases", "Merged-From")
LONGEST_NAME = 1000
_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._-")
_NAME_SCHEMES = ("area", "api", "service", "feature")


@dataclass(slots=True, kw_only=True)
class Subject:
    """One Subject as far as it can be read; `faults` says what is wrong with it."""

    line: int
    unit: Unit
    heading: Heading
    scalars: dict[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    merged_from: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    faults: list[Fault] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The Subject ID in the writer's spelling."""
        return self.heading.id

    @property
    def title(self) -> str:
        """The display title."""
        return self.heading.title

    @property
    def is_active(self) -> bool:
        """Whether the Subject is active."""
        return self.scalars.get("Status") == ACTIVE

    @property
    def is_merged(self) -> bool:
        """Whether the Subject was merged into another."""
        return self.scalars.get("Status") == MERGED

    @property
    def canonical_ref(self) -> str | None:
        """The normal form of the Canonical-Ref, `None` without a valid one."""
        return normal_ref(self.scalars.get("Canonical-Ref", ""))

    @property
    def names(self) -> frozenset[str]:
        """The normal forms of title and aliases."""
        return frozenset(normal_name(name) for name in (self.title, *self.aliases))


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """The Subjects of a file in file order, and faults that belong to none of them."""

    subjects: tuple[Subject, ...]
    faults: tuple[Fault, ...]


def parse_registry(text: Text) -> Registry:
    """Returns the registry in a usable file; each H2 must be a Subject and nothing may stand between."""
    subjects = []
    faults = []
    for unit in split_units(text):
        heading = parse_heading(unit.heading) if unit.kind == H2 else None
        if heading is not None and heading.code == SUBJECT_CODE:
            subjects.append(_parse_subject(text, unit, heading))
        elif unit.kind == H2:
            faults.append(Fault(Reason.MALFORMED_HEADING, unit.start + 1))
        elif unit.kind != PREAMBLE and (subjects or unit.number):
            faults.append(Fault(Reason.STRAY_TEXT, unit.start + 1))
    return Registry(subjects=tuple(subjects), faults=tuple(faults))


def normal_name(name: str) -> str:
    """Returns the normal form of a title or alias: NFKC, case-folded, blanks collapsed.

    One that is longer than any name is compared as it stands: normalising takes the square of a hostile
    text's length.
    """
    if len(name) > LONGEST_NAME:
        return name
    return " ".join(_composed(name).casefold().split())


def normal_ref(written: str) -> str | None:
    """Returns the normal form of a Canonical-Ref; `None` for an unknown scheme or a malformed body."""
    if len(written) > LONGEST_NAME:
        return None
    scheme, _, body = _composed(written.strip()).partition(":")
    if scheme == "dependency":
        return _dependency(body)
    if scheme == "repo-path":
        path = collapse_path(body)
        return None if path is None else f"repo-path:{path}"
    if scheme not in _NAME_SCHEMES:
        return None
    name = body.casefold()
    return f"{scheme}:{name}" if _is_name(name) else None


def ref_scheme(ref: str) -> str:
    """Returns the scheme of a Canonical-Ref."""
    return ref.partition(":")[0]


def _dependency(body: str) -> str | None:
    ecosystem, _, written = body.partition(":")
    name = written.casefold()
    if ecosystem == "pypi":
        for mark in "_.":
            name = name.replace(mark, "-")
        while "--" in name:
            name = name.replace("--", "-")
        return f"dependency:pypi:{name}" if _is_name(name) else None
    if ecosystem != "npm":
        return None
    scope, slash, rest = name[1:].partition("/") if name[:1] == "@" else ("x", "/", name)
    return f"dependency:npm:{name}" if slash and _is_name(scope) and _is_name(rest) else None


def _composed(text: str) -> str:
    """Returns the text in NFKC, which ASCII always is."""
    if text.isascii():
        return text
    import unicodedata  # an extension module, and few names need it

    return unicodedata.normalize("NFKC", text)


def _is_name(text: str) -> bool:
    return text[:1].isalnum() and _NAME.issuperset(text)


def _parse_subject(text: Text, unit: Unit, heading: Heading) -> Subject:
    subject = Subject(line=unit.start + 1, unit=unit, heading=heading)
    fields, stray = parse_fields(text, unit)
    subject.faults += [Fault(Reason.STRAY_TEXT, at + 1) for at in stray]
    seen: set[str] = set()
    for found in fields:
        line = found.start + 1
        if found.name not in (*_SCALARS, *_LISTS):
            subject.faults.append(Fault(Reason.UNKNOWN_FIELD, line))
        elif found.name in seen:
            subject.faults.append(Fault(Reason.DUPLICATE_FIELD, line, found.name))
        elif found.name in _SCALARS:
            _read_scalar(subject, text, found)
        else:
            _read_list(subject, text, found)
        seen.add(found.name)
    _check(subject, seen)
    return subject


def _read_scalar(subject: Subject, text: Text, found: Field) -> None:
    if not found.value:
        subject.faults.append(Fault(Reason.EMPTY_FIELD, found.start + 1, found.name))
    if found.content(text):
        subject.faults.append(Fault(Reason.CONTINUED_SCALAR, found.start + 1, found.name))
    subject.scalars[found.name] = found.value


def _read_list(subject: Subject, text: Text, found: Field) -> None:
    line = found.start + 1
    items = found.items(text)
    if found.value:
        subject.faults.append(Fault(Reason.INLINE_LIST, line, found.name))
    if "" in items or (not items and found.name == "Evidence"):
        subject.faults.append(Fault(Reason.EMPTY_ITEM, line, found.name))
    if found.has_stray_lines(text):
        subject.faults.append(Fault(Reason.STRAY_TEXT, line, found.name))
    kept = tuple(item for item in items if item)
    if found.name == "Evidence":
        subject.evidence = tuple(parse_evidence(item) for item in kept)
    elif found.name == "Aliases":
        subject.aliases = kept
    else:
        subject.merged_from = kept


def _check(subject: Subject, seen: set[str]) -> None:
    scalars, line = subject.scalars, subject.line
    for name in ("Status", "Kind", "Evidence"):
        if name not in seen:
            subject.faults.append(Fault(Reason.MISSING_FIELD, line, name))
    if scalars.get("Status") and scalars["Status"] not in (ACTIVE, MERGED):
        subject.faults.append(Fault(Reason.UNKNOWN_VALUE, line, "Status"))
    if scalars.get("Kind") and scalars["Kind"].casefold() not in KINDS:
        subject.faults.append(Fault(Reason.UNKNOWN_VALUE, line, "Kind"))
    if scalars.get("Canonical-Ref") and subject.canonical_ref is None:
        subject.faults.append(Fault(Reason.UNKNOWN_VALUE, line, "Canonical-Ref"))
    if subject.is_merged and "Merged-Into" not in seen:
        subject.faults.append(Fault(Reason.MISSING_FIELD, line, "Merged-Into"))
    if subject.is_active and "Merged-Into" in seen:
        subject.faults.append(Fault(Reason.LIFECYCLE, line, "Merged-Into"))
    if subject.is_merged and subject.merged_from:
        subject.faults.append(Fault(Reason.LIFECYCLE, line, "Merged-From"))
    targets = [scalars[name] for name in ("Merged-Into",) if scalars.get(name)]
    if not all(map(is_subject_id, (*targets, *subject.merged_from))):
        subject.faults.append(Fault(Reason.MALFORMED_RELATION, line, "Merged-Into"))
    if len(set(subject.merged_from)) < len(subject.merged_from):
        subject.faults.append(Fault(Reason.DUPLICATE_FIELD, line, "Merged-From"))
