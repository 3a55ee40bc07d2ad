"""Texts that the package brings along: templates of project memory, what agents are told of it, hooks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import Traversable  # its home on Python 3.10


def load_package_texts(folder: str) -> Mapping[str, str]:
    """Returns the Markdown files below a folder of the package, by path relative to it, sorted."""
    found = dict(_texts(files("memoir_git").joinpath(folder), ""))
    return dict(sorted(found.items()))


def load_hook(name: str) -> str:
    """Returns the script of a git hook; a program that runs from its sources has it beside the package."""
    package = files("memoir_git")
    packaged = package.joinpath(f"_hooks/{name}")
    source = packaged if packaged.is_file() else package.joinpath(f"../hooks/{name}")
    return source.read_text(encoding="utf-8")


def _texts(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for place in folder.iterdir():
        if place.is_dir():
            found += _texts(place, f"{prefix}{place.name}/")
        elif place.name.endswith(".md"):
            found.append((prefix + place.name, place.read_text(encoding="utf-8")))
    return found
