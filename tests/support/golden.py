"""Golden files: what a command printed when somebody last looked at it and found it right.

`MEMOIR_GIT_UPDATE_GOLDENS=1 pytest ...` rewrites those the chosen tests compare; read the difference then.
"""

from __future__ import annotations

import os

from tests.support.places import FIXTURES

# Read when this module is: tests themselves see none of the caller's variables.
UPDATE = os.environ.get("MEMOIR_GIT_UPDATE_GOLDENS") == "1"


def assert_golden(printed: bytes, name: str) -> None:
    """Asserts that `printed` is byte for byte the golden file `fixtures/golden/<name>`."""
    path = FIXTURES / "golden" / name
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(printed)
    assert printed == path.read_bytes()
