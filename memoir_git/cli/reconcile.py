"""`git memoir reconcile`: record what a reviewer found out about entries that look alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from memoir_git.cli import writing
from memoir_git.cli.changing import preview_options, run_previewed
from memoir_git.cli.identifiers import entry_ids
from memoir_git.cli.options import EXIT_STATUS, common_options
from memoir_git.custodian.reconciliations import RESOLUTIONS


@click.group("reconcile", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Record what a reviewer found out about entries.

    A record acknowledges a fact that the entries and the registry state already; it changes neither, and it
    holds only while the fact does.
    """


def _record_options(function: Callable[..., Any]) -> Callable[..., Any]:
    options = (
        click.option(
            "--entry",
            "entries",
            metavar="ID",
            multiple=True,
            required=True,
            callback=entry_ids,
            help="One of the entries; at least two.",
        ),
        click.option(
            "--resolution",
            required=True,
            type=click.Choice(RESOLUTIONS),
            help="What is so: they are distinct, one supersedes, excepts, or its Subject was merged.",
        ),
        click.option("--title", required=True, metavar="TEXT", help="One line; - reads standard input."),
        click.option(
            "--evidence", metavar="ITEM", multiple=True, required=True, help="What backs it; repeatable."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def _run(
    entries: tuple[str, ...], resolution: str, title: str, evidence: tuple[str, ...], words: Any
) -> None:
    from memoir_git.custodian.plans.reconcile import ReconcileRequest, plan_reconcile
    from memoir_git.services.mutation_plan import Mutation

    request = ReconcileRequest(
        entries=entries,
        resolution=resolution,
        title=writing.text(title),
        evidence=tuple(map(writing.utf8, evidence)),
    )
    arguments = {
        "entries": list(request.entries),
        "resolution": request.resolution,
        "title": request.title,
        "evidence": list(request.evidence),
    }
    plan = partial(plan_reconcile, request=request)
    run_previewed(words, Mutation(command="reconcile", arguments=arguments, plan=plan))


@command.command("preview", epilog=EXIT_STATUS)
@common_options
@preview_options
@_record_options
def preview(
    entries: tuple[str, ...], resolution: str, title: str, evidence: tuple[str, ...], **words: Any
) -> None:
    """Preview a record; with --apply, add it, as 'git memoir reconcile add' does."""
    _run(entries, resolution, title, evidence, words)


@command.command("add", epilog=EXIT_STATUS)
@common_options
@preview_options
@_record_options
def add(
    entries: tuple[str, ...], resolution: str, title: str, evidence: tuple[str, ...], **words: Any
) -> None:
    """Add a record; a preview until --apply.

    The plan of 'git memoir reconcile preview' with the same words is the same plan.
    """
    _run(entries, resolution, title, evidence, words)
