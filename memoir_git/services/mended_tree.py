"""The memory files that one made merge needs, laid over what HEAD holds by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memoir_git.core import codes_finish
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.core.snapshot import Snapshot, SnapshotFile
from memoir_git.services.followed import false_renames
from memoir_git.services.join_trees import Expected
from memoir_git.services.loaded_merge import JudgedMerge
from memoir_git.services.mending import Mended, Merges, mend, tidy
from memoir_git.services.parted import part, part_findings
from memoir_git.services.salvage import committed_conflict
from memoir_git.store.recognise import SESSION

MENDED = "mended"
RESTORED = "restored"
TIDIED = "tidied"


@dataclass(slots=True)
class Overlay:
    """The files that will differ from HEAD, why, and what a person should know. Filled merge by merge."""

    head: Snapshot
    formats: dict[RepoPath, str] = field(default_factory=dict)
    files: dict[RepoPath, SnapshotFile] = field(default_factory=dict)
    reasons: dict[RepoPath, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def current(self, path: RepoPath) -> SnapshotFile | None:
        """Returns the file as it would be after what was decided so far."""
        return self.files.get(path) or self.head.files.get(path)

    def put(self, path: RepoPath, content: bytes, mode: int, reason: str) -> None:
        """Decides on a file's content, unless it has it already."""
        held = self.current(path)
        if held is None or held.content != content:
            self.files[path] = SnapshotFile(content=content, mode=held.mode if held else mode)
            self.reasons[path] = reason


def lay_over(overlay: Overlay, judged: JudgedMerge, merges: Merges) -> None:
    """Adds what the merge `judged` left undone."""
    overlay.formats.update(judged.formats)
    apart = false_renames(judged.trees, judged.formats)
    for expected in judged.expected:
        places = _actual_places(expected, judged.actual)
        if expected.content is None:
            continue
        if not places:
            _restore(overlay, expected, judged, parted=expected.file.path in apart.values())
        for path in places:
            _mend_place(overlay, expected, path, judged, merges)
    overlay.findings += part_findings(apart, judged)


def tidy_head(
    overlay: Overlay, formats: Mapping[RepoPath, str], merges: Merges, *, markers_only: bool
) -> None:
    """Takes committed conflict markers apart in every memory file of HEAD.

    Sessions are put in order too, unless it is `markers_only`.
    """
    overlay.formats.update(formats)
    for path, format_name in formats.items():
        held = overlay.current(path)
        if held is None:
            continue
        if not markers_only or committed_conflict(format_name, held.content) is not None:
            mended = tidy(format_name, path, held.content, merges.plain)
            _take(overlay, path, mended, held.mode, TIDIED)


def _actual_places(expected: Expected, actual: Snapshot) -> list[RepoPath]:
    """Returns where the commit has the file: at a place it should have, else at any name it once had."""
    right = [path for path in expected.file.places if path in actual.files]
    return right or sorted(path for path in expected.file.known_as if path in actual.files)


def _restore(overlay: Overlay, expected: Expected, judged: JudgedMerge, *, parted: bool) -> None:
    """Brings back a file that the merge lost; where it was a person's choice, only says so."""
    content = expected.content
    assert content is not None, "a file that should be gone is not restored"
    path = expected.file.places[0]
    if expected.was_refused:
        overlay.findings.append(codes_finish.CANNOT_JOIN.at(path))
    elif expected.conflicts or (expected.is_choice and not parted):
        commit = Handle(_owner(expected, judged))
        overlay.findings.append(codes_finish.DELETION_STANDS.at(path, commit=commit))
    else:
        for place in expected.file.places:
            if overlay.current(place) is None:
                overlay.put(place, content, expected.mode, RESTORED)


def _owner(expected: Expected, judged: JudgedMerge) -> str:
    """Returns the head that still has the file."""
    return judged.made.heads[0 if expected.file.ours is not None else -1][:12]


def _mend_place(
    overlay: Overlay, expected: Expected, path: RepoPath, judged: JudgedMerge, merges: Merges
) -> None:
    committed = judged.actual.files[path]
    whole = part(expected, committed.content, judged, merges)
    mended = mend(expected, path, committed.content, merges) if whole is None else Mended(content=whole)
    held = overlay.current(path)
    if held is None:
        return  # deleted since, which nobody asked to undo
    if held.content != committed.content:
        if mended.content == committed.content:
            return
        carried = _carried_over(expected.format_name, path, committed.content, held.content, mended, merges)
        if carried is None:
            overlay.findings.append(codes_finish.NOT_CARRIED_OVER.at(path))
            return
        mended = Mended(content=carried)
    _take(overlay, path, mended, held.mode, MENDED)


def _carried_over(
    format_name: str, path: RepoPath, committed: bytes, held: bytes, mended: Mended, merges: Merges
) -> bytes | None:
    """Returns a file that was edited since the merge, with what the merge left undone joined in."""
    base = b"" if format_name == SESSION else committed
    outcome = merges.plain(format_name, path, base, held, mended.content)
    return None if outcome.conflicts else outcome.content


def _take(overlay: Overlay, path: RepoPath, mended: Mended, mode: int, reason: str) -> None:
    if mended.has_conflict:
        overlay.findings.append(codes_finish.MARKERS_UNRESOLVED.at(path))
    elif mended.is_unknown:
        overlay.findings.append(codes_finish.CANNOT_JOIN.at(path))
    else:
        overlay.put(path, mended.content, mode, reason)
