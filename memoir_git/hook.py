"""The hooks' entry: the hook's name and git's own arguments in, words on standard error and a status out.

It runs in every commit that touches memory, so it loads neither the command line nor any library, only the
standard library and this package. A hook never shows a traceback, and what stops the hook itself stops git
only where git can still be stopped.
"""

from __future__ import annotations

import gc
import os
import sys

from memoir_git.core.errors import MemoirGitError
from memoir_git.services.hooks.run import HookCall, may_stop, reads_input, run_hook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main(words: list[str]) -> NoReturn:
    """Runs the hook and ends the process without the interpreter's tear-down."""
    # A short life: collecting cycles would cost more than the memory is worth.
    gc.disable()
    status = run(words)
    os._exit(status)


def run(words: list[str]) -> int:
    """Runs the hook that the first word names; returns its exit status."""
    name, arguments = words[0] if words else "", tuple(words[1:])
    call = HookCall(
        name=name,
        arguments=arguments,
        stdin=_input() if reads_input(name, arguments) else "",
        directory=os.getcwd(),
        variables=os.environ,
    )
    try:
        verdict = run_hook(call)
    except MemoirGitError as error:
        hint = f"  next: {error.hint}\n" if error.hint else ""
        return _failed(name, f"{error}\n{hint}")
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if "MEMOIR_GIT_DEBUG" in os.environ:
            raise
        return _failed(name, f"unexpected {type(error).__name__}; this is a bug in memoir-git.\n")
    if not verdict.blocking and not verdict.told:
        return 0
    from memoir_git.render.hook import hook_status, hook_text

    _write(hook_text(name, verdict))
    return hook_status(name, verdict)


def _failed(name: str, message: str) -> int:
    _write(f"error: memoir {name}: {message}")
    if not may_stop(name):
        return 0
    from memoir_git.render.hook import all_the_same

    _write(f"{all_the_same(name)}\n")
    return 1


def _input() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def _write(text: str) -> None:
    """Writes to standard error as UTF-8, whatever the locale says; a closed one is nobody's fault."""
    try:
        sys.stderr.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stderr.buffer.flush()
    except OSError:
        pass
