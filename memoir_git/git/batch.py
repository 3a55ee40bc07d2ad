"""Blobs by one `cat-file --batch`: what goes in, and what comes out taken apart."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = ("cat-file", "--batch")


def batch_input(names: Sequence[str]) -> bytes:
    """Returns the names as the batch reads them."""
    return "".join(f"{name}\n" for name in names).encode()


def split_batch(output: bytes, names: Sequence[str]) -> dict[str, bytes]:
    """Returns the contents by name. Raises `LookupError` with the first name that has none."""
    found: dict[str, bytes] = {}
    at = 0
    for name in names:
        end = output.find(b"\n", at)
        header = output[at:end].split(b" ")
        if end < 0 or len(header) != 3:
            raise LookupError(name)
        at = end + 1 + int(header[2]) + 1
        found[name] = output[end + 1 : at - 1]
    return found
