"""The three-way merge of prose: git's own line merge, spared what is no disagreement.

One side unchanged, or both the same, needs no line merge. Blank lines at the very end are settled apart, so
that a missing last line end never conflicts.
"""

from __future__ import annotations

from memoir_git.core.merge import Unresolved, trivial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions

# Labels of conflict markers may hold bytes that are no UTF-8; texts never do.
_CODEC = ("utf-8", "surrogateescape")


def merge_prose(
    base: str, ours: str, theirs: str, options: MergeOptions, merge_text: MergeText
) -> tuple[str, int]:
    """Returns the merged text and the number of conflicts in it.

    The texts have line feeds only; without a base it is `""`. Conflicts look as `merge_text` writes them.
    """
    whole = trivial(base, ours, theirs)
    if not isinstance(whole, Unresolved):
        return whole, 0
    words = tuple(text.rstrip("\n") for text in (base, ours, theirs))
    ends = tuple(text[len(word) :] for text, word in zip((base, ours, theirs), words, strict=True))
    end = trivial(*ends)
    if isinstance(end, Unresolved):
        end = max(ends[1:], key=len)
    settled = trivial(*words)
    if not isinstance(settled, Unresolved):
        return settled + end, 0
    inputs = [(word + "\n").encode(*_CODEC) if word else b"" for word in words]
    merged = merge_text(inputs[0], inputs[1], inputs[2], options)
    text = merged.content.decode(*_CODEC).removesuffix("\n")
    return text + (end or "\n" * bool(merged.conflicts)), merged.conflicts
