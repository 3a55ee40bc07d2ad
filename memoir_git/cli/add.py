"""`git memoir add`: write an entry of project memory, or a candidate for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from memoir_git.cli import changing, writing
from memoir_git.cli.options import EXIT_STATUS, common_options
from memoir_git.custodian.entries import FACETS
from memoir_git.custodian.plans.entry_kinds import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.custodian.plans.active_entry import Permissions

_EVIDENCE_FORMS = "user-confirmed, repo:PATH, doc:PATH, test:PATH, issue:#N or pr:#N"
_TEXTS = ("message", "title", "reason")


def evidence_options(*, is_required: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Returns what adds `--evidence` and `--allow-missing-evidence`."""

    def add_options(function: Callable[..., Any]) -> Callable[..., Any]:
        function = click.option(
            "--allow-missing-evidence", is_flag=True, help="Evidence may name a file that is not there."
        )(function)
        return click.option(
            "--evidence",
            metavar="ITEM",
            multiple=True,
            required=is_required,
            help=f"What backs it: {_EVIDENCE_FORMS}; several add up.",
        )(function)

    return add_options


def admission_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds what active memory must bring, and what a person may allow it; see `permissions`."""
    for option in reversed(
        (
            click.option("--reason", metavar="TEXT", help="Why; - is standard input."),
            evidence_options(is_required=False),
            click.option("--subject", metavar="ID", help="The Subject it is about."),
            click.option(
                "--facet", type=click.Choice(FACETS), metavar="FACET", help=f"One of: {', '.join(FACETS)}."
            ),
            click.option("--supersedes", metavar="ID", help="The entry, or the guard, whose place it takes."),
            click.option(
                "--despite-guard",
                metavar="ID",
                multiple=True,
                help="Write it although it speaks of what this guard stands against; several add up.",
            ),
            click.option(
                "--allow-long", is_flag=True, help="A decision may be longer than its budget of 120 tokens."
            ),
        )
    ):
        function = option(function)
    return function


def permissions(words: dict[str, Any]) -> Permissions:
    """Returns what a person allows; takes those options out of `words`."""
    from memoir_git.custodian.plans.active_entry import Permissions

    return Permissions(
        allow_long=words.pop("allow_long"),
        allow_missing_evidence=words.pop("allow_missing_evidence"),
        despite_guards=tuple(words.pop("despite_guard")),
    )


def read_texts(words: dict[str, Any], names: tuple[str, ...]) -> None:
    """Replaces each text of `words` by what was meant; one of them may be standard input."""
    if sum(words[name] == writing.STANDARD_INPUT for name in names) > 1:
        raise click.UsageError("only one text can come from standard input.")
    for name in names:
        words[name] = writing.optional_text(words[name])


@click.command("add", epilog=EXIT_STATUS)
@common_options
@click.argument("message", required=False)
@click.option(
    "--type",
    "entry_type",
    type=click.Choice(tuple(KINDS)),
    default="inbox",
    help="What it is; inbox, the default, is a candidate that waits for review. area is a decision in one.",
)
@click.option("--name", metavar="NAME", help="The name of a rule, a profile or an area.")
@click.option("--area", metavar="NAME", help="The area it belongs to; the same as --scope area:NAME.")
@click.option("--title", metavar="TEXT", help="One line; by default the beginning of MESSAGE.")
@click.option("--scope", metavar="SCOPE", help="project, the default, or area:NAME.")
@admission_options
@click.option("--candidate", is_flag=True, help="Write a candidate of this type into the inbox.")
@click.option(
    "--from-legacy",
    metavar="FILE#unit-N",
    help="Take the text of a unit without an ID, and put the entry in its place; also FILE:N.",
)
@changing.preview_options
def command(**words: Any) -> None:
    """Add an entry to project memory.

    MESSAGE is the text, or - to read it from standard input. Without --type it becomes a candidate in the
    inbox, which no task loads. A decision, constraint or rejection needs --subject and --facet, and active
    memory needs --evidence. It is written at once; with --supersedes or --from-legacy this is a preview
    without --apply.
    """
    from memoir_git.services.write_entries import adding

    is_previewed = words["supersedes"] is not None or words["from_legacy"] is not None
    _check_usage(words, is_previewed=is_previewed)
    writing.require_utf8(words)
    read_texts(words, _TEXTS)
    mutation = adding(_request(words))
    if is_previewed:
        changing.run_previewed(words, mutation)
    for name in ("is_applied", "confirm_plan"):
        words.pop(name)
    changing.run_directly(words, mutation)


def _request(words: dict[str, Any]) -> Any:
    from memoir_git.custodian.plans.add_request import AddRequest
    from memoir_git.services.write_entries import templates

    own = ("message", "name", "area", "title", "scope", "reason", "candidate", "supersedes", "subject")
    taken = {name: words.pop(name) for name in (*own, "facet", "from_legacy")}
    return AddRequest(
        **taken,
        type=words.pop("entry_type"),
        evidence=tuple(words.pop("evidence")),
        permissions=permissions(words),
        templates=templates(),
    )


def _check_usage(words: dict[str, Any], *, is_previewed: bool) -> None:
    if words["from_legacy"] is not None and words["message"] is not None:
        raise click.UsageError("--from-legacy takes its text from the unit; leave MESSAGE out.")
    if words["from_legacy"] is None and words["message"] is None:
        raise click.UsageError("give MESSAGE, or - to read it from standard input.")
    is_candidate = words["candidate"] or words["entry_type"] == "inbox"
    if is_previewed and is_candidate:
        raise click.UsageError("a candidate replaces nothing; give --type, and leave --candidate out.")
    if not is_previewed and (words["is_applied"] or words["confirm_plan"] is not None):
        raise click.UsageError("this addition needs no preview; leave --apply and --confirm-plan out.")
