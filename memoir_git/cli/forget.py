"""`git memoir forget`: take something out of what agents are given, in either kind of memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from memoir_git.cli import changing, writing
from memoir_git.cli.audit import project_directory
from memoir_git.cli.forget_store import SELECTORS, forget_in_store
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.cli.progress import commit_counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.custodian.plans.forget_request import Forget

_STORE_MODES = ("hide", "purge")
_PROJECT_MODES = ("soft", "hard", "purge")
_LONGEST_TOPIC = 500


def _selectors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds every way to say what is meant; the forms that nobody else can see come first."""
    told = "read from a file; - is standard input"
    options = (
        click.option("--topic-file", metavar="FILE", help=f"Project memory: what mentions a topic, {told}."),
        click.option("--id", "identifier", metavar="ID", help="Project memory: the one unit with this ID."),
        click.option("--entry-file", metavar="FILE", help=f"A store's entry, by its link name, {told}."),
        click.option("--decision-file", metavar="FILE", help=f"A decision of the session, {told}."),
        click.option("--entry", metavar="LINK", help="The same as --entry-file, as an argument."),
        click.option("--decision", metavar="TEXT", help="The same as --decision-file, as an argument."),
    )
    for option in reversed(options):
        function = option(function)
    return click.argument("topic", required=False, nargs=-1)(function)


@click.command("forget", epilog=EXIT_STATUS)
@common_options
@_selectors
@click.option(
    "--mode",
    type=click.Choice(["soft", "hard", "purge", "hide"]),
    help="Project memory: soft (the default), hard, purge. A store: hide (the default), purge.",
)
@click.option("--history-check", is_flag=True, help="Also tell whether history still holds a copy.")
@click.option(
    "--allow-broad-match", is_flag=True, help="Go on although a topic is short or matches several units."
)
@changing.preview_options
@writing.store_option
def command(**words: Any) -> None:
    """Take something out of what agents are given, and keep it out.

    In project memory: whatever mentions a TOPIC, or the unit with one ID. soft leaves a guard that names the
    topic, hard a guard that says nothing of it, purge none; purge alone reaches the archive. In a memoir
    store: one entry or one decision, hidden or purged on every branch and machine the change is merged into.

    Without --apply this is a preview, which changes nothing. What a file option reads does not stand in the
    list of processes or in the shell's history.
    """
    chosen = [name for name in ("topic", "topic_file", "identifier", *SELECTORS) if words[name]]
    if len(chosen) != 1:
        raise click.UsageError(
            "Give one of TOPIC, --topic-file, --id, --entry-file, --entry, --decision-file and --decision."
        )
    is_store = chosen[0] in SELECTORS
    modes = _STORE_MODES if is_store else _PROJECT_MODES
    mode = words["mode"] or modes[0]
    if mode not in modes:
        kind = "a memoir store" if is_store else "project memory"
        raise click.UsageError(f"In {kind} the mode is {', '.join(modes[:-1])} or {modes[-1]}.")
    if is_store:
        forget_in_store(words, mode)
    else:
        _forget_in_project(words, mode)


def _forget_in_project(words: dict[str, Any], mode: str) -> None:
    from memoir_git.services.forget_memory import forget_mutation

    request = _request(words, mode)
    directory = project_directory(words["project_root"])
    report = changing.previewed(words, forget_mutation(request, allows_broad=words["allow_broad_match"]))
    if words["history_check"]:
        from memoir_git.services.history_check import check_project

        with commit_counter(surroundings().output_format) as on_progress:
            report = check_project(report, request, directory, on_progress)
    changing.finish(report)


def _request(words: dict[str, Any], mode: str) -> Forget:
    from memoir_git.custodian.ids import canonical_id, split_id
    from memoir_git.custodian.plans.forget_request import ForgetId, ForgetTopic, Mode

    if words["identifier"] is not None:
        identifier = str(words["identifier"]).strip()
        if split_id(identifier) is None:
            raise click.UsageError("--id is none of an entry, a Subject or a record, such as MC-DEC-…")
        return ForgetId(identifier=canonical_id(identifier), mode=Mode(mode))
    return ForgetTopic(topic=_topic(words), mode=Mode(mode))


def _topic(words: dict[str, Any]) -> str:
    """Returns the topic on one line. Raises `UsageError`, which repeats none of it."""
    if words["topic_file"] is not None:
        text = writing.file_text(words["topic_file"])
    elif len(words["topic"]) > 1:
        raise click.UsageError("Give the topic as one argument, in quotes.")
    else:
        text = writing.utf8(words["topic"][0])
    topic = " ".join(text.split())
    if not topic:
        raise click.UsageError("The topic is blank.")
    if len(topic) > _LONGEST_TOPIC or not topic.isprintable():
        raise click.UsageError(
            f"A topic is at most {_LONGEST_TOPIC} characters of text, without control characters."
        )
    return topic
