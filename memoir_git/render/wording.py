"""The sentences that limit a claim; they stand here and nowhere else (guide 4.5)."""

from __future__ import annotations

ERASURE_POLICY = "bounded; Git history and distributed copies unchanged"
CONFLICT_LIMIT = "The conflict status is structural only; CLEAR is no proof that texts agree."
REVIEW_LIMIT = "structural only; CLEAR is no proof that the branches agree"
HEURISTIC_LIMIT = "Pattern checks are heuristics; a clean result proves nothing."
HISTORY_LIMIT = "Git history, other clones, forks, backups and caches were not looked at."

_FORGETTING = (
    "Forgetting decides what memoir-git gives to agents from this store from now on, here and wherever this "
    "change is merged.",
    "The git history was not modified, and other clones, stashes and backups keep what they have.",
)
_PURGING = (
    "Older commits still hold the text: 'git filter-repo' rewrites history, and every clone has to follow. "
    "Revoke a secret that was committed.",
    "The hash that stays is not salted: a short secret, such as a name, can be guessed from it.",
)


def forget_limits(mode: str) -> tuple[str, ...]:
    """Returns what forgetting in a memoir store does and does not do, for `hide` or `purge`."""
    return (*_FORGETTING, *_PURGING) if mode == "purge" else _FORGETTING
