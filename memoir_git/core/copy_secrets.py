"""A matcher for secrets in old versions: the rules of `core.secrets` that are sure of what they see."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from memoir_git.core.copies import MatcherKind
from memoir_git.core.copy_texts import unescaped
from memoir_git.core.finding import Severity
from memoir_git.core.ids import Handle
from memoir_git.core.secrets import find_secrets


class SecretMatcher:
    """Finds lines that hold what is unmistakably a secret, and tells its kind and nothing else."""

    kind = MatcherKind.SECRET

    def pick(self, lines: Collection[bytes]) -> Iterator[bytes]:
        """Yields the lines with a secret; what a JSON string says counts as well as how it is written."""
        return (line for line, _ in _secrets(lines))

    def confirm(self, content: bytes, picked: Collection[bytes]) -> Iterator[Handle]:
        """Yields the kind of each secret in the picked lines."""
        return (kind for _, kind in _secrets(picked))


def _secrets(lines: Collection[bytes]) -> Iterator[tuple[bytes, Handle]]:
    escaped = [line for line in lines if b"\\" in line]
    spoken = [unescaped(line.decode("utf-8", "replace")).replace("\n", " ") for line in escaped]
    written = b"\n".join(lines).decode("utf-8", "replace")
    for places, text in ((list(lines), written), (escaped, "\n".join(spoken))):
        for hit in find_secrets(text, Severity.ERROR) if text else ():
            yield places[hit.line - 1], hit.kind
