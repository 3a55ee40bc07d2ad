"""Texts beside file contents, offered to those who know what to look for: messages and names, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from memoir_git.core.exposure import HistoricBlob, Inspection, SideFile, TextKind
from memoir_git.git.history.objects import COMMIT

MessageKey = tuple[TextKind, bytes]  # kind, object


class Texts:
    """What was claimed so far: `claimed` messages by object, `names` and `side_files` as counts."""

    def __init__(self, asked: Inspection) -> None:
        self._on_message = asked.on_message
        self._on_name = asked.on_name
        self._told: set[bytes] = set()
        self._paths: set[bytes] = set()
        self.claimed: set[MessageKey] = set()
        self.names: Counter[TextKind] = Counter()
        self.side_files: Counter[SideFile] = Counter()

    def commit_or_tag(self, kind: int, name: bytes, text: bytes) -> None:
        """Offers a commit's or tag's text, as a message and as a name."""
        if name in self._told:
            return
        self._told.add(name)
        word = TextKind.COMMIT if kind == COMMIT else TextKind.TAG
        if self._on_message is not None and self._on_message(word, text):
            self.claimed.add((word, name))
        self._count_name(word, text)

    def note(self, blob: HistoricBlob) -> bool:
        """Offers what lies in a notes tree; the path there is an object's name and tells nothing."""
        return self._on_message is not None and self._on_message(TextKind.NOTE, blob.data)

    def path(self, path: bytes) -> None:
        """Offers a covered path as a name."""
        if path not in self._paths:
            self._paths.add(path)
            self._count_name(TextKind.PATH, path)

    def offer_names(self, kind: TextKind, names: Iterable[bytes]) -> None:
        """Offers ref names or reflog messages."""
        for name in sorted(names):
            self._count_name(kind, name)

    def side_file(self, kind: SideFile, content: bytes) -> None:
        """Offers a plain file of the git directory."""
        if self._on_message is not None and self._on_message(TextKind.SIDE_FILE, content):
            self.side_files[kind] += 1

    def _count_name(self, kind: TextKind, name: bytes) -> None:
        if self._on_name is not None and self._on_name(kind, name):
            self.names[kind] += 1
