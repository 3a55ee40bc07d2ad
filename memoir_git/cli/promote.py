"""`git memoir promote`: make a candidate active memory."""

from __future__ import annotations

from typing import Any

import click

from memoir_git.cli import changing, writing
from memoir_git.cli.add import admission_options, permissions, read_texts
from memoir_git.cli.options import EXIT_STATUS, common_options
from memoir_git.custodian.plans.entry_kinds import PROMOTED_WORDS


@click.command("promote", epilog=EXIT_STATUS)
@common_options
@click.argument("candidate", metavar="ID")
@click.option(
    "--type",
    "entry_type",
    type=click.Choice(PROMOTED_WORDS),
    required=True,
    help="What it becomes: what the candidate says it is, or anything for one that says nothing.",
)
@admission_options
@changing.preview_options
def command(**words: Any) -> None:
    """Promote a candidate to active memory.

    Title, text and scope are the candidate's, and so are its provisional Subject and Facet; the Evidence is
    new. The candidate stays in the inbox, marked as promoted. Without --apply this is a preview.
    """
    from memoir_git.custodian.plans.promote import PromoteRequest
    from memoir_git.services.write_entries import promoting, templates

    writing.require_utf8(words)
    read_texts(words, ("reason",))
    taken = {name: words.pop(name) for name in ("candidate", "reason", "supersedes", "subject", "facet")}
    request = PromoteRequest(
        **taken,
        type=words.pop("entry_type"),
        evidence=tuple(words.pop("evidence")),
        permissions=permissions(words),
        templates=templates(),
    )
    changing.run_previewed(words, promoting(request))
