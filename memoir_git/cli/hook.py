"""`git memoir hook run`: what a hook manager's own configuration calls."""

from __future__ import annotations

import sys

import click

from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.group("hook", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Run the hooks' checks from another hook manager.

    The hooks that install sets up do not need this command. See docs/how-to/hooks.md for lines to copy.
    """


@command.command("run", epilog=EXIT_STATUS, context_settings={"ignore_unknown_options": True})
@common_options
@click.argument("name")
@click.argument("arguments", metavar="[ARGUMENT]...", nargs=-1, type=click.UNPROCESSED)
def run(name: str, arguments: tuple[str, ...]) -> None:
    """Run the check of the git hook NAME.

    Takes what git gives a hook: its arguments, and its standard input for post-rewrite and pre-push. What is
    found goes to standard error; status 1 stops git. After a merge or rebase the status is always 0.
    """
    from memoir_git.render.hook import hook_status, hook_text
    from memoir_git.services.hooks.run import HookCall, reads_input, run_hook

    stdin = sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if reads_input(name, arguments) else ""
    call = HookCall(
        name=name,
        arguments=arguments,
        stdin=stdin,
        directory=str(surroundings().directory),
        variables=variables(),
    )
    verdict = run_hook(call)
    click.echo(hook_text(name, verdict), err=True, nl=False)
    raise SystemExit(hook_status(name, verdict))
