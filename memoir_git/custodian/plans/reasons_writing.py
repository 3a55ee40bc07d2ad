"""Why entries are not written, and what is told where they are: the words of adding, promoting, enabling."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.plans.explanation import Explanation, explained

_LIST = "Look for the ID with git memoir list."
_AGAIN = "Preview again, read what changed meanwhile, and confirm the new plan."

WRITING_BLOCKERS: Mapping[str, Explanation] = {
    # any command
    "stale-plan": explained("the memory or the request is not what the confirmed plan was made from", _AGAIN),
    "file-unusable": explained(
        "a file that would be changed cannot be read", "Run git memoir audit and mend what it names."
    ),
    "text-holds-a-secret": explained(
        "an argument looks like it holds a secret of the kind {kind}",
        "Say it without the secret; if it is a real one and was shared, revoke it.",
    ),
    # finding an entry
    "entry-not-found": explained("no entry, or more than one, has this ID", _LIST),
    "entry-archived": explained("the entry is in the archive, which is never changed", "Write a new entry."),
    "entry-malformed": explained(
        "the entry cannot be read as one", "Run git memoir audit, mend the entry by hand, and preview again."
    ),
    "entry-not-active": explained("the entry is not active", "Look at it with git memoir show."),
    # what an entry says
    "title-missing": explained("there is neither a title nor a text to take one from", "Give --title."),
    "title-not-plain": explained(
        "the title holds control characters or would not be read back as it is", "Say it in plain characters."
    ),
    "text-missing": explained(
        "{field} would be empty", "Give the text, or - to read it from standard input."
    ),
    "text-not-plain": explained(
        "line {text_line} of {field} holds a control character", "Remove it and run the command again."
    ),
    "text-reads-otherwise": explained(
        "line {text_line} of {field} would be read as {reads_as} and not as text",
        "Indent that line by two blanks, close the fence, or give --reason where a list ends the text.",
    ),
    "decision-too-long": explained(
        "the decision has about {amount} tokens, and {limit} are its budget",
        "Shorten it, put the rest into a document and name that in --evidence, or give --allow-long.",
    ),
    # where an entry stands
    "scope-invalid": explained(
        "the scope is none that shared memory can have", "Use project, or area: and the name of an area."
    ),
    "scope-contradicts": explained("--scope and --area name two places", "Give one of them."),
    "name-invalid": explained(
        "the name cannot be that of a file of its folder",
        "Use a letter or digit, then letters, digits, dots, underscores and hyphens; not README.",
    ),
    "name-missing": explained("a rule or a profile needs a name", "Give --name."),
    "area-missing": explained("an entry of the type area needs an area", "Give --area."),
    "index-unreadable": explained(
        "the manifest's index of modules cannot be read, so nothing can be declared in it",
        "Run git memoir audit --routing and mend the lines it names.",
    ),
    # what backs an entry
    "evidence-missing": explained(
        "active memory and candidates need Evidence",
        "Give --evidence user-confirmed where a person said so, or name a source.",
    ),
    "evidence-malformed": explained(
        "item {item} of the Evidence is none of the known forms",
        "Use user-confirmed, repo:PATH, doc:PATH, test:PATH, issue:#N or pr:#N.",
    ),
    "evidence-not-admissible": explained(
        "item {item} of the Evidence cannot back active memory",
        "Ask a person and give user-confirmed, name a source, or write a candidate with --candidate.",
    ),
    "evidence-source-missing": explained(
        "the file that item {item} of the Evidence names is not in the project",
        "Mend the path, or give --allow-missing-evidence.",
    ),
    "subject-missing": explained(
        "a decision, constraint or rejection needs a Subject and a Facet",
        "Give --subject and --facet; git memoir subject list shows the Subjects there are.",
    ),
    "subject-not-found": explained(
        "no active Subject, or more than one, has this ID",
        "Look for it with git memoir subject list; a merged Subject names the one it became.",
    ),
    "facet-unknown": explained("the Facet is none of the protocol's", "git memoir add -h lists them."),
    "provisional-half": explained(
        "a candidate has a provisional Subject and Facet, or neither", "Give both or neither."
    ),
    "identity-owned": explained(
        "another active entry owns this scope, Subject and Facet",
        "Replace it with --supersedes, or choose another Facet.",
    ),
    # guards
    "guarded-topic": explained(
        "the entry speaks of a topic that was forgotten, and this guard stands against it",
        "Give its ID to --supersedes, which lifts the guard, or to --despite-guard, which leaves it.",
    ),
    "guard-not-found": explained(
        "--despite-guard names no active guard", "Give the ID that the refusal named."
    ),
    # superseding
    "already-superseded": explained(
        "the entry was superseded already, by the one named here", "Supersede that one instead."
    ),
    "identity-changes": explained(
        "a successor keeps scope, Subject and Facet of what it supersedes",
        "Leave --scope, --subject and --facet out to take them from the old entry.",
    ),
    "type-changes": explained(
        "a preference and a rule are superseded by their like alone, and a candidate supersedes nothing",
        "Give the --type of the old entry.",
    ),
    "exception-depends": explained(
        "the area entry named here is an exception to the entry",
        "Remove the exception first: git memoir exception remove.",
    ),
    # legacy units
    "legacy-unit-not-found": explained(
        "there is no such unit", "git memoir list --status legacy shows the units and their places."
    ),
    "legacy-unit-not-a-section": explained(
        "the unit is a bullet or has an ID already", "Write the entry anew and remove the bullet by hand."
    ),
    "legacy-unit-not-plain": explained(
        "the unit holds more than one typed body with a text, and a Reason",
        "Bring the rest under its body by hand, or take it out; bullets need two blanks before them.",
    ),
    "legacy-type-differs": explained(
        "the unit's body or file is of another type or scope than was asked for",
        "Give the type and scope that belong to where the unit stands.",
    ),
    # promoting
    "not-a-candidate": explained("the entry is no candidate", "Look at it with git memoir show."),
    "already-promoted": explained(
        "the candidate was promoted already, to the entry named here",
        "Look at that one with git memoir show.",
    ),
    "candidate-type-differs": explained(
        "the candidate is of another type", "Give the --type that it says, or write a new candidate."
    ),
    "provisional-differs": explained(
        "the candidate names another Subject or Facet", "Leave --subject and --facet out to take its own."
    ),
    "id-taken": explained(
        "the ID that the promotion makes is taken", "Look at the entry of that ID; promote again tomorrow."
    ),
    # enabling
    "feature-unknown": explained(
        "there is no such feature",
        "Use preferences, changelog, rules, profiles, archive, rules/NAME, profiles/NAME or areas/NAME.",
    ),
    "enabled-otherwise": explained(
        "it is enabled already, in another way than was asked for",
        "Change the lines below it in the manifest by hand.",
    ),
    "activation-misplaced": explained(
        "patterns load areas and tasks load rules; nothing else is loaded by either",
        "Leave --path and --task out, or enable areas/NAME or rules/NAME.",
    ),
    "glob-invalid": explained(
        "pattern {item} is not one that the manifest can hold",
        "Use a path from the top of the work tree with * and **, without backticks.",
    ),
}
WRITING_WARNINGS: Mapping[str, Explanation] = {
    "text-may-hold-a-secret": explained(
        "an argument may hold a credential of the kind {kind}",
        "If it is one, do not write it: name only where the value is.",
    ),
    "evidence-source-missing": explained(
        "the file that item {item} of the Evidence names is not in the project",
        "Add it; until then the audit names the entry.",
    ),
    "decision-too-long": explained(
        "the decision has about {amount} tokens, and {limit} are its budget", "Shorten it when you can."
    ),
    "guard-left-standing": explained(
        "the entry speaks of a topic whose guard stays", "Nothing to do where this is meant."
    ),
    "record-becomes-stale": explained(
        "a reconciliation record lists the entry that would be superseded",
        "Look at the record; it acknowledges nothing any more.",
    ),
    "explicit-only": explained(
        "no path or task loads it, so it is read only when someone asks for it by name",
        "Give --path for an area or --task for a rule, or leave it so.",
    ),
}
