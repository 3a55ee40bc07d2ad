"""One look at one repository: its roots, then two walks below them, then the texts that are no objects.

The first walk keeps to the covered paths. The second goes through everything that notes hold, since there a
path is only the name of the object a note is about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from memoir_git.core.exposure import Inspection, RootClass, TextKind, Unavailable, Unreachable
from memoir_git.git.history.alternates import ObjectPlaces
from memoir_git.git.history.contents import Contents
from memoir_git.git.history.coverage import make_coverage
from memoir_git.git.history.gather import gather_roots
from memoir_git.git.history.objects import ObjectStore
from memoir_git.git.history.reading import Reader
from memoir_git.git.history.roots import BITS, RootKind, Roots, git_dirs
from memoir_git.git.history.shape import Shape
from memoir_git.git.history.side_files import read_side_files
from memoir_git.git.history.tally import ExhaustedError, Tally
from memoir_git.git.history.texts import Texts
from memoir_git.git.history.unreachable import look_at_unreachable
from memoir_git.git.history.walk import Walk
from memoir_git.git.repo import Repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A repository ready to be read: what it is like, where its objects lie, and how to get at them."""

    repository: Repository
    shape: Shape
    places: ObjectPlaces
    store: ObjectStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What one look gathered. `present` holds the roots there are, by class, `expired` those that are gone,
    which is normal for where they were named.
    """

    roots: Roots
    files: Walk
    notes: Walk
    texts: Texts
    tally: Tally
    present: dict[RootClass, set[bytes]] = field(default_factory=dict)
    expired: set[bytes] = field(default_factory=set)


def take_look(opened: Opened, asked: Inspection) -> Looked:
    """Reads everything that `asked` covers, up to its bounds."""
    looked = _begin(opened, asked)
    _start(looked, opened.store)
    for walk in (looked.files, looked.notes):
        try:
            walk.run()
        except ExhaustedError:
            break
    looked.texts.offer_names(TextKind.REF_NAME, looked.roots.names)
    looked.texts.offer_names(TextKind.REFLOG, looked.roots.messages)
    for folder in git_dirs(opened.repository):
        for kind, content in read_side_files(folder, asked.bounds.max_blob_bytes):
            looked.texts.side_file(kind, content)
    return looked


def look_further(opened: Opened, asked: Inspection, looked: Looked) -> Unreachable:
    """Returns what lies beside everything that was looked at."""
    known: set[bytes] = set()
    for walk in (looked.files, looked.notes):
        known |= walk.contents.blobs | walk.graph.keys() | walk.tags.keys()

    def reachable_blobs(tally: Tally) -> set[bytes]:
        everywhere = make_coverage((), all_paths=True)
        reader = Reader(opened.store, tally)
        contents = Contents(reader, everywhere, on_blobs=None, on_path=None)
        walk = Walk(reader, contents, cut=opened.shape.shallow)
        for names in looked.present.values():
            for name in sorted(names):
                walk.add_root(name, 0)
        walk.run()
        return contents.blobs

    return look_at_unreachable(opened.store, asked, known, reachable_blobs)


def _begin(opened: Opened, asked: Inspection) -> Looked:
    roots = gather_roots(opened.repository, opened.shape)
    tally = Tally(asked.bounds)
    tally.reasons |= roots.reasons
    if opened.shape.shallow:
        tally.reasons.add(Unavailable.SHALLOW)
    if not opened.places.complete:
        tally.reasons.add(Unavailable.ALTERNATES_UNREADABLE)
    texts = Texts(asked)
    reader = Reader(opened.store, tally)
    contents = Contents(
        reader,
        make_coverage(asked.prefixes, all_paths=asked.all_paths),
        on_blobs=asked.on_blobs,
        on_path=texts.path if asked.on_name is not None else None,
    )
    notes = Contents(reader, make_coverage((), all_paths=True), on_blobs=texts.notes, on_path=None)
    is_heard = asked.on_messages is not None or asked.on_name is not None
    walk = partial(
        Walk, reader, cut=opened.shape.shallow, on_object=texts.commit_or_tag if is_heard else None
    )
    return Looked(
        roots=roots,
        files=walk(contents, on_progress=asked.on_progress),
        notes=walk(notes),
        texts=texts,
        tally=tally,
    )


def _start(looked: Looked, store: ObjectStore) -> None:
    """Gives every root to the walk that it belongs to, in an order of names alone."""
    for kind, names in sorted(looked.roots.found.items(), key=lambda item: item[0].rank):
        for name in sorted(names):
            _start_from(looked, kind, name)
    bit = BITS[RootClass.INDEX]
    for path, blob in sorted(looked.roots.staged):
        looked.present.setdefault(RootClass.INDEX, set()).add(blob)
        looked.files.contents.add_placed(path, blob, bit)
    for path, blob in sorted(looked.roots.undone):
        if store.has(blob):
            looked.files.contents.add_placed(path, blob, bit)
        else:
            looked.expired.add(blob)


def _start_from(looked: Looked, kind: RootKind, name: bytes) -> None:
    walk = looked.notes if kind.notes else looked.files
    if walk.add_root(name, BITS[kind.root_class]):
        looked.present.setdefault(kind.root_class, set()).add(name)
    elif kind.perishable:
        looked.expired.add(name)
    else:
        looked.tally.reasons.add(Unavailable.OBJECTS_MISSING)
