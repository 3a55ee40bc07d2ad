"""The whole projects under `fixtures/projects`, copied to where a test may run commands in them."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.places import FIXTURES

FOLDER = FIXTURES / "projects"
# Each project with the exit status that its audit earns.
STATUSES = {
    "clean-0.8": 0,
    "customised-0.8": 0,
    "corrupted-0.8": 2,
    "legacy-0.5": 0,
    "structured-0.6": 0,
    "routed-0.7": 0,
    "newer": 2,
    "schema-2": 0,
    "schema-3": 0,
}
MEMORY = "docs/memory"


def with_project(place: Path, name: str) -> Path:
    """Copies a project into `place`; "nothing" copies none."""
    if name != "nothing":
        shutil.copytree(FOLDER / name, place, dirs_exist_ok=True)
    return place
