"""Why something is not forgotten, or what is left of it: the words of forgetting."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.plans.explanation import Explanation, explained

FORGETTING_BLOCKERS: Mapping[str, Explanation] = {
    # where a topic stands that no unit is
    "manual-rewrite": explained(
        "the topic stands in text that is no unit of its own",
        "Rewrite those lines by hand and preview again.",
    ),
    "title-matches": explained(
        "the topic stands in the title of the file", "Rewrite its first line by hand and preview again."
    ),
    "heading-only": explained(
        "the topic stands in a heading without a text", "Delete or rewrite the heading by hand."
    ),
    "rejection-matches": explained(
        "the topic stands in a rejection, which is against something and would be lost with it",
        "Rewrite it by hand, or forget it by its ID.",
    ),
    "ambiguous-bullet": explained(
        "below the unit stands text that may or may not belong to it",
        "Indent it by two blanks, or move it, and preview again.",
    ),
    "file-name-tells": explained(
        "a file or folder is named after the topic", "Rename it, and its lines in the manifest's index."
    ),
    "topic-holds-a-secret": explained(
        "a soft guard would write down a topic that looks like a credential",
        "Revoke a real one first; then forget it with --mode hard.",
    ),
    # what is selected by ID, or in use
    "only-in-archive": explained(
        "the entry stands in the archive, which is reached by purging alone", "Give --mode purge."
    ),
    "subject-in-use": explained(
        "the one named here still uses a Subject that would go",
        "Give it another Subject, or forget it first.",
    ),
    "file-not-searched": explained(
        "a file or folder that would be searched is there and cannot be read, so it may hold the topic",
        "Put the file itself there and make it readable; git memoir audit names what is wrong.",
    ),
    # flags
    "needs-allow-broad-match": explained(
        "the topic is short or matches several units", "Read the preview, then add --allow-broad-match."
    ),
}
FORGETTING_WARNINGS: Mapping[str, Explanation] = {
    "broad-match": explained(
        "the topic is short or matches several units",
        "Read what would go; applying it needs --allow-broad-match.",
    ),
    "no-match": explained("nothing matches, so nothing is done", "Check the spelling, or try other words."),
    "already-forgotten": explained(
        "a guard names the entry as forgotten, and it is not there", "Nothing to do here."
    ),
    "mentions-left": explained(
        "files that this mode does not search, or texts that are no memory, still mention the topic",
        "Look at the manifest and the README files; the archive needs --mode purge.",
    ),
    "title-quoted": explained(
        "the title of what goes is quoted elsewhere in the memory",
        "Forget by topic, or rewrite those places by hand.",
    ),
    "id-named": explained(
        "the ID of what goes is named elsewhere in the memory", "Look at those places; an ID says nothing."
    ),
    "exception-becomes-owner": explained(
        "the area entry was an exception to what goes, and becomes an owner of its own",
        "Look at it with git memoir show.",
    ),
}
