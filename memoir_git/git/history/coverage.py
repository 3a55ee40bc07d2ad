"""Which paths of a tree are looked at: the configured prefixes, ASCII case not told apart.

Case does not matter because a store that was moved from `Memory/` to `memory/` on a file system that folds
case leaves its old copies under the old spelling.
"""

from __future__ import annotations

from collections.abc import Iterable


class Coverage:
    """One folder's share: `whole` when everything below it is covered, else its covered `children`."""

    __slots__ = ("children", "whole")

    def __init__(self) -> None:
        self.whole = False
        self.children: dict[bytes, Coverage] = {}

    def below(self, name: bytes) -> Coverage | None:
        """Returns the share of the file or folder `name` in this folder, `None` when it has none."""
        return self if self.whole else self.children.get(name.lower())

    def covers(self, path: bytes) -> bool:
        """Tells whether a file's path, from this folder on, is covered."""
        here: Coverage | None = self
        for name in path.split(b"/"):
            if here is None or here.whole:
                break
            here = here.below(name)
        return here is not None and here.whole


def make_coverage(prefixes: Iterable[str], *, all_paths: bool) -> Coverage:
    """Returns the share of the top folder; an empty prefix covers everything."""
    top = Coverage()
    top.whole = all_paths
    for prefix in prefixes:
        here = top
        for name in prefix.encode("utf-8", "surrogateescape").lower().split(b"/"):
            if name:
                here = here.children.setdefault(name, Coverage())
        here.whole = True
    return top
