"""The one root of every exception this package raises on purpose.

A thing a person should mend in their files is a finding; a thing that stops the work is an exception.
Subclasses stand beside the code that raises them. Imported on the driver path: keep it bare.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.finding import FindingCode


class MemoirGitError(Exception):
    """Stops a command.

    `str(error)` is a full sentence that names what and where, never memory text.
    `hint` is the next thing to do; `code` is what the JSON envelope reports.
    """

    code: FindingCode | None = None

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class SurroundingsError(MemoirGitError):
    """The machine around the command refuses: a lock, the private state, the disk, a variable.

    Nothing is wrong with the memory, so the same words may do their work elsewhere or later.
    """
