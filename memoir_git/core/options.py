"""The switches of one merge, read from strings by one function for every caller.

The driver reads them from its arguments and environment, the services from git attributes and config; both
come through `parse_options`, so the same words mean the same everywhere.
"""

from __future__ import annotations

from memoir_git.core.errors import MemoirGitError

VCS = "vcs"
NEWEST = "newest"
DEFAULT_MARKER_SIZE = 7

CAP_NAMES = (
    "goals",
    "next_actions",
    "parked_actions",
    "open_questions",
    "decisions",
    "history",
    "completed_actions",
    "completed_goals",
)


class OptionError(MemoirGitError):
    """A switch that cannot be honoured; the merge does not run (decision: fallback, not a default)."""


class MergeOptions:
    """Everything a merge may depend on besides its three files.

    `path` is the file's path in the repository, `""` when unknown. Labels name the sides in conflict
    markers. `favour` is `"ours"`, `"theirs"` or `None`. `caps` overrides the working set's caps by list
    name. `warning` is a sentence about a switch that was ignored, or `""`.
    """

    __slots__ = (
        "base_label",
        "caps",
        "favour",
        "marker_size",
        "ours_label",
        "path",
        "strategy",
        "theirs_label",
        "warning",
    )

    def __init__(
        self,
        *,
        path: str = "",
        marker_size: int = DEFAULT_MARKER_SIZE,
        ours_label: str = "ours",
        base_label: str = "base",
        theirs_label: str = "theirs",
        strategy: str = VCS,
        favour: str | None = None,
        caps: dict[str, int] | None = None,
        warning: str = "",
    ) -> None:
        self.path = path
        self.marker_size = marker_size
        self.ours_label = ours_label
        self.base_label = base_label
        self.theirs_label = theirs_label
        self.strategy = strategy
        self.favour = favour
        self.caps = caps or {}
        self.warning = warning


def parse_options(
    *,
    path: str = "",
    marker_size: str = "",
    ours_label: str = "",
    base_label: str = "",
    theirs_label: str = "",
    strategy: str = "",
    favour: str = "",
    caps: str = "",
) -> MergeOptions:
    """Returns the options that the words name; an empty word is the default.

    Raises `OptionError` for caps or a strategy that cannot be read. An unknown `favour` is ignored with a
    warning, because it decides only what would be a conflict anyway.
    """
    if strategy not in ("", VCS, NEWEST):
        raise OptionError(
            "MEMOIR_GIT_STRATEGY is neither 'vcs' nor 'newest'.",
            hint="unset it, or set one of the two",
        )
    known = favour in ("", "ours", "theirs")
    return MergeOptions(
        path=path,
        marker_size=_marker_size(marker_size),
        ours_label=_label(ours_label, "ours"),
        base_label=_label(base_label, "base"),
        theirs_label=_label(theirs_label, "theirs"),
        strategy=strategy or VCS,
        favour=favour or None if known else None,
        caps=_parse_caps(caps) if caps else None,
        warning="" if known else "MEMOIR_GIT_FAVOR is neither 'ours' nor 'theirs' and was ignored",
    )


def _marker_size(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else DEFAULT_MARKER_SIZE


def _label(text: str, default: str) -> str:
    # git before 2.44 passes %S, %X and %Y as they stand.
    if text in ("", "%S", "%X", "%Y"):
        return default
    return text.replace("\n", " ").replace("\r", " ")


def _parse_caps(text: str) -> dict[str, int]:
    import json

    refusal = OptionError(
        "MEMOIR_GIT_CAPS is not a JSON object of list names and positive integers.",
        hint=f"unset it, or use names among {', '.join(CAP_NAMES)}",
    )
    try:
        caps = json.loads(text)
    except (ValueError, RecursionError):
        raise refusal from None
    if not isinstance(caps, dict):
        raise refusal
    for name, value in caps.items():
        if name not in CAP_NAMES or type(value) is not int or value < 1:
            raise refusal
    return caps
