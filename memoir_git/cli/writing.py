"""What the commands that change a memoir store share: the option that names it, texts, who writes when."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from memoir_git.cli import environment
from memoir_git.cli.options import surroundings
from memoir_git.core.errors import MemoirGitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.services.session import Writing

Function = TypeVar("Function", bound=Callable[..., Any])

STANDARD_INPUT = "-"


class TextError(MemoirGitError):
    """A text that cannot be read or is not UTF-8."""


def store_option(function: Function) -> Function:
    """Adds `--store DIR`."""
    return click.option(
        "--store",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="The store's directory, or its folder of entries (default: the nearest).",
    )(function)


def writing(store: Path | None) -> Writing:
    """Returns what a write depends on besides its words."""
    from memoir_git.core.options import parse_options
    from memoir_git.services.session import Writing
    from memoir_git.store.model import DEFAULT_CAPS

    variables = environment.variables()
    caps = parse_options(caps=variables.get("MEMOIR_GIT_CAPS", "")).caps
    return Writing(
        directory=surroundings().directory,
        store=store,
        variables=variables,
        now=environment.now(),
        hostname=environment.hostname(),
        process_id=environment.process_id(),
        lock_timeout=environment.lock_timeout(),
        caps={**DEFAULT_CAPS, **caps},
    )


def text(argument: str) -> str:
    """Returns the argument, or standard input for `-`. Raises `TextError`."""
    return utf8(argument) if argument != STANDARD_INPUT else _standard_input()


def optional_text(argument: str | None) -> str | None:
    """Returns what `text` returns, `None` for an option that was not given."""
    return None if argument is None else text(argument)


def file_text(name: str) -> str:
    """Returns the text of a file or pipe, or standard input for `-`. Raises `TextError` and `PathError`."""
    from memoir_git.fs.paths import read_named

    if name == STANDARD_INPUT:
        return _standard_input()
    data = read_named(surroundings().directory / name)
    if data is None:
        raise TextError("The file to read the text from does not exist.")
    return _decoded(data, "The file")


def utf8(argument: str) -> str:
    """Returns an argument that is text. Raises `TextError`."""
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        raise TextError("An argument is not UTF-8 text; nothing was written.") from None
    return argument


def require_utf8(words: Mapping[str, Any]) -> None:
    """Raises `TextError` unless every argument is text; paths are of no concern."""
    for value in words.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, str):
                utf8(item)


def _standard_input() -> str:
    if sys.stdin is None:
        raise TextError("Standard input is closed; nothing was written.")
    return _decoded(sys.stdin.buffer.read(), "Standard input")


def _decoded(data: bytes, what: str) -> str:
    """Returns the text without the byte order mark that some editors begin a file with."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"{what} is not UTF-8 text; nothing was written.") from None
