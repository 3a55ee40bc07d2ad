"""The sentences that limit a claim; they stand here and nowhere else (guide 4.5)."""

from __future__ import annotations

from memoir_git.core.erasure import DomainState, ErasureScope, WorktreeState
from memoir_git.core.exposure import HistoryStatus

ERASURE_POLICY = "bounded; Git history and distributed copies unchanged"
CONFLICT_LIMIT = "The conflict status is structural only; CLEAR is no proof that texts agree."
REVIEW_LIMIT = "structural only; CLEAR is no proof that the branches agree"
HEURISTIC_LIMIT = "Pattern checks are heuristics; a clean result proves nothing."
HISTORY_LIMIT = "Git history, other clones, forks, backups and caches were not looked at."
BOUNDARY = (
    "Forgetting controls what remains available to future agents through MemoryCustodian. It is not a "
    "guarantee of erasure from Git history or previously distributed copies."
)
NOTHING_TO_LOOK_FOR = (
    "Nothing was looked for: nothing was named, and this checkout knows of nothing that was forgotten."
)
BOUNDED_LOOK = (
    "This answer is about what was read, by the rules and within the bounds named here. Other clones, forks, "
    "backups, caches and exported copies were not looked at, and no check here can show that they hold none."
)
NO_ANSWER = "That nothing was found is no answer here: the look was not complete."
REASONS = {
    "not-a-repository": "There is no git repository here.",
    "git-missing": "git could not be started.",
    "object-format-unsupported": "The objects are named by a hash that this program's reader does not know.",
    "ref-storage-unsupported": "The refs are stored in a way that this program's reader does not know.",
    "extension-unsupported": "The repository uses an extension that this program's reader does not know.",
    "repository-version-unsupported": "The repository is of a version that this program does not know.",
    "ownership-refused": "The repository belongs to another user, and git refuses to use it.",
    "config-unreadable": "The repository's config cannot be read.",
    "shallow": "The clone is shallow: git fetch --unshallow brings what is older.",
    "objects-missing": "Objects are missing, as in a partial clone; none was fetched for this.",
    "objects-corrupt": "Objects are corrupt: git fsck names them.",
    "ref-unreadable": "A ref cannot be read.",
    "index-unreadable": "An index cannot be read.",
    "alternates-unreadable": "The objects this clone borrows from another place cannot be read.",
    "fingerprint-unusable": "Something to look for, or the file that names it, cannot be read.",
    "bound-reached": "A bound was reached: a --limit option raises it.",
    "time-limit": "The time given with --time-limit was over.",
}
NOT_COVERED = (
    "submodules",
    "files kept elsewhere by Git LFS",
    "archives and bundles inside the tree",
    "refs of alternates",
    "other clones, forks, backups and caches",
)
SCOPE_RESTORED = (
    "What the forgetting had taken out is in managed memory again; forget it anew if that is still wanted."
)
SCOPE_UNCHANGED = "Nothing had been taken out of managed memory yet; forget it anew if that is still wanted."
SCOPE_DAMAGED = "The record of how far the forgetting reached is damaged; look at managed memory by hand."
LATER_EDIT = (
    "The change had been made and a file was changed since; the files stay as they are, and the private "
    "copies are removed."
)
OTHER_CHECKOUT = "It blocks nothing here; run recover in that checkout, or give it up if that one is gone."
_REMOVED = "Removed from managed active memory."
_PURGED = "Purged from managed active memory and managed archive."
_PURGED_ARCHIVE = "Removed from the managed archive."
_RESET = "Removed from this machine's local overlay of this project."
_HISTORY = "Git history was not modified."
_COPIES = "Previously distributed copies remain outside MemoryCustodian control."
_NOT_COMMITTED = "The change is not committed; index, stashes, reflog and other branches keep what they hold."
_CHECKED = {
    HistoryStatus.NOT_REQUESTED: "Git history was not looked at.",
    HistoryStatus.UNAVAILABLE: "Git history could not be checked; that is no sign that nothing is there.",
    HistoryStatus.REACHABLE_COPY_DETECTED: "A copy is still reachable in Git history.",
    HistoryStatus.NO_REACHABLE_COPY_DETECTED: (
        "A bounded look into Git history found no copy; other clones, forks, backups and caches were not "
        "looked at."
    ),
}
LOCAL_RESET_LIMIT = (
    "A local reset concerns this machine's overlay of this project; other machines, synchronised folders and"
    " backups keep what they have."
)

