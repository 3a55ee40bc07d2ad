"""What is known of the sources that evidence names: whether they are there, and still as pinned.

A pinned revision is compared by the file's content at that revision and at HEAD; that a commit was made since
then means nothing. Nothing is fetched: `issue:` and `pr:` are never looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from memoir_git.custodian.checks.context import SourceState
from memoir_git.custodian.evidence import Evidence
from memoir_git.custodian.project import Project
from memoir_git.fs.paths import is_inside
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

_FORMAT = "--batch-check=%(objectname)"
_MISSING = b" missing"
# A partial clone would ask its server for what it lacks.
_NO_FETCH = {"GIT_NO_LAZY_FETCH": "1"}


def evidence_sources(
    project: Project, root: Path, repository: Repository | None
) -> tuple[dict[str, SourceState], bool]:
    """Returns the state of each named source by item text, and whether git could compare revisions."""
    items = {item.text: item for item in _items(project) if item.path is not None}
    pinned = [item for item in items.values() if item.revision is not None]
    drifted, available = _drifted(pinned, repository)
    states = {
        text: SourceState(exists=source_exists(root, item), drifted=drifted.get(text))
        for text, item in items.items()
    }
    return states, available


def source_exists(root: Path, item: Evidence) -> bool:
    """Tells whether the source is in the project; one behind a link that leads out is not.

    Only for items with a path.
    """
    assert item.path is not None, "only items with a path are looked up"
    path = root / item.path
    try:
        return is_inside(path, root) and path.exists()
    except (OSError, ValueError):  # a name that is too long or that no file can have
        return False


def _items(project: Project) -> Iterable[Evidence]:
    for entry in project.entries():
        yield from entry.evidence
    for subject in project.registry.subjects:
        yield from subject.evidence
    for record in project.records.records:
        yield from record.evidence


def _drifted(items: list[Evidence], repository: Repository | None) -> tuple[dict[str, bool], bool]:
    """Compares each pinned source with HEAD in one call of git."""
    if not items:
        return {}, True
    if repository is None:
        return {}, False
    wanted = [f"{revision}:{item.path}" for item in items for revision in (item.revision, "HEAD")]
    asked = "".join(name + "\n" for name in wanted).encode("utf-8", "surrogateescape")
    try:
        done = repository.run("cat-file", _FORMAT, stdin=asked, environment=_NO_FETCH)
    except GitError:
        return {}, False
    answer = done.stdout.split(b"\n")[: len(wanted)]
    drifted = {}
    for item, pinned, head in zip(items, answer[::2], answer[1::2], strict=True):
        drifted[item.text] = pinned != head or pinned.endswith(_MISSING)
    return drifted, True
