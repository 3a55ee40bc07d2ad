"""A machine for install.sh made of stand-ins: the tools it calls, a git, and a Python that builds instantly.

What stands in are other people's programs (git, venv, pip); the script under test is the real one. A full
install with the real ones is what the suite's own run is made by.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.places import PROJECT
from tests.support.processes import Result, run
from tests.support.seal import make_script

TOOLS = ("sh", "cat", "dirname", "ln", "mkdir", "readlink", "rm", "rmdir", "sed", "sort", "tail")

# Answers questions about itself truthfully, altered by a prelude, and "makes" environments.
_PYTHON = """\
if [ "$2" = -c ]; then exec {real} -I -c {prelude}'exec(sys.argv[1])' "$3"; fi
while [ $# -gt 1 ]; do shift; done
mkdir -p -- "$1/bin" "$1/share/man/man1"
: >"$1/pyvenv.cfg"
cp -- {environment_python} "$1/bin/python"
"""
# In the environment: pip writes down what it was asked and brings the command; tests print their words.
_ENVIRONMENT_PYTHON = """\
bin=${0%/*}
case "$*" in
    *' -m pip '*' install '*)
        printf '%s\\n' "$PWD: $*" >>"$FAKE_LOG"
        if [ -n "$FAKE_PIP_FAILS" ]; then echo "pip: $FAKE_PIP_FAILS"; exit 1; fi
        for name in git-memoir $FAKE_ALSO_BRINGS; do
            printf '#!/bin/sh\\necho "$0 $*"\\n' >"$bin/$name"
            chmod 755 "$bin/$name"
        done
        : >"$bin/../share/man/man1/git-memoir.1" ;;
    '-m pytest '*) printf 'pytest in %s:' "$PWD"; shift 2; printf ' <%s>' "$@"; echo; exit 5 ;;
esac
"""


class Machine:
    """One machine with an empty home; `programs` is all its PATH."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.programs = folder / "programs"
        self.log = folder / "pip-log"
        self._environment_python = make_script(_made(folder / "parts") / "python", _ENVIRONMENT_PYTHON)
        _made(self.home)
        _made(self.programs)
        for name in (*TOOLS, "chmod", "cp"):
            found = shutil.which(name)
            assert found, name
            (self.programs / name).symlink_to(found)
        self.set_git("git version 2.39.5")
        self.set_python()

    def set_git(self, answer: str) -> None:
        self.set_program("git", f"echo {shlex.quote(answer)}")

    def set_python(self, prelude: str = "", *, name: str = "python3") -> Path:
        """Puts a Python on PATH; `prelude` alters what it says of itself."""
        body = _PYTHON.format(
            real=shlex.quote(sys.executable),
            prelude=shlex.quote(f"import sys; {prelude}\n"),
            environment_python=shlex.quote(str(self._environment_python)),
        )
        return self.set_program(name, body)

    def set_program(self, name: str, body: str) -> Path:
        return make_script(self.programs / name, body)

    def remove(self, name: str) -> None:
        (self.programs / name).unlink()

    def install(
        self,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        script: Path = PROJECT / "install.sh",
        cwd: Path | None = None,
    ) -> Result:
        """Runs the script; a variable given as the empty string is unset."""
        given = {"HOME": str(self.home), "PATH": str(self.programs), "FAKE_LOG": str(self.log)} | dict(
            env or {}
        )
        unset = [name for name, value in given.items() if not value]
        shell = self.programs / "sh"
        kept = {name: value for name, value in given.items() if value}
        return run(str(shell), str(script), *arguments, cwd=cwd or self.home, env=kept, unset=unset)

    def pip_calls(self) -> list[str]:
        return self.log.read_text().splitlines()


def tree(folder: Path) -> dict[str, str]:
    """Returns everything below a folder: links by their target, files by their bytes."""
    found = {}
    for top, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(top, name)
            kind = (
                os.readlink(path) if path.is_symlink() else path.read_bytes().hex() if path.is_file() else "/"
            )
            found[str(path.relative_to(folder))] = kind
    return found


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
