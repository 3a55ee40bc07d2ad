"""What a forgetting found: the units that go, the guards that stay, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.custodian.ids import Heading, parse_heading
from memoir_git.custodian.plans.draft import Material
from memoir_git.custodian.storage import Kind, storage_of
from memoir_git.custodian.units import H2, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """One unit that goes. `path` is relative to the memory directory."""

    path: str
    unit: Unit

    @property
    def heading(self) -> Heading | None:
        """The unit's ID and title, `None` for one without."""
        return parse_heading(self.unit.heading) if self.unit.kind == H2 else None

    @property
    def reference(self) -> Handle | RepoPath:
        """How the unit is named in output: its ID, else its file and number."""
        heading = self.heading
        return RepoPath(f"{self.path}#unit-{self.unit.number}") if heading is None else Handle(heading.id)

    @property
    def is_archived(self) -> bool:
        """Whether the unit stands in the archive."""
        return storage_of(self.path).kind is Kind.ARCHIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One unit that matched and stays."""

    removal: Removal


# Obstacles that no unit matched.
_NO_MATCH = ("entry-not-found", "file-not-searched", "file-name-tells")

Found = Removal | Kept | Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What goes, what matched and stays, what blocks; `searched` are the files that were looked through."""

    removals: tuple[Removal, ...]
    kept: tuple[Removal, ...]
    blockers: tuple[Finding, ...]
    searched: tuple[str, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The IDs of the units that go, as writers spell them."""
        return frozenset(removal.heading.id for removal in self.removals if removal.heading is not None)

    @property
    def size(self) -> int:
        """How many units matched, in whatever way."""
        matched = [each for each in self.blockers if str(dict(each.details)["reason"]) not in _NO_MATCH]
        return len(self.removals) + len(self.kept) + len(matched)


def selection_of(found: Iterable[Found], searched: tuple[str, ...]) -> Selection:
    """Returns what was found, sorted by what becomes of it."""
    items = tuple(found)
    return Selection(
        removals=tuple(item for item in items if isinstance(item, Removal)),
        kept=tuple(item.removal for item in items if isinstance(item, Kept)),
        blockers=tuple(item for item in items if isinstance(item, Finding)),
        searched=searched,
    )


def is_managed(path: str) -> bool:
    """Tells whether a file holds memory that forgetting may change: no manifest and no README."""
    return storage_of(path).kind not in (Kind.MANIFEST, Kind.README)


def full_path(material: Material, path: str) -> RepoPath:
    """Returns a memory file's path as output shows it."""
    return RepoPath(f"{material.directory}/{path}")
