"""Checks of one entry file: decides which families of rules a file gets to.

What is no text, has no end to its frontmatter or was left in the middle of a merge is not examined further,
and neither is a newer schema: nothing in it may mean what it seems to (format section 6).
"""

from __future__ import annotations

from memoir_git.core.finding import Finding
from memoir_git.core.frontmatter import BARE, FRONT, UNTERMINATED
from memoir_git.core.ids import RepoPath
from memoir_git.store import codes_common, codes_entry
from memoir_git.store.checks.fields import check_fields
from memoir_git.store.checks.file_names import check_file_name
from memoir_git.store.checks.frontmatter import check_frontmatter, check_version
from memoir_git.store.checks.kinds import check_kind
from memoir_git.store.checks.markers import marker_line
from memoir_git.store.checks.purge import check_purge, is_stub
from memoir_git.store.checks.subject import Subject
from memoir_git.store.entries import read_entry
from memoir_git.store.entry_facts import is_newer_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def check_entry(
    data: bytes,
    path: RepoPath,
    *,
    has_name: bool = True,
    known_names: frozenset[str] | None = None,
    with_secrets: bool = True,
) -> tuple[Finding, ...]:
    """Returns what is wrong with the entry file in `data`.

    `known_names` are the link names of the store, `None` to leave links unjudged. `has_name` says that the
    path is the file's own; without it nothing is said about names and purge hashes. A caller
    that looks for secrets itself goes without them here.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return (codes_common.ENCODING.at(path, line=data.count(b"\n", 0, error.start) + 1),)
    if "\0" in text:
        return (codes_common.ENCODING.at(path, line=text.count("\n", 0, text.index("\0")) + 1),)
    subject = Subject(read_entry(text, path if has_name else ""), path)
    found = tuple(_examine(subject, known_names))
    if not with_secrets:
        return found
    from memoir_git.store.checks.secrets import check_secrets

    return (*found, *check_secrets(text, path))


def _examine(subject: Subject, known_names: frozenset[str] | None) -> Iterator[Finding]:
    document = subject.entry.document
    marked = marker_line(document)
    if document.bom:
        yield subject.about(codes_entry.BOM, line=1)
    if marked is not None:
        yield subject.about(codes_common.MARKERS, line=marked)
        if document.state != FRONT or marked < document.body_number:
            return
    if document.state == UNTERMINATED:
        yield subject.about(codes_entry.FRONTMATTER_UNTERMINATED, line=1)
    elif is_newer_schema(document):
        yield from check_version(subject)
    else:
        yield from _examine_fields(subject)
        if known_names is not None:
            from memoir_git.store.checks.links import check_links

            yield from check_links(subject, known_names)


def _examine_fields(subject: Subject) -> Iterator[Finding]:
    if subject.entry.document.state == BARE:
        yield subject.about(codes_entry.BARE)
        yield from check_file_name(subject)
        return
    yield from check_frontmatter(subject)
    yield from check_purge(subject)
    yield from check_fields(subject)
    if not is_stub(subject):
        yield from check_kind(subject)
        yield from check_file_name(subject)
