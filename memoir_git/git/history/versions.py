"""What stands under a few names in one version of a folder after the other."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from memoir_git.git.history.trees import LARGE, MalformedTreeError, changed_span, parse_tree


class NamedEntries:
    """The objects under the wanted names in the version read last, as `targets`."""

    def __init__(self, wanted: AbstractSet[bytes], width: int) -> None:
        self._wanted = wanted
        self._width = width
        self._last = b""
        self.targets: dict[bytes, bytes] = {}

    def read(self, content: bytes) -> bool:
        """Goes on to the next version; tells whether `targets` changed. Raises `MalformedTreeError`."""
        before, self._last = self._last, content
        if before and len(content) >= LARGE:
            begin, old_end, new_end = changed_span(before, content, self._width)
            try:
                gone, come = self._named(before[begin:old_end]), self._named(content[begin:new_end])
            except MalformedTreeError:  # a mode inside a name fooled the comparison
                gone, come = self.targets, self._named(content)
        else:
            gone, come = self.targets, self._named(content)
        if gone == come:
            return False
        kept = {name: target for name, target in self.targets.items() if name not in gone}
        self.targets = {**kept, **come}
        return True

    def _named(self, content: bytes) -> dict[bytes, bytes]:
        return {name: target for _, name, target in parse_tree(content, self._width) if name in self._wanted}
