"""Finding codes of commits that take something back which no merge can take back (format section 5).

What comes back by itself at the next merge, or never should have gone, is an error; what is only a pity is
a warning. Places are those of the version before.
"""

from __future__ import annotations

from memoir_git.store.codes_common import error, warning

_AS_BEFORE = "Take the file as it was with 'git restore --source=HEAD --staged --worktree FILE'"

GOAL_GONE = error(
    "MONO-GOAL-GONE",
    "{place} of the version before is gone without a tombstone; a branch that has it brings it back.",
    _AS_BEFORE + ", then run 'git memoir session retire'.",
)
ACTION_GONE = error(
    "MONO-ACTION-GONE",
    "{place} of the version before is gone without a tombstone; a branch that has it brings it back.",
    _AS_BEFORE + ", then run 'git memoir session done'.",
)
DECISION_GONE = error(
    "MONO-DECISION-GONE",
    "{place} of the version before is gone without a tombstone; a branch that has it brings it back.",
    _AS_BEFORE + ", then run 'git memoir forget --decision'.",
)
HIDDEN_GONE = error(
    "MONO-HIDDEN-GONE",
    "{place} of the version before was hidden for good, and nothing is left that hides it.",
    _AS_BEFORE + "; a hidden decision stays in the file, or is purged with 'git memoir forget --mode purge'.",
)
UNHIDDEN = error(
    "MONO-UNHIDDEN",
    "{place} of the version before was hidden for good, and is shown now.",
    _AS_BEFORE + "; to decide it anew, say it in other words with 'git memoir session decide'.",
)
PURGED_BACK = error(
    "MONO-PURGED-BACK",
    "The text that {place} of the version before had purged is back.",
    _AS_BEFORE + ", or run 'git memoir forget --mode purge' on it again.",
)
COMPLETION_GONE = error(
    "MONO-COMPLETION-GONE",
    "The completion {place} of the version before is gone or dated earlier; stale copies come back.",
    _AS_BEFORE + "; to take a thing up again, run 'git memoir session next' or 'git memoir session goal'.",
)
LIVE_AGAIN = error(
    "MONO-LIVE-AGAIN",
    "What {place} of the version before completed is live again without a later date.",
    "Run 'git memoir session next' or 'git memoir session goal', which date it after its completion.",
)
QUESTION_GONE = warning(
    "MONO-QUESTION-GONE",
    "{place} of the version before is gone; questions have no tombstone, so a branch that has it brings it"
    " back.",
    "Run 'git memoir session answer' there too.",
)
KEY_GONE = warning(
    "MONO-KEY-GONE",
    "A key of another program is gone from {place}.",
    _AS_BEFORE + " unless that was meant.",
)
MACHINE_GONE = warning(
    "MONO-MACHINE-GONE",
    "A machine's row is gone; a branch that has it brings it back.",
    _AS_BEFORE + " unless that was meant.",
)
HISTORY_GONE = warning(
    "MONO-HISTORY-GONE",
    "{place} of the version before is gone, although there was room for it.",
    _AS_BEFORE + " unless that was meant.",
)
SESSION_GONE = warning(
    "MONO-SESSION-GONE",
    "The session file is gone, and with it every tombstone it held.",
    _AS_BEFORE + " unless that was meant.",
)
ENTRY_UNHIDDEN = error(
    "MONO-ENTRY-UNHIDDEN",
    "The entry was hidden for good in the version before, and is shown now.",
    _AS_BEFORE + "; to say it anew, write another entry with 'git memoir entry add'.",
)
ENTRY_PURGED_BACK = error(
    "MONO-ENTRY-PURGED-BACK",
    "The entry was purged in the version before, and holds text again.",
    _AS_BEFORE + ", or run 'git memoir forget --mode purge --entry' again.",
)
ENTRY_TOMBSTONE_GONE = error(
    "MONO-ENTRY-TOMBSTONE-GONE",
    "The file of a hidden or purged entry is gone, and nothing is left that hides it.",
    _AS_BEFORE + "; 'git memoir forget --mode purge --entry' leaves a stub without text.",
)
ENTRY_COMPLETION_GONE = error(
    "MONO-ENTRY-COMPLETION-GONE",
    "The entry was done in the version before; its done_at is gone or earlier, and it is no newer.",
    _AS_BEFORE + "; to take it up again, give it a later date with 'git memoir entry edit'.",
)
