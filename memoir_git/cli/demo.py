"""`git memoir demo`: the one command that prints while it works, because watching is the point."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("demo", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Show two machines' memory merging, next to plain git.

    Makes a throw-away repository with two clones in a temporary directory, lets both change the working set,
    and pulls with a rebase: once with git alone, once with the merge driver. Needs no network, touches no
    repository of yours and leaves nothing behind.
    """
    from memoir_git.core.report import Report
    from memoir_git.render import demo as view
    from memoir_git.render.json_v1 import envelope
    from memoir_git.services.demo.acts import ACTS, play

    if surroundings().output_format == output.JSON:
        acts = [(act, list(play(act))) for act in ACTS]
        output.write(envelope(Report(command="demo", data=None), view.as_json(acts)))
        return
    for act in ACTS:
        output.write(view.title_text(act))
        for step in play(act):
            output.write(view.step_text(step))
    output.write(view.closing_text())
