"""The texts that the package brings along are there, complete, and in one order."""

from __future__ import annotations

from memoir_git.fs.package_data import load_package_texts
from tests.support.places import PACKAGE


def test_every_markdown_file_of_the_folder_is_read_by_its_path() -> None:
    folder = PACKAGE / "_templates/project"
    expected = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")
    }

    assert load_package_texts("_templates/project") == expected
    assert "rules/README.md" in expected


def test_the_paths_are_sorted() -> None:
    paths = list(load_package_texts("_adapters"))

    assert paths == sorted(paths)
