"""Ways in which the program behind the config line can fail: a script stands in the interpreter's place.

The config line, git and, where it matters, the real driver stay what they are; only the interpreter's place
is taken by a script that exits, dies, waits or runs out of something.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.scenario import Repo
from tests.support.seal import make_script

INTERPRETER = sys.executable
PYTHON = shlex.quote(INTERPRETER)

# Runs the driver and signals itself at the N-th line executed in driver.py: `stopper.py N SIGNAL driver ...`
_STOPPER = """\
import os, sys
left, number = int(sys.argv[1]), int(sys.argv[2])
def trace(frame, event, argument):
    global left
    if not frame.f_code.co_filename.endswith("/driver.py"):
        return None
    if event == "line":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), number)
    return trace
sys.argv = sys.argv[3:]
__file__ = sys.argv[0]
with open(__file__) as file:
    code = compile(file.read(), __file__, "exec")
sys.settrace(trace)
exec(code)
"""


def exits(folder: Path, status: int) -> Path:
    """Returns an interpreter that does nothing and ends with `status`."""
    return make_script(folder / f"exits-{status}", f"exit {status}")


def kills_itself(folder: Path, number: signal.Signals) -> Path:
    """Returns an interpreter that dies of a signal at once."""
    return make_script(folder / f"dies-{number}", f"kill -{int(number)} $$")


def runs_under(folder: Path, preparation: str) -> Path:
    """Returns the real interpreter after a piece of sh, such as `ulimit -f 0`."""
    return make_script(folder / "limited", f'{preparation}\nexec {PYTHON} "$@"')


def stopped_at_line(folder: Path, at: int, number: signal.Signals) -> Path:
    """Returns the real interpreter running the real driver, signalled at its `at`-th line in driver.py."""
    stopper = folder / "stopper.py"
    stopper.write_text(_STOPPER)
    body = f'shift 2\nexec {PYTHON} -I -S {shlex.quote(str(stopper))} {at} {int(number)} "$@"'
    return make_script(folder / "stopped", body)


class Gate:
    """An interpreter that reports its start and then waits: git stands still in the middle of a merge.

    `program` takes the interpreter's place. `start` returns once the driver has begun; `open` lets it go on;
    `close` ends what a failing test left standing.
    """

    def __init__(self, folder: Path) -> None:
        self._begun, self._go = folder / "begun", folder / "go"
        for pipe in (self._begun, self._go):
            os.mkfifo(pipe)
        begun, go = shlex.quote(str(self._begun)), shlex.quote(str(self._go))
        body = f'echo >{begun}\nread line <{go}\nexec {PYTHON} "$@"'
        self.program = make_script(folder / "gate", body)
        self._running: list[subprocess.Popen[bytes]] = []
        self._held: int | None = None

    def start(self, repo: Repo, *arguments: str) -> subprocess.Popen[bytes]:
        """Starts git in a process group of its own and returns when its driver waits at the gate."""
        running = subprocess.Popen(
            ["git", *arguments],
            cwd=repo.path,
            env=os.environ | repo.dated(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._running.append(running)
        self._begun.read_bytes()
        return running

    def open(self) -> None:
        """Lets every waiting driver go on, and those that come later too."""
        # Held open for reading as well: no writer blocks, and no reader meets the end of the pipe.
        self._held = os.open(self._go, os.O_RDWR)
        os.write(self._held, b"go\n" * 16)

    def close(self) -> None:
        """Kills every git that still waits."""
        for running in self._running:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
        if self._held is not None:
            os.close(self._held)
