"""A process that crashes transactions: it forks one child per case, which ends at a failpoint as it is told.

Run as a program it reads cases as lines of JSON and answers each with how its child ended. Starting an
interpreter takes longer than a transaction, so one serves a whole module of tests; every child is a process
of its own, and what it leaves is what a crash leaves. A pause is known by a named pipe, so that nobody waits
by the clock.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from memoir_git.core.journal import Action
from memoir_git.fs.failpoints import failpoints_of
from memoir_git.fs.ground import examine
from memoir_git.fs.recovery import recover
from memoir_git.fs.transaction import commit
from tests.support.journals import TRANSACTION_ID
from tests.support.seal import no_sync
from tests.support.transactions import KINDS, site_at, undertaken

EXIT = "exit"
KILL = "pause"


class Crasher:
    """The other end of the program: `crash` runs one case in a process of its own."""

    def __init__(self, pipe: Path) -> None:
        self._pipe = pipe
        os.mkfifo(pipe)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.crash", str(pipe)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def crash(self, base: Path, failpoint: str, style: str, kind: str = "", **words: Any) -> int:
        """Makes a kind of change below `base`, or recovers by `action`; returns how the child ended.

        That is its exit status, or the negative number of the signal that ended it. Other words, all
        optional: the project's `root`, the `transaction_id`, `wanted` files in the kind's place,
        `is_sensitive` and the erasure `scope`.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        case = {"base": str(base), "failpoint": failpoint, "style": style, "kind": kind, **words}
        stdin.write(json.dumps(case).encode() + b"\n")
        stdin.flush()
        return int(stdout.readline())

    def close(self) -> None:
        """Ends the program."""
        self._process.communicate(timeout=60)


def main() -> None:
    """Serves cases until its input ends."""
    pipe = sys.argv[1]
    os.fsync = no_sync  # type: ignore[assignment]
    for line in sys.stdin:
        case = json.loads(line)
        child = os.fork()
        if child == 0:
            _run_child(case, pipe)
        if case["style"] == KILL:
            with open(pipe, "rb") as reading:
                was_reached = not reading.read()
            if was_reached:
                os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _run_child(case: dict[str, Any], pipe: str) -> None:
    status = 99
    try:
        _run_case(case, pipe)
        status = 0
    finally:
        if case["style"] == KILL:
            with open(pipe, "wb") as writing:
                writing.write(b"not reached")
        os._exit(status)


def _run_case(case: dict[str, Any], pipe: str) -> None:
    style = f"{KILL},{pipe}" if case["style"] == KILL else case["style"]
    variables = {
        "MEMOIR_GIT_TEST_MODE": "1",
        "MEMOIR_GIT_FAILPOINT": f"{case['failpoint']}={style}",
    }
    root = Path(case["root"]) if "root" in case else None
    site = site_at(Path(case["base"]), root=root, failpoints=failpoints_of(variables), files={})
    if "action" in case:
        (found,) = examine(site.ground)
        recover(found, Action(case["action"]))
        return
    wanted = KINDS[case["kind"]] if case["kind"] else _to_bytes(case["wanted"])
    undertaking = undertaken(
        site,
        wanted,
        transaction_id=case.get("transaction_id", TRANSACTION_ID),
        is_sensitive=case.get("is_sensitive", False),
        scope=case.get("scope"),
        command=case.get("command", "supersede"),
    )
    commit(site.ground, undertaking)


def _to_bytes(wanted: dict[str, str | None]) -> dict[str, bytes | None]:
    return {name: None if text is None else text.encode() for name, text in wanted.items()}


if __name__ == "__main__":
    main()
