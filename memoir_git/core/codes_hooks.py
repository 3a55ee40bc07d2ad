"""Finding codes of the hooks: what they found in commits, and whether they are in place."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity

LOST_IN_MERGE = FindingCode(
    id="MG-HOOK-001",
    severity=Severity.WARNING,
    title="A side of the merge has this memory file, and the result has not.",
    remediation="If nobody decided that, take it back: git checkout {commit} -- on it.",
)
REPAIR = FindingCode(
    id="MG-HOOK-002",
    severity=Severity.WARNING,
    title="This file was merged as plain text, or not at all, where memory joins.",
    remediation="Run git memoir repair {revision}.",
)
REPAIR_REBASED = FindingCode(
    id="MG-HOOK-003",
    severity=Severity.WARNING,
    title="This file was rebased as plain text, or not at all, where memory joins.",
    remediation="Run git memoir repair --base {base} --theirs {theirs}.",
)
HOOK_NOT_WRITTEN = FindingCode(
    id="MG-HOOK-004",
    severity=Severity.WARNING,
    title="The hook {hook} is not ours to change ({reason}), so nothing is checked there.",
    remediation="Let it call 'git memoir hook run {hook}'; docs/how-to/hooks.md has the lines to copy.",
)
HOOK_MISSING = FindingCode(
    id="MG-HOOK-005",
    severity=Severity.WARNING,
    title="git does not run the hook {hook} of memoir-git, although it was installed.",
    remediation="Run git memoir install; another hook manager may have written its own in the meantime.",
)
HOOK_PROGRAM_MISSING = FindingCode(
    id="MG-HOOK-006",
    severity=Severity.ERROR,
    title="The hook {hook} starts a program that is missing or cannot be run.",
    remediation="Run git memoir install.",
)
HOOKS_INACTIVE = FindingCode(
    id="MG-HOOK-007",
    severity=Severity.WARNING,
    title="The hooks are named in git's config, which this git is too old to read: they do not run.",
    remediation="Run git memoir install --hooks directory, or use git 2.54 or newer.",
)
PUSHED_SECRET = FindingCode(
    id="MG-HOOK-008",
    severity=Severity.ERROR,
    title="Commit {commit}, about to be pushed, has a line here that looks like a secret ({kind}).",
    remediation="Take it out of that commit, with git rebase -i {commit}^, and revoke it if it was shared.",
)
PUSHED_PURGED = FindingCode(
    id="MG-HOOK-009",
    severity=Severity.ERROR,
    title="Commit {commit}, about to be pushed, holds a text here that was purged.",
    remediation="Rewrite it, with git rebase -i {commit}^; if it may be published, git push --no-verify.",
)
LOST_UNIT = FindingCode(
    id="MG-HOOK-010",
    severity=Severity.WARNING,
    title="A side of the merge has {unit} in this file, and the result has it nowhere.",
    remediation="If nobody decided that, take it back: git show {commit} with this path has it.",
)
LOST_PARTS = FindingCode(
    id="MG-HOOK-011",
    severity=Severity.WARNING,
    title="A side of the merge has rows or sections in this file that the result has nowhere: {count}.",
    remediation="If nobody decided that, take them back: git show {commit} with this path has them.",
)
PUSHED_FORGOTTEN = FindingCode(
    id="MG-HOOK-012",
    severity=Severity.ERROR,
    title="Commit {commit}, about to be pushed, holds an entry here that a guard names as removed.",
    remediation="Rewrite it, with git rebase -i {commit}^; if it may be published, git push --no-verify.",
)
SCANNER_REFUSED = FindingCode(
    id="MG-HOOK-013",
    severity=Severity.ERROR,
    title="The scanner that memoir.scanner names says no to this file.",
    remediation="Run that scanner on the file to see what it found, and take it out.",
)
SCANNER_NOT_RUN = FindingCode(
    id="MG-HOOK-014",
    severity=Severity.ERROR,
    title="The scanner that memoir.scanner names cannot be run or was stopped, so it looked at nothing.",
    remediation="Mend that setting, or run git config --unset memoir.scanner.",
)
SCANNER_TRACKED = FindingCode(
    id="MG-HOOK-015",
    severity=Severity.WARNING,
    title="memoir.scanner stands in a file that this repository tracks, and is not heeded.",
    remediation="Run git config memoir.scanner with the command, in this clone's own config.",
)

ALL: tuple[FindingCode, ...] = (
    LOST_IN_MERGE,
    REPAIR,
    REPAIR_REBASED,
    HOOK_NOT_WRITTEN,
    HOOK_MISSING,
    HOOK_PROGRAM_MISSING,
    HOOKS_INACTIVE,
    PUSHED_SECRET,
    PUSHED_PURGED,
    LOST_UNIT,
    LOST_PARTS,
    PUSHED_FORGOTTEN,
    SCANNER_REFUSED,
    SCANNER_NOT_RUN,
    SCANNER_TRACKED,
)
