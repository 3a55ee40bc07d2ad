"""Finding codes that both kinds of memoir file raise, and the constructors of all codes of the store.

MUST in the format is an error, SHOULD a warning, and what it calls no error is a report.
"""

from __future__ import annotations

from memoir_git.core.finding import FindingCode, Severity


def error(name: str, title: str, remediation: str) -> FindingCode:
    """Returns a code that fails a check."""
    return _declared(name, Severity.ERROR, title, remediation)


def warning(name: str, title: str, remediation: str) -> FindingCode:
    """Returns a code that asks for a look."""
    return _declared(name, Severity.WARNING, title, remediation)


def report(name: str, title: str, remediation: str) -> FindingCode:
    """Returns a code that only informs."""
    return _declared(name, Severity.INFO, title, remediation)


def _declared(name: str, severity: Severity, title: str, remediation: str) -> FindingCode:
    return FindingCode(id=f"MM-{name}", severity=severity, title=title, remediation=remediation)


FILE_LINK = error(
    "FILE-LINK",
    "The memory file, or a folder above it, is a symbolic link, and memory is not read through links.",
    "Replace the link by the file or folder it names.",
)
FILE_KIND = error(
    "FILE-KIND",
    "A memory file was expected here, but this is a folder, a pipe or a device.",
    "Move it away, or take the path out of .gitattributes with 'git memoir untrack'.",
)
FILE_UNREADABLE = error(
    "FILE-UNREADABLE",
    "The memory file cannot be read.",
    "Check the permissions of the file and of the folders above it.",
)
FILE_SIZE = error(
    "FILE-SIZE",
    "The memory file is larger than {limit} bytes and was not read.",
    "Split the file, or take the path out of .gitattributes with 'git memoir untrack'.",
)
FILE_UNMERGED = error(
    "FILE-UNMERGED",
    "git has not finished merging this file.",
    "Run 'git memoir resolve'.",
)
ENCODING = error(
    "ENCODING",
    "The memory file is not UTF-8 text.",
    "Save the file as UTF-8 without NUL characters.",
)
MARKERS = error(
    "MARKERS",
    "Conflict markers of an unfinished merge stand in the file.",
    "Run 'git memoir resolve', or edit the file until one version stands without markers.",
)
NO_FILES = warning(
    "NO-FILES",
    "No memory file was found, so nothing was checked.",
    "Name the files, or bind them with 'git memoir init' or 'git memoir track'.",
)
DATE = error(
    "DATE",
    "{place} is not an ISO 8601 date or date-time, so it loses to any real date.",
    "Write it as 2026-05-02 or 2026-05-02T09:30:00Z.",
)
DATE_MISSING = warning(
    "DATE-MISSING",
    "{place} is missing, so this loses to any dated copy in a merge.",
    "Add it with the date or date-time it stands for.",
)
HIDDEN_AT = error(
    "HIDDEN-AT",
    "A hidden decision has no valid hidden_at.",
    "Add 'hidden_at' with the date or date-time of hiding.",
)
HIDDEN_NOT_BOOLEAN = warning(
    "HIDDEN-NONBOOL",
    "hidden is neither true nor false; readers disagree what it means.",
    "Write true, or remove it.",
)
TEXT_HASH = error(
    "TEXT-HASH",
    "text_hash is not 64 lower-case hexadecimal digits, so it purges nothing.",
    "Run 'git memoir forget --mode purge' for it again, or remove text_hash.",
)
PURGE_NOT_HIDDEN = error(
    "PURGE-NOT-HIDDEN",
    "text_hash stands on something that is not hidden.",
    "Add hidden and hidden_at, or remove text_hash.",
)
SECRET = report(
    "SECRET",
    "The line looks like it holds a secret ({kind}).",
    "Take the secret out of the file and revoke it; git keeps every version that was committed.",
)
