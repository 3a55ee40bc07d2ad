"""Texts beside file contents, offered to those who know what to look for: messages and names, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from memoir_git.core.exposure import HistoricBlob, Inspection, SideFile, TextKind
from memoir_git.git.history.objects import COMMIT

MessageKey = tuple[TextKind, bytes]  # kind, object
_MANY = 64


class Texts:
    """What was claimed so far: messages by object, `names` and `side_files` as counts."""

    def __init__(self, asked: Inspection) -> None:
        self._on_messages = asked.on_messages
        self._on_name = asked.on_name
        self._told: set[bytes] = set()
        self._paths: set[bytes] = set()
        self._waiting: list[tuple[MessageKey, bytes]] = []
        self._claimed: set[MessageKey] = set()
        self.names: Counter[TextKind] = Counter()
        self.side_files: Counter[SideFile] = Counter()

    def commit_or_tag(self, kind: int, name: bytes, text: bytes) -> None:
        """Offers a commit's or tag's text, as a message and as a name."""
        if name in self._told:
            return
        self._told.add(name)
        word = TextKind.COMMIT if kind == COMMIT else TextKind.TAG
        if self._on_messages is not None:
            self._waiting.append(((word, name), text))
            if len(self._waiting) == _MANY:
                self._offer_waiting()
        self._count_name(word, text)

    @property
    def claimed(self) -> set[MessageKey]:
        """The messages of commits and tags that were claimed, of all that were offered."""
        self._offer_waiting()
        return self._claimed

    def _offer_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for kind in (TextKind.COMMIT, TextKind.TAG):
            some = [(key, text) for key, text in waiting if key[0] is kind]
            answers = self._asked(kind, [text for _, text in some])
            self._claimed |= {key for (key, _), is_hit in zip(some, answers, strict=True) if is_hit}

    def _asked(self, kind: TextKind, texts: Sequence[bytes]) -> Sequence[bool]:
        return (
            self._on_messages(kind, texts)
            if texts and self._on_messages is not None
            else [False] * len(texts)
        )

    def notes(self, blobs: Sequence[HistoricBlob]) -> Sequence[bool]:
        """Offers what lies in a notes tree; the path there is an object's name and tells nothing."""
        return self._asked(TextKind.NOTE, [blob.data for blob in blobs])

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
        if any(self._asked(TextKind.SIDE_FILE, [content])):
            self.side_files[kind] += 1

    def _count_name(self, kind: TextKind, name: bytes) -> None:
        if self._on_name is not None and self._on_name(kind, name):
            self.names[kind] += 1
