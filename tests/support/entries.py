"""Small builders of entry files, indexes and ledgers, and verdicts about merges of them.

A *note* is a word that stands in all three files of a store: as tag and body line of the entry, as a row of
the index, as a section of the ledger, twice in each. So one assertion says for every format that an
operation kept both sides' notes and doubled none.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from memoir_git import registry
from memoir_git.git.driver_line import driver_line
from memoir_git.store.entries import Entry, read_entry
from tests.support.finishing import unmerged
from tests.support.identities import digest
from tests.support.places import DRIVER_MAIN
from tests.support.processes import Result
from tests.support.scenario import Content, Files, Repo, Scene, scene

ENTRY = "memory/decision_client.md"
INDEX = "MEMORY.md"
LEDGER = "GOTCHAS.md"
PLACES = (ENTRY, INDEX, LEDGER)
FORMATS = {ENTRY: "memoir-entry", INDEX: "memoir-index", LEDGER: "memoir-sections"}

# Each has lines of the entry's body for its own, none beside another's.
WORDS = ("base", "ours", "theirs", "first", "second", "third", "fourth", "fifth", "dirty", "more")
LINES = 3 * len(WORDS)

MakeRepo = Callable[[], Repo]


def body(**changed: str) -> str:
    """Returns a body of plain lines; `line_3="words"` replaces the words of one."""
    words = {int(name.removeprefix("line_")): text for name, text in changed.items()}
    return "".join(f"{words.get(n, f'line {n} of the text')}\n" for n in range(1, LINES + 1))


def entry(
    kind: str = "fact", name: str = "Client", *, text: str = "", tags: Sequence[str] = (), **fields: str
) -> str:
    """Returns an entry file. `fields` follow type and name in their order, `text` is the body."""
    lines = [f"type: {kind}", f"name: {name}", *(f"{key}: {value}" for key, value in fields.items())]
    lines += ["tags:", *(f"  - {tag}" for tag in tags)] if tags else []
    return "\n".join(["---", *lines, "---", text or body()])


def day(number: int) -> str:
    """Returns a day of March 2026 as a date field holds it."""
    return f"2026-03-{number:02d}"


def purged(kind: str = "decision", *, place: str = ENTRY) -> str:
    """Returns the stub that stands for the entry at `place` whose text had to leave the file."""
    named = digest(Path(place).stem)
    front = f"type: {kind}\nname: purged\nhidden: true\nhidden_at: {day(9)}\ntext_hash: {named}\n"
    return f"---\n{front}---\n"


def index(*rows: tuple[str, str]) -> str:
    """Returns an index with a row for each link name and the words behind it."""
    return "# Memory\n\n" + "".join(f"- [{name}](memory/{name}.md) \u2014 {hook}\n" for name, hook in rows)


def ledger(*sections: tuple[str, str]) -> str:
    """Returns a ledger with a section for each heading and its text."""
    return "# Gotchas\n" + "".join(f"\n## {heading}\n\n{text}\n" for heading, text in sections)


def notes(*words: str) -> Files:
    """Returns the three files of a store that holds these notes besides the one of the base."""
    held = [word for word in WORDS if word in ("base", *words)]
    lines = {f"line_{3 * WORDS.index(word) + 2}": f"here stands note-{word}" for word in held}
    tags = [f"note-{word}" for word in held]
    return {
        ENTRY: entry("decision", tags=tags, text=body(**lines)),
        INDEX: index(*((f"note-{word}", "about it") for word in held)),
        LEDGER: ledger(*((f"{day(WORDS.index(word) + 1)} note-{word}", f"On note-{word}.") for word in held)),
    }


def noted(*ours: str, theirs: Sequence[str] = ("theirs",)) -> Scene:
    """Returns the scene in which both sides add notes to all three files."""
    return Scene(base=notes(), ours=notes(*(ours or ("ours",))), theirs=notes(*theirs))


STEPS = ("first", "second", "third", "fourth", "fifth")


def fork_in_steps(repo: Repo, steps: Sequence[str] = STEPS) -> None:
    """Leaves `side` checked out with a commit for each step, which adds a note; `main` has gone on too."""
    repo.commit(notes(), "base")
    repo.switch("side", at="HEAD")
    for number, _ in enumerate(steps, start=1):
        repo.commit(notes(*steps[:number]), f"step {number}")
    repo.switch("main")
    repo.commit(notes("ours"), "ours")
    repo.switch("side")


def entry_scene(base: Content, ours: Content, theirs: Content) -> Scene:
    """Returns the scene of the store's entry alone."""
    return scene(base=base, ours=ours, theirs=theirs, place=ENTRY)


