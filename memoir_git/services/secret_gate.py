"""What stands between a text and memory: a sure secret stops the write, a doubtful one is told."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Finding, Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.secrets import find_secrets
from memoir_git.store import codes_common


class SecretRefusedError(MemoirGitError):
    """The text looks like a secret; it does not enter memory."""


def refuse_secrets(texts: Iterable[str | None], path: RepoPath) -> tuple[Finding, ...]:
    """Returns a warning for each doubtful place in what would enter the file at `path`.

    Raises `SecretRefusedError` for a sure one.
    """
    hits = [hit for text in texts if text is not None for hit in find_secrets(text)]
    for hit in hits:
        if hit.severity is Severity.ERROR:
            raise SecretRefusedError(
                f"The text looks like it holds a secret ({hit.kind}, line {hit.line}); nothing was written.",
                hint="say it without the secret; if it is a real one and was shared, revoke it",
            )
    return tuple(codes_common.SECRET.at(path, severity=Severity.WARNING, kind=hit.kind) for hit in hits)
