"""Finding codes of git set-up, run time and documents; the memory systems declare their own beside them.

Codes are never renumbered and never reused; one that is dropped moves to `RETIRED`.
"""

from __future__ import annotations

from memoir_git.core import codes_finish, codes_hooks, codes_transactions
from memoir_git.core.finding import FindingCode, Severity

STOPPED = FindingCode(
    id="MG-RUN-001",
    severity=Severity.ERROR,
    title="The command stopped and changed nothing.",
    remediation="Read the message on standard error; it names the file and the next command.",
)

CONFLICT_WRITTEN = FindingCode(
    id="MG-MERGE-001",
    severity=Severity.ERROR,
    title="Disagreements stand between conflict markers: {conflicts}.",
    remediation="Edit the file: keep what is right between the markers and remove the markers.",
)
NOT_MERGED = FindingCode(
    id="MG-MERGE-002",
    severity=Severity.ERROR,
    title="A side cannot be understood; both whole files stand between conflict markers.",
    remediation="Mend that side, or keep one of the two files; git memoir validate names what is wrong.",
)

NOT_INSTALLED = FindingCode(
    id="MG-INSTALL-001",
    severity=Severity.WARNING,
    title="The memory merge is not installed in this clone.",
    remediation="Run git memoir install.",
)
OWN_WORK_TREE = FindingCode(
    id="MG-INSTALL-002",
    severity=Severity.ERROR,
    title="The driver {driver} starts {program}, which lies inside a work tree of this repository.",
    remediation="Install memoir-git outside of the repository, then run git memoir install.",
)

DRIVER_MISSING = FindingCode(
    id="MG-DRIVER-001",
    severity=Severity.ERROR,
    title="Attributes select the driver {driver}, which this clone has not; git merges as plain text.",
    remediation="Run git memoir install.",
)
DRIVER_WITHOUT_COMMAND = FindingCode(
    id="MG-DRIVER-002",
    severity=Severity.BLOCKER,
    title="git's config names the driver {driver} without a command; git stops every merge that meets it.",
    remediation="Run git memoir doctor --fix, or git config --remove-section merge.{driver}.",
)
DRIVER_NAME_CASE = FindingCode(
    id="MG-DRIVER-003",
    severity=Severity.ERROR,
    title="git's config has the driver {found}; attributes say {driver}, and git tells capitals apart.",
    remediation="Run git config --remove-section merge.{found}, then git memoir install.",
)
QUOTED_PLACEHOLDER = FindingCode(
    id="MG-DRIVER-004",
    severity=Severity.ERROR,
    title="The driver {driver} has a placeholder in quotes: the name of a file or branch can run commands.",
    remediation="Edit merge.{driver}.driver and take the quotes away; git quotes the value by itself.",
)
PROGRAM_MISSING = FindingCode(
    id="MG-DRIVER-005",
    severity=Severity.ERROR,
    title="The driver {driver} starts {program}, which is missing or cannot be run.",
    remediation="Run git memoir doctor --fix.",
)
DRIVER_OUTDATED = FindingCode(
    id="MG-DRIVER-006",
    severity=Severity.WARNING,
    title="The command of the driver {driver} is not the one this version of memoir-git writes.",
    remediation="Run git memoir doctor --fix.",
)
DRIVER_OVERRIDDEN = FindingCode(
    id="MG-DRIVER-007",
    severity=Severity.WARNING,
    title="The driver {driver} in force is another one; it comes from {origin} ({scope} scope).",
    remediation="Take merge.{driver} out of there, or leave it if you meant it.",
)
PROOF_FAILED = FindingCode(
    id="MG-DRIVER-008",
    severity=Severity.ERROR,
    title="A throw-away merge with the driver {driver} was not merged as memory.",
    remediation="Mend what else is reported here, or run git memoir doctor --fix.",
)
PROOF_FAILED_BARE = FindingCode(
    id="MG-DRIVER-009",
    severity=Severity.ERROR,
    title="The driver {driver} works here, but not in an empty environment, as graphical programs start git.",
    remediation="Run git memoir doctor --fix.",
)
SWITCHED_OFF = FindingCode(
    id="MG-DRIVER-010",
    severity=Severity.WARNING,
    title="MEMOIR_GIT=0 is set; in this environment git merges memory as plain text.",
    remediation="Run unset MEMOIR_GIT.",
)

