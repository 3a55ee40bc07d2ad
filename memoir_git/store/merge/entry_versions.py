"""The merge of two readable versions of an entry: by field where both can be trusted, else as text.

`store.merge.entry` says which is which and why; on the driver's path like that.
"""

from __future__ import annotations

from memoir_git.core.conflict import has_conflict
from memoir_git.core.frontmatter import BARE, FRONT
from memoir_git.core.merge import MergeOutcome, Note, Unresolved, trivial
from memoir_git.core.options import NEWEST, MergeOptions
from memoir_git.store.entry_facts import has_tombstone, is_newer_schema, recency
from memoir_git.store.merge.entry_fields import FieldMerge
from memoir_git.store.merge.entry_side import written
from memoir_git.store.merge.prose import merge_prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.frontmatter import Document
    from memoir_git.core.merge import MergeText
    from memoir_git.store.merge.entry_side import Side

OURS = "ours"
THEIRS = "theirs"


class VersionMerge:
    """One merge of two readable versions; `base` is `None` where there is none that can be read."""

    __slots__ = ("base", "merge_text", "newer", "options", "ours", "theirs")

    def __init__(
        self,
        base: Side | None,
        ours: Side,
        theirs: Side,
        options: MergeOptions,
        merge_text: MergeText,
    ) -> None:
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.options = options
        self.merge_text = merge_text
        self.newer = _newer(ours, theirs, options)

    def outcome(self) -> MergeOutcome:
        """Returns the merge by field or as text, as the two documents allow."""
        broken = [
            Note(Note.TEXT_MERGE, place)
            for place, side in ((OURS, self.ours), (THEIRS, self.theirs))
            if is_damaged(side, self.options)
        ]
        if broken:
            return self._as_text(self.options, tuple(broken))
        documents = [self.ours.document, self.theirs.document]
        if any(document.state == BARE for document in documents) and not any(map(has_tombstone, documents)):
            return self._as_text(self._prose_options(), ())
        return self._by_field()

    def _as_text(self, options: MergeOptions, notes: tuple[Note, ...]) -> MergeOutcome:
        base = self.base.text if self.base is not None else ""
        text, conflicts = merge_prose(base, self.ours.text, self.theirs.text, options, self.merge_text)
        content = written(text, self.base, self.ours, self.theirs)
        return MergeOutcome(content, conflicts=max(conflicts, len(notes) and 1), notes=notes)

    def _by_field(self) -> MergeOutcome:
        base, ours, theirs = _base_fields(self.base), self.ours.document, self.theirs.document
        favour = self.options.favour
        is_newest = self.options.strategy == NEWEST
        fields = FieldMerge(
            self.options,
            newer=self.newer or favour,
            type_winner=self.newer if is_newest else favour,
        )
        front = fields.merge(base, ours, theirs)
        if front is None:
            return self._as_text(self.options, (Note(Note.TEXT_MERGE, "frontmatter"),))
        body, conflicts = merge_prose(
            self._base_body(), ours.body, theirs.body, self._prose_options(), self.merge_text
        )
        opening = _fence(base.opening if base else "", ours.opening, theirs.opening)
        closing = _fence(base.closing if base else "", ours.closing, theirs.closing)
        if body and not closing.endswith("\n"):
            closing += "\n"
        content = written(opening + front + closing + body, self.base, self.ours, self.theirs)
        return MergeOutcome(content, conflicts=fields.conflicts + conflicts, notes=tuple(fields.notes))

    def _base_body(self) -> str:
        return self.base.document.body if self.base is not None else ""

    def _prose_options(self) -> MergeOptions:
        """Returns the options for prose: with the strategy `newest` nothing is left between markers."""
        if self.options.strategy != NEWEST:
            return self.options
        return _favouring(self.options, self.newer)


def _newer(ours: Side, theirs: Side, options: MergeOptions) -> str | None:
    """Returns the side that wins what both changed: the one edited later, `None` if nothing says which.

    The strategy `newest` always has an answer: of equal dates the greater (length, text).
    """
    ranks = [recency(side.document) for side in (ours, theirs)]
    if ranks[0] != ranks[1]:
        return OURS if ranks[0] > ranks[1] else THEIRS
    if options.strategy != NEWEST:
        return None
    return OURS if (len(ours.text), ours.text) >= (len(theirs.text), theirs.text) else THEIRS


def is_damaged(side: Side, options: MergeOptions) -> bool:
    """Tells whether a side's frontmatter is broken or a conflict was committed in it.

    A body may quote markers in fenced code; a conflict of smaller markers than git asks for is content.
    """
    if side.document.is_broken():
        return True
    body = side.document.body
    return "<" * options.marker_size in body and _has_open_conflict(body, options.marker_size)


def _has_open_conflict(body: str, size: int) -> bool:
    """Tells whether a whole conflict stands outside of fenced code.

    A fence that never ends quotes nothing: half of a conflict may have opened it.
    """
    from memoir_git.core.markdown import FENCED, line_kinds, split_lines

    lines = split_lines(body)
    kinds, is_closed = line_kinds(lines)
    if is_closed:
        lines = [line for line, kind in zip(lines, kinds, strict=True) if kind != FENCED]
    return has_conflict("".join(lines).encode(), size)


def _base_fields(base: Side | None) -> Document | None:
    if base is None or base.document.state != FRONT:
        return None
    document = base.document
    return None if document.is_broken() or is_newer_schema(document) else document


def _fence(base: str, ours: str, theirs: str) -> str:
    """Returns the spelling of a `---` line; a side without frontmatter has none to offer."""
    if not ours or not theirs:
        return ours or theirs
    settled = trivial(base, ours, theirs)
    return max(ours, theirs) if isinstance(settled, Unresolved) else settled


def _favouring(options: MergeOptions, side: str | None) -> MergeOptions:
    return MergeOptions(
        path=options.path,
        marker_size=options.marker_size,
        ours_label=options.ours_label,
        base_label=options.base_label,
        theirs_label=options.theirs_label,
        strategy=options.strategy,
        favour=side,
    )
