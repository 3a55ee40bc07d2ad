"""One table of hooks: which check runs for which name, and whether it may stop git."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memoir_git.core.errors import MemoirGitError
from memoir_git.git.branches import merge_heads
from memoir_git.git.hook_call import announced_heads, hook_repository
from memoir_git.git.inherited import InheritingRepository
from memoir_git.services.hooks.verdict import Verdict

SWITCH = "MEMOIR_GIT"
_CAPS = "MEMOIR_GIT_CAPS"
# The hooks that git tells something on standard input.
WITH_INPUT = ("post-rewrite", "pre-push")


@dataclass(frozen=True, slots=True, kw_only=True)
class HookCall:
    """How git called a hook: its arguments, its standard input, the current directory, the environment."""

    name: str
    arguments: tuple[str, ...]
    stdin: str
    directory: Path
    variables: Mapping[str, str]


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
    return CHECKS[call.name](hook_repository(call.directory, call.variables), call)


def may_stop(name: str) -> bool:
    """Tells whether git heeds the status of a hook; after the fact it cannot, so ours is always 0."""
    return name.startswith("pre-")


def _pre_commit(repository: InheritingRepository, call: HookCall) -> Verdict:
    from memoir_git.services.hooks.staged import check_staged

    return check_staged(repository, merge_heads(repository), _caps(call))


def _caps(call: HookCall) -> Mapping[str, int]:
    words = call.variables.get(_CAPS, "")
    if not words:
        return {}
    from memoir_git.core.options import parse_options

    return parse_options(caps=words).caps


def _pre_merge_commit(repository: InheritingRepository, call: HookCall) -> Verdict:
    from memoir_git.services.hooks.staged import check_merge

    return check_merge(repository, announced_heads(call.variables), _caps(call))


def _post_merge(repository: InheritingRepository, call: HookCall) -> Verdict:
    from memoir_git.services.hooks.arrived import check_merged

    return check_merged(repository, call.directory, call.variables, "".join(call.arguments[:1]))


def _post_rewrite(repository: InheritingRepository, call: HookCall) -> Verdict:
    from memoir_git.services.hooks.arrived import check_rewritten

    if call.arguments[:1] != ("rebase",):
        return Verdict()
    return check_rewritten(repository, call.directory, call.variables, call.stdin)


def _pre_push(repository: InheritingRepository, call: HookCall) -> Verdict:
    from memoir_git.services.hooks.leaving import check_leaving

    return check_leaving(repository, "".join(call.arguments[:1]), call.stdin)


CHECKS: dict[str, Callable[[InheritingRepository, HookCall], Verdict]] = {
    "pre-commit": _pre_commit,
    "pre-merge-commit": _pre_merge_commit,
    "post-merge": _post_merge,
    "post-rewrite": _post_rewrite,
    "pre-push": _pre_push,
}
