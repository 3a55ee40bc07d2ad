"""What still speaks of a forgotten thing once it is gone: counted, never shown.

Forgetting takes whole units from the files it searches. What stands elsewhere, such as a title quoted in
another entry, is for a person to find; the counts say that there is something to find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memoir_git.core.finding import Detail, Finding
from memoir_git.core.topic import mentions
from memoir_git.custodian.guards import PHRASE
from memoir_git.custodian.plans.changelog import CHANGELOG
from memoir_git.custodian.plans.draft import Material, warned
from memoir_git.custodian.plans.forget_records import DO_NOT_USE
from memoir_git.custodian.plans.forget_request import Forget, ForgetTopic
from memoir_git.custodian.plans.forget_selection import Selection

# Where soft forgetting itself names a topic.
_RECORDS = (DO_NOT_USE, CHANGELOG)


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionsLeft:
    """What to tell of it."""

    facts: tuple[tuple[str, Detail], ...]
    warnings: tuple[Finding, ...]


def mentions_left(
    material: Material, request: Forget, selection: Selection, texts: Mapping[str, str]
) -> MentionsLeft:
    """Returns how many files still hold the topic, or of an entry forgotten by ID its title and its ID.

    `texts` are the files that change, before anything is written down about the forgetting.
    """
    found = [
        texts[path] if path in texts else material.contents[path].decode("utf-8", "replace")
        for path in material.project.files
        if request.mode.is_sensitive or path not in _RECORDS
    ]
    if isinstance(request, ForgetTopic):
        left = sum(mentions(text, request.topic) for text in found)
        return _told((("files_that_still_mention_it", left, "mentions-left"),))
    if not request.mode.is_sensitive:
        return _told(())
    titles = {removal.heading.title for removal in selection.removals if removal.heading is not None}
    quoting = sum(any(mentions(text, title) for title in titles) for text in found)
    naming = sum(mentions(_without_guards(text), request.identifier) for text in found)
    return _told(
        (
            ("files_that_quote_its_title", quoting, "title-quoted"),
            ("files_that_name_its_id", naming, "id-named"),
        )
    )


def _told(counts: tuple[tuple[str, int, str], ...]) -> MentionsLeft:
    return MentionsLeft(
        facts=tuple((name, count) for name, count, _ in counts),
        warnings=tuple(warned(word) for _, count, word in counts if count),
    )


def _without_guards(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(PHRASE))
