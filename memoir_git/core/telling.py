"""What a merge did, in counts: the words the driver prints and the services reuse. Never memory text."""

from __future__ import annotations

from memoir_git.core.merge import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.merge import MergeOutcome

_REFUSALS = {
    Note.FORWARD_VERSION: "has a newer version",
    Note.UNPARSEABLE: "cannot be parsed",
    Note.DAMAGED: "is damaged",
}
_SIDES = {"local": "ours", "remote": "theirs"}
_COUNTED = (
    (Note.KEPT, "{n} removed on one side only and kept (removal needs a tombstone)"),
    (Note.PARKED, "{n} newly parked"),
    (Note.DROPPED, "{n} rotated out by the caps"),
    (Note.UNKNOWN_KEY, "{n} of the unknown keys changed on both sides"),
)


def counted(count: int, one: str, many: str = "") -> str:
    """Returns `count` with the noun `one`, or with its plural: `many`, else `one` with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def tell(outcome: MergeOutcome) -> list[str]:
    """Returns short phrases for what a person should know, empty for a merge without surprises."""
    kinds = [note.kind for note in outcome.notes]
    parts = [phrase.format(n=kinds.count(kind)) for kind, phrase in _COUNTED if kind in kinds]
    if outcome.refused:
        parts.insert(0, _refusal(outcome))
    elif Note.TEXT_MERGE in kinds:
        parts.append("merged as plain text")
    elif outcome.conflicts:
        parts.append(counted(outcome.conflicts, "disagreement") + " between conflict markers")
    return parts


def _refusal(outcome: MergeOutcome) -> str:
    reasons = []
    for note in outcome.notes:
        side, _, place = note.place.partition(".")
        what = _SIDES.get(side, side) + (f" ({place})" if place else "")
        reasons.append(f"{what} {_REFUSALS.get(note.kind, 'cannot be understood')}")
    return "not merged, both files kept between markers: " + ", ".join(reasons)
