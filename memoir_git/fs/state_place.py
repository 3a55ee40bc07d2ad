"""Where the private state lies, as words of the environment say; light enough for every commit to ask.

`MEMOIR_GIT_STATE_HOME`, else an absolute `XDG_STATE_HOME` with our name, else the platform's place for user
state. On the hooks' path: neither `pathlib` nor `platformdirs` is loaded where Linux needs none.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "MEMOIR_GIT_STATE_HOME"
TRANSACTIONS = "transactions"
_NAME = "memoir-git"
# Asked once, and not where a checker would take this machine's answer for every machine's.
_IS_LINUX = sys.platform.startswith("linux")


def state_place(variables: Mapping[str, str]) -> tuple[str, bool]:
    """Returns the place, and whether the user chose this very directory; it may not be absolute."""
    chosen = variables.get(VARIABLE)
    if chosen:
        return (os.path.normpath(chosen) if os.path.isabs(chosen) else chosen), True
    shared = variables.get("XDG_STATE_HOME", "")
    if os.path.isabs(shared) and os.name == "posix":
        return os.path.join(os.path.normpath(shared), _NAME), False
    return _platform_place(), False


def has_journals(variables: Mapping[str, str]) -> bool:
    """Tells whether any change ever left anything in the private state, by one look and no more."""
    place, _ = state_place(variables)
    folder = os.path.join(place, TRANSACTIONS)
    try:
        return bool(os.listdir(folder))
    except OSError:
        return os.path.lexists(folder)


def _platform_place() -> str:
    if _IS_LINUX:
        return os.path.join(os.path.expanduser("~/.local/state"), _NAME)
    import platformdirs

    return platformdirs.user_state_dir(_NAME, appauthor=False)
