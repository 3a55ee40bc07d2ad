"""What a hook prints on standard error: nothing, or its findings and how to go on."""

from __future__ import annotations

from memoir_git.render.text import finding_lines, joined
from memoir_git.services.hooks.run import may_stop
from memoir_git.services.hooks.verdict import Verdict

_VERBS = {"pre-push": "push"}
_UNCHECKED = "git commit --no-verify"
_CONTINUED = {"pre-push": "git push --no-verify"}


def hook_text(name: str, verdict: Verdict) -> str:
    """Returns the text for a person, empty when there is nothing to say."""
    lines = finding_lines((*verdict.told, *verdict.blocking))
    if verdict.blocking and may_stop(name):
        what = _VERBS.get(name, "commit")
        lines.append(
            f"memoir: this {what} was stopped by what is marked ERROR or BLOCKER; nothing was changed."
        )
        lines.append(all_the_same(name))
    return joined(lines)


def all_the_same(name: str) -> str:
    """Returns the line that says how to go on without the check that a hook makes."""
    return f"memoir: to {_VERBS.get(name, 'commit')} all the same: {_CONTINUED.get(name, _UNCHECKED)}"


def hook_status(name: str, verdict: Verdict) -> int:
    """Returns the exit status: 1 stops git."""
    return int(bool(verdict.blocking) and may_stop(name))
