"""`git memoir session`: read and change the working set, one subcommand for each thing one does to it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from memoir_git.cli import output, writing
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.session import SessionChange

Function = TypeVar("Function", bound=Callable[..., Any])


def store_option(function: Function) -> Function:
    """Adds `--store DIR`."""
    return click.option(
        "--store",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="The directory that holds session.json (default: the nearest store).",
    )(function)


@click.group("session", epilog=EXIT_STATUS)
@common_options
def command() -> None:
    """Read and change the working set.

    A text is an argument, or - to read it from standard input. What is removed leaves a tombstone, so that
    no branch brings it back; questions are the exception.
    """


def _subcommand(name: str) -> Callable[[Callable[..., None]], click.Command]:
    def register(function: Callable[..., None]) -> click.Command:
        decorated = common_options(store_option(function))
        return command.command(name, epilog=EXIT_STATUS)(decorated)

    return register


@_subcommand("show")
def show(store: Path | None) -> None:
    """Show the working set with its numbers."""
    from memoir_git.render import session as plain
    from memoir_git.services.session import read_session

    report = read_session(surroundings().directory, store, command="session")
    view: output.View = plain
    if sys.stdout.isatty():
        from memoir_git.render import session_table

        view = session_table
    output.emit(report, view, surroundings().output_format)


@_subcommand("goal")
@click.argument("text")
def goal(text: str, store: Path | None) -> None:
    """Set a goal, or renew one that is set."""
    from memoir_git.services.session_writers import set_goal

    _emit(set_goal(writing.writing(store), writing.text(text)))


@_subcommand("retire")
@click.argument("goal")
def retire(goal: str, store: Path | None) -> None:
    """Retire a goal.

    GOAL is its text, the beginning of it, or its number in 'session show', such as g1.
    """
    from memoir_git.services.session_writers import retire as retire_goal

    _emit(retire_goal(writing.writing(store), writing.text(goal)))


@_subcommand("next")
@click.argument("text")
def add_next(text: str, store: Path | None) -> None:
    """Add a next action, or take a parked one up again.

    When the live list is full, its oldest action is parked.
    """
    from memoir_git.services.session_writers import add_next as add_action

    _emit(add_action(writing.writing(store), writing.text(text)))


@_subcommand("done")
@click.argument("action")
def done(action: str, store: Path | None) -> None:
    """Complete a live or parked action.

    ACTION is its text, the beginning of it, or its number in 'session show', such as n2 or p1.
    """
    from memoir_git.services.session_writers import complete

    _emit(complete(writing.writing(store), writing.text(action)))


@_subcommand("park")
@click.argument("action")
def park(action: str, store: Path | None) -> None:
    """Park a live action.

    ACTION is its text, the beginning of it, or its number in 'session show', such as n2. Merges fill the
    live list from the parked actions by date, so a parked one is live again when there is room.
    """
    from memoir_git.services.session_writers import park as park_action

    _emit(park_action(writing.writing(store), writing.text(action)))


@_subcommand("ask")
@click.argument("text")
def ask(text: str, store: Path | None) -> None:
    """Ask a question that awaits an answer."""
    from memoir_git.services.session_writers import ask as ask_question

    _emit(ask_question(writing.writing(store), writing.text(text)))


@_subcommand("answer")
@click.argument("question")
def answer(question: str, store: Path | None) -> None:
    """Remove a question that was answered.

    QUESTION is its text, the beginning of it, or its number in 'session show', such as q1. A branch that
    still has it brings it back.
    """
    from memoir_git.services.session_writers import answer as answer_question

    _emit(answer_question(writing.writing(store), writing.text(question)))


@_subcommand("decide")
@click.argument("text")
@click.option("--why", metavar="TEXT", help="The reason.")
@click.option("--rejected", metavar="TEXT", help="What was rejected, and why it lost.")
def decide(text: str, why: str | None, rejected: str | None, store: Path | None) -> None:
    """Record a decision, or renew one with new reasons.

    A decision without a reason is half a decision: give both --why and --rejected where you can.
    """
    from memoir_git.services.session_writers import decide as record_decision

    if (text, why, rejected).count("-") > 1:
        raise click.UsageError("Standard input holds one text: give - only once.")
    reasons = {"why": writing.optional_text(why), "rejected": writing.optional_text(rejected)}
    _emit(record_decision(writing.writing(store), writing.text(text), **reasons))


@_subcommand("end")
@click.option("--summary", metavar="TEXT", help="What was done.")
@click.option("--file", "files", metavar="PATH", multiple=True, help="A file that was touched; repeatable.")
@click.option("--minutes", metavar="N", type=click.IntRange(min=0), help="How long it took.")
@click.option("--session-id", metavar="ID", help="The session's own id: its row is updated in place.")
def end(
    summary: str | None,
    files: tuple[str, ...],
    minutes: int | None,
    session_id: str | None,
    store: Path | None,
) -> None:
    """Write this session's row of the history."""
    from memoir_git.services.session_writers import end as end_session

    report = end_session(
        writing.writing(store),
        summary=writing.optional_text(summary),
        files_touched=tuple(map(writing.utf8, files)),
        minutes=minutes,
        session_id=None if session_id is None else writing.utf8(session_id),
    )
    _emit(report)


def _emit(report: Report[SessionChange]) -> None:
    from memoir_git.render import session_change as view

    output.emit(report, view, surroundings().output_format)
