"""The line in git's config, run as git runs it: placeholders expanded, by `sh -c`, in a folder of its own."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.git.driver_line import driver_line
from tests.support.places import DRIVER_MAIN
from tests.support.processes import Result, run

FORMAT = "memoir-session"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverRun:
    """What one call of the line left: how it ended, `%A`, and the names beside the three files."""

    result: Result
    content: bytes
    litter: tuple[str, ...]


def line(program: str = sys.executable) -> str:
    """Returns the config line for this project's driver; `program` stands where the interpreter should."""
    return driver_line(program, str(DRIVER_MAIN), FORMAT)


def run_line(
    command: str,
    folder: Path,
    *,
    base: bytes,
    ours: bytes,
    theirs: bytes,
    path: str = "session.json",
    marker_size: int = 7,
    labels: tuple[str, str, str] | None = None,
    env: Mapping[str, str] | None = None,
) -> DriverRun:
    """Runs a config line on three files in `folder`, named as git names them.

    `labels` are base, ours, theirs; without them the line gets `%S %X %Y` as they stand, as git before
    2.44 hands them over.
    """
    folder.mkdir(exist_ok=True)
    names = {"O": ".merge_file_aBc123", "A": ".merge_file_dEf456", "B": ".merge_file_gHi789"}
    for key, content in (("O", base), ("A", ours), ("B", theirs)):
        (folder / names[key]).write_bytes(content)
    values = names | {"L": str(marker_size), "P": shlex.quote(path), "%": "%"}
    if labels:
        values |= {key: shlex.quote(label) for key, label in zip("SXY", labels, strict=True)}
    expanded = re.sub(r"%(.)", lambda found: values.get(found[1], found[0]), command, flags=re.DOTALL)
    result = run("sh", "-c", expanded, cwd=folder, env=env)
    litter = sorted({entry.name for entry in folder.iterdir()} - set(names.values()))
    return DriverRun(result=result, content=(folder / names["A"]).read_bytes(), litter=tuple(litter))
