"""The scope of a removal, as text: each place with the word for what happens there (guide 4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.erasure import ErasureScope


def scope_lines(scope: ErasureScope) -> Iterator[str]:
    """Yields what an operation reaches; the same words and values as its JSON has."""
    yield f"Removal scope ({scope.phase.value}):"
    yield f"  active memory: {scope.active_memory.value}"
    yield f"  managed archive: {scope.managed_archive.value}"
    yield f"  local overlay: {scope.local_overlay.value}"
    yield f"  work tree modified: {scope.git_worktree.value}"
    yield "  Git history modified: no"
    yield "  distributed copies revoked: no"
    yield f"  topic in new records: {'yes' if scope.topic_retained else 'no'}"
    yield f"  history check: {scope.history.value}"
