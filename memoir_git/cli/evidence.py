"""`git memoir evidence`: back an entry that is there with more Evidence."""

from __future__ import annotations

from typing import Any

import click

from memoir_git.cli import changing, writing
from memoir_git.cli.add import evidence_options
from memoir_git.cli.options import EXIT_STATUS, common_options


@click.group("evidence", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Change the Evidence of an entry."""


@command.command("add", epilog=EXIT_STATUS)
@common_options
@click.argument("entry", metavar="ID")
@evidence_options(is_required=True)
@changing.preview_options
def add(**words: Any) -> None:
    """Add Evidence to an entry.

    What is there stays, but for legacy-unverified: that item goes once something better is there. Works in a
    project of an older protocol too. Without --apply this is a preview.
    """
    from memoir_git.custodian.plans.add_evidence import EvidenceRequest
    from memoir_git.services.write_entries import adding_evidence, templates

    writing.require_utf8(words)
    request = EvidenceRequest(
        entry=words.pop("entry"),
        evidence=tuple(words.pop("evidence")),
        allow_missing_evidence=words.pop("allow_missing_evidence"),
        templates=templates(),
    )
    changing.run_previewed(words, adding_evidence(request))
