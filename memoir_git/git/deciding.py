"""Which line decides how git merges a path: what `git check-attr` does not tell.

git itself matches the patterns. In a scratch repository each line that says something about `merge` gets an
attribute of its own; the ones that git then reports for a path are the lines that match it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from memoir_git.core.ids import RepoPath
from memoir_git.git.attributes import ATTRIBUTES, INFO_ATTRIBUTES, LONGEST_LINE, MERGE
from memoir_git.git.block import block_span
from memoir_git.git.nul import nul_joined, nul_split
from memoir_git.git.quoting import quote, split_quoted, split_words
from memoir_git.git.repo import Repository
from memoir_git.git.run import run_git
from memoir_git.git.snapshot import load_index

_MACRO = "[attr]"
_BUILT_IN: Mapping[str, tuple[str, ...]] = {"binary": ("-diff", "-merge", "-text")}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingLine:
    """A line that matches a path and says how to merge it.

    `source` is the file as people know it, `value` what `check-attr` would show; `is_ours` says that the
    line stands in our block, `is_private` that other clones do not have the file.
    """

    source: str
    number: int
    value: str
    is_ours: bool
    is_private: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    name: str
    folder: str
    text: bytes
    is_private: bool


def deciding_lines(repository: Repository, paths: Iterable[str]) -> Mapping[str, tuple[DecidingLine, ...]]:
    """Returns, for each path, the strongest line of each attribute file that decides its merge.

    The strongest file comes first, so the first line is the one git follows. The user's and the system's
    own attribute files lie outside the repository and are left out.
    """
    asked = tuple(dict.fromkeys(paths))
    found: dict[str, tuple[DecidingLine, ...]] = dict.fromkeys(asked, ())
    sources = tuple(_sources(repository, asked))
    macros = _macros(sources)
    with TemporaryDirectory(prefix="memoir-git-") as scratch:
        run_git("init", "--quiet", "--template=", cwd=scratch)
        for source in sources:
            for path, line in _matches(Path(scratch), source, asked, macros).items():
                found[path] += (line,)
    return found


def _sources(repository: Repository, paths: tuple[str, ...]) -> Iterator[_Source]:
    """Yields the attribute files that may speak for the paths, strongest first."""
    private = repository.common_dir / INFO_ATTRIBUTES
    if private.is_file():
        yield _Source(name=".git/info/attributes", folder="", text=private.read_bytes(), is_private=True)
    if repository.top is None:
        return
    folders = {str(parent) for path in paths for parent in PurePosixPath(path).parents}
    names = {folder: RepoPath(PurePosixPath(folder, ATTRIBUTES).as_posix()) for folder in folders}
    staged = load_index(repository, names.values()).files
    for folder in sorted(folders, key=lambda folder: (-len(PurePosixPath(folder).parts), folder)):
        file = repository.top / names[folder]
        # As git does: the work tree's file unless it is a link, else the index's.
        if file.is_file() and not file.is_symlink():
            text = file.read_bytes()
        elif names[folder] in staged:
            text = staged[names[folder]].content
        else:
            continue
        inside = "" if folder == "." else folder
        yield _Source(name=names[folder], folder=inside, text=text, is_private=False)


def _lines(source: _Source) -> Iterator[tuple[int, str, list[str]]]:
    """Yields each line with its number, its pattern and its attributes."""
    for number, raw in enumerate(source.text.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        line = raw.decode("utf-8", "surrogateescape").strip(" \t\r")
        if not line or line.startswith("#") or len(raw) > LONGEST_LINE:
            continue
        split = split_quoted(line)
        if split is not None and not split[0].startswith("!"):
            yield number, split[0], split_words(split[1])


def _macros(sources: tuple[_Source, ...]) -> dict[str, tuple[str, ...]]:
    macros: dict[str, tuple[str, ...]] = dict(_BUILT_IN)
    for source in reversed(sources):
        if source.folder == "":
            for _, word, attributes in _lines(source):
                if word.startswith(_MACRO):
                    macros[word.removeprefix(_MACRO)] = tuple(attributes)
    return macros


def _merge_value(
    attributes: Iterable[str], macros: Mapping[str, tuple[str, ...]], depth: int = 0
) -> str | None:
    """Returns what these attributes make of `merge`, `None` when they say nothing about it."""
    value = None
    for word in attributes:
        if word in macros and depth < len(macros):
            value = _merge_value(macros[word], macros, depth + 1) or value
        elif word.startswith(f"{MERGE}="):
            value = word.partition("=")[2]
        else:
            value = {MERGE: "set", f"-{MERGE}": "unset", f"!{MERGE}": "unspecified"}.get(word, value)
    return value


def _matches(
    scratch: Path, source: _Source, paths: tuple[str, ...], macros: Mapping[str, tuple[str, ...]]
) -> dict[str, DecidingLine]:
    """Returns the last line of `source` that decides each path, for the paths it decides."""
    values = {
        number: (pattern, value)
        for number, pattern, attributes in _lines(source)
        if not pattern.startswith(_MACRO) and (value := _merge_value(attributes, macros)) is not None
    }
    below = f"{source.folder}/" if source.folder else ""
    inside = [path for path in paths if path.startswith(below)]
    if not values or not inside:
        return {}
    rewritten = "".join(f"{quote(pattern)} line-{number}\n" for number, (pattern, _) in values.items())
    (scratch / ".git/info").mkdir(exist_ok=True)
    (scratch / ".git/info/attributes").write_bytes(rewritten.encode("utf-8", "surrogateescape"))
    asked = nul_joined(path.removeprefix(below) for path in inside)
    done = run_git("check-attr", "-z", "--stdin", "--all", cwd=scratch, stdin=asked)
    fields = nul_split(done.stdout)
    last: dict[str, int] = {}
    for path, attribute in zip(fields[0::3], fields[1::3], strict=True):
        if attribute.startswith("line-"):
            last[below + path] = max(last.get(below + path, 0), int(attribute.removeprefix("line-")))
    ours = block_span(source.text, place=source.name)
    return {path: _deciding(source, number, values[number][1], ours) for path, number in last.items()}


def _deciding(source: _Source, number: int, value: str, ours: tuple[tuple[int, int], ...]) -> DecidingLine:
    return DecidingLine(
        source=source.name,
        number=number,
        value=value,
        is_ours=any(start <= number <= end for start, end in ours),
        is_private=source.is_private,
    )