SHADOWED = FindingCode(
    id="MG-ATTR-001",
    severity=Severity.ERROR,
    title="Line {number} of {source} keeps this file from the driver {driver}.",
    remediation="Edit that line, or run git memoir install --on-conflict overwrite.",
)
NOT_SELECTED = FindingCode(
    id="MG-ATTR-002",
    severity=Severity.ERROR,
    title="No attribute selects the driver {driver} for this file.",
    remediation="Run git memoir doctor --fix.",
)
SHADOWED_ELSEWHERE = FindingCode(
    id="MG-ATTR-003",
    severity=Severity.WARNING,
    title="Line {number} of {source} would decide without this clone's own attributes, so it does elsewhere.",
    remediation="Edit that line, or move it above the lines of memoir-git.",
)
PRIVATE_ATTRIBUTES_MISSING = FindingCode(
    id="MG-ATTR-004",
    severity=Severity.WARNING,
    title="This clone's own attributes lack {count} of the lines of .gitattributes, which bind here only.",
    remediation="Run git memoir doctor --fix.",
)
UNBOUND_MEMORY = FindingCode(
    id="MG-ATTR-005",
    severity=Severity.WARNING,
    title="This file reads as memory ({driver}), but git merges it as plain text.",
    remediation="Run git memoir track on it, or git memoir install.",
)
LINKED_ATTRIBUTES = FindingCode(
    id="MG-ATTR-006",
    severity=Severity.INFO,
    title="This file is a symbolic link, which git does not read; only this clone's own attributes count.",
    remediation="Replace the link by a file and run git memoir install, so that other clones have them too.",
)
NOT_SHARED = FindingCode(
    id="MG-ATTR-007",
    severity=Severity.INFO,
    title="Other clones do not learn from this file which files are memory.",
    remediation="Run git memoir install and commit .gitattributes.",
)
FOREIGN_ATTRIBUTE = FindingCode(
    id="MG-ATTR-008",
    severity=Severity.WARNING,
    title="Line {number} of {source} says how this file is merged; it stays in force.",
    remediation="Run git memoir install --on-conflict overwrite to let the memory merge take precedence.",
)
NOTHING_SELECTS = FindingCode(
    id="MG-ATTR-009",
    severity=Severity.WARNING,
    title="The driver {driver} is registered, but no line of memoir-git selects it.",
    remediation="Run git memoir install.",
)
ATTRIBUTES_NOT_CHECKED_OUT = FindingCode(
    id="MG-ATTR-010",
    severity=Severity.INFO,
    title="This file is not checked out; only this clone's own attributes were written.",
    remediation="Run git checkout -- .gitattributes, then git memoir install, so that others have them too.",
)
STILL_SHARED = FindingCode(
    id="MG-ATTR-011",
    severity=Severity.INFO,
    title="This file still names memory files, as it did before; without a driver git merges them as text.",
    remediation="Run git memoir untrack to change that for every clone.",
)
IGNORED_MEMORY = FindingCode(
    id="MG-ATTR-012",
    severity=Severity.WARNING,
    title="git ignores this file, so there will be nothing to merge.",
    remediation="Run git add --force on it, or edit .gitignore.",
)

COMMITTED_MARKERS = FindingCode(
    id="MG-FILE-001",
    severity=Severity.ERROR,
    title="Conflict markers were staged or committed in this file; it cannot be merged as memory.",
    remediation="Edit the file: keep what is right between the markers, remove them, and commit.",
)
STALE_TEMPORARY = FindingCode(
    id="MG-FILE-002",
    severity=Severity.WARNING,
    title="This temporary file was left by a merge that was killed; it may hold memory text.",
    remediation="Run git memoir doctor --fix when no git command is running.",
)
STALE_LOCK = FindingCode(
    id="MG-FILE-003",
    severity=Severity.WARNING,
    title="git's lock on the index exists: a git command is running, or one was killed.",
    remediation="When no git command is running, remove the file.",
)
TRACKED_TEMPORARY = FindingCode(
    id="MG-FILE-004",
    severity=Severity.WARNING,
    title="This temporary file of a killed merge is in the index; it may hold memory text.",
    remediation="Run git rm --cached on it, then git memoir doctor --fix.",
)

OLD_GIT = FindingCode(
    id="MG-GIT-001",
    severity=Severity.ERROR,
    title="This git is older than 2.30; the merge driver has not been tried with it.",
    remediation="Install a newer git.",
)
BEYOND_PYGIT2 = FindingCode(
    id="MG-GIT-002",
    severity=Severity.INFO,
    title="pygit2 cannot read this repository ({features}); everything works through git itself.",
    remediation="Nothing needs an edit.",
)

ALL: tuple[FindingCode, ...] = (
    STOPPED,
    CONFLICT_WRITTEN,
    NOT_MERGED,
    NOT_INSTALLED,
    OWN_WORK_TREE,
    DRIVER_MISSING,
    DRIVER_WITHOUT_COMMAND,
    DRIVER_NAME_CASE,
    QUOTED_PLACEHOLDER,
    PROGRAM_MISSING,
    DRIVER_OUTDATED,
    DRIVER_OVERRIDDEN,
    PROOF_FAILED,
    PROOF_FAILED_BARE,
    SWITCHED_OFF,
    SHADOWED,
    NOT_SELECTED,
    SHADOWED_ELSEWHERE,
    PRIVATE_ATTRIBUTES_MISSING,
    UNBOUND_MEMORY,
    LINKED_ATTRIBUTES,
    NOT_SHARED,
    FOREIGN_ATTRIBUTE,
    NOTHING_SELECTS,
    ATTRIBUTES_NOT_CHECKED_OUT,
    STILL_SHARED,
    IGNORED_MEMORY,
    COMMITTED_MARKERS,
    STALE_TEMPORARY,
    STALE_LOCK,
    TRACKED_TEMPORARY,
    OLD_GIT,
    BEYOND_PYGIT2,
    *codes_finish.ALL,
    *codes_hooks.ALL,
    *codes_transactions.ALL,
)
RETIRED: tuple[str, ...] = ()
