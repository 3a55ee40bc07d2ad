"""The merge driver: three files in, one file and an exit status out.

A pure function of its files, a path and its environment, without clock, lock or log: it
writes only `%A`, once, by rename from a temporary beside it; at most one line goes to stderr, with counts
and never memory text; nothing goes to stdout. It says 0 for merged and 65 for a conflict written into `%A`;
every other status means that it did not do its work, and the config line falls back to `git merge-file`.

Loaded once per file that both sides changed, so every import here is paid hundreds of times in a big merge:
`os` and `sys` only; `_signal` because `signal` pulls in `enum`.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import gc
import os
import sys

from memoir_git import registry
from memoir_git.core.errors import MemoirGitError
from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions, parse_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from memoir_git.core.merge import MergeOutcome

MERGED = 0
CONFLICT_WRITTEN = 65
NOT_DONE = 70

_DEFAULT_DEADLINE = 60.0
_USAGE = "driver_main.py [--strategy=NAME] FORMAT %O %A %B %L %P [%S %X %Y]"


class DeadlineError(MemoirGitError):
    """The driver's own time ran out."""


class DriverError(MemoirGitError):
    """The driver was called or answered in a way it cannot use."""


def main(arguments: list[str]) -> NoReturn:
    """Runs the driver and ends the process without the interpreter's tear-down."""
    status = run(arguments)
    sys.stderr.flush()
    os._exit(status)


def run(arguments: list[str]) -> int:
    """Merges as the arguments say and returns the exit status. Never raises."""
    temporaries: list[str] = []
    # A short life with many objects: collecting cycles would cost a third of a large merge.
    gc.disable()
    try:
        _start_deadline()
        return _merge_file(arguments, temporaries)
    except MemoirGitError as error:
        return _fail(str(error))
    except (OSError, MemoryError, RecursionError, KeyboardInterrupt) as error:
        return _fail(f"{type(error).__name__} in the memory merge driver")
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug of ours must not lose a side
        return _fail(f"unexpected {type(error).__name__} in the memory merge driver; please report it")
    finally:
        for path in temporaries:
            _remove(path)


def _merge_file(arguments: list[str], temporaries: list[str]) -> int:
    strategy = os.environ.get("MEMOIR_GIT_STRATEGY", "")
    if arguments and arguments[0].startswith("--strategy="):
        strategy = strategy or arguments[0][len("--strategy=") :]
        arguments = arguments[1:]
    if len(arguments) < 6:
        raise DriverError(f"usage: {_USAGE}")
    format_name, base_path, ours_path, theirs_path, marker_size, path = arguments[:6]
    labels = arguments[6:9] + [""] * (9 - len(arguments))
    options = parse_options(
        path=path,
        marker_size=marker_size,
        base_label=labels[0],
        ours_label=labels[1],
        theirs_label=labels[2],
        strategy=strategy,
        favour=os.environ.get("MEMOIR_GIT_FAVOR", ""),
        caps=os.environ.get("MEMOIR_GIT_CAPS", ""),
    )

    def merge_text(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
        return _text_merge(base, ours, theirs, options, ours_path, temporaries)

    base, ours, theirs = _read(base_path), _read(ours_path), _read(theirs_path)
    outcome = registry.merge(format_name, base, ours, theirs, options, merge_text)
    _set_timer(0)
    if outcome.content != ours:
        _replace(ours_path, outcome.content, temporaries)
    _tell(path, outcome, options)
    return CONFLICT_WRITTEN if outcome.conflicts else MERGED


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _replace(path: str, content: bytes, temporaries: list[str]) -> None:
    """Replaces `path` in one step; the temporary's name starts with `%A`'s own, so excludes match it."""
    temporary = path + ".new"
    temporaries.append(temporary)
    _write_new(temporary, content)
    os.replace(temporary, path)
    temporaries.remove(temporary)


def _write_new(path: str, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)


def _text_merge(
    base: bytes,
    ours: bytes,
    theirs: bytes,
    options: MergeOptions,
    beside: str,
    temporaries: list[str],
) -> TextMerge:
    """Runs `git merge-file` on three files beside `%A`; it reads `merge.conflictStyle` itself."""
    paths = [beside + suffix for suffix in (".ours", ".base", ".theirs")]
    for file_path, content in zip(paths, (ours, base, theirs), strict=True):
        temporaries.append(file_path)
        _write_new(file_path, content)
    command = ["git", "merge-file", "-q", f"--marker-size={options.marker_size}"]
    if options.favour:
        command.append(f"--{options.favour}")
    for label in (options.ours_label, options.base_label, options.theirs_label):
        command += ["-L", label]
    conflicts = _run(command + [os.path.abspath(file_path) for file_path in paths])
    if not 0 <= conflicts <= 127:
        raise DriverError("git merge-file could not merge the prose of this file")
    return TextMerge(_read(paths[0]), conflicts)


def _run(command: list[str]) -> int:
    if not hasattr(os, "posix_spawnp"):
        import subprocess

        return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    no_input = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
    child = os.posix_spawnp("git", command, os.environ, file_actions=[no_input])
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except BaseException:
        os.kill(child, 9)
        os.waitpid(child, 0)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass  # never made, or gone already


def _start_deadline() -> None:
    """Raises `DeadlineError` in this thread when the time is up; git itself knows no time-out."""
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _on_deadline)
    _set_timer(_deadline())


def _set_timer(seconds: float) -> None:
    """Starts the deadline's timer, or stops it with 0: a result once computed is always written whole."""
    if hasattr(_signal, "setitimer"):
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _deadline() -> float:
    try:
        seconds = float(os.environ.get("MEMOIR_GIT_DEADLINE", ""))
    except ValueError:
        return _DEFAULT_DEADLINE
    return seconds if 0 < seconds < 1e6 else _DEFAULT_DEADLINE


def _on_deadline(_number: int, _frame: object) -> None:
    raise DeadlineError("the memory merge driver ran out of time")


def _tell(path: str, outcome: MergeOutcome, options: MergeOptions) -> None:
    """Prints at most one line: what a person should know about this merge, in counts."""
    from memoir_git.core.ids import printable

    parts = [options.warning] if options.warning else []
    if outcome.notes or outcome.conflicts:
        from memoir_git.core.telling import tell

        parts += tell(outcome)
    if parts:
        sys.stderr.write(f"memoir: {printable(path)}: {'; '.join(parts)}\n")


def _fail(reason: str) -> int:
    sys.stderr.write(f"memoir: {reason}\n")
    return NOT_DONE
