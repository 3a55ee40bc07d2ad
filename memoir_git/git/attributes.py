"""Which files are memory, as `.gitattributes` says it: our lines, and the values git makes of all lines.

A binding is one line of the managed block. It carries `text=auto` and no `eol`: memory's blobs keep LF
whatever editor saved them, a work tree that wants CRLF still gets it, and a file whose blob already has
CRLF, or is no text at all (a filter's ciphertext, UTF-16), is left alone, which plain `text` would not do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.git.nul import nul_joined, nul_split
from memoir_git.git.quoting import escape_glob, literal_path, quote, sample_path, split_quoted, split_words
from memoir_git.git.repo import Repository

MERGE = "merge"
UNSPECIFIED = "unspecified"
ATTRIBUTES = ".gitattributes"
INFO_ATTRIBUTES = "info/attributes"
# git ignores longer lines, silently in old versions.
LONGEST_LINE = 2048

_ALWAYS = "text=auto"
_OURS = ("merge", "-merge", "!merge", "text", "-text", "!text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """A pattern, relative to the top of the work tree and without its leading `/`, and its format.

    `extras` are further attributes that somebody added to our line; they stay.
    """

    pattern: str
    format_name: str
    extras: tuple[str, ...] = ()

    @property
    def path(self) -> str | None:
        """The one path this binding is for, `None` for a glob."""
        return literal_path(self.pattern)

    @property
    def sample(self) -> str:
        """A path that this binding is for, whether it exists or not."""
        return sample_path(self.pattern)

    def line(self) -> str:
        """Returns the attribute line, without a line end."""
        return " ".join((quote("/" + self.pattern), f"{MERGE}={self.format_name}", _ALWAYS, *self.extras))


def bind_path(path: str, format_name: str) -> Binding:
    """Returns the binding of exactly `path`."""
    return Binding(pattern=escape_glob(path), format_name=format_name)


def bind_below(root: str, pattern: str, format_name: str) -> Binding:
    """Returns the binding of a format's pattern below the directory `root` (`""` is the top)."""
    return Binding(pattern=f"{escape_glob(root)}/{pattern}" if root else pattern, format_name=format_name)


def mark_path(path: str, attribute: str, value: str) -> str:
    """Returns a line of the block that gives exactly `path` an attribute and leaves its merge alone."""
    return f"{quote('/' + escape_glob(path))} {attribute}={value}"


def mark_below(directory: str, pattern: str, attribute: str, value: str) -> str:
    """Returns a line of the block that gives what matches below `directory` an attribute, and no merge."""
    return f"{quote(f'/{escape_glob(directory)}/{pattern}')} {attribute}={value}"


def parse_binding(line: str) -> Binding | None:
    """Returns the binding that a line of the block spells, `None` for a comment or any other line."""
    split = split_quoted(line)
    if split is None or not split[0].startswith("/"):
        return None
    pattern, attributes = split[0][1:], split_words(split[1])
    formats = [word.partition("=")[2] for word in attributes if word.startswith(f"{MERGE}=")]
    if not formats:
        return None
    extras = tuple(word for word in attributes if word.partition("=")[0] not in _OURS)
    return Binding(pattern=pattern, format_name=formats[-1], extras=extras)


def joined(*groups: Iterable[Binding]) -> tuple[Binding, ...]:
    """Returns the bindings of all groups, one for each pattern (the first wins), in the block's order.

    Globs stand before single paths: git lets the last matching line decide.
    """
    by_pattern: dict[str, Binding] = {}
    for group in groups:
        for binding in group:
            by_pattern.setdefault(binding.pattern, binding)
    return tuple(sorted(by_pattern.values(), key=lambda b: (b.path is not None, b.pattern)))


def effective_values(
    repository: Repository, paths: Iterable[str], attribute: str = MERGE
) -> Mapping[str, str]:
    """Returns what git makes of `attribute` for each path: `set`, `unset`, `unspecified` or a value."""
    asked = tuple(dict.fromkeys(paths))
    if not asked:
        return {}
    done = repository.run("check-attr", "-z", "--stdin", attribute, stdin=nul_joined(asked))
    fields = nul_split(done.stdout)
    return dict(zip(fields[0::3], fields[2::3], strict=True))


def listed_paths(repository: Repository, *pathspecs: str) -> tuple[str, ...]:
    """Returns the paths in the index and the untracked ones that are not ignored, sorted.

    In a bare repository it is the paths of HEAD, if there is one.
    """
    if repository.top is None:
        return _committed_paths(repository, pathspecs)
    words = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *pathspecs)
    return tuple(sorted(set(nul_split(repository.run(*words).stdout))))


def _committed_paths(repository: Repository, pathspecs: tuple[str, ...]) -> tuple[str, ...]:
    """Lists HEAD through an index of our own: `git ls-tree` takes no patterns."""
    from tempfile import TemporaryDirectory  # bare repositories alone need it, and hooks pay for imports

    with TemporaryDirectory(prefix="memoir-git-") as scratch:
        index = {"GIT_INDEX_FILE": str(Path(scratch, "index"))}
        repository.run("read-tree", "HEAD", environment=index, accept=(0, 128))
        words = ("ls-files", "-z", "--cached", "--", *pathspecs)
        return tuple(nul_split(repository.run(*words, environment=index).stdout))


def paths_by_binding(repository: Repository, bindings: Iterable[Binding]) -> dict[Binding, tuple[str, ...]]:
    """Returns the existing paths that each binding is for."""
    asked = tuple(bindings)
    literal = {binding.path: binding for binding in asked if binding.path is not None}
    found: dict[Binding, tuple[str, ...]] = dict.fromkeys(asked, ())
    if literal:
        present = listed_paths(repository, *(f":(top,literal){path}" for path in literal))
        found |= {literal[path]: (path,) for path in present if path in literal}
    for binding in asked:
        if binding.path is None:
            found[binding] = listed_paths(repository, f":(top,glob){binding.pattern}")
    return found


def bound_paths(repository: Repository, bindings: Iterable[Binding]) -> dict[str, str]:
    """Returns the existing paths that the bindings are for, each with its format; the last binding wins."""
    found = paths_by_binding(repository, bindings)
    return {path: binding.format_name for binding, paths in found.items() for path in paths}
