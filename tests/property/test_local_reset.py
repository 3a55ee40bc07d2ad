"""Laws of a local reset over any tree: it removes all of the overlay and nothing else, or nothing at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.plans.local import plan_link, plan_reset
from memoir_git.services.mutate import apply, change, preview
from memoir_git.services.mutation_plan import Mutation
from tests.support.governing import governing_below
from tests.support.memory import PROJECT_ID
from tests.support.overlay import nodes_below
from tests.support.projects import with_project

RESET = Mutation(command="local reset", arguments={}, plan=plan_reset, uses_overlay=True)
NAMES = ("manifest.md", "preferences.md", "profiles", "a", "b.md", ".hidden", "\u00e9 x")
UNSAFE = ("loose", "link", "pipe")
SPOILS = ("", "stray", *UNSAFE)

paths = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map("/".join)
trees = st.dictionaries(paths, st.binary(max_size=8), max_size=6)


LINK = Mutation(
    command="local link", arguments={}, plan=partial(plan_link, is_replacing=False), uses_overlay=True
)


def _grow(folder: Path, tree: Mapping[str, bytes]) -> None:
    """Makes the files of a tree with private modes; a path through another one's file is passed over."""
    for name, content in tree.items():
        path = folder / name
        if path.exists() or any(parent.is_file() for parent in path.parents):
            continue
        for parent in reversed([each for each in path.parents if folder in (each, *each.parents)]):
            parent.mkdir(mode=0o700, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o600)


def _spoil(folder: Path, how: str) -> None:
    target = folder / "local/preferences.md"
    if how == "loose":
        target.chmod(0o640)
    elif how == "link":
        target.unlink()
        target.symlink_to("manifest.md")
    elif how == "pipe":
        os.mkfifo(folder / "local/pipe", 0o600)
    elif how == "stray":
        (folder / "stray").write_bytes(b"beside the overlay")


def _rest(root: Path) -> dict[str, object]:
    """Returns every node but the overlay's own and the locks."""
    own = f"state/projects/{PROJECT_ID}"
    return {
        path: node
        for path, node in nodes_below(root).items()
        if not path.startswith((f"{own}/local", f"{own}/bindings.json", "state/locks")) and path != own
    }


@given(tree=trees, spoil=st.sampled_from(SPOILS))
def test_a_reset_removes_the_whole_overlay_and_nothing_else_or_nothing(
    tree: Mapping[str, bytes], spoil: str
) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        with_project(root / "project", "clean-0.8")
        governing = governing_below(root)
        change(governing, LINK)
        _grow(root / "state/projects/other", {"local/preferences.md": b"another project's"})
        folder = root / "state/projects" / PROJECT_ID
        _grow(folder / "local", tree)
        _spoil(folder, spoil)
        before, rest = nodes_below(folder), _rest(root)

        plan = preview(governing, RESET).data.plan
        is_applied = apply(governing, RESET, plan.plan_id).data.is_applied

        left = nodes_below(folder) if folder.exists() else {}
        stray = {path: node for path, node in before.items() if path == "stray"}
        assert (plan.is_blocked, is_applied) == (spoil in UNSAFE, spoil not in UNSAFE)
        assert left == (stray if is_applied else before)
        assert _rest(root) == rest
