"""Why a local overlay is not changed: the words of enabling, linking, adding and resetting."""

from __future__ import annotations

from collections.abc import Mapping

from memoir_git.custodian.plans.explanation import Explanation, explained

_ITSELF = "Put the file or directory itself there, with mode 600 or 700."
_RELINK = "git memoir local link --replace binds this work tree alone."

LOCAL_BLOCKERS: Mapping[str, Explanation] = {
    "no-project-identity": explained(
        "the manifest declares no valid identity that an overlay could belong to",
        "Mend its project_id by hand; every other clone has the right one.",
    ),
    # what the disk says
    "symbolic-link": explained("a symbolic link stands in the place of a part of the overlay", _ITSELF),
    "not-a-regular-file": explained("something that is no file stands in the overlay", _ITSELF),
    "foreign-owner": explained("a part of the overlay belongs to another user", _ITSELF),
    "other-file-system": explained("a part of the overlay lies on another file system", _ITSELF),
    "wrong-mode": explained(
        "a part of the overlay has another mode than 700 for directories and 600 for files",
        "Look whether it still says what you wrote, then set the mode with chmod.",
    ),
    "cannot-be-read": explained("a part of the overlay cannot be read", "Give yourself its permissions."),
    "file-name-unprintable": explained(
        "a file of the overlay has a name that cannot be shown", "Rename it, then preview again."
    ),
    # whose it is
    "bound-elsewhere": explained("another work tree is linked", "Give --replace to link this one instead."),
    "several-roots": explained("more than one work tree is bound", _RELINK),
    "malformed-bindings": explained("the overlay's bindings cannot be read", _RELINK),
    "other-project": explained("the overlay's bindings belong to another project", _RELINK),
    "orphaned-bindings": explained(
        "there are bindings, and no overlay beside them",
        "Run git memoir local enable, which makes what is missing.",
    ),
    "overlay-disabled": explained("there is no overlay", "Begin one with git memoir local link."),
    "overlay-unbound": explained("the overlay is not bound to this work tree", "Run git memoir local link."),
    "overlay-review": explained("the overlay needs review", "git memoir local status names what is wrong."),
}
