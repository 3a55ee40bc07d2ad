"""Finding codes of Subjects and of structural conflicts (guide 2.3, 2.4, 5.5)."""

from __future__ import annotations

from memoir_git.custodian.codes_common import error, warning

DUPLICATE_SUBJECT = error(
    "SUBJECT-001", "A Subject ID stands more than once.", "Give one of the Subjects an ID of its own."
)
DUPLICATE_REF = error(
    "SUBJECT-002",
    "Active Subjects share one Canonical-Ref: {subjects}.",
    "Merge the Subjects with git memoir subject merge, or correct one of the references.",
)
SHARED_ALIAS = error(
    "SUBJECT-003",
    "Active Subjects share one alias or title: {subjects}.",
    "Merge the Subjects with git memoir subject merge, or remove the alias from one of them.",
)
MISSING_SUBJECT = error(
    "SUBJECT-004",
    "An active entry names a Subject that the registry lacks.",
    "Correct the Subject ID, or add the Subject with git memoir subject add.",
)
MERGED_SUBJECT = error(
    "SUBJECT-005",
    "An active entry names a Subject that was merged into another.",
    "Name the Subject it was merged into.",
)
SUBJECT_MERGE = error(
    "SUBJECT-006",
    "A Subject's merge relation is invalid: {reason}.",
    "Point Merged-Into at an active Subject, and keep Merged-From reciprocal.",
)
SUBJECT_KIND = warning(
    "SUBJECT-007",
    "A Subject's Kind or area reference does not fit its Canonical-Ref.",
    "Correct Kind or Canonical-Ref, or declare the area in manifest.md.",
)
SEVERAL_OWNERS = error(
    "CONFLICT-001",
    "One identity has several active owners, or versions that cannot both stand: {entries}.",
    "Supersede all but one, or give them different facets or subjects; decide on one version of an entry.",
)
OVERLAP = warning(
    "CONFLICT-002",
    "An area entry overlaps a project entry on {subject}, {facet} without a valid Exception-To: {entries}.",
    "Say that the area's rule is narrower with git memoir exception add, or supersede one of the two.",
)
INVALID_EXCEPTION = error(
    "CONFLICT-003",
    "An Exception-To is invalid: {reason}.",
    "Point it from an active area entry at an active project entry of the same subject and facet.",
)
INVALID_RECORD = error(
    "CONFLICT-004",
    "A reconciliation record is inconsistent: {reason}.",
    "Correct or remove it in reconciliations.md; git memoir reconcile add writes one that holds.",
)
COLLIDING_SUBJECTS = error(
    "CONFLICT-005",
    "The branches' Subjects collide ({reason}): {subjects}.",
    "Merge the Subjects with git memoir subject merge, or remove the shared alias or reference from one of"
    " them; no record excuses it.",
)
NEEDS_RECONCILIATION = warning(
    "CONFLICT-006",
    "Concurrent changes of memory need a person's decision ({reason}): {units}.",
    "Read both, then git memoir reconcile, exception or subject merge, or supersede one.",
)
EXTENDS_SUPERSEDED = error(
    "CONFLICT-007",
    "One branch superseded an entry that the other extends or edits: {entries}.",
    "Retarget the change to the successor, or keep one of the two successors.",
)
MERGED_BUT_REFERENCED = error(
    "CONFLICT-008",
    "One branch merged Subject {subject} into another while the other branch still names it: {entries}.",
    "Name the Subject it was merged into.",
)
AREAS_OVERLAP = warning(
    "CONFLICT-009",
    "Areas loaded together expose one subject and facet.",
    "Read both entries, and narrow the areas or reconcile them.",
    since=None,
)
REGISTRY_SYNTAX = error(
    "CONFLICT-010",
    "The Subject registry breaks its grammar: {reason}.",
    "Mend the line in subjects.md; docs/reference/formats/custodian.md has the grammar.",
)
