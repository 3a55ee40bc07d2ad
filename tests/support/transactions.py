"""Transactions for tests: a ground on disk, one change of each kind, and the exact files before and after."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.ids import RepoPath
from memoir_git.core.journal import Binding, BindingKind, RemovedDirectory
from memoir_git.core.journal_making import Undertaking
from memoir_git.core.plan import Change, FileState, Root, change_of
from memoir_git.core.text import sha256
from memoir_git.fs.directories import Place, directory_identity
from memoir_git.fs.failpoints import Failpoints
from memoir_git.fs.ground import Ground, root_binding_data
from memoir_git.fs.state import StateRoot
from tests.support.journals import PROJECT_ID, TRANSACTION_ID

MEMORY = "docs/memory"
# path -> bytes and permission bits
Tree = dict[str, tuple[bytes, int]]
LOCAL = "@local/"  # how a tree names what lies in the private root

BEFORE: Tree = {
    f"{MEMORY}/manifest.md": (b"# Manifest\r\n\r\nold\r\n", 0o644),
    f"{MEMORY}/decisions.md": (b"decided, and no newline at the end", 0o600),
    f"{MEMORY}/inbox.md": (b"", 0o644),
    f"{MEMORY}/constraints.md": (b"\xff\xfe not text\n", 0o640),
}
# What each kind of change makes of these files; None removes one.
KINDS: dict[str, dict[str, bytes | None]] = {
    "create": {f"{MEMORY}/new.md": b"new\n", f"{MEMORY}/other.md": b""},
    "replace": {f"{MEMORY}/decisions.md": b"decided\n", f"{MEMORY}/manifest.md": b"# Manifest\r\nnew"},
    "delete": {f"{MEMORY}/decisions.md": None, f"{MEMORY}/constraints.md": None},
    "mixed": {
        f"{MEMORY}/constraints.md": b"text\n",
        f"{MEMORY}/inbox.md": None,
        f"{MEMORY}/new.md": b"new\n",
        f"{MEMORY}/manifest.md": b"",
    },
    "directories": {
        f"{MEMORY}/areas/deep/one.md": b"1\n",
        f"{MEMORY}/areas/two.md": b"2\n",
        f"{MEMORY}/rules/three.md": b"3\n",
    },
    "two-roots": {
        f"{MEMORY}/decisions.md": b"decided\n",
        f"{LOCAL}local/preferences.md": b"private\n",
        f"{LOCAL}bindings.json": b"{}\n",
    },
}
_MODES = {Root.SHARED: 0o644, Root.LOCAL_OVERLAY: 0o600}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A project on disk and the private state of its transactions."""

    root: Path
    ground: Ground

    @property
    def private(self) -> Path:
        return self.ground.roots[Root.LOCAL_OVERLAY]

    @property
    def folder(self) -> Path:
        return self.ground.state.path / "transactions" / PROJECT_ID / TRANSACTION_ID

    def path(self, name: str) -> Path:
        if name.startswith(LOCAL):
            return self.private / name.removeprefix(LOCAL)
        return self.root / name

    def write(self, files: Tree) -> None:
        for name, (content, mode) in files.items():
            path = self.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(mode)

    def tree(self) -> Tree:
        """Returns every file of both roots; a link shows as what it is."""
        found: Tree = {}
        for top, prefix in ((self.root, ""), (self.private, LOCAL)):
            for folder, _, names in os.walk(top):
                for name in names:
                    path = Path(folder, name)
                    relative = prefix + path.relative_to(top).as_posix()
                    if path.is_symlink():
                        found[relative] = (os.fsencode(os.readlink(path)), 0)
                    else:
                        found[relative] = (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        return found

    def folders(self) -> set[str]:
        return {
            Path(folder, name).relative_to(self.root).as_posix()
            for folder, names, _ in os.walk(self.root)
            for name in names
        }

    def entries(self) -> list[str]:
        """Returns what lies in the private state of transactions."""
        folder = self.folder.parent
        return sorted(os.listdir(folder)) if folder.is_dir() else []


def ground_at(root: Path, state: Path, failpoints: Failpoints | None = None) -> Ground:
    """Returns the ground of a project whose root and private state are these directories."""
    store = StateRoot(state, chosen=True)
    return Ground(
        state=store,
        binding=Binding(kind=BindingKind.PROJECT, id=PROJECT_ID),
        root_binding=store.keyed(root_binding_data(root, MEMORY)),
        roots={Root.SHARED: root, Root.LOCAL_OVERLAY: state / "projects" / PROJECT_ID},
        failpoints=failpoints or Failpoints(),
    )


def site_at(
    base: Path,
    *,
    root: Path | None = None,
    failpoints: Failpoints | None = None,
    files: Tree | None = None,
) -> Site:
    """Returns a site below `base`, or around a project elsewhere, with the usual files."""
    root, state = root or base / "project", base / "state"
    root.mkdir(parents=True, exist_ok=True)
    site = Site(root=root, ground=ground_at(root, state, failpoints))
    if files is None or files:
        site.write(BEFORE if files is None else files)
    return site


def changes_for(site: Site, wanted: dict[str, bytes | None]) -> tuple[Change, ...]:
    """Returns the changes that make the wanted files of what is there."""
    made = []
    for name, after in wanted.items():
        root = Root.LOCAL_OVERLAY if name.startswith(LOCAL) else Root.SHARED
        path = site.path(name)
        before = None
        if path.exists():
            before = (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        made.append(change_of(root, RepoPath(name.removeprefix(LOCAL)), before, after, new_mode=_MODES[root]))
    return tuple(change for change in made if change is not None)


def undertaken(
    site: Site,
    wanted: dict[str, bytes | None],
    *,
    transaction_id: str = TRANSACTION_ID,
    removed: tuple[str, ...] = (),
    is_sensitive: bool = False,
    scope: dict[str, object] | None = None,
    command: str = "supersede",
) -> Undertaking:
    """Returns the undertaking of the wanted files; `removed` are private directories that go."""
    return Undertaking(
        transaction_id=transaction_id,
        command=command,
        plan_id="0123456789abcdef",
        created_at="2026-07-01T12:00:00Z",
        changes=changes_for(site, wanted),
        removed_directories=tuple(_removed(site, name) for name in removed),
        erasure_scope=scope,
        is_sensitive=is_sensitive,
    )


def after(kind: str) -> Tree:
    """Returns the files once a kind of change is made."""
    made = dict(BEFORE)
    for name, content in KINDS[kind].items():
        if content is None:
            del made[name]
        else:
            private = name.startswith(LOCAL)
            made[name] = (content, made[name][1] if name in made else 0o600 if private else 0o644)
    return made


def state_of_bytes(content: bytes, mode: int) -> FileState:
    return FileState(digest=sha256(content), mode=mode)


def _removed(site: Site, name: str) -> RemovedDirectory:
    found = directory_identity(Place(root=site.private, path=RepoPath(name), label=name))
    assert found is not None
    identity, mode = found
    return RemovedDirectory(root=Root.LOCAL_OVERLAY, path=RepoPath(name), mode=mode, identity=identity)
