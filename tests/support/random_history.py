"""Random histories, written by `git fast-import`, and the plainest possible reading of one.

The plain reading visits every entry of every tree of every commit. It stays for ever: the quick one once lost
a file that only the comparison with it showed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygit2
from hypothesis import strategies as st

from tests.support.scenario import Repo

# A folder that comes first, names that hold a mode, one name in two cases, a folder beside a file of its
# name, one content below two prefixes.
PATHS = (
    "docs/memory/Archive/old.md",
    "docs/memory/decisions.md",
    "docs/memory/100644 odd.md",
    "docs/memory/odd 100644 name.md",
    "docs/memory/zzz/deep/down.md",
    "Docs/Memory/decisions.md",
    "docs/memory.md",
    "memory/decisions.md",
    "memory/Archive/old.md",
    "session.json",
    "src/main.py",
)
_MODES = ("100644", "100755", "120000")
# Any bytes may stand in a submodule's commit: here a mode, and a whole beginning of an entry.
_SUBMODULES = (b"xxxx100644 yyyyyyyyy".hex(), b"40000 docs\0zzzzzzzzz".hex())
_CROWD = 120  # files that make a folder's tree larger than what is compared with the one before

Edit = tuple[str, str, str]  # path, mode, content; mode "" removes


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One commit: how far back its parents lie, its edits, its committer's clock."""

    parents: tuple[int, ...]
    edits: tuple[Edit, ...]
    clock: int


def edits() -> st.SearchStrategy[Edit]:
    """Edits of few paths to few contents, so that versions come back and contents stand at two paths."""
    contents = st.sampled_from(("one", "two", "three"))
    files = st.tuples(st.sampled_from(PATHS), st.sampled_from(_MODES), contents)
    removals = st.tuples(st.sampled_from((*PATHS, "docs/memory/module")), st.just(""), st.just(""))
    modules = st.tuples(
        st.sampled_from(("docs/memory/module", "aaa")), st.just("160000"), st.sampled_from(_SUBMODULES)
    )
    return st.one_of(files, files, removals, modules)


def histories() -> st.SearchStrategy[list[Step]]:
    """Histories with merges, octopus merges, several roots and clocks that run backwards."""
    step = st.builds(
        Step,
        parents=st.lists(st.integers(0, 4), max_size=3, unique=True).map(tuple),
        edits=st.lists(edits(), min_size=1, max_size=4).map(tuple),
        clock=st.integers(0, 20),
    )
    return st.lists(step, min_size=1, max_size=12)


def write_history(repo: Repo, steps: list[Step], *, crowded: bool) -> None:
    """Writes the history; every third commit and the last one gets a branch."""
    stream = [
        line for number, step in enumerate(steps) for line in _commit(number, step, crowded and number == 0)
    ]
    repo.git("fast-import", "--quiet", "--force", "--date-format=raw", stdin="".join(stream).encode())


def _commit(number: int, step: Step, crowded: bool) -> Iterator[str]:
    branch = number // 3
    yield f"commit refs/heads/b{branch}\nmark :{number + 1}\n"
    yield f"committer A <a@example.org> {1_700_000_000 + step.clock} +0000\ndata 1\nx\n"
    parents = [number - back for back in step.parents if back < number] if number else []
    for word, parent in zip(("from", *("merge",) * len(parents)), parents, strict=False):
        yield f"{word} :{parent}\n"
    if number and not parents:
        yield "from 0000000000000000000000000000000000000000\n"
    for crowd in range(_CROWD if crowded else 0):
        yield f"M 100644 inline docs/memory/entry_{crowd:04}.md\ndata 4\ncrow\n"
    for path, mode, content in step.edits:
        if mode == "":
            yield f'D "{path}"\n'
        elif mode == "160000":
            yield f'M {mode} {content} "{path}"\n'
        else:
            yield f'M {mode} inline "{path}"\ndata {len(content)}\n{content}\n'


def read_plainly(place: Path) -> Counter[tuple[str, str]]:
    """Returns, for every blob at every path, in how many commits of any branch it stands."""
    repository = pygit2.Repository(str(place))
    waiting = [repository.references[name].peel(pygit2.Commit) for name in repository.references]
    seen = set()
    found: Counter[tuple[str, str]] = Counter()
    while waiting:
        commit = waiting.pop()
        if commit.id not in seen:
            seen.add(commit.id)
            found.update(_files(commit.tree, ""))
            waiting.extend(commit.parents)
    return found


def _files(tree: pygit2.Tree, folder: str) -> Iterator[tuple[str, str]]:
    for entry in tree:
        path = f"{folder}{entry.name}"
        if isinstance(entry, pygit2.Tree):
            yield from _files(entry, path + "/")
        elif isinstance(entry, pygit2.Blob):
            yield str(entry.id), path