# Both sides rewrote one line of the prose.
DISPUTED = entry_scene(entry(), entry(text=body(line_3="ours")), entry(text=body(line_3="theirs")))


def entry_of(repo: Repo) -> Entry:
    """Returns the store's entry as the format reads it."""
    return read_entry(repo.read(ENTRY).decode(), ENTRY)


def bind_ledger(repo: Repo) -> Repo:
    """Binds the ledger in this clone's attributes: no default pattern does."""
    with (repo.path / ".git/info/attributes").open("a") as file:
        file.write(f"{LEDGER} merge={FORMATS[LEDGER]}\n")
    return repo


def install_drivers(repo: Repo, *, program: str = sys.executable, strategy: str = "") -> Repo:
    """Writes the config lines and attributes of all formats, without any command and without `text`.

    Files are memory wherever they lie; `program` is what stands where the interpreter should.
    """
    for row in registry.FORMATS:
        repo.git("config", f"merge.{row.name}.driver", config_line(row.name, program, strategy=strategy))
    patterns = {"**/memory/*.md": FORMATS[ENTRY], INDEX: FORMATS[INDEX], LEDGER: FORMATS[LEDGER]}
    attributes = repo.path / repo.git("rev-parse", "--git-path", "info/attributes").stdout.strip()
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("".join(f"{pattern} merge={name}\n" for pattern, name in patterns.items()))
    return repo


def config_line(format_name: str, program: str = sys.executable, *, strategy: str = "") -> str:
    """Returns the config line of a format; `program` stands where the interpreter should."""
    return driver_line(program, str(DRIVER_MAIN), format_name, strategy=strategy)


# -- verdicts


def assert_merged(repo: Repo, result: Result, *, clean: bool = True) -> None:
    """Asserts that an operation did well: git is content and nothing of anyone's lies about.

    `clean=False` is for an operation that leaves its result uncommitted on purpose.
    """
    assert result.code == 0, str(result)
    assert "Traceback" not in result.stderr
    if clean:
        assert repo.git("status", "--porcelain").stdout == ""
    assert unmerged(repo) == []
    assert repo.leftovers() == []


def assert_notes(
    repo: Repo,
    result: Result,
    *words: str,
    places: Sequence[str] = PLACES,
    clean: bool = True,
    folder: str = "",
) -> None:
    """Asserts a good operation after which every file holds these notes and the base's, each once."""
    assert_merged(repo, result, clean=clean)
    for place in places:
        assert found(repo.read(folder + place)) == set(words) | {"base"}, place


def found(content: bytes) -> set[str]:
    """Returns the notes in a file; fails on markers, and where one does not stand there twice."""
    assert not re.search(rb"^[<=>|]{7}", content, re.MULTILINE)
    counted = Counter(re.findall(r"note-(\w+)", content.decode()))
    assert set(counted.values()) <= {2}, counted
    return set(counted)


def assert_disputed(
    repo: Repo,
    result: Result,
    ours: str,
    theirs: str,
    *,
    place: str = ENTRY,
    code: int = 1,
) -> str:
    """Asserts an honest conflict around just `ours` and `theirs`; returns the file as text."""
    assert result.code == code, str(result)
    assert "Traceback" not in result.stderr
    assert place in unmerged(repo)
    assert repo.leftovers() == []
    text = repo.read(place).decode()
    pattern = rf"^(<{{7,}}) [^\n]*\n{re.escape(ours)}\n={{7,}}\n{re.escape(theirs)}\n>{{7,}} "
    assert len(re.findall(pattern, text, re.MULTILINE)) == 1, text
    assert text.count("<<<<<<< ") == 1
    return text


def merged_both_ways(make: MakeRepo, versions: Scene, *, option: str = "") -> Repo:
    """Asserts that a scene merges well and to the same blobs with the branches exchanged.

    Returns the repository in which ours was ours; `option` goes before the branch.
    """
    straight, exchanged = make(), make()
    for repo, one in ((straight, versions), (exchanged, versions.exchanged())):
        repo.fork(one)
        assert_merged(repo, repo.merge(*(word for word in (option, "side") if word)))
    assert straight.resolve("HEAD^{tree}") == exchanged.resolve("HEAD^{tree}")
    return straight
