"""Makes a folder of entry files as they are found in long-lived stores: every known dialect, names invented.

The mix follows the format's survey (Appendix A): about half the files carry `type` at the top level and half
under `metadata`, most use the legacy vocabulary, one in sixteen has no frontmatter at all. The same count
gives the same bytes. Run it with a folder and a count to write the files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

Make: TypeAlias = Callable[["_Author", str, int], str]

_SEED = 20260801
_SUBJECTS = ("importer", "exporter", "scheduler", "router", "cache", "ledger", "parser", "viewer", "mailer")
_VERBS = ("retries", "batches", "drops", "signs", "splits", "merges", "counts", "queues", "renames")
_OBJECTS = ("tokens", "invoices", "sessions", "uploads", "rows", "headers", "locks", "branches", "labels")
_WORDS = (
    *("the", "a", "when", "after", "before", "every", "without", "because", "until", "only", "again"),
    *("first", "second", "remote", "local", "old", "new", "file", "branch", "test", "build", "table"),
    *("queue", "worker", "request", "answer", "limit", "window", "number", "field", "value", "order"),
)


def make_entries(count: int = 300) -> dict[str, bytes]:
    """Returns file names and contents of `count` entries, the same for the same count."""
    random = Random(_SEED)
    dialects = [_DIALECTS[number % len(_DIALECTS)] for number in range(count)]
    topics = [" ".join(map(random.choice, (_SUBJECTS, _VERBS, _OBJECTS))) for _ in dialects]
    names = [
        f"{prefix}{topic.replace(' ', '-')}-{number:04}"
        for number, ((prefix, _), topic) in enumerate(zip(dialects, topics, strict=True))
    ]
    author = _Author(random, names)
    return {
        f"{name}.md": make(author, topic.capitalize(), number).encode()
        for number, (name, topic, (_, make)) in enumerate(zip(names, topics, dialects, strict=True))
    }


def write_entries(folder: Path, count: int = 300) -> list[Path]:
    """Writes the entries into `folder` and returns their paths, sorted."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in make_entries(count).items():
        (folder / name).write_bytes(content)
    return sorted(folder.iterdir())


class _Author:
    """Writes invented prose that links to the entries called `names`."""

    def __init__(self, random: Random, names: list[str]) -> None:
        self._random = random
        self._names = names

    def choose(self, *words: str) -> str:
        return self._random.choice(words)

    def sentence(self) -> str:
        words = " ".join(self.choose(*_WORDS) for _ in range(self._random.randrange(7, 16)))
        return f"{words.capitalize()}: {self.choose(*_VERBS)} {self.choose(*_OBJECTS)}."

    def paragraph(self) -> str:
        return "\n".join(self.sentence() for _ in range(self._random.randrange(2, 6)))

    def date(self) -> str:
        return f"2026-{self._random.randrange(4, 9):02}-{self._random.randrange(1, 29):02}"

    def link(self) -> str:
        """Returns a link; one in ten leads nowhere."""
        return f"[[{self.choose(*self._names) if self._random.random() < 0.9 else 'fact_nowhere'}]]"

    def body(self) -> str:
        """Returns what bodies hold: bold labels, sections, lists, code, links."""
        parts = [f"{label}{self.paragraph()}" for label in ("", "**Why:** ", "**How to apply:** ")]
        for _ in range(self._random.randrange(6)):
            items = [f"- {self.sentence()}" for _ in range(self._random.randrange(2, 7))]
            code = f"```sh\nmake {self.choose(*_OBJECTS)} # {self.sentence()}\n```"
            parts += [
                f"## {self.sentence()}",
                "\n".join(items),
                code,
                f"{self.sentence()} See {self.link()}.",
            ]
        return "\n\n".join(parts) + "\n"

    def entry(self, *fields: str) -> str:
        return "\n".join(("---", *fields, "---", self.body()))


def _fact(author: _Author, topic: str, number: int) -> str:
    lists = ("tags:", f"  - {author.choose(*_SUBJECTS)}", f"  - {author.choose(*_OBJECTS)}")
    origin = ("origin:", "  tool: assistant", f"  session_id: s-{number:08x}")
    return _canonical(author, "fact", topic, f"created: {author.date()}", *lists, *origin)


def _preference(author: _Author, topic: str, number: int) -> str:
    scope = author.choose("global", "project")
    return _canonical(author, "preference", topic, f"scope: {scope}", f"updated: {author.date()}")


def _decision(author: _Author, topic: str, number: int) -> str:
    fields = (f"date: {author.date()}", f"why: {author.sentence()}", f"rejected: {author.sentence()}")
    hidden = ("hidden: true", f"hidden_at: {author.date()}T10:00:00Z") if number % 5 == 0 else ()
    return _canonical(author, "decision", topic, *fields, *hidden)


def _lesson(author: _Author, topic: str, number: int) -> str:
    rule = (f"trigger: {author.sentence()}", f"how_to_apply: {author.sentence()}")
    return _canonical(
        author, "lesson", topic, *rule, f"created: {author.date()}", f"fired_count: {number % 7}"
    )


def _goal(author: _Author, topic: str, number: int) -> str:
    return _canonical(author, "goal", topic, f"set_on: {author.date()}")


def _next_action(author: _Author, topic: str, number: int) -> str:
    return _canonical(author, "next_action", topic, f"added: {author.date()}T09:{number % 60:02}:00Z")


def _canonical(author: _Author, kind: str, topic: str, *fields: str) -> str:
    return author.entry(f"type: {kind}", f"name: {topic}", f"description: {author.sentence()}", *fields)


def _nested(legacy_type: str) -> Make:
    def make(author: _Author, topic: str, number: int) -> str:
        inner = ("  node_type: memory", f"  type: {legacy_type}", f"  originSessionId: s-{number:08x}")
        return author.entry(f"name: {topic}", f'description: "{author.sentence()}"', "metadata:", *inner)

    return make


def _top_level(legacy_type: str) -> Make:
    def make(author: _Author, topic: str, number: int) -> str:
        fields = (f"name: {topic}", f"description: {author.sentence()}", f"type: {legacy_type}")
        return author.entry(*fields, f"originSessionId: s-{number:08x}")

    return make


def _bare(author: _Author, topic: str, number: int) -> str:
    return f"# {topic}\n\n{author.body()}"


_DIALECTS: tuple[tuple[str, Make], ...] = (
    ("fact_", _fact),
    ("feedback_", _nested("feedback")),
    ("user_", _top_level("user")),
    ("decision_", _decision),
    ("project_", _nested("project")),
    ("reference_", _top_level("reference")),
    ("lesson_", _lesson),
    ("feedback_", _top_level("feedback")),
    ("user_", _nested("user")),
    ("preference_", _preference),
    ("project_", _top_level("project")),
    ("reference_", _nested("reference")),
    ("goal_", _goal),
    ("feedback_", _nested("feedback")),
    ("next_action_", _next_action),
    ("", _bare),
)

if __name__ == "__main__":
    write_entries(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300)
