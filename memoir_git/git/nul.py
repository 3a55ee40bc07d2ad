"""Lists of paths as git reads and writes them with `-z`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def nul_joined(paths: Iterable[str]) -> bytes:
    """Returns the paths as git reads them with `-z`."""
    return b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)


def nul_split(output: bytes) -> list[str]:
    """Returns the fields of git's output with `-z`."""
    return output.decode("utf-8", "surrogateescape").split("\0")[:-1]
