"""`git memoir compact`: make one file of project memory smaller."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from memoir_git.cli import writing
from memoir_git.cli.changing import preview_options, run_previewed
from memoir_git.cli.options import EXIT_STATUS, common_options


@click.command("compact", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.option(
    "--target",
    metavar="FILE",
    default="inbox.md",
    show_default=True,
    help="The file, relative to the memory directory.",
)
@click.option(
    "--archive-oldest",
    is_flag=True,
    help="decisions.md: also archive what is in force and names no Subject, oldest first.",
)
def command(target: str, archive_oldest: bool, **words: Any) -> None:
    """Make a file of project memory smaller.

    Only what needs no judgement goes: repeats of a bullet, bullets that are a forgotten topic, promoted
    candidates and, when the file is over its budget, superseded entries and old sections of the changelog.
    What is archived keeps every byte. The rest is listed for review; nothing is promoted or summarised. A
    preview until --apply.
    """
    from memoir_git.custodian.plans.compact import CompactRequest, plan_compact
    from memoir_git.services.archive_note import archive_note
    from memoir_git.services.mutation_plan import Mutation

    request = CompactRequest(
        target=writing.utf8(target).replace("\\", "/"),
        archive_oldest=archive_oldest,
        archive_readme=archive_note(),
    )
    arguments = {"target": request.target, "archive_oldest": archive_oldest}
    plan = partial(plan_compact, request=request)
    run_previewed(words, Mutation(command="compact", arguments=arguments, plan=plan))
