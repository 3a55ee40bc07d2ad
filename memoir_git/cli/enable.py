"""`git memoir enable`: begin a file that project memory may have besides its core, or declare a module."""

from __future__ import annotations

from typing import Any

import click

from memoir_git.cli import changing, writing
from memoir_git.cli.options import EXIT_STATUS, common_options
from memoir_git.custodian.module_index import TASKS


@click.command("enable", epilog=EXIT_STATUS)
@common_options
@click.argument("feature")
@click.option(
    "--path",
    "globs",
    metavar="GLOB",
    multiple=True,
    help="For an area: load it for work on these paths; several add up.",
)
@click.option(
    "--task",
    "tasks",
    type=click.Choice(TASKS),
    multiple=True,
    help="For a rule: load it for this task; several add up.",
)
@click.option("--force", is_flag=True, hidden=True, help="There is no force; the message says what to do.")
@changing.lock_options
def command(**words: Any) -> None:
    """Enable a feature of project memory.

    FEATURE is preferences, changelog, rules, profiles or archive; or rules/NAME, profiles/NAME or areas/NAME,
    which makes the file and declares it in the manifest. What is enabled already stays as it is.
    """
    from memoir_git.custodian.plans.enable import EnableRequest
    from memoir_git.services.write_entries import enabling, templates

    if words.pop("force"):
        raise click.UsageError("there is no --force: change the lines below the module in the manifest.")
    writing.require_utf8(words)
    request = EnableRequest(
        feature=words.pop("feature"),
        globs=tuple(words.pop("globs")),
        tasks=tuple(words.pop("tasks")),
        templates=templates(),
    )
    changing.run_directly(words, enabling(request))
