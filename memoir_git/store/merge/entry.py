"""The merge of one entry file (format 5.2, 5.3, 6): fields by table, prose as git merges it.

The letter of the format resolves a file that both sides changed by the newer date and leaves anything finer
to the VCS. This is the VCS: fields merge one by one, tombstones stick, prose is git's line merge, and a
conflict stands around just the place that disagrees, with everything else already merged.

- A purged stub beats whatever stands against it, unread; else a side of a newer schema, or one that is no
  text, is refused: both whole files between markers, nothing interpreted.
- Broken frontmatter is merged as text and is a conflict even if the text merges. A file without frontmatter
  is no damage and merges as text too - unless the other side carries a tombstone, which no text merge
  may drop: then it counts as a file whose fields were removed.
- A blank file is an absent side, as for the session: it holds nothing that could be lost, and what empties
  an entry is an accident (who wants it gone deletes or hides it). The other side is the result, whole.
- A base that is missing, broken, newer or full of markers is no base for the fields. Its body still
  serves as ancestor of the prose, as in git itself: no line of it reaches the result unless both sides
  have it.

On the driver's path: plain classes, and no module beyond the builtins.
"""

from __future__ import annotations

from memoir_git.core.conflict import conflict_whole
from memoir_git.core.instants import parse_instant
from memoir_git.core.merge import MergeOutcome, Note
from memoir_git.core.text import is_blank
from memoir_git.store.entry_facts import is_newer_schema, is_purged, link_name
from memoir_git.store.merge.entry_side import open_side
from memoir_git.store.merge.entry_versions import OURS, THEIRS, VersionMerge, is_damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions
    from memoir_git.store.merge.entry_side import Side


def merge_entry(
    base: bytes, ours: bytes, theirs: bytes, options: MergeOptions, merge_text: MergeText
) -> MergeOutcome:
    """Merges three versions of an entry file; `b""` and blank files are absent sides.

    The link name, which a purged stub's hash must fit, is taken from `options.path`. `merge_text` is called
    for prose that both sides changed, with line feeds only.
    """
    if ours == theirs:
        return MergeOutcome(ours)
    if is_blank(ours) or is_blank(theirs):
        return MergeOutcome(max(ours, theirs, key=lambda side: (not is_blank(side), len(side), side)))
    our_side, their_side = open_side(ours), open_side(theirs)
    stub = _purged(our_side, their_side, link_name(options.path))
    if stub is not None:
        return stub
    # rerere replays a recorded resolution with the recorded conflict as both base and ours.
    if base in (ours, theirs):
        is_sound = (_is_sound(our_side, options), _is_sound(their_side, options))
        if is_sound == ((False, True) if base == ours else (True, False)):
            return MergeOutcome(theirs if base == ours else ours)
    refusals = _refusals(our_side, their_side)
    if our_side is None or their_side is None or refusals:
        whole = conflict_whole(ours, theirs, options)
        return MergeOutcome(whole, conflicts=1, notes=refusals, refused=True)
    base_side = None if is_blank(base) else open_side(base)
    return VersionMerge(base_side, our_side, their_side, options, merge_text).outcome()


def _is_sound(side: Side | None, options: MergeOptions) -> bool:
    """Tells whether a side can be merged by field."""
    return side is not None and not is_newer_schema(side.document) and not is_damaged(side, options)


def _purged(ours: Side | None, theirs: Side | None, name: str) -> MergeOutcome | None:
    """Returns the purged stub as the outcome, if a side is one; of two the one hidden later."""
    stubs = [
        side
        for side in (ours, theirs)
        if side is not None and is_purged(side.document, name) and not is_newer_schema(side.document)
    ]
    if not stubs:
        return None
    winner = max(stubs, key=_stub_rank)
    notes = (Note(Note.SUPPRESSED, "entry"),) if len(stubs) == 1 else ()
    return MergeOutcome(winner.raw, notes=notes)


def _stub_rank(stub: Side) -> tuple[object, str, bytes]:
    return (parse_instant(stub.document.scalar("hidden_at")), stub.text, stub.raw)


def _refusals(ours: Side | None, theirs: Side | None) -> tuple[Note, ...]:
    notes = []
    for place, side in ((OURS, ours), (THEIRS, theirs)):
        if side is None:
            notes.append(Note(Note.UNPARSEABLE, place))
        elif is_newer_schema(side.document):
            notes.append(Note(Note.FORWARD_VERSION, place))
    return tuple(notes)
