"""`git-merge-memoir`: what git starts for `git merge -s memoir`, and for rebase and cherry-pick with it.

Not a command of `git memoir`: git gives it plumbing arguments, and it speaks to git by its exit status.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.core.errors import MemoirGitError

_NOT_DONE = 2


def main() -> NoReturn:
    """Merges as git asked and ends with 0 (merged), 1 (conflicts left) or 2 (not done)."""
    try:
        status = _run(tuple(sys.argv[1:]))
    except MemoirGitError as error:
        output.complain(str(error), error.hint)
        status = _NOT_DONE
    except KeyboardInterrupt:
        status = _NOT_DONE
    except Exception as error:
        if "MEMOIR_GIT_DEBUG" in variables():
            raise
        output.complain(f"unexpected {type(error).__name__} in the merge strategy; please report it.")
        status = _NOT_DONE
    sys.exit(status)


def _run(arguments: tuple[str, ...]) -> int:
    from memoir_git.cli.program import this_program
    from memoir_git.render import merge_strategy as view
    from memoir_git.services.merge_many import StrategyRequest, merge_many

    request = StrategyRequest(
        directory=Path.cwd(), arguments=arguments, variables=variables(), program=this_program()
    )
    report = merge_many(request)
    output.write(view.as_text(report))
    sys.stderr.write(report.data.complaints)
    return report.data.status
