"""`git memoir exception`: say that an area's rule is narrower than the project's by intent, or no longer."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from memoir_git.cli.changing import preview_options, run_previewed
from memoir_git.cli.identifiers import entry_id
from memoir_git.cli.options import EXIT_STATUS, common_options


@click.group("exception", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Let an area's rule be narrower than the project's.

    An active entry of an area may name one active entry of the whole project with the same Subject and Facet.
    Both stay in force, and readers are shown both. Changes are previews until --apply.
    """


@command.command("add", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("identifier", metavar="ID", callback=entry_id)
@click.option("--to", "target", metavar="ID", required=True, callback=entry_id, help="The project's entry.")
def add(identifier: str, target: str, **words: Any) -> None:
    """Make an area's entry an exception to one of the project."""
    from memoir_git.custodian.plans.exception import plan_exception_add
    from memoir_git.services.mutation_plan import Mutation

    plan = partial(plan_exception_add, identifier=identifier, target=target)
    arguments = {"id": identifier, "to": target}
    run_previewed(words, Mutation(command="exception add", arguments=arguments, plan=plan))


@command.command("remove", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("identifier", metavar="ID", callback=entry_id)
def remove(identifier: str, **words: Any) -> None:
    """Make an area's entry no exception any more.

    The two rules then overlap without an excuse; the preview shows it. A record that acknowledged the
    exception moves to the archive.
    """
    from memoir_git.custodian.plans.exception import plan_exception_remove
    from memoir_git.services.archive_note import archive_note
    from memoir_git.services.mutation_plan import Mutation

    plan = partial(plan_exception_remove, identifier=identifier, archive_readme=archive_note())
    run_previewed(words, Mutation(command="exception remove", arguments={"id": identifier}, plan=plan))
