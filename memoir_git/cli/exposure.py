"""`git memoir exposure`: is a forgotten thing still reachable in history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from memoir_git.cli import output, writing
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.cli.progress import commit_counter
from memoir_git.core.exposure import DEFAULT_BOUNDS, Bounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.services.exposure import Look
    from memoir_git.services.history.sought import Sought

_FROM_FILE = "read from a file; - is standard input"
_SELECTORS = {
    "entry": ("LINK", "A store's entry, by its link name"),
    "decision": ("TEXT", "A decision of the session, by its text, its beginning or its number"),
    "topic": ("TEXT", "A topic, found as forgetting in project memory finds it"),
}
_LIMITS = {
    "commits": (DEFAULT_BOUNDS.max_commits, "Read at most N commits."),
    "objects": (DEFAULT_BOUNDS.max_objects, "Read at most N objects."),
    "blob-bytes": (DEFAULT_BOUNDS.max_blob_bytes, "Read no file that is longer than N bytes."),
    "bytes": (DEFAULT_BOUNDS.max_total_bytes, "Read at most N bytes of files."),
}


def _selectors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds each selector, the form that others cannot see in the list of processes first."""
    for name, (metavar, title) in reversed(_SELECTORS.items()):
        function = click.option(f"--{name}", metavar=metavar, help="The same, as an argument.")(function)
        function = click.option(f"--{name}-file", metavar="FILE", help=f"{title}, {_FROM_FILE}.")(function)
    return function


def _limits(function: Callable[..., Any]) -> Callable[..., Any]:
    for name, (default, title) in reversed(_LIMITS.items()):
        option = click.option(
            f"--limit-{name}",
            metavar="N",
            type=click.IntRange(min=1),
            default=default,
            show_default=True,
            help=title,
        )
        function = option(function)
    return function


@click.command("exposure", epilog=EXIT_STATUS)
@common_options
@_selectors
@click.option(
    "--id", "ids", metavar="ID", multiple=True, help="An entry of project memory, by its ID; repeatable."
)
@click.option("--secrets", is_flag=True, help="Lines that are unmistakably secrets.")
@click.option("--all-paths", is_flag=True, help="Look at every file, not only where memory lies or ever lay.")
@click.option("--unreachable", is_flag=True, help="Also look at objects that nothing names any more; slow.")
@_limits
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after so long; two such looks need not agree.",
)
@writing.store_option
def command(**words: Any) -> None:
    """Tell whether something forgotten is still reachable in this repository's history.

    Looks through every branch, tag, stash, reflog and index of every work tree for old versions of memory
    that still hold it. Without a selector it looks for all that this checkout knows to be forgotten: IDs in
    guards, hashes of purged decisions, hidden and purged entries, and secrets.

    Nothing is changed, nothing is fetched, and nothing of what is looked for is printed. What can be done
    about a copy is explained and never done.
    """
    from memoir_git.core.report import Report
    from memoir_git.render import exposure as view
    from memoir_git.services.exposure import exposure_findings, inspect_for

    sought = _sought(words)
    with commit_counter(surroundings().output_format) as on_progress:
        data = inspect_for(surroundings().directory, sought, _look(words, on_progress))
    report = Report(command="exposure", data=data, findings=tuple(exposure_findings(data)))
    output.emit(replace(report, disclaimers=view.limits(data)), view, surroundings().output_format)


def _sought(words: dict[str, Any]) -> Sought:
    """Returns what the selectors look for, all of them; without any, what is known to be forgotten."""
    from memoir_git.services.history import known
    from memoir_git.services.history.sought import Sought, seek_entry, seek_topic

    directory, store = surroundings().directory, words["store"]
    texts = _texts(words)
    if not (texts or words["ids"] or words["secrets"]):
        return known.known_forgotten(directory)
    sought = Sought(secrets=words["secrets"])
    if words["ids"]:
        sought |= known.seek_entry_ids(directory, words["ids"])
    if "entry" in texts:
        sought |= seek_entry(texts["entry"])
    if "decision" in texts:
        sought |= known.seek_decision(directory, store, texts["decision"])
    if "topic" in texts:
        sought |= seek_topic(texts["topic"])
    return sought


def _texts(words: dict[str, Any]) -> dict[str, str]:
    """Returns the text of each selector that was given. Raises `UsageError`, which repeats none of them."""
    texts = {}
    files = [words[f"{name}_file"] for name in _SELECTORS]
    if files.count(writing.STANDARD_INPUT) > 1:
        raise click.UsageError("Standard input can be read for one selector only.")
    for name, file in zip(_SELECTORS, files, strict=True):
        if file is not None and words[name] is not None:
            raise click.UsageError(f"Give --{name} or --{name}-file, not both.")
        if file is not None or words[name] is not None:
            texts[name] = writing.utf8(words[name]) if file is None else writing.file_text(file)
            if not texts[name].strip():
                raise click.UsageError(f"What --{name} is to look for is blank.")
    return texts


def _look(words: dict[str, Any], on_progress: Callable[[int], None] | None) -> Look:
    from memoir_git.services.exposure import Look

    return Look(
        bounds=Bounds(
            max_commits=words["limit_commits"],
            max_objects=words["limit_objects"],
            max_blob_bytes=words["limit_blob_bytes"],
            max_total_bytes=words["limit_bytes"],
            seconds=words["time_limit"],
        ),
        all_paths=words["all_paths"],
        unreachable=words["unreachable"],
        on_progress=on_progress,
    )
