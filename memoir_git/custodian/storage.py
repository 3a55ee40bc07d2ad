"""Where an entry may stand: the storage map of a memory directory (guide 2.1, 2.2).

Paths are relative to the memory directory, with `/`.
"""

from __future__ import annotations

from memoir_git.core.light import Enum, dataclass

PROJECT_SCOPE = "project"
AREA_PREFIX = "area:"


class Status(Enum):
    """The lifecycle states of an entry (guide 2.2)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    CANDIDATE = "candidate"
    PROMOTED = "promoted"


class Kind(Enum):
    """What a file of the memory directory is for."""

    DECISIONS = "decisions"
    CONSTRAINTS = "constraints"
    DO_NOT_USE = "do-not-use"
    PREFERENCES = "preferences"
    AREA = "area"
    INBOX = "inbox"
    ARCHIVE = "archive"
    RULE = "rule"
    PROFILE = "profile"
    SUBJECTS = "subjects"
    RECONCILIATIONS = "reconciliations"
    MANIFEST = "manifest"
    PROSE = "prose"
    README = "readme"
    OTHER = "other"


MANAGED = (Status.ACTIVE, Status.SUPERSEDED)
PENDING = (Status.CANDIDATE, Status.PROMOTED)
AREA_CODES = ("DEC", "CON", "DNU", "PREF", "AREA")

_ROOT_KINDS = {
    "decisions.md": Kind.DECISIONS,
    "constraints.md": Kind.CONSTRAINTS,
    "do-not-use.md": Kind.DO_NOT_USE,
    "preferences.md": Kind.PREFERENCES,
    "inbox.md": Kind.INBOX,
    "subjects.md": Kind.SUBJECTS,
    "reconciliations.md": Kind.RECONCILIATIONS,
    "manifest.md": Kind.MANIFEST,
    "brief.md": Kind.PROSE,
    "changelog.md": Kind.PROSE,
}
_FOLDER_KINDS = {"areas": Kind.AREA, "rules": Kind.RULE, "profiles": Kind.PROFILE}
_CODES = {
    Kind.DECISIONS: ("DEC",),
    Kind.CONSTRAINTS: ("CON",),
    Kind.DO_NOT_USE: ("DNU", "TOMB"),
    Kind.PREFERENCES: ("PREF",),
    Kind.AREA: AREA_CODES,
    Kind.INBOX: ("INBOX",),
    Kind.RULE: ("AREA",),
    Kind.PROFILE: ("AREA",),
}
# The files whose formal entries must be canonical (guide 2.1).
STRUCTURED = (Kind.DECISIONS, Kind.CONSTRAINTS, Kind.DO_NOT_USE, Kind.PREFERENCES, Kind.AREA)
ENTRY_FILES = (*STRUCTURED, Kind.INBOX, Kind.ARCHIVE, Kind.RULE, Kind.PROFILE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """What one file may hold. `codes` is `None` where any entry may stand; `scope` likewise."""

    path: str
    kind: Kind
    codes: tuple[str, ...] | None
    statuses: tuple[Status, ...] | None
    scope: str | None

    @property
    def is_canonical(self) -> bool:
        """Whether active entries count here; an optional module must be declared besides."""
        return self.kind in (*STRUCTURED, Kind.INBOX)


def storage_of(path: str) -> Storage:
    """Returns what the file at `path` is and may hold."""
    kind = _kind_of(path)
    pending = kind is Kind.INBOX
    limited = kind in _CODES
    return Storage(
        path=path,
        kind=kind,
        codes=_CODES.get(kind),
        statuses=(PENDING if pending else MANAGED) if limited else None,
        scope=_scope_of(path, kind),
    )


def area_slug(path: str) -> str:
    """Returns the slug of an area file: its name without `.md`."""
    return path.rpartition("/")[2].removesuffix(".md")


def is_slug(text: str) -> bool:
    """Tells whether `text` is a slug: an ASCII alphanumeric, then those, dot, underscore, hyphen."""
    return text[:1].isalnum() and text.isascii() and all(char.isalnum() or char in "._-" for char in text)


def is_scope(text: str) -> bool:
    """Tells whether `text` is one of the four scopes (guide 2.2)."""
    if text.startswith(AREA_PREFIX):
        return is_slug(text.removeprefix(AREA_PREFIX))
    return text in (PROJECT_SCOPE, "local-user", "local-machine")


def is_local_scope(text: str) -> bool:
    """Tells whether a scope belongs to the local overlay and never to shared files."""
    return text in ("local-user", "local-machine")


def _kind_of(path: str) -> Kind:
    folder, _, name = path.rpartition("/")
    if name.lower() == "readme.md":
        return Kind.README
    if not folder:
        return _ROOT_KINDS.get(name, Kind.OTHER)
    if folder.partition("/")[0] == "archive":
        return Kind.ARCHIVE
    return _FOLDER_KINDS.get(folder, Kind.OTHER)


def _scope_of(path: str, kind: Kind) -> str | None:
    if kind is Kind.AREA:
        return AREA_PREFIX + area_slug(path)
    return None if kind in (Kind.INBOX, Kind.ARCHIVE) or kind not in _CODES else PROJECT_SCOPE
