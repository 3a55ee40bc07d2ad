"""Finding codes of the commands that write the memoir store: plans, and the index of entries."""

from __future__ import annotations

from memoir_git.store.codes_common import error

PLAN_STALE = error(
    "PLAN-STALE",
    "The files are not what the confirmed plan was made for; nothing was written.",
    "Look at a new preview, and confirm that.",
)
INDEX_ABSENT = error(
    "INDEX-ABSENT",
    "There is no index of these entries.",
    "Run 'git memoir index --write'.",
)
INDEX_MISSING = error(
    "INDEX-MISSING",
    "The index does not name the entry {other}.",
    "Run 'git memoir index --write', or add a row by hand.",
)
INDEX_GONE = error(
    "INDEX-GONE",
    "The index names {other}, which does not exist.",
    "Run 'git memoir index --write', or mend the link by hand.",
)
INDEX_HIDDEN = error(
    "INDEX-HIDDEN",
    "The index names {other}, which is hidden or purged.",
    "Run 'git memoir index --write'.",
)
