"""`git memoir recover`: go on or back after a change that was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from memoir_git.cli import output, writing
from memoir_git.cli.changing import governing, preview_options, require_confirmation
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("recover", epilog=EXIT_STATUS)
@common_options
@click.option("--complete", "is_complete", is_flag=True, help="Make the change to its end.")
@click.option("--rollback", "is_rollback", is_flag=True, help="Put the files back as they were.")
@click.option(
    "--abandon", "is_abandon", is_flag=True, help="Give up what can go neither way; touches no file."
)
@click.option("--transaction-id", metavar="ID", help="The transaction; needed where there are several.")
@click.option(
    "--discard-newer", "discards_newer", is_flag=True, help="With --abandon: also one of a newer memoir-git."
)
@writing.store_option
@preview_options
def command(
    is_complete: bool,
    is_rollback: bool,
    is_abandon: bool,
    transaction_id: str | None,
    discards_newer: bool,
    store: Path | None,
    **words: Any,
) -> None:
    """Go on or back after a change that was interrupted.

    Without an action this only looks, and says which way is safe: a file that was changed by something else
    since is never overwritten. What can go neither way is given up with --abandon, which is a preview until
    --apply --confirm-plan.
    """
    from memoir_git.core.journal import Action
    from memoir_git.render import recover as view
    from memoir_git.services.recover import recover
    from memoir_git.services.recover_choice import RecoverRequest

    is_applied, confirmed = words.pop("is_applied"), words.pop("confirm_plan")
    require_confirmation(is_applied=is_applied, confirmed=confirmed)
    if is_complete + is_rollback + is_abandon > 1:
        raise click.UsageError("--complete, --rollback and --abandon exclude each other.")
    if is_abandon and transaction_id is None:
        raise click.UsageError("--abandon needs --transaction-id.")
    if (is_applied or discards_newer) and not is_abandon:
        raise click.UsageError("--apply and --discard-newer go with --abandon only.")
    action = Action.COMPLETE if is_complete else Action.ROLLBACK if is_rollback else None
    request = RecoverRequest(
        governing=governing(words),
        store=store,
        transaction_id=transaction_id,
        action=action,
        is_abandon=is_abandon,
        confirmed=confirmed,
        discards_newer=discards_newer,
    )
    output.emit(recover(request), view, surroundings().output_format)
