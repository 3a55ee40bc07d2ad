"""`git memoir audit` and `git memoir check`: judge project memory; one set of flags for both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from memoir_git.cli import environment, output
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.audit import AuditRequest
    from memoir_git.services.audit_data import AuditData

# flag -> what it limits the report to. What the guide names and this version lacks is answered by a finding.
_AUDIT_FLAGS = {
    "routing": "metadata, routes and the module index",
    "reachability": "active entries that no normal route reaches",
    "freshness": "sources that are gone or changed since they were pinned",
    "evidence": "what backs active entries and Subjects",
    "privacy": "personal and machine data",
    "security": "credentials, and text that claims an authority",
    "relations": "targets, reciprocity, cycles",
    "subjects": "the Subject registry",
    "conflicts": "owners, overlaps, exceptions and records",
    "budgets": "how full each file is",
    "local": "what keeps this machine's overlay from being read",
    "transactions": "unfinished changes and their private state",
    "erasure": "sensitive memory to minimise",
}
_CHECK_FLAGS = ("privacy", "security", "routing", "reachability", "freshness", "conflicts")
LATER_FLAGS = ("routing-input",)


def memory_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--memory-dir` and `--project-root` to a command of project memory."""
    function = click.option("--memory-dir", metavar="DIR", help="Where project memory lies.")(function)
    return click.option(
        "--project-root",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The same as -C DIR.",
    )(function)


def project_directory(project_root: Path | None) -> Path:
    """Returns the directory a command of project memory works in."""
    directory = surroundings().directory
    return directory if project_root is None else directory / project_root


def _flags(names: tuple[str, ...], later: tuple[str, ...]) -> Callable[..., Any]:
    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        function = _merge_options(function)
        for name in reversed(later):
            function = click.option(f"--{name}", is_flag=True, help="Not available in this version.")(
                function
            )
        for name in reversed(names):
            function = click.option(f"--{name}", is_flag=True, help=f"Only {_AUDIT_FLAGS[name]}.")(function)
        return function

    return add


def _merge_options(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option(
        "--review-as",
        type=click.Choice(["error", "warning"]),
        help="What findings for review weigh; over memoir.reviewAs.",
    )(function)
    function = click.option(
        "--require-merge-review", is_flag=True, help="Make a merge review that cannot be made an error."
    )(function)
    return click.option(
        "--merge-base",
        metavar="REF",
        callback=_named,
        help="Also review a merge with REF: what both sides changed, and what only a person can decide.",
    )(function)


def _named(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.strip():
        raise click.BadParameter("name the other side of the merge, such as origin/main.")
    return value


@click.command("audit", epilog=EXIT_STATUS)
@common_options
@memory_options
@_flags(tuple(_AUDIT_FLAGS), LATER_FLAGS)
@click.option(
    "--history-exposure",
    is_flag=True,
    help="Look through history for all that is known to be forgotten; never part of --all.",
)
@click.option("--all", "everything", is_flag=True, help="Every section; the same as none of the flags.")
def command(**words: Any) -> None:
    """Judge the project memory of this work tree.

    Reads docs/memory, prints a summary and what is wrong with it, each finding with a code and a remedy.
    Flags limit the report; several add up. Nothing is changed and no network is asked.
    """
    _run("audit", words)


@click.command("check", epilog=EXIT_STATUS)
@common_options
@memory_options
@_flags(_CHECK_FLAGS, ())
def check(**words: Any) -> None:
    """Check project memory: the findings of an audit without its summary.

    Flags limit the report; several add up. Nothing is changed.
    """
    _run("check", words)


def _run(name: str, words: dict[str, Any]) -> None:
    from memoir_git.render import audit as view
    from memoir_git.services.audit import AuditRequest

    chosen = tuple(flag for flag in _AUDIT_FLAGS if words.get(flag))
    later = [f"--{flag}" for flag in LATER_FLAGS if words.get(flag.replace("-", "_"))]
    look = words.get("history_exposure")
    is_limited = bool(chosen or later or look) and not words.get("everything")
    if words["require_merge_review"] and words["merge_base"] is None:
        raise click.UsageError("--require-merge-review needs --merge-base.")
    request = AuditRequest(
        command=name,
        directory=project_directory(words["project_root"]),
        memory_dir=words["memory_dir"],
        sections=chosen if is_limited else None,
        not_available=tuple(later),
        merge_base=words["merge_base"],
        require_merge_review=words["require_merge_review"],
        review_as=words["review_as"],
        variables=environment.variables(),
    )
    report = _audited(request, looks_into_history=bool(look))
    report = replace(report, disclaimers=view.limits(report.data))
    output.emit(report, view, surroundings().output_format)


def _audited(request: AuditRequest, *, looks_into_history: bool) -> Report[AuditData]:
    from memoir_git.services.audit import audit

    if not looks_into_history:
        return audit(request)
    from memoir_git.cli.progress import commit_counter
    from memoir_git.services.exposure import USUAL_LOOK

    with commit_counter(surroundings().output_format) as on_progress:
        return audit(replace(request, history_exposure=replace(USUAL_LOOK, on_progress=on_progress)))
