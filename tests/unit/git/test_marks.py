"""Lines of the block that bind no format, and single settings of git's config."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.git.attributes import effective_values, mark_path, parse_binding
from memoir_git.git.config import locked_config
from memoir_git.git.repo import discover
from tests.support.scenario import Repo


@pytest.mark.parametrize("path", ["docs/memory/manifest.md", "a b/m.md", "st*r/m.md", 'q"t/m.md', "ü/#m.md"])
def test_git_gives_the_marked_path_its_value_and_no_other(make_repo: Callable[[], Repo], path: str) -> None:
    repo = make_repo()
    repo.write({".gitattributes": mark_path(path, "memoir", "project") + "\n"})

    values = effective_values(discover(repo.path), [path, "other.md", f"below/{path}"], "memoir")

    assert values == {path: "project", "other.md": "unspecified", f"below/{path}": "unspecified"}


def test_a_mark_is_no_binding() -> None:
    assert parse_binding(mark_path("a.md", "memoir", "project")) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"[memoir]\n\tmemoryDir = docs/x\n"),
        (b"[memoir]\n\tmemoryDir = docs/y\n", b"[memoir]\n\tmemoryDir = docs/x\n"),
        (b"[memoir]\n\tmemorydir=docs/x ; ours\n", b"[memoir]\n\tmemorydir=docs/x ; ours\n"),
        (b"[memoir]\n\tmemoryDir = a\n\tmemoryDir = b\n", b"[memoir]\n\tmemoryDir = docs/x\n"),
    ],
)
def test_a_value_is_set_once_and_a_right_one_is_not_touched(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    config = tmp_path / "config"
    config.write_bytes(before)

    with locked_config(config) as draft:
        draft.set_value("memoir.memoryDir", "docs/x")
        draft.publish()

    assert config.read_bytes() == after
