"""Finding codes of the session file (format sections 4 and 5)."""

from __future__ import annotations

from memoir_git.store.codes_common import error, warning

NOT_JSON = error(
    "NOT-JSON",
    "The session file is not valid JSON: it cannot be merged or changed.",
    "Mend the line, or take the last good version with 'git restore'.",
)
NOT_OBJECT = error(
    "NOT-OBJECT",
    "The session file's top level is not an object.",
    "Take the last good version with 'git restore'.",
)
DUPLICATE_KEY = error(
    "DUPKEY",
    "A key stands twice in the object {place}, as a bad text merge leaves it.",
    "Join the two values under one key.",
)
VERSION = error("VERSION", "version is missing or not a positive whole number.", 'Write "version": 1.')
TIMESTAMP = error(
    "TIMESTAMP",
    "{place} is missing or not an ISO 8601 date-time.",
    "Write it as 2026-05-02T09:30:00Z.",
)
MACHINES = error(
    "MACHINES",
    "machines is missing or not an object.",
    "Write an empty object there, or take the last good version with 'git restore'.",
)
MACHINE = error(
    "MACHINE",
    "A machine's row is not an object with a label.",
    "Write an object with label and last_seen, or remove the row.",
)
CURRENT = error(
    "CURRENT", "current is missing or not an object.", "Take the last good version with 'git restore'."
)
LIST = error("LIST", "{place} is missing or not a list.", "Write a list there; an empty one is [].")
HISTORY = error(
    "HISTORY",
    "history is missing or not a list.",
    "Write an empty list there, or take the last good version with 'git restore'.",
)
HISTORY_ROW = error(
    "HISTORY-ROW",
    "{place} is not a history row as the format has it.",
    "Write an object of date, machine_id, summary, files_touched, duration_min and session_id.",
)
ITEM_TEXT = error(
    "ITEM-TEXT",
    "{place} has no text, so it has no identity in a merge.",
    "Give the item a text, or remove it.",
)
DONE_AT = error(
    "DONE-AT",
    "{place} has no done_at, so the completion suppresses nothing.",
    "Add done_at with the date-time of completion.",
)
BOM = warning(
    "BOM",
    "The file begins with a byte order mark, which other readers of the format refuse.",
    "Save the file as UTF-8 without a byte order mark.",
)
NEWER_VERSION = warning(
    "NEWER-VERSION",
    "The session file's version is newer than this program understands, so it was not examined.",
    "Upgrade memoir-git.",
)
PURGE_TEXT_LEFT = warning(
    "PURGE-TEXT-LEFT",
    "{place} has a text_hash but still its text.",
    "Run 'git memoir forget --mode purge' for it again, or replace the text by [purged].",
)
PURGE_RATIONALE_LEFT = warning(
    "PURGE-RATIONALE-LEFT",
    "{place} has a text_hash but still its why or rejected.",
    "Run 'git memoir forget --mode purge' for it again, or remove both.",
)
DUPLICATE_IDENTITY = warning(
    "DUPLICATE-IDENTITY",
    "{place} is the same item as {other}; the next merge joins them.",
    "Keep one of the two.",
)
LIVE_BUT_COMPLETED = warning(
    "LIVE-BUT-COMPLETED",
    "{place} is completed by {other}; the next merge removes it.",
    "Remove it, or add it anew with 'git memoir session next' or 'git memoir session goal'.",
)
LIVE_AND_PARKED = warning(
    "LIVE-AND-PARKED",
    "{place} is live and stands in {other} too; the next merge keeps one.",
    "Remove the parked copy.",
)
