"""`git memoir subject`: read and change the registry of what entries are about."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from memoir_git.cli import output, writing
from memoir_git.cli.audit import memory_options, project_directory
from memoir_git.cli.changing import preview_options, run_previewed
from memoir_git.cli.identifiers import subject_id
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.custodian.subjects import KINDS

_FOUND_HELP = "What backs it, such as user-confirmed or issue:#12; repeatable."


@click.group("subject", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Read and change what entries are about.

    Entries name a Subject by its ID, which another title does not change. Two names or Canonical-Refs are the
    same only if they are spelled the same, without regard to case and blanks; nothing is guessed from
    likeness. Changes are previews until --apply.
    """


@command.command("list", epilog=EXIT_STATUS)
@common_options
@memory_options
def list_subjects(project_root: Path | None, memory_dir: str | None) -> None:
    """List the Subjects, merged ones included."""
    from memoir_git.render import subject_list as view
    from memoir_git.services import subject_list as service

    report = service.list_subjects(project_directory(project_root), memory_dir)
    output.emit(report, view, surroundings().output_format)


@command.command("show", epilog=EXIT_STATUS)
@common_options
@memory_options
@click.argument("identifier", metavar="ID", callback=subject_id)
def show(project_root: Path | None, memory_dir: str | None, identifier: str) -> None:
    """Show one Subject and the entries that name it."""
    from memoir_git.render import subject_list as view
    from memoir_git.services import subject_list as service

    report = service.show_subject(project_directory(project_root), memory_dir, identifier)
    output.emit(report, view, surroundings().output_format)


@command.command("add", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("title")
@click.option("--kind", required=True, type=click.Choice(KINDS, case_sensitive=False), help="What it is.")
@click.option("--canonical-ref", metavar="REF", help="Its one name elsewhere, such as dependency:pypi:NAME.")
@click.option("--alias", "aliases", metavar="NAME", multiple=True, help="Another name; repeatable.")
@click.option("--evidence", metavar="ITEM", multiple=True, required=True, help=_FOUND_HELP)
def add(
    title: str,
    kind: str,
    canonical_ref: str | None,
    aliases: tuple[str, ...],
    evidence: tuple[str, ...],
    **words: Any,
) -> None:
    """Add a Subject.

    TITLE is read from standard input where it is -. A title, alias or reference that an active Subject has
    blocks the plan, which names that Subject: use it, or give it the name as an alias.
    """
    from memoir_git.custodian.plans.subject import SubjectRequest, plan_subject_add
    from memoir_git.services.mutation_plan import Mutation

    request = SubjectRequest(
        title=writing.text(title),
        kind=kind.casefold(),
        canonical_ref=None if canonical_ref is None else writing.utf8(canonical_ref),
        aliases=tuple(map(writing.utf8, aliases)),
        evidence=tuple(map(writing.utf8, evidence)),
    )
    arguments = {
        "title": request.title,
        "kind": request.kind,
        "canonical_ref": request.canonical_ref,
        "aliases": list(request.aliases),
        "evidence": list(request.evidence),
    }
    plan = partial(plan_subject_add, request=request)
    run_previewed(words, Mutation(command="subject add", arguments=arguments, plan=plan))


@command.command("rename", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("identifier", metavar="ID", callback=subject_id)
@click.argument("title")
def rename(identifier: str, title: str, **words: Any) -> None:
    """Give a Subject another title.

    Its ID stays, and with it every entry that names it; the old title is not kept as an alias. TITLE is read
    from standard input where it is -.
    """
    from memoir_git.custodian.plans.subject import plan_subject_rename
    from memoir_git.services.mutation_plan import Mutation

    given = writing.text(title)
    plan = partial(plan_subject_rename, identifier=identifier, title=given)
    arguments = {"id": identifier, "title": given}
    run_previewed(words, Mutation(command="subject rename", arguments=arguments, plan=plan))


@command.command("add-alias", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("identifier", metavar="ID", callback=subject_id)
@click.argument("alias")
def add_alias(identifier: str, alias: str, **words: Any) -> None:
    """Give a Subject one more name.

    ALIAS is read from standard input where it is -.
    """
    from memoir_git.custodian.plans.subject import plan_subject_alias
    from memoir_git.services.mutation_plan import Mutation

    given = writing.text(alias)
    plan = partial(plan_subject_alias, identifier=identifier, alias=given)
    arguments = {"id": identifier, "alias": given}
    run_previewed(words, Mutation(command="subject add-alias", arguments=arguments, plan=plan))


@command.command("merge", epilog=EXIT_STATUS)
@common_options
@preview_options
@click.argument("source", metavar="ID", callback=subject_id)
@click.option(
    "--into", "target", metavar="ID", required=True, callback=subject_id, help="The one that stays."
)
@click.option(
    "--keep-target-ref",
    is_flag=True,
    help="Go on although the Canonical-Refs differ; the one of --into stays.",
)
def merge(source: str, target: str, keep_target_ref: bool, **words: Any) -> None:
    """Merge a Subject into another one.

    Active entries and candidates are rewritten to name the other one, which takes over the names; superseded,
    promoted and archived ones stay as they are. Two owners of the same scope and facet block the plan.
    """
    from memoir_git.custodian.plans.subject_merge import MergeRequest, plan_subject_merge
    from memoir_git.services.mutation_plan import Mutation

    request = MergeRequest(source=source, target=target, keep_target_ref=keep_target_ref)
    plan = partial(plan_subject_merge, request=request)
    arguments = {"id": source, "into": target, "keep_target_ref": keep_target_ref}
    run_previewed(words, Mutation(command="subject merge", arguments=arguments, plan=plan))