_FORGETTING = (
    "Forgetting decides what memoir-git gives to agents from this store from now on, here and wherever this "
    "change is merged.",
)
_PURGING = (
    "Older commits still hold the text: 'git filter-repo' rewrites history, and every clone has to follow. "
    "Revoke a secret that was committed.",
    "The hash that stays is not salted: a short secret, such as a name, can be guessed from it.",
)


def removal_limits(scope: ErasureScope) -> tuple[str, ...]:
    """Returns what an operation that removes something did, and where that ends (guide 4.5)."""
    uncommitted = (_NOT_COMMITTED,) if scope.git_worktree is WorktreeState.YES else ()
    return (*_done(scope), _HISTORY, _COPIES, *uncommitted, _CHECKED[scope.history], BOUNDARY)


def _done(scope: ErasureScope) -> tuple[str, ...]:
    removed = DomainState.REMOVED
    active, archive = scope.active_memory is removed, scope.managed_archive is removed
    if active and archive:
        return (_PURGED,)
    told = ((active, _REMOVED), (archive, _PURGED_ARCHIVE), (scope.local_overlay is removed, _RESET))
    return tuple(sentence for is_done, sentence in told if is_done)


def forget_limits(mode: str) -> tuple[str, ...]:
    """Returns what forgetting in a memoir store does and does not do, for `hide` or `purge`."""
    return (*_FORGETTING, *_PURGING) if mode == "purge" else _FORGETTING


_FIRST = (
    "What can be done about it. memoir-git does none of this and never rewrites history:",
    "  First revoke or rotate whatever is secret: somebody may have it already, whatever is done below.",
)
_PRUNE = (
    "    git reflog expire --expire=now --all",
    "    git gc --prune=now",
)
LOCAL_REMEDY = (
    *_FIRST,
    "  What was found lies in this clone only: no history has to be rewritten, and nothing pushed.",
    "  Each of these throws away whatever else is only there; look first. In the index, and in a stash:",
    "    git restore --staged PATH",
    "    git stash drop",
    "  In reflogs, and in what a rebase, a merge or a reset left behind:",
    *_PRUNE,
    "  Then run this command again: ORIG_HEAD and its like go with the next operation that sets them.",
)
_REMEDY = (
    *_FIRST,
    "  To rewrite history, work in a fresh mirror clone and keep the original until the result is checked:",
    "    git clone --mirror URL rewritten.git",
    "  Write the blobs named here, one a line, to a file SHORT outside of the repository; in the new clone:",
    "    git cat-file --batch-check='%(objectname)' < SHORT > BLOBS",
)
_REMEDY_FILES = (
    "  Where a whole file is the copy, such as an entry's; every version listed in BLOBS goes, today's too:",
    "    git filter-repo --sensitive-data-removal --strip-blobs-with-ids BLOBS",
)
_REMEDY_PARTS = (
    "  Where a file holds more than the copy; EXPRESSIONS is your own list of texts, outside of the clone:",
    "    git filter-repo --sensitive-data-removal --replace-text EXPRESSIONS",
    "  It leaves files alone that have a NUL byte near their beginning: look at those by hand.",
)
_REMEDY_MESSAGES = (
    "  Messages of commits and tags are rewritten only when they are asked for:",
    "    git filter-repo --sensitive-data-removal --replace-message EXPRESSIONS",
)
_REMEDY_NAMES = (
    "  File names are kept unless they are renamed; branches, tags and notes are renamed by hand:",
    "    git filter-repo --sensitive-data-removal --path-rename OLD:NEW",
)
_REMEDY_END = (
    "  --sensitive-data-removal fetches every ref of the remote by itself; --no-fetch keeps it from that.",
    "  Then run this command again there, and remove its filter-repo directory, which lists the old names.",
    "  Force-push all branches and tags, and ask the host to drop cached views and pull-request refs.",
    "  Every clone and fork has to be cloned again: a single merge from an old one brings the copy back.",
    "  Their stashes, reflogs, rr-cache and unreachable objects stay until they are expired and pruned:",
    *_PRUNE,
    "  To see by yourself where a blob lies, and which refs hold a commit:",
    "    git log --all --find-object=BLOB",
    "    git for-each-ref --contains COMMIT",
)


def exposure_remedy(*, files: bool, parts: bool, messages: bool, names: bool) -> tuple[str, ...]:
    """Returns what a person can do about copies that a push takes along, by where they are."""
    chosen = (
        (files, _REMEDY_FILES),
        (parts, _REMEDY_PARTS),
        (messages, _REMEDY_MESSAGES),
        (names, _REMEDY_NAMES),
    )
    return (*_REMEDY, *(line for wanted, lines in chosen if wanted for line in lines), *_REMEDY_END)
