"""Finding codes of finishing, mending and previewing merges."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity

EDIT_KEPT = FindingCode(
    id="MG-RESOLVE-001",
    severity=Severity.WARNING,
    title="One side deleted this file and the other edited it; the edit was kept.",
    remediation="To be rid of it for good, hide it with git memoir forget; or use --prefer-delete.",
)
BOTH_NAMES_KEPT = FindingCode(
    id="MG-RESOLVE-002",
    severity=Severity.WARNING,
    title="The sides renamed one file to {names}; both names were kept, so one memory stands there twice.",
    remediation="Keep one of the files and run git rm on the other.",
)
OLD_NAMES_RESTORED = FindingCode(
    id="MG-RESOLVE-003",
    severity=Severity.WARNING,
    title="The sides gave this name to two different files; they stand at {names} again.",
    remediation="Rename one of them with git mv, if a new name is wanted.",
)
RENAME_REFUSED = FindingCode(
    id="MG-RESOLVE-004",
    severity=Severity.WARNING,
    title="git took two different entries for one that was renamed; they were kept apart: {names}.",
    remediation="Look at both; git merge -X find-renames=100% avoids such pairs.",
)
UNCLEAR = FindingCode(
    id="MG-RESOLVE-005",
    severity=Severity.ERROR,
    title="What git left of this file does not say what it was; it was not touched.",
    remediation="Decide with git add or git rm on it.",
)
EDITED = FindingCode(
    id="MG-RESOLVE-006",
    severity=Severity.ERROR,
    title="This file was changed since git stopped, so it was not touched.",
    remediation="If it is right, run git add on it; to begin again, git checkout -m -- on it.",
)
IN_THE_WAY = FindingCode(
    id="MG-RESOLVE-007",
    severity=Severity.ERROR,
    title="A link, a folder or something unreadable stands where this file belongs; it was not touched.",
    remediation="Move it away and run the command again.",
)
FOREIGN_UNMERGED = FindingCode(
    id="MG-RESOLVE-008",
    severity=Severity.WARNING,
    title="This file is unmerged too; it is no memory and was not touched.",
    remediation="Merge it by hand and run git add on it.",
)
NOT_CONTINUED = FindingCode(
    id="MG-RESOLVE-009",
    severity=Severity.ERROR,
    title="git could not continue the operation.",
    remediation="Run git {word} {flag} and read what git says.",
)
MEMORY_UNMERGED = FindingCode(
    id="MG-RESOLVE-010",
    severity=Severity.ERROR,
    title="This memory file is unmerged.",
    remediation="Edit what stands between the markers and run git add on it.",
)
WOULD_REPAIR = FindingCode(
    id="MG-REPAIR-001",
    severity=Severity.ERROR,
    title="A merge left less in this file than its parents hold together.",
    remediation="Run git memoir repair.",
)
MARKERS_UNRESOLVED = FindingCode(
    id="MG-REPAIR-002",
    severity=Severity.ERROR,
    title="Conflict markers were committed in this file, and its two halves disagree.",
    remediation="Edit the file: keep what is right between the markers, remove them, and commit.",
)
DELETION_STANDS = FindingCode(
    id="MG-REPAIR-003",
    severity=Severity.WARNING,
    title="The merge deleted this file, which one side had edited; that was left as it is.",
    remediation="If it was a mistake, run git checkout {commit} -- on it.",
)
FALSE_RENAME = FindingCode(
    id="MG-REPAIR-004",
    severity=Severity.WARNING,
    title="git wrote the edit of one entry into another here, which it took for its new name.",
    remediation="git memoir repair keeps the two apart: {names}.",
)
CANNOT_JOIN = FindingCode(
    id="MG-REPAIR-005",
    severity=Severity.ERROR,
    title="A parent's version of this file cannot be understood, so what the merge should be is not known.",
    remediation="Mend the file; git memoir validate names what is wrong.",
)
ONLY_NORMALISED = FindingCode(
    id="MG-REPAIR-006",
    severity=Severity.INFO,
    title="The commit has one parent, so nothing says what was merged; files were only put in order.",
    remediation="Name what was merged with --theirs REV, and --base REV if it is not their merge base.",
)
WOULD_CONFLICT = FindingCode(
    id="MG-PREVIEW-001",
    severity=Severity.WARNING,
    title="The merge would leave disagreements between conflict markers: {conflicts}.",
    remediation="After the merge, edit the file and run git add on it.",
)
WOULD_STOP = FindingCode(
    id="MG-PREVIEW-002",
    severity=Severity.WARNING,
    title="git merge would stop here, since it asks nobody about deletions and renames.",
    remediation="Run git memoir merge instead, or git memoir resolve after git merge.",
)
WOULD_REFUSE = FindingCode(
    id="MG-PREVIEW-003",
    severity=Severity.WARNING,
    title="A side cannot be understood; the merge would leave both whole files between conflict markers.",
    remediation="Mend that side first; git memoir validate names what is wrong.",
)
NOT_CARRIED_OVER = FindingCode(
    id="MG-REPAIR-007",
    severity=Severity.WARNING,
    title="This file was edited since the merge, and what the merge left undone does not fit any more.",
    remediation="Compare it with what git show --remerge-diff says of the merge.",
)
ON_NO_BRANCH = FindingCode(
    id="MG-REPAIR-008",
    severity=Severity.WARNING,
    title="HEAD is detached; the repair {commit} is on no branch.",
    remediation="Run git branch NAME {commit}, or merge {commit} where it belongs.",
)
UNTRACKED_IN_THE_WAY = FindingCode(
    id="MG-STATUS-001",
    severity=Severity.WARNING,
    title="This memory file is untracked here and exists on {branches}; git refuses to merge over it.",
    remediation="Run git add on it and commit; the merge then joins both.",
)

ALL: tuple[FindingCode, ...] = (
    EDIT_KEPT,
    BOTH_NAMES_KEPT,
    OLD_NAMES_RESTORED,
    RENAME_REFUSED,
    UNCLEAR,
    EDITED,
    IN_THE_WAY,
    FOREIGN_UNMERGED,
    NOT_CONTINUED,
    MEMORY_UNMERGED,
    WOULD_REPAIR,
    MARKERS_UNRESOLVED,
    DELETION_STANDS,
    FALSE_RENAME,
    CANNOT_JOIN,
    ONLY_NORMALISED,
    NOT_CARRIED_OVER,
    ON_NO_BRANCH,
    WOULD_CONFLICT,
    WOULD_STOP,
    WOULD_REFUSE,
    UNTRACKED_IN_THE_WAY,
)
