"""Options that every command has, and the context that carries them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from memoir_git.cli.output import JSON, TEXT
from memoir_git.core.errors import SurroundingsError

Function = TypeVar("Function", bound=Callable[..., Any])

EXIT_STATUS = """\b
Exit status:
  0  done, or nothing worse than a warning
  1  an error: something needs mending, or the command stopped
  2  wrong usage, or a state of the memory or the machine that blocks"""


class DirectoryError(SurroundingsError):
    """The process has no directory to work in."""


@dataclass(slots=True)
class Surroundings:
    """Where the command works and how it prints; click's context object."""

    directory: Path
    output_format: str


def common_options(function: Function) -> Function:
    """Adds `-C DIR` and `--format text|json`; their values arrive through `surroundings`.

    `--json` is another word for `--format json`, which help and pages do not use (guide 6).
    """
    function = click.option(
        "--json",
        is_flag=True,
        hidden=True,
        is_eager=True,
        expose_value=False,
        callback=_set_json,
        help="The same as --format json.",
    )(function)
    function = click.option(
        "-C",
        "directory",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        expose_value=False,
        callback=_set_directory,
        is_eager=True,
        help="Run as if started in DIR.",
    )(function)
    return click.option(
        "--format",
        "output_format",
        type=click.Choice([TEXT, JSON]),
        expose_value=False,
        callback=_set_format,
        is_eager=True,
        help="Print text, or one JSON document.",
    )(function)


def surroundings() -> Surroundings:
    """Returns the running command's surroundings."""
    return _of(click.get_current_context())


def _of(context: click.Context) -> Surroundings:
    root = context.find_root()
    if root.obj is None:
        root.obj = Surroundings(directory=_here(), output_format=TEXT)
    found = root.obj
    assert isinstance(found, Surroundings)
    return found


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise DirectoryError(
            f"The directory that the command was started in cannot be used: {error.strerror}.",
            hint="change to one that exists, and run the command again",
        ) from None


def _set_directory(context: click.Context, _parameter: click.Parameter, value: Path | None) -> None:
    if value is not None:
        found = _of(context)
        found.directory = found.directory / value


def _set_json(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        _of(context).output_format = JSON


def _set_format(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        _of(context).output_format = value
