"""Why Subjects, exceptions and records are not changed, or files not made smaller: the words of governing."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.plans.explanation import Explanation, explained

_MEND = "Run git memoir audit, mend what it names by hand, and preview again."

GOVERNING_BLOCKERS: Mapping[str, Explanation] = {
    # files and words
    "file-missing": explained("a file that is needed is not there", "Run git memoir init project --repair."),
    "empty-name": explained("a title or name is empty", "Give one."),
    "name-too-long": explained("a title or name is too long", "Shorten it."),
    "unprintable-name": explained(
        "a title or name holds characters that cannot be seen", "Say it in plain characters."
    ),
    "name-would-be-misread": explained(
        "a title or name would not be read back as it is",
        "Word it otherwise: a # at the end of a title is lost, and so is what looks like a list.",
    ),
    "entry-stands-twice": explained("more than one entry has this ID", _MEND),
    # Subjects
    "subject-stands-twice": explained("more than one Subject has this ID", _MEND),
    "subject-malformed": explained("the Subject cannot be read as an active one", _MEND),
    "subject-is-merged": explained("the Subject was merged, into the one named here", "Name that one."),
    "subject-into-itself": explained("a Subject cannot be merged into itself", "Give another --into."),
    "title-taken": explained(
        "the Subject named here has this title or alias",
        "Use that one, or choose a title that tells them apart.",
    ),
    "alias-taken": explained(
        "the Subject named here has this title or alias",
        "Use that one, merge the two, or leave the alias out.",
    ),
    "unknown-kind": explained("the kind is none of the protocol's", "git memoir subject add -h lists them."),
    "malformed-reference": explained(
        "the Canonical-Ref is none of the known forms", "docs/reference/formats/custodian.md lists them."
    ),
    "reference-taken": explained(
        "the Subject named here has this Canonical-Ref",
        "Use that one, and give it the new name with git memoir subject add-alias.",
    ),
    "references-differ": explained(
        "the two Subjects have different Canonical-Refs",
        "Look at both; if the target's is the right one, give --keep-target-ref.",
    ),
    "second-owner": explained(
        "the entry would own what another one owns under the target", "Supersede one of the two first."
    ),
    # exceptions
    "exception-to-another": explained(
        "the entry is an exception to another one already", "Remove that first: git memoir exception remove."
    ),
    "no-exception": explained("there is no valid exception", "Look at the entries with git memoir show."),
    "target-missing": explained(
        "the entry that it is an exception to is not there once", "Take the Exception-To line out by hand."
    ),
    "source-is-no-area-owner": explained(
        "only an active owner in an area can be an exception", "Name the area's entry first."
    ),
    "target-is-no-project-owner": explained(
        "an exception is one to an active owner of the whole project", "Give another --to."
    ),
    "target-is-an-exception": explained("the target is an exception itself", "Give another --to."),
    "subject-or-facet-differs": explained(
        "the two entries decide different things", "An exception needs the same Subject and Facet on both."
    ),
    # records
    "too-few-entries": explained("a record is about two entries at least", "Give --entry twice."),
    "too-many-entries": explained("this resolution is about two entries", "Make a record for each pair."),
    "record-exists": explained(
        "a record of these entries is there already", "Look at it in reconciliations.md."
    ),
    "entry-missing": explained("an entry of the record is not there once", _MEND),
    "no-supersession": explained(
        "neither of the two entries supersedes the other", "Supersede first: git memoir add --supersedes."
    ),
    "no-subject-merge": explained(
        "the Subject of neither entry was merged into that of the other",
        "Merge the Subjects first: git memoir subject merge.",
    ),
    "entry-is-no-owner": explained(
        "an entry of the record owns nothing", "Name active entries with a Subject and a Facet."
    ),
    "same-identity": explained(
        "the entries own the same scope, Subject and Facet", "Supersede one; no record excuses two owners."
    ),
    # budgets
    "no-budget": explained(
        "the file has no budget to keep", "Name the inbox, or a file that git memoir audit --budgets lists."
    ),
    "long-decision-kept": explained(
        "a decision that stays is over its own budget", "Shorten or supersede it first."
    ),
    # beginning anew
    "no-identity": explained(
        "the manifest has no project_id to keep", "git memoir init project --repair, or give it one by hand."
    ),
}
GOVERNING_WARNINGS: Mapping[str, Explanation] = {
    "kind-and-reference-differ": explained(
        "the kind and the scheme of the Canonical-Ref differ", "Check which of the two is meant."
    ),
    "area-not-declared": explained(
        "the Canonical-Ref names an area that is not declared", "Enable it: git memoir enable areas/NAME."
    ),
    "record-without-evidence": explained(
        "no record of the merge is written, for neither Subject has Evidence that could back it",
        "Nothing to do here; Merged-Into tells it.",
    ),
    "only-a-person-can": explained(
        "nothing here can be shortened without knowing what it means", "Edit the file by hand."
    ),
    "still-over-budget": explained(
        "the file stays over its budget", "Shorten or supersede what is left, by hand."
    ),
    "own-content": explained(
        "the file that would be replaced holds more than the template",
        "Keep what you still need elsewhere; git has it only if it was committed.",
    ),
}
