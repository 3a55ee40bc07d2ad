"""One table of hooks: which check runs for which name, and whether it may stop git."""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError
from memoir_git.services.hooks.verdict import Verdict, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from memoir_git.git.inherited import InheritingRepository

SWITCH = "MEMOIR_GIT"
# What our own script says instead of git's arguments: standard input holds what it has asked git.
TOLD = "--told"
_CAPS = "MEMOIR_GIT_CAPS"
# The hooks that git tells something on standard input.
WITH_INPUT = ("post-rewrite", "pre-push")


class HookCall:
    """How git called a hook: its arguments, its standard input, the current directory, the environment."""

    __slots__ = ("arguments", "directory", "name", "stdin", "variables")

    def __init__(
        self,
        *,
        name: str,
        arguments: tuple[str, ...],
        stdin: str,
        directory: str,
        variables: Mapping[str, str],
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.stdin = stdin
        self.directory = directory
        self.variables = variables

    @property
    def path(self) -> Path:
        """The current directory."""
        from pathlib import Path

        return Path(self.directory)

    def repository(self) -> InheritingRepository:
        """Returns the repository of the running hook. Raises `GitError`."""
        from memoir_git.git.hook_call import hook_repository

        return hook_repository(self.path, self.variables)


class UnknownHookError(MemoirGitError):
    """A hook that there is nothing to do for."""


def run_hook(call: HookCall) -> Verdict:
    """Returns what the hook has to say. Raises `UnknownHookError` and `GitError`."""
    if call.name not in CHECKS:
        raise UnknownHookError(
            f"There is no hook {call.name!r} of memoir-git.", hint=f"name one of: {', '.join(CHECKS)}"
        )
    if call.variables.get(SWITCH) == "0":
        return Verdict()
    return CHECKS[call.name](call)


def reads_input(name: str, arguments: tuple[str, ...]) -> bool:
    """Tells whether a hook is told something on standard input, by git or by our script."""
    return name in WITH_INPUT or TOLD in arguments


def may_stop(name: str) -> bool:
    """Tells whether git heeds the status of a hook; after the fact it cannot, so ours is always 0."""
    return name.startswith("pre-")


def _pre_commit(call: HookCall) -> Verdict:
    from memoir_git.services.hooks.staging import Staged

    heads: tuple[str, ...] = ()
    if TOLD in call.arguments:  # which the script does only where no merge is being committed
        from memoir_git.git.told import read_told

        staged = Staged(call.repository, call.variables, read_told(call.stdin))
        staged.read_ahead()
    else:
        from memoir_git.git.branches import merge_heads

        staged = Staged(call.repository, call.variables)
        heads = merge_heads(staged.repository)
    from memoir_git.services.hooks.staged import check_staged

    verdict = check_staged(staged, heads, _caps(call))
    return joined(verdict, _unfinished(call))


def _caps(call: HookCall) -> Mapping[str, int]:
    words = call.variables.get(_CAPS, "")
    if not words:
        return {}
    from memoir_git.core.options import parse_options

    return parse_options(caps=words).caps


def _unfinished(call: HookCall) -> Verdict:
    """Returns the verdict on interrupted changes; where nothing was ever journalled, after one look."""
    from memoir_git.fs.state_place import has_journals

    if not has_journals(call.variables):
        return Verdict()
    from memoir_git.services.hooks.unfinished import check_unfinished

    return check_unfinished(call.repository(), call.variables)


def _pre_merge_commit(call: HookCall) -> Verdict:
    from memoir_git.git.hook_call import announced_heads
    from memoir_git.services.hooks.staged import check_merge
    from memoir_git.services.hooks.staging import Staged

    staged = Staged(call.repository, call.variables)
    verdict = check_merge(staged, announced_heads(staged.repository, call.variables), _caps(call))
    return joined(verdict, _unfinished(call))


def _post_merge(call: HookCall) -> Verdict:
    from memoir_git.services.hooks.arrived import check_merged

    return check_merged(call.repository(), call.path, call.variables, "".join(call.arguments[:1]))


def _post_rewrite(call: HookCall) -> Verdict:
    from memoir_git.services.hooks.arrived import check_rewritten

    if call.arguments[:1] != ("rebase",):
        return Verdict()
    return check_rewritten(call.repository(), call.path, call.variables, call.stdin)


def _pre_push(call: HookCall) -> Verdict:
    from memoir_git.services.hooks.leaving import check_leaving

    return check_leaving(call.repository(), "".join(call.arguments[:1]), call.stdin)


CHECKS: dict[str, Callable[[HookCall], Verdict]] = {
    "pre-commit": _pre_commit,
    "pre-merge-commit": _pre_merge_commit,
    "post-merge": _post_merge,
    "post-rewrite": _post_rewrite,
    "pre-push": _pre_push,
}
