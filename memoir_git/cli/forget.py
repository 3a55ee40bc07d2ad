"""`git memoir forget`: take an entry or a decision out of what agents are given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from memoir_git.cli import output, writing
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.forget import Forgetting, Mode


@click.command("forget", epilog=EXIT_STATUS)
@common_options
@click.option("--entry", metavar="LINK", help="The entry with this link name.")
@click.option("--entry-file", metavar="FILE", help="The same, read from a file; - is standard input.")
@click.option(
    "--decision", metavar="TEXT", help="The session's decision with this text, beginning or number."
)
@click.option("--decision-file", metavar="FILE", help="The same, read from a file; - is standard input.")
@click.option(
    "--mode",
    type=click.Choice(["hide", "purge"]),
    default="hide",
    help="hide: keep the text, never show it (the default). purge: take the text out of the file.",
)
@click.option("--apply", "is_applied", is_flag=True, help="Do it; needs --confirm-plan.")
@click.option("--confirm-plan", metavar="ID", help="The ID of the plan that a preview showed.")
@writing.store_option
def command(
    entry: str | None,
    entry_file: str | None,
    decision: str | None,
    decision_file: str | None,
    mode: str,
    is_applied: bool,
    confirm_plan: str | None,
    store: Path | None,
) -> None:
    """Hide or purge one entry or one decision, on every branch and machine it merges into.

    Without --apply this is a preview, which changes nothing. What a file option reads does not stand in the
    list of processes or in the shell's history.
    """
    from memoir_git.render import forget as view
    from memoir_git.render.wording import forget_limits
    from memoir_git.services.forget import Mode

    if is_applied != (confirm_plan is not None):
        raise click.UsageError("--apply and --confirm-plan ID go together: the ID is that of a preview.")
    words = [value for value in (entry, entry_file, decision, decision_file) if value is not None]
    if len(words) != 1:
        raise click.UsageError("Give one of --entry, --entry-file, --decision and --decision-file.")
    is_file = entry_file is not None or decision_file is not None
    text = writing.file_text(words[0]) if is_file else writing.utf8(words[0])
    is_entry = entry is not None or entry_file is not None
    report = _report(store, text, Mode(mode), confirm_plan, is_entry=is_entry)
    report = replace(report, disclaimers=forget_limits(mode))
    output.emit(report, view, surroundings().output_format)


def _report(
    store: Path | None, text: str, mode: Mode, confirmed: str | None, *, is_entry: bool
) -> Report[Forgetting]:
    from memoir_git.services.forget_decision import apply_decision, preview_decision
    from memoir_git.services.forget_entry import apply_entry, preview_entry

    write = writing.writing(store)
    if confirmed is None:
        return (preview_entry if is_entry else preview_decision)(write, text, mode)
    return (apply_entry if is_entry else apply_decision)(write, text, mode, confirmed)
