"""What lies in the object store although no root leads to it: no part of the verdict, looked at on request.

A copy can also be reachable outside the covered paths. So when something is claimed here, one more walk,
over all paths and by names alone, tells the two apart.
"""

from __future__ import annotations

from collections.abc import Callable

from memoir_git.core.exposure import HistoricBlob, Inspection, TextKind, Unreachable
from memoir_git.git.history.objects import BLOB, COMMIT, TAG, HistoryObjectError, ObjectStore
from memoir_git.git.history.tally import ExhaustedError, Tally

_TEXTS = {COMMIT: TextKind.COMMIT, TAG: TextKind.TAG}


def look_at_unreachable(
    store: ObjectStore,
    asked: Inspection,
    known: set[bytes],
    reachable_blobs: Callable[[Tally], set[bytes]],
) -> Unreachable:
    """Returns what was claimed among the objects that are not `known` to be reachable.

    `reachable_blobs` is asked for all blobs below all roots, and only when there is something claimed.
    """
    tally = Tally(asked.bounds)
    claimed: list[bytes] = []
    blobs = 0
    complete = True
    try:
        for name in store.names():
            if name in known:
                continue
            try:
                kind, content = store.read(name, tally.blob_limit)
            except HistoryObjectError:
                complete = False
                continue
            tally.count_blob(len(content))
            blobs += kind == BLOB
            if _claims(asked, name, kind, content):
                claimed.append(name)
        reachable = reachable_blobs(Tally(asked.bounds)) if claimed else set()
    except ExhaustedError:
        complete, reachable = False, set()
    return Unreachable(
        blobs=blobs,
        hits=tuple(name.hex() for name in claimed if name not in reachable),
        elsewhere=tuple(name.hex() for name in claimed if name in reachable),
        complete=complete,
    )


def _claims(asked: Inspection, name: bytes, kind: int, content: bytes) -> bool:
    if kind == BLOB:
        return asked.on_blobs([HistoricBlob(oid=name.hex(), path="", data=content)])[0]
    if kind not in _TEXTS or asked.on_messages is None:
        return False
    return asked.on_messages(_TEXTS[kind], [content])[0]
