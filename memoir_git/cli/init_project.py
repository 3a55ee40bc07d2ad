"""`git memoir init project`: begin, complete or repair project memory."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git.cli import output
from memoir_git.cli.audit import project_directory
from memoir_git.cli.environment import new_uuid
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

_AGENTS = ("codex", "claude", "gemini")
_LATER = "Not available in this version."


@click.command("project", epilog=EXIT_STATUS)
@common_options
@click.option("--path", metavar="DIR", help="Where project memory shall lie; the same as --memory-dir.")
@click.option("--memory-dir", metavar="DIR", help="A folder below docs/, by default docs/memory.")
@click.option(
    "--project-root",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The same as -C DIR.",
)
@click.option("--extended", is_flag=True, help="Also preferences, changelog, and notes on the other folders.")
@click.option(
    "--agent",
    "agents",
    type=click.Choice(["none", *_AGENTS, "all"]),
    multiple=True,
    help="Tell this coding agent of the memory: a block in the file it reads, a Skill, slash commands;"
    " several add up.",
)
@click.option("--with-codex", is_flag=True, help="The same as --agent codex; several add up.")
@click.option("--with-claude", is_flag=True, help="The same as --agent claude; several add up.")
@click.option("--with-gemini", is_flag=True, help="The same as --agent gemini; several add up.")
@click.option("--repair", is_flag=True, help="Add what an existing manifest lacks, and renew agents' blocks.")
@click.option("--replace-existing", is_flag=True, help=_LATER)
@click.option("--force-agent", is_flag=True, help=_LATER)
@click.option("--force", is_flag=True, hidden=True, help="There is no force; the message says what to do.")
def project(
    path: str | None,
    memory_dir: str | None,
    project_root: Path | None,
    *,
    extended: bool,
    agents: tuple[str, ...],
    with_codex: bool,
    with_claude: bool,
    with_gemini: bool,
    repair: bool,
    replace_existing: bool,
    force_agent: bool,
    force: bool,
) -> None:
    """Begin project memory.

    Makes the seven files of Protocol 0.8 and marks the manifest in the attributes, so that every clone knows
    where the memory is. Makes only what is missing: files that exist stay as they are, and running it again
    changes nothing. Outside a repository only the files are made.
    """
    from memoir_git.render import init_project as view
    from memoir_git.services.init_files import InitRequest
    from memoir_git.services.init_project import init_project

    if force:
        raise click.UsageError(
            "there is no --force: --repair adds what is missing and keeps what is there;"
            " to begin anew, move the folder away first."
        )
    if path is not None and memory_dir is not None and path != memory_dir:
        raise click.UsageError("--path and --memory-dir are the same option; give one of them.")
    asked = dict(zip(_AGENTS, (with_codex, with_claude, with_gemini), strict=True))
    later = {"replace-existing": replace_existing, "force-agent": force_agent}
    request = InitRequest(
        directory=project_directory(project_root),
        memory_dir=path if path is not None else memory_dir,
        project_id=new_uuid(),
        extended=extended,
        agents=tuple(name for name in _AGENTS if asked[name] or {name, "all"} & set(agents)),
        repair=repair,
        not_available=tuple(f"--{name}" for name, is_asked in later.items() if is_asked),
    )
    output.emit(init_project(request), view, surroundings().output_format)
