"""Finding codes of erasure, transactions, plans, the local overlay, migration, privacy and run time."""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity
from memoir_git.custodian.codes_common import blocker, error, info, warning

BROAD_CLAIM = error(
    "ERASURE-001",
    "The output claims a broader removal than was performed.",
    "Report it as a bug of this program.",
)
HISTORY_UNAVAILABLE = warning(
    "ERASURE-002",
    "Git history was not inspected, or not to its end: {reasons}.",
    "docs/reference/exposure.md says what each reason asks for; this is no sign that nothing is there.",
)
REACHABLE_COPY = warning(
    "ERASURE-003",
    "A copy is still reachable in Git history: blobs {blobs}, messages {messages} ({classes}).",
    "Rotate what was secret first; docs/how-to/a-secret-got-committed.md says what then.",
)
NO_REACHABLE_COPY = info(
    "ERASURE-004",
    "This inspection found no reachable copy; copies elsewhere were not looked at.",
    "Nothing to do here; clones, forks, backups and caches are outside of this program's reach.",
)
TOPIC_LEAK = blocker(
    "ERASURE-005",
    "A forgotten topic stands in a journal, a backup's metadata, JSON or an error.",
    "Report it as a bug of this program.",
)
RESET_TOO_WIDE = blocker(
    "ERASURE-006",
    "The local reset would reach beyond this project's overlay on this machine ({reason}).",
    "Put right what git memoir local status names; nothing was removed.",
)
SENSITIVE_MEMORY = warning(
    "ERASURE-007",
    "Memory in the repository holds sensitive material ({kind}).",
    "Keep the value in a secret store and name only where it is.",
)
RESURRECTED = error(
    "ERASURE-008",
    "The guard {guard} names this entry as forgotten, and it is back.",
    "Run git memoir forget --id {entry} --mode {mode}, or lift the guard: git memoir forget --id {guard}.",
)
TRANSACTION_UNFINISHED = blocker(
    "TRANSACTION-001", "A change of project memory is unfinished.", "Run git memoir recover."
)
TRANSACTION_UNREADABLE = blocker(
    "TRANSACTION-002",
    "The journal of a change of project memory cannot be used.",
    "Run git memoir recover.",
)
TRANSACTION_ORPHAN = blocker(
    "TRANSACTION-003",
    "Private state of a change of project memory has no journal to it.",
    "Run git memoir recover.",
)
TRANSACTION_UNSAFE = blocker(
    "TRANSACTION-004",
    "Private state of changes of project memory is unsafe or cannot be looked at.",
    "Check the permissions of the state directory, then run git memoir recover.",
)
PLAN_BLOCKER = error("PLAN-001", "The plan is blocked: {reason}.", "Remove the obstacle and preview again.")
PLAN_WARNING = warning("PLAN-002", "The plan has a warning: {reason}.", "Read the preview.")
LOCAL_UNBOUND = warning(
    "LOCAL-001",
    "The local overlay is not bound to this work tree, and is not read.",
    "Run git memoir local link, if it is to be read here.",
)
LOCAL_REVIEW = error(
    "LOCAL-002",
    "The local overlay needs review and is not read: {reason}.",
    "Mend it by hand; docs/how-to/local-preferences.md says what each reason means.",
)
MIGRATION_BLOCKED = error(
    "MIGRATION-001",
    "A unit stands in the way of canonicalisation.",
    "Rewrite the unit by hand.",
    since=None,
)
MIGRATION_DRIFT = blocker(
    "MIGRATION-002",
    "The migration's source changed since it was prepared.",
    "Prepare the migration again.",
    since=None,
)
PRIVACY = warning(
    "PRIVACY-001",
    "Shared memory holds personal or machine data ({kind}).",
    "Remove it, or move it to the local overlay.",
)
SECURITY = error(
    "SECURITY-001",
    "Memory holds what looks like a credential or an authorisation ({kind}).",
    "Rotate a real credential first, then remove it; memory never authorises anything.",
)
MERGE_REVIEW = warning(
    "MERGE-000",
    "The merge review is not available: {reason}.",
    "Fetch both branches with their history, and name the other one with --merge-base; nothing was compared.",
)
ADAPTER = warning(
    "ADAPTER-001",
    "An agent's entry file lacks the block that points at project memory.",
    "Run git memoir init project --agent for it, or take its Skill away.",
)
INVOCATION = blocker(
    "INVOCATION-001",
    "The invocation is not available in this version: {option}.",
    "Run the command without it.",
)
RUNTIME = FindingCode(
    id="MC-RUNTIME-001",
    severity=Severity.BLOCKER,
    title="The command could not do its work here.",
    remediation="Read the message on standard error; it names what stands in the way and the next command.",
    is_fatal=True,
)
