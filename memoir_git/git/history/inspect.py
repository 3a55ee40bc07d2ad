"""A bounded look through a repository's whole history: every root, every tree, every covered blob once.

Two walks over one store: the first along the covered paths, the second over everything that notes hold. Where
libgit2's pack reader or git's plain ref files will not do, git itself answers; what is asked stays the same.
"""

from __future__ import annotations

from memoir_git.core.exposure import Inspected, Inspection, Unavailable, nothing_read
from memoir_git.git.history.alternates import ObjectPlaces, object_places
from memoir_git.git.history.batch import BatchObjects
from memoir_git.git.history.look import Opened, look_further, take_look
from memoir_git.git.history.loose import LooseObjects
from memoir_git.git.history.objects import Objects, ObjectStore
from memoir_git.git.history.packs import NoPackReaderError, PackedObjects
from memoir_git.git.history.result import make_result
from memoir_git.git.history.shape import SHA1, Shape, read_shape, refusal_reason
from memoir_git.git.repo import Repository
from memoir_git.git.run import GitError

__all__ = ["inspect_history", "refusal_reason"]


def inspect_history(
    repository: Repository, inspection: Inspection, *, through_git: bool = False
) -> Inspected:
    """Returns what history holds of what `inspection` looks for; a failure is a reason, never an error.

    Reads only: nothing is fetched, locked or written, and a child process is gone afterwards, also when a
    callback raises or the user interrupts; such an exception passes through. `through_git` reads packed
    objects through git although libgit2 could.
    """
    try:
        shape = read_shape(repository)
    except GitError as error:
        return nothing_read(refusal_reason(error))
    if shape.algorithm not in ("sha1", "sha256"):
        return nothing_read(Unavailable.OBJECT_FORMAT_UNSUPPORTED)
    places = object_places(repository)
    store = open_store(repository, shape, places, through_git=through_git)
    try:
        opened = Opened(repository=repository, shape=shape, places=places, store=store)
        looked = take_look(opened, inspection)
        unreachable = look_further(opened, inspection, looked) if inspection.unreachable else None
        return make_result(opened, looked, unreachable)
    finally:
        store.close()


def open_store(
    repository: Repository, shape: Shape, places: ObjectPlaces, *, through_git: bool
) -> ObjectStore:
    """Returns the repository's objects, packed ones through libgit2 where it understands them."""
    loose = [LooseObjects(directory, shape.algorithm) for directory in places.directories]
    packs: Objects
    try:
        if through_git or shape.algorithm != SHA1:
            raise NoPackReaderError
        packs = PackedObjects(places.directories)
    except NoPackReaderError:
        packs = BatchObjects(repository)
    return ObjectStore(loose, packs, shape.algorithm)
