"""Journals for tests: one that is in order, and the ways to make it another one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import (
    Action,
    Binding,
    BindingKind,
    CreatedDirectory,
    Identity,
    Journal,
    Phase,
    RemovedDirectory,
    render_journal,
)
from memoir_git.core.journal_making import Undertaking, new_journal
from memoir_git.core.plan import Change, Root, change_of

PROJECT_ID = "0b1d7a52-6a0e-4f43-9c55-1d2f0c9a7e10"
TRANSACTION_ID = "0123456789abcdef0123456789abcdef"
ROOT_BINDING = "ab" * 32
BINDING = Binding(kind=BindingKind.PROJECT, id=PROJECT_ID)


def change(
    path: str, before: bytes | None, after: bytes | None, *, root: Root = Root.SHARED, mode: int = 0o644
) -> Change:
    """Returns the change of one file."""
    made = change_of(root, RepoPath(path), None if before is None else (before, mode), after, new_mode=mode)
    assert made is not None
    return made


MIXED = (
    change("docs/memory/areas/new.md", None, b"new\n"),
    change("docs/memory/decisions.md", b"old\r\n", b"newer\r\n", mode=0o600),
    change("docs/memory/inbox.md", b"gone", None),
    change("docs/memory/manifest.md", b"before\n", b"after\n"),
)


def undertaking(changes: tuple[Change, ...] = MIXED, **words: Any) -> Undertaking:
    """Returns what a writer is about to do."""
    told: dict[str, Any] = {
        "transaction_id": TRANSACTION_ID,
        "command": "supersede",
        "plan_id": "0123456789abcdef",
        "created_at": "2026-07-01T12:00:00Z",
        "changes": changes,
    }
    return Undertaking(**{**told, **words})


def journal(phase: Phase = Phase.PREPARED, **words: Any) -> Journal:
    """Returns a journal in order, in a phase."""
    made = new_journal(undertaking(), BINDING, ROOT_BINDING, [(Root.SHARED, RepoPath("docs/memory/areas"))])
    action = Action.ROLLBACK if phase is Phase.RECOVERING else None
    return replace(made, phase=phase, recovery_action=action, **words)


def full_journal() -> Journal:
    """Returns a journal that has something in every field."""
    made = CreatedDirectory(
        root=Root.SHARED,
        path=RepoPath("docs/memory/areas"),
        mode=0o755,
        created=True,
        identity=Identity(device=1, inode=2),
    )
    gone = RemovedDirectory(
        root=Root.LOCAL_OVERLAY, path=RepoPath("profiles"), mode=0o700, identity=Identity(device=1, inode=3)
    )
    return replace(
        journal(Phase.RECOVERING),
        created_directories=(made,),
        removed_directories=(gone,),
        erasure_scope={"active_memory": True, "erasure_scope_schema_version": 1},
    )


def document(found: Journal | None = None) -> dict[str, Any]:
    """Returns a journal's document, to be spoiled."""
    value = json.loads(render_journal(found or full_journal()))
    assert isinstance(value, dict)
    return value


def to_bytes(value: object) -> bytes:
    """Returns a spoiled document as bytes."""
    return json.dumps(value).encode()
