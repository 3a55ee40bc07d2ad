"""Running a program to its end, and what came of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# Long enough for a loaded machine; a hang is a failure, not a wait.
TIME_LIMIT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a program ended: its exit status (negative: the signal) and both streams."""

    command: tuple[str, ...]
    code: int
    out: bytes
    err: bytes

    @property
    def stdout(self) -> str:
        return self.out.decode("utf-8", "surrogateescape")

    @property
    def stderr(self) -> str:
        return self.err.decode("utf-8", "surrogateescape")

    def __str__(self) -> str:
        streams = f"--- stdout\n{self.stdout}\n--- stderr\n{self.stderr}"
        return f"{' '.join(self.command)!a}\nexit status {self.code}\n{streams}"


def run(
    *command: str,
    cwd: Path,
    stdin: bytes | int = b"",
    env: Mapping[str, str] | None = None,
    unset: Sequence[str] = (),
) -> Result:
    """Runs a program in the sealed environment plus `env`, less `unset`; never raises for its status.

    `stdin` is what the program may read, or an open file descriptor.
    """
    variables = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        command,
        cwd=cwd,
        stdin=stdin if isinstance(stdin, int) else None,
        input=stdin if isinstance(stdin, bytes) else None,
        capture_output=True,
        env=variables | dict(env or {}),
        timeout=TIME_LIMIT,
        check=False,
    )
    return Result(command=command, code=done.returncode, out=done.stdout, err=done.stderr)
