"""`git memoir`: the table of commands, each loaded only when it runs, and the one place errors are caught."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from memoir_git import __version__
from memoir_git.cli import output
from memoir_git.cli.options import EXIT_STATUS, common_options
from memoir_git.core.errors import MemoirGitError, SurroundingsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.finding import FindingCode

# command -> module under memoir_git.cli, whose `command` is the click command; and its line in the list.
COMMANDS: dict[str, tuple[str, str]] = {
    "add": ("add", "Add an entry to project memory, or a candidate"),
    "audit": ("audit", "Judge project memory: summary and findings"),
    "check": ("check", "Check project memory: findings only"),
    "compact": ("compact", "Make a file of project memory smaller"),
    "demo": ("demo", "Show two machines' memory merging, next to plain git"),
    "doctor": ("doctor", "Prove the whole chain by a throw-away merge"),
    "enable": ("enable", "Enable a file or a module of project memory"),
    "entry": ("entry", "Read and change the entry files"),
    "exception": ("exception", "Let an area's rule be narrower than the project's"),
    "evidence": ("evidence", "Back an entry of project memory with Evidence"),
    "exposure": ("exposure", "Tell whether something forgotten is still in history"),
    "forget": ("forget", "Hide or purge an entry or a decision"),
    "hook": ("hook", "Run the hooks' checks from another hook manager"),
    "index": ("index", "Keep the index of entries true"),
    "init": ("init", "Make a memoir store or project memory"),
    "install": ("install", "Set up the merge driver and the hooks in this repository"),
    "list": ("list_entries", "List the entries of project memory"),
    "local": ("local", "Keep preferences outside the repository, on this machine"),
    "merge": ("merge", "Merge a branch, all memory files in one process"),
    "merge-file": ("merge_file", "Merge three files by meaning (plumbing)"),
    "preview": ("preview", "Show what merging a branch would do to memory"),
    "reconcile": ("reconcile", "Record what a reviewer found out about entries"),
    "promote": ("promote", "Make a candidate active memory"),
    "recover": ("recover", "Go on or back after an interrupted change"),
    "repair": ("repair", "Mend a merge that was made without the driver"),
    "resolve": ("resolve", "Finish a stopped merge as far as memory goes"),
    "resume": ("resume", "Print the working set for an agent's context"),
    "session": ("session", "Read and change the working set"),
    "show": ("show_entry", "Show one entry of project memory"),
    "status": ("status", "Say where memory stands: stopped operation, stores, driver"),
    "subject": ("subject", "Read and change what entries are about"),
    "track": ("track", "Make existing files memory"),
    "uninstall": ("uninstall", "Remove all that install added"),
    "untrack": ("untrack", "Make files ordinary files again"),
    "validate": ("validate", "Check memory files against the format"),
}


class CommandTable(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command, or `None` for a word that is none."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"memoir_git.cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list from the table, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.command(
    cls=CommandTable,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_STATUS,
)
@common_options
@click.version_option(__version__, "--version", message="git-memoir %(version)s")
def root() -> None:
    """Let coding agents' memory merge itself in git.

    Memory files are joined by meaning in merge, rebase, cherry-pick, stash pop and pull: nothing is lost,
    and what was hidden or finished does not come back.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and ends the process with its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        root.main(args=words, prog_name="git memoir", standalone_mode=False)
        status = 0
    except click.exceptions.Exit as leave:
        status = leave.exit_code
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except MemoirGitError as error:
        status = _stopped(error, words)
    except (click.Abort, KeyboardInterrupt):
        output.complain("interrupted; what was already written stays")
        status = 130
    except BrokenPipeError:
        output.discard()
        status = 1
    except Exception as error:
        if "MEMOIR_GIT_DEBUG" in os.environ:  # noqa: TID251 - a bug report wants the traceback
            raise
        output.complain(
            f"unexpected {type(error).__name__}; this is a bug in memoir-git.",
            "run the command again with MEMOIR_GIT_DEBUG=1 and report what it prints",
        )
        _print_stopped(_runtime(), words)
        status = 2
    sys.exit(status)


def _stopped(error: MemoirGitError, words: list[str]) -> int:
    """Reports an expected failure: words on stderr, and in JSON mode a valid envelope on stdout."""
    from memoir_git.core import codes

    output.complain(str(error), error.hint)
    outcome = _runtime() if isinstance(error, SurroundingsError) else codes.STOPPED
    return _print_stopped(error.code or outcome, words)


def _runtime() -> FindingCode:
    from memoir_git.custodian import codes_system

    return codes_system.RUNTIME


def _print_stopped(code: FindingCode, words: list[str]) -> int:
    from memoir_git.core.report import Report
    from memoir_git.render import json_v1

    report = Report(command=_command_name(words), data=None, findings=(code.at(),))
    if _wants_json(words) and sys.stdout is not None:
        output.write(json_v1.envelope(report, {}))
    return report.exit_code


def _command_name(words: list[str]) -> str:
    return next((word for word in words if word in COMMANDS), "memoir")


def _wants_json(words: list[str]) -> bool:
    return bool({"--format=json", "--json"} & set(words)) or any(
        words[at : at + 2] == ["--format", "json"] for at in range(len(words))
    )
