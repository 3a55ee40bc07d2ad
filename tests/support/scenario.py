"""Repositories for tests: real git, a clock that only moves forward, and a work tree whose index is settled.

`Repo` is one repository on disk. `Scene` is the shape nearly every scenario begins with: a base commit, a
branch `side` with theirs and a branch `main`, checked out, with ours.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TypeAlias

from tests.support.in_process import memoir_in
from tests.support.processes import Result, run
from tests.support.sessions import Session, to_bytes

# What a file shall hold: a session, text, bytes, or None for "not there".
Content: TypeAlias = Session | str | bytes | None
Files: TypeAlias = Mapping[str, Content]

SESSION = "session.json"
_FIRST_MINUTE = 1_780_300_800  # 1 June 2026, 08:00 UTC
_LONG_AGO = 1_767_225_600  # 1 January 2026


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Three versions of the same files; `base` may be empty (both sides add)."""

    base: Files
    ours: Files
    theirs: Files

    def exchanged(self) -> Scene:
        return Scene(base=self.base, ours=self.theirs, theirs=self.ours)


def scene(*, base: Content, ours: Content, theirs: Content, place: str = SESSION) -> Scene:
    """Returns the scene of one file, the session at the root unless `place` says otherwise."""
    return Scene(base={place: base}, ours={place: ours}, theirs={place: theirs})


class Repo:
    """One repository with a work tree. `sides` holds what each side of the last fork committed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sides: tuple[Files, ...] = ()
        self._minute = 0

    # -- running

    def attempt(
        self,
        *arguments: str,
        cwd: Path | None = None,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        unset: Sequence[str] = (),
    ) -> Result:
        """Runs git here, or in `cwd`, and returns how it ended, whatever its status."""
        return run("git", *arguments, cwd=cwd or self.path, stdin=stdin, env=self.dated(env), unset=unset)

    def git(self, *arguments: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> Result:
        """Runs git here as a step that has to work."""
        result = self.attempt(*arguments, env=env, stdin=stdin)
        assert result.code == 0, str(result)
        return result

    def memoir(self, *arguments: str, env: Mapping[str, str] | None = None) -> Result:
        """Runs `git memoir` here and returns how it ended.

        That is in the test's own process, which is far quicker, but for what needs one of its own: variables
        may tell it to die, and `merge` lets git speak on its streams. A test about how git starts it says
        `attempt("memoir", ...)`.
        """
        if env is None and arguments[:1] != ("merge",):
            return memoir_in(self.path, *arguments)
        return self.attempt("memoir", *arguments, env=env)

    def dated(self, env: Mapping[str, str] | None = None) -> dict[str, str]:
        """Returns `env` with the next minute as both of git's dates: no two commits are of one time."""
        self._minute += 1
        date = f"@{_FIRST_MINUTE + 60 * self._minute} +0000"
        return {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} | dict(env or {})

    # -- files

    def write(self, files: Files) -> None:
        """Makes the work tree hold `files`; `None` removes one."""
        for name, content in files.items():
            path = self.path / name
            if content is None:
                path.unlink(missing_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content_bytes(content))

    def read(self, name: str = SESSION) -> bytes:
        return (self.path / name).read_bytes()

    def session(self, name: str = SESSION) -> Session:
        return parse_session(self.read(name))

    def show(self, revision: str, name: str = SESSION) -> bytes:
        """Returns a committed file's bytes."""
        return self.git("cat-file", "blob", f"{revision}:{name}").out

    def resolve(self, revision: str) -> str:
        """Returns the object id that `revision` names, such as `main`, `HEAD^{tree}` or `HEAD:file`."""
        return self.git("rev-parse", "--verify", revision).stdout.strip()

    def leftovers(self) -> list[str]:
        """Returns git's and our temporary files that still lie in the work tree."""
        return sorted(
            str(path.relative_to(self.path)) for path in _walk(self.path) if ".merge_file_" in path.name
        )

    # -- history

    def commit(self, files: Files, message: str = "change") -> None:
        """Commits the work tree with `files` in it. Hooks do not run: this is how a scene is set."""
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", message)

    def switch(self, branch: str, *, at: str | None = None) -> None:
        """Checks `branch` out, made new at the revision `at` if one is given."""
        self.git("switch", "--quiet", *(("-c", branch, at) if at else (branch,)))

    def fork(self, versions: Scene) -> None:
        """Commits base, theirs on `side` and ours on `main`, and leaves `main` checked out and settled."""
        self.commit(versions.base, "base")
        self.switch("side", at="HEAD")
        self.commit(versions.theirs, "theirs")
        self.switch("main")
        self.commit(versions.ours, "ours")
        self.sides = (versions.ours, versions.theirs)
        self.settle()

    def settle(self) -> None:
        """Makes git's index certain about every file, as it is in a work tree nobody just wrote to.

        In a fresh one git reads again what is as young as its index; that hides a driver that writes to
        the work tree. Back-dating the files does what waiting over a second would.
        """
        for path in _walk(self.path):
            os.utime(path, (_LONG_AGO, _LONG_AGO), follow_symlinks=False)
        self.attempt("update-index", "-q", "--refresh")

    def merge(self, *arguments: str, env: Mapping[str, str] | None = None) -> Result:
        """Merges, `side` unless told otherwise, in a settled work tree."""
        return self._operate("merge", "--quiet", *(arguments or ("side",)), "-m", "merged", env=env)

    def rebase(self, *arguments: str, env: Mapping[str, str] | None = None) -> Result:
        return self._operate("rebase", "--quiet", *arguments, env=env)

    def cherry_pick(self, *arguments: str) -> Result:
        return self._operate("cherry-pick", *arguments)

    def stash_pop(self, env: Mapping[str, str] | None = None) -> Result:
        return self._operate("stash", "pop", "--quiet", env=env)

    def clone(self, path: Path, *arguments: str) -> Repo:
        """Clones this repository to `path`; nothing of the plugin's set-up goes along, as with any clone."""
        self.git("clone", "--quiet", *arguments, self.path.as_uri(), str(path))
        return Repo(path)

    def add_worktree(self, path: Path, branch: str) -> Repo:
        self.git("worktree", "add", "--quiet", str(path), branch)
        linked = Repo(path)
        linked.sides = self.sides
        return linked

    def _operate(self, *arguments: str, env: Mapping[str, str] | None = None) -> Result:
        self.settle()
        return self.attempt(*arguments, env=env)


def content_bytes(content: Content) -> bytes:
    """Returns the bytes a file with this content has; an absent file has none."""
    if content is None:
        return b""
    if isinstance(content, bytes):
        return content
    return content.encode() if isinstance(content, str) else to_bytes(content)


def parse_session(content: bytes) -> Session:
    """Returns a session's document; fails on what strict JSON refuses, repeated keys included."""
    document = json.loads(content, object_pairs_hook=_once, parse_int=_whole, parse_constant=_refuse)
    assert isinstance(document, dict)
    return document


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"a key stands twice in one object: {sorted(names)}"
    return dict(pairs)


def _whole(lexeme: str) -> int | Decimal:
    return int(lexeme) if len(lexeme) < 100 else Decimal(lexeme)


def _refuse(constant: str) -> object:
    raise AssertionError(f"{constant} is no JSON")


def _walk(top: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(top):
        if ".git" in folders:
            folders.remove(".git")
        yield from (Path(folder, name) for name in names if name != ".git")
