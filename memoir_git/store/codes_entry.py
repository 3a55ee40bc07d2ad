"""Finding codes of entry files (format section 3).

A file in a legacy dialect raises the errors that its dialect explains as warnings (format, Appendix A).
"""

from __future__ import annotations

from memoir_git.store.codes_common import error, report, warning

FRONTMATTER_UNTERMINATED = error(
    "FM-UNTERMINATED",
    "The frontmatter has no closing '---' line.",
    "Add a line '---' after the last field.",
)
FRONTMATTER_DUPLICATE = error(
    "FM-DUPKEY",
    "A frontmatter key stands twice, and readers disagree which one counts.",
    "Keep one of the two lines.",
)
FRONTMATTER_SUBSET = error(
    "FM-SUBSET",
    "A frontmatter value uses YAML beyond the format's subset: a block scalar, a continued line, an anchor"
    " or deeper nesting.",
    "Write the value on one line, as a list or as one level of 'key: value' lines, or move it to the body.",
)
TYPE_MISSING = error(
    "TYPE-MISSING",
    "The entry has no type.",
    "Add a 'type:' line with fact, preference, decision, lesson, goal or next_action.",
)
TYPE_UNKNOWN = error(
    "TYPE-UNKNOWN",
    "The entry's type is not one the format knows.",
    "Change the 'type:' line to fact, preference, decision, lesson, goal or next_action.",
)
NAME_MISSING = error("NAME-MISSING", "The entry has no name.", "Add a 'name:' line with a title.")
LESSON_TRIGGER = error(
    "LESSON-TRIGGER",
    "The lesson has no trigger, the situation that should fire it.",
    "Add a 'trigger:' line.",
)
LESSON_APPLY = error(
    "LESSON-APPLY",
    "The lesson has no how_to_apply, the change of behaviour it asks for.",
    "Add a 'how_to_apply:' line.",
)
FIRED_COUNT = error(
    "FIRED-COUNT",
    "fired_count is not a whole number from 0 on.",
    "Write a whole number, or remove the line.",
)
ADDED_MISSING = error(
    "ADDED-MISSING",
    "The next action has no added date, so its completion cannot be judged.",
    "Add an 'added:' line with the date-time it was added.",
)
SCHEMA_VERSION = error(
    "SCHEMA-VERSION",
    "schema_version is not a positive whole number.",
    "Write 'schema_version: 1', or remove the line.",
)
PURGE_ENTRY_LEFT = error(
    "PURGE-ENTRY-LEFT",
    "A purged entry still has a body or fields beside type, name, hidden, hidden_at and text_hash.",
    "Run 'git memoir forget --mode purge' for the entry again, or remove the body and those fields.",
)
BARE = warning(
    "BARE",
    "The file has no frontmatter and is read as an opaque legacy entry.",
    "Begin the file with a frontmatter block that holds at least type and name.",
)
LEGACY_DIALECT = warning(
    "LEGACY-DIALECT",
    "The type stands under 'metadata', as a legacy dialect has it.",
    "Move it to a 'type:' line at the top level.",
)
LEGACY_TYPE = warning(
    "LEGACY-TYPE",
    "The type is a word of the legacy vocabulary.",
    "Change user to preference, feedback to lesson, reference to fact; split a project file into entries.",
)
LEGACY_NO_APPLY = warning(
    "LEGACY-NO-APPLY",
    "The legacy feedback entry has no '**How to apply:**' section.",
    "Add the section, or make the entry a lesson with a 'how_to_apply:' line.",
)
DESCRIPTION_MISSING = warning(
    "DESC-MISSING",
    "The entry has no description and is invisible in lists.",
    "Add a 'description:' line.",
)
WHY_MISSING = warning("WHY-MISSING", "The decision does not say why.", "Add a 'why:' line with the reason.")
REJECTED_MISSING = warning(
    "REJECTED-MISSING",
    "The decision does not name the rejected alternative.",
    "Add a 'rejected:' line with the alternative and why it lost.",
)
SET_ON_MISSING = warning(
    "SET-ON-MISSING",
    "The goal has no set_on date, so its completion always outlives it.",
    "Add a 'set_on:' line with the date it was set.",
)
NO_RECENCY = warning(
    "NO-RECENCY",
    "The entry has no usable date of edit, so it loses every disagreement in a merge.",
    "Add a 'created:' or 'updated:' line.",
)
APPLY_IN_BODY = warning(
    "APPLY-IN-BODY",
    "The lesson's how_to_apply stands in the body only.",
    "Add a 'how_to_apply:' line to the frontmatter.",
)
SCOPE = warning(
    "SCOPE",
    "The preference's scope is neither global nor project.",
    "Write 'scope: global' or 'scope: project', or remove the line.",
)
NEWER_SCHEMA = warning(
    "NEWER-SCHEMA",
    "The entry's schema_version is newer than this program understands, so it was not examined.",
    "Upgrade memoir-git.",
)
DONE_BEFORE_ADDED = warning(
    "DONE-BEFORE-ADDED",
    "The entry was done before it was added or set, so it counts as live again.",
    "Correct done_at, or remove it if the work is open again.",
)
HIDDEN_NOT_DECISION = warning(
    "HIDDEN-NOT-DECISION",
    "Only a decision can be hidden; other readers show this entry.",
    "Remove the 'hidden:' line, or run 'git memoir forget' for the entry.",
)
LIST_SHAPE = warning(
    "LIST-SHAPE",
    "{place} is not a block list, which some readers do not understand.",
    "Write one indented '- item' line per item.",
)
FRONTMATTER_UNPARSED = warning(
    "FM-UNPARSED",
    "A frontmatter line is neither a 'key: value' line nor part of one.",
    "Give the line a key, or move it to the body.",
)
FILENAME_SLUG = warning(
    "FILENAME-SLUG",
    "The file's name is not a lower-case slug.",
    "Rename the file with 'git mv', and the [[links]] to it.",
)
FILENAME_PREFIX = warning(
    "FILENAME-PREFIX",
    "The file's name does not begin with the entry's type.",
    "Rename the file with 'git mv' so that it begins with the type and '_', and the [[links]] to it.",
)
PURGE_NAME = warning(
    "PURGE-NAME",
    "The text_hash is not the one of this file's name, so it purges no copy of this entry.",
    "Give the file the name it was purged under, or remove the line.",
)
BOM = report(
    "FM-BOM",
    "The file begins with a byte order mark, which hides the frontmatter from some readers.",
    "Save the file as UTF-8 without a byte order mark.",
)
FRONTMATTER_SECOND = report(
    "FM-SECOND",
    "The body begins with a second frontmatter block, which the first one shadows.",
    "Join the two blocks into one.",
)
LINK_UNRESOLVED = report(
    "LINK-UNRESOLVED",
    "A [[link]] on this line leads to no entry.",
    "Write the entry, or correct the link's name.",
)
SUPERSEDED_UNRESOLVED = report(
    "SUPERSEDED-UNRESOLVED",
    "superseded_by names no entry.",
    "Write the link name of the decision that replaced this one: its file name without .md.",
)
NAME_COLLISION = report(
    "NAME-COLLISION",
    "The file's name differs from that of {other} in case or word separators only.",
    "Rename one of them with 'git mv', or join the two entries.",
)
