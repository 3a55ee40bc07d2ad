"""The public face of forgetting: paths, counts and the plan's ID, never a text or a topic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memoir_git.core.erasure import SCOPE, to_json
from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.render.erasure import scope_lines
from memoir_git.render.text import closing_lines, joined
from memoir_git.render.wording import forget_limits, removal_limits
from memoir_git.services.forget import Forgetting, Kind, Mode

_VERBS = {Mode.HIDE: ("Would hide", "Hidden"), Mode.PURGE: ("Would purge", "Purged")}
_NAMES = {Kind.ENTRY: "one entry", Kind.DECISION: "one decision"}


def as_text(report: Report[Forgetting]) -> str:
    """Returns what would change or has changed, and what forgetting does and does not do."""
    data = report.data
    return joined([*_lines(data), *scope_lines(data.scope), *closing_lines(report), *_next(data)])


def limits(data: Forgetting) -> tuple[str, ...]:
    """Returns the sentences that say what forgetting in a store does and does not do."""
    return (*forget_limits(data.mode.value), *removal_limits(data.scope))


def as_json(data: Forgetting) -> dict[str, Any]:
    """Returns the envelope's data object."""
    plan = {
        "id": data.plan_id,
        "kind": data.kind.value,
        "mode": data.mode.value,
        "changes": [path.shown() for path in data.paths],
        "index_links_removed": data.index_links,
        "entries_that_link_to_it": data.links,
        "texts_that_mention_it": data.mentions,
    }
    return {
        "plan": plan,
        "applied": data.is_applied,
        "machine_label_added": data.label,
        SCOPE: to_json(data.scope),
    }


def _lines(data: Forgetting) -> Iterator[str]:
    if not data.paths:
        yield f"This was forgotten already ({data.mode.value}); there is nothing to change."
    else:
        yield f"{_VERBS[data.mode][data.is_applied]}: {_NAMES[data.kind]}."
        yield from (f"  {path.shown()}" for path in data.paths)
    if data.mode is Mode.PURGE and data.kind is Kind.ENTRY:
        yield "Its file name stays, and with it the link name: they are the tombstone."
    if data.index_links:
        yield f"Links that leave the index with it: {data.index_links}."
    if data.links:
        yield f"Other entries that link to it, and stay as they are: {data.links}."
    if data.mentions:
        yield f"Other texts of the session that still hold these words: {data.mentions}."
    if data.label is not None:
        yield (
            f"This machine is now in the session as {printable(data.label)}, which will be committed; "
            "'git config memoir.machineLabel NAME' sets another label."
        )


def _next(data: Forgetting) -> list[str]:
    if data.is_applied or not data.paths:
        return []
    return [
        "",
        f"Plan: {data.plan_id}",
        "Nothing was changed. To do it, give the same words again, with:",
        f"  --apply --confirm-plan {data.plan_id}",
    ]
