"""`git memoir local`: preferences of this user and this machine, outside the repository."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from memoir_git.cli import output, writing
from memoir_git.cli.add import evidence_options
from memoir_git.cli.audit import memory_options, project_directory
from memoir_git.cli.changing import lock_options, preview_options, run_directly, run_previewed
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.custodian.overlay_entries import SCOPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.custodian.plans.draft import Draft, Material
    from memoir_git.services.mutation_plan import Mutation


@click.group("local", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Keep preferences outside the repository, on this machine.

    The local overlay lies in the private state directory. It is read in the work tree that it was linked to
    and in no other, and overrules nothing that is shared.
    """


def _subcommand(
    name: str, options: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Callable[[Callable[..., None]], click.Command]:
    def register(function: Callable[..., None]) -> click.Command:
        return command.command(name, epilog=EXIT_STATUS)(common_options(options(function)))

    return register


@_subcommand("status", memory_options)
def status(**words: Any) -> None:
    """Say whether there is an overlay and whether this work tree reads it."""
    from memoir_git.render import local_status as view
    from memoir_git.services.local_status import local_status

    directory = project_directory(words["project_root"])
    report = local_status(directory, words["memory_dir"], variables())
    output.emit(report, view, surroundings().output_format)


@_subcommand("enable", lock_options)
def enable(**words: Any) -> None:
    """Make an overlay for this project on this machine.

    Makes what is missing, for the owner alone, and replaces nothing. No work tree reads it before
    'git memoir local link'.
    """
    from memoir_git.custodian.plans.local import plan_enable

    run_directly(words, _mutation("local enable", plan_enable))


@_subcommand("link", lock_options)
@click.option("--replace", "is_replacing", is_flag=True, help="Instead of the work tree linked before.")
def link(is_replacing: bool, **words: Any) -> None:
    """Let this work tree read the overlay.

    Makes the overlay first where there is none. One work tree is linked at a time; --replace is for a project
    that was moved, or to read the overlay here from now on.
    """
    from memoir_git.custodian.plans.local import plan_link

    plan = partial(plan_link, is_replacing=is_replacing)
    run_directly(words, _mutation("local link", plan, replace=is_replacing))


@_subcommand("add", lock_options)
@click.argument("message", metavar="MESSAGE")
@click.option(
    "--type", "kind", type=click.Choice(["preference"]), default="preference", help="The only type."
)
@click.option("--title", metavar="TEXT", help="By default the first line of MESSAGE.")
@click.option("--scope", type=click.Choice(SCOPES), default=SCOPES[0], help="For this user or this machine.")
@evidence_options(is_required=True)
def add(
    message: str,
    kind: str,
    title: str | None,
    scope: str,
    evidence: tuple[str, ...],
    *,
    allow_missing_evidence: bool,
    **words: Any,
) -> None:
    """Add a preference to the overlay that is linked here.

    MESSAGE is the text, - reads standard input. What looks like a credential is refused.
    """
    from memoir_git.custodian.plans.local_add import LocalPreference, plan_local_add

    asked = LocalPreference(
        text=writing.text(message),
        title=writing.optional_text(title),
        scope=scope,
        evidence=tuple(map(writing.utf8, evidence)),
        allow_missing_evidence=allow_missing_evidence,
    )
    run_directly(words, _mutation("local add", partial(plan_local_add, asked=asked), type=kind))


@_subcommand("reset", preview_options)
def reset(**words: Any) -> None:
    """Remove this machine's overlay of this project.

    Shows what would go; --apply --confirm-plan ID removes it. Shared memory, other projects and other
    machines are not touched.
    """
    from memoir_git.custodian.plans.local import plan_reset

    run_previewed(words, _mutation("local reset", plan_reset))


def _mutation(name: str, plan: Callable[[Material], Draft], **arguments: bool | str) -> Mutation:
    from memoir_git.services.mutation_plan import Mutation

    return Mutation(command=name, arguments=arguments, plan=plan, uses_overlay=True)
