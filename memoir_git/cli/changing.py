"""What every command has that changes project memory: the lock's options, and preview before application."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from memoir_git.cli import environment, output
from memoir_git.cli.audit import memory_options, project_directory
from memoir_git.cli.options import surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.mutate import Changing
    from memoir_git.services.mutation_lock import Governing
    from memoir_git.services.mutation_plan import Mutation


def lock_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of every command that writes project memory, its place included."""
    function = memory_options(function)
    function = click.option(
        "--lock-timeout", metavar="SECONDS", callback=_seconds, help="How long to wait for another writer."
    )(function)
    return click.option(
        "--break-stale-lock",
        is_flag=True,
        expose_value=False,
        callback=_say_that_nothing_is_stale,
        help="Accepted; there is nothing to break, for a dead holder's lock frees itself.",
    )(function)


def preview_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--apply` and `--confirm-plan`, and what `lock_options` adds."""
    function = click.option("--confirm-plan", metavar="ID", help="The ID of the plan that a preview showed.")(
        function
    )
    function = click.option("--apply", "is_applied", is_flag=True, help="Do it; needs --confirm-plan.")(
        function
    )
    return lock_options(function)


def governing(words: dict[str, Any]) -> Governing:
    """Returns what a change depends on besides its words; takes the common options out of `words`."""
    from memoir_git.services.mutation_lock import Governing

    project_root: Path | None = words.pop("project_root")
    lock_timeout: float | None = words.pop("lock_timeout")
    return Governing(
        directory=project_directory(project_root),
        memory_dir=words.pop("memory_dir"),
        variables=environment.variables(),
        now=environment.now(),
        process_id=environment.process_id(),
        lock_timeout=environment.lock_timeout() if lock_timeout is None else lock_timeout,
    )


def previewed(words: dict[str, Any], mutation: Mutation) -> Report[Changing]:
    """Previews the change, or applies the confirmed plan."""
    from memoir_git.services.mutate import apply, preview

    is_applied, confirmed = words.pop("is_applied"), words.pop("confirm_plan")
    require_confirmation(is_applied=is_applied, confirmed=confirmed)
    asked = governing(words)
    return preview(asked, mutation) if confirmed is None else apply(asked, mutation, confirmed)


def run_previewed(words: dict[str, Any], mutation: Mutation) -> NoReturn:
    """Previews the change, or applies the confirmed plan, and ends the command."""
    finish(previewed(words, mutation))


def run_directly(words: dict[str, Any], mutation: Mutation) -> NoReturn:
    """Makes a change that needs no preview, and ends the command."""
    from memoir_git.services.mutate import change

    finish(change(governing(words), mutation))


def finish(report: Report[Changing]) -> NoReturn:
    """Prints the report of a change, with where it ends, and ends the command."""
    from memoir_git.render import change as view

    output.emit(replace(report, disclaimers=view.limits(report.data)), view, surroundings().output_format)
    raise AssertionError("printing a report ends the command")


def require_confirmation(*, is_applied: bool, confirmed: str | None) -> None:
    """Raises a usage error unless `--apply` and `--confirm-plan` come together."""
    if is_applied != (confirmed is not None):
        raise click.UsageError("--apply and --confirm-plan ID go together: the ID is that of a preview.")


def _seconds(_context: click.Context, _parameter: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    seconds = environment.seconds_of(value)
    if seconds is None:
        raise click.BadParameter("it has to be a number of seconds, 0 or more.")
    return seconds


def _say_that_nothing_is_stale(_context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo("A dead holder's lock frees itself; there is no stale lock to break.", err=True)
