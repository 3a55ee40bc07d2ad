"""`git memoir doctor`."""

from __future__ import annotations

import click

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings


@click.command("doctor", epilog=EXIT_STATUS)
@common_options
@click.option("--fix", is_flag=True, help="Mend git's config and this clone's own files; commit nothing.")
def command(fix: bool) -> None:
    """Prove the whole chain by a throw-away merge.

    Merges a sample in a scratch repository under this clone's effective config, and checks for every memory
    file what attribute git really gives it, where the driver comes from, and what earlier accidents left.
    """
    from memoir_git.cli.program import this_program
    from memoir_git.render import doctor as view
    from memoir_git.services.doctor.examine import DoctorRequest, examine

    request = DoctorRequest(
        directory=surroundings().directory, program=this_program(), variables=variables(), fix=fix
    )
    output.emit(examine(request), view, surroundings().output_format)
