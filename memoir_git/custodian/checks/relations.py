"""Relations between entries: targets, reciprocity, cycles (guide 2.5).

Merges of Subjects are not relations; the registry's check looks at them.
"""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.custodian import codes_entry as codes
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.entries import EXTERNAL_REMOVED, Entry
from memoir_git.custodian.ids import id_key, is_entry_id
from memoir_git.custodian.ownership import relations_of
from memoir_git.custodian.storage import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_RECIPROCAL = {
    "Supersedes": "Superseded-By",
    "Superseded-By": "Supersedes",
    "Promoted-From": "Promoted-To",
    "Promoted-To": "Promoted-From",
}
# What the target of each field may be; a promoted entry may have been superseded since.
_TARGET_STATUS = {
    "Supersedes": (Status.SUPERSEDED,),
    "Superseded-By": (Status.ACTIVE, Status.SUPERSEDED),
    "Promoted-From": (Status.PROMOTED,),
    "Promoted-To": (Status.ACTIVE, Status.SUPERSEDED),
}
_PROMOTES = {
    "decision": ("DEC",),
    "constraint": ("CON",),
    "preference": ("PREF",),
    "do-not-use": ("DNU",),
    "tombstone": ("DNU", "TOMB"),
}
_CYCLIC = ("Superseded-By", "Promoted-To")


def check_relations(context: CheckContext) -> Iterator[Finding]:
    """Yields broken, one-sided and circular relations."""
    for entry in context.project.entries():
        for field, target_id in relations_of(entry):
            if field in _RECIPROCAL and target_id != EXTERNAL_REMOVED:
                yield from _relation(context, entry, field, target_id)
            elif field == "Exception-To" and not entry.is_active and context.project.entry(target_id) is None:
                yield context.on(codes.RELATION_TARGET, entry, field=Handle(field))
        for item in entry.related:
            if is_entry_id(item) and context.project.entry(item) is None:
                yield context.on(codes.RELATION_TARGET, entry, field=Handle("Related"))
    for field in _CYCLIC:
        yield from _cycles(context, field)


def _relation(context: CheckContext, entry: Entry, field: str, target_id: str) -> Iterator[Finding]:
    target = context.project.entry(target_id)
    if (
        target is None
        or target.status not in _TARGET_STATUS[field]
        or not _same_identity(context, entry, target, field)
        or not _fits_promotion(entry, target, field)
    ):
        yield context.on(codes.RELATION_TARGET, entry, field=Handle(field))
        return
    reciprocal = _RECIPROCAL[field]
    if id_key(target.scalars.get(reciprocal, "")) != id_key(entry.id):
        yield context.on(codes.RELATION_RECIPROCAL, entry, field=Handle(field), reciprocal=Handle(reciprocal))


def _same_identity(context: CheckContext, entry: Entry, target: Entry, field: str) -> bool:
    """A supersession keeps scope, subject and facet, and its type within what may own an identity."""
    if field not in ("Supersedes", "Superseded-By"):
        return True
    if "PREF" in (entry.code, target.code) and entry.code != target.code:
        return False
    if "TOMB" in (entry.code, target.code):
        return True
    same_scope = entry.scope.casefold() == target.scope.casefold()
    same_facet = entry.scalars.get("Facet") == target.scalars.get("Facet")
    return same_scope and same_facet and _subject_now(context, entry) == _subject_now(context, target)


def _fits_promotion(entry: Entry, target: Entry, field: str) -> bool:
    """A promotion keeps the scope and makes what the candidate said it was; an untyped one, anything."""
    if field not in ("Promoted-From", "Promoted-To"):
        return True
    candidate, promoted = (target, entry) if field == "Promoted-From" else (entry, target)
    codes_of_type = _PROMOTES.get(candidate.scalars.get("Candidate-Type", ""))
    fits_type = codes_of_type is None or promoted.code in (*codes_of_type, "AREA")
    return fits_type and candidate.scope.casefold() == promoted.scope.casefold()


def _subject_now(context: CheckContext, entry: Entry) -> str:
    """Returns the Subject an entry names, or the one that was merged into."""
    named = entry.scalars.get("Subject", "")
    subject = context.project.subject(named)
    return id_key(subject.scalars.get("Merged-Into", named) if subject and subject.is_merged else named)


def _cycles(context: CheckContext, field: str) -> Iterator[Finding]:
    """Walks each chain once; a cycle is reported at its smallest ID, in the order of its edges."""
    following: dict[str, Entry] = {}
    for entry in context.project.entries():
        target = context.project.entry(entry.scalars.get(field, ""))
        if target is not None:
            following[id_key(entry.id)] = target
    done: set[str] = set()
    for start in sorted(following):
        chain: list[str] = []
        key = start
        while key in following and key not in done:
            done.add(key)
            chain.append(key)
            key = id_key(following[key].id)
        if key in chain:
            yield _cycle(context, field, chain[chain.index(key) :])


def _cycle(context: CheckContext, field: str, keys: list[str]) -> Finding:
    smallest = keys.index(min(keys))
    ordered = keys[smallest:] + keys[:smallest]
    entries = [context.project.entries_by_id[key][0] for key in ordered]
    cycle = tuple(Handle(entry.id) for entry in [*entries, entries[0]])
    return context.on(codes.RELATION_CYCLE, entries[0], field=Handle(field), cycle=cycle)
