"""`git memoir init project`: begin, complete or repair project memory."""

from __future__ import annotations

from typing import Any

import click

from memoir_git.cli import output
from memoir_git.cli.changing import governing, preview_options, run_previewed
from memoir_git.cli.environment import new_uuid
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

_AGENTS = ("codex", "claude", "gemini")


@click.command("project", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.option("--path", metavar="DIR", help="A folder below docs/, by default docs/memory; as --memory-dir.")
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
@click.option(
    "--replace-existing",
    is_flag=True,
    help="Put the templates in the place of what stands there; a preview until --apply.",
)
@click.option(
    "--force-agent",
    is_flag=True,
    help="Replace another tool's block on project memory in the files of the agents named.",
)
@click.option("--force", is_flag=True, hidden=True, help="There is no force; the message says what to do.")
def project(
    path: str | None,
    memory_dir: str | None,
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
    **words: Any,
) -> None:
    """Begin project memory.

    Makes the seven files of Protocol 0.8 and marks the manifest in the attributes, so that every clone knows
    where the memory is. Makes only what is missing: files that exist stay as they are, and running it again
    changes nothing. Outside a repository only the files are made.

    With --replace-existing the files become those of a new project; the project's identity and its module
    index stay, and files that hold more than a template are named. Rules, profiles, areas, the archive and
    records stay as they are, and so they may stand in the way.
    """
    from memoir_git.services.replace_project import replacement

    _refuse_force(force)
    chosen = _chosen(agents, dict(zip(_AGENTS, (with_codex, with_claude, with_gemini), strict=True)))
    if force_agent and not chosen:
        raise click.UsageError("--force-agent is about agents' files; name the agents with --agent.")
    words["memory_dir"] = _one_place(path, memory_dir)
    if replace_existing and repair:
        raise click.UsageError("--repair keeps what --replace-existing replaces; give one of them.")
    if replace_existing:
        run_previewed(words, replacement(extended=extended, agents=chosen, force_agent=force_agent))
    _refuse_confirmation(words)
    _begin(words, extended=extended, agents=chosen, repair=repair, force_agent=force_agent)


def _begin(
    words: dict[str, Any], *, extended: bool, agents: tuple[str, ...], repair: bool, force_agent: bool
) -> None:
    from memoir_git.render import init_project as view
    from memoir_git.services.init_files import InitRequest
    from memoir_git.services.init_project import init_project

    asking = governing({name: words[name] for name in ("project_root", "memory_dir", "lock_timeout")})
    request = InitRequest(
        directory=asking.directory,
        memory_dir=asking.memory_dir,
        project_id=new_uuid(),
        extended=extended,
        agents=agents,
        repair=repair,
        force_agent=force_agent,
    )
    output.emit(init_project(request, asking), view, surroundings().output_format)


def _refuse_force(force: bool) -> None:
    if force:
        raise click.UsageError(
            "there is no --force: --repair adds what is missing and keeps what is there;"
            " --replace-existing shows what would be replaced, and replaces it when its plan is confirmed."
        )


def _chosen(named: tuple[str, ...], flags: dict[str, bool]) -> tuple[str, ...]:
    """Returns the agents that were asked for, by --agent or by a flag of their own, in our order."""
    return tuple(name for name in _AGENTS if flags[name] or {name, "all"} & set(named))


def _one_place(path: str | None, memory_dir: str | None) -> str | None:
    if path is not None and memory_dir is not None and path != memory_dir:
        raise click.UsageError("--path and --memory-dir are the same option; give one of them.")
    return path if path is not None else memory_dir


def _refuse_confirmation(words: dict[str, Any]) -> None:
    if words["is_applied"] or words["confirm_plan"] is not None:
        raise click.UsageError(
            "--apply and --confirm-plan are for --replace-existing; all else is done at once."
        )
