"""The text merge of prose that the services hand to a format's merge: `git merge-file` on three files.

The driver has one of its own, beside `%A` and without `subprocess`; both pass the same words to git, and
a test compares their bytes. git reads `merge.conflictStyle` itself, so the directory matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from memoir_git.core.merge import TextMerge
from memoir_git.git.run import run_git

if TYPE_CHECKING:
    from memoir_git.core.merge import MergeText
    from memoir_git.core.options import MergeOptions

# Up to here git's exit status is the number of conflicts, 127 standing for "or more"; above, it refused.
_MOST_CONFLICTS = 127


def text_merger(directory: Path, environment: Mapping[str, str] | None = None) -> MergeText:
    """Returns a function that merges text as git would in `directory`'s repository, or outside of any.

    `environment` is for settings that a calling git handed down. The function raises `GitError` where git
    refuses (NUL bytes).
    """

    def merge_text(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
        with TemporaryDirectory(prefix="memoir-git-") as scratch:
            paths = [Path(scratch, name) for name in ("ours", "base", "theirs")]
            for path, content in zip(paths, (ours, base, theirs), strict=True):
                path.write_bytes(content)
            words = (*_command(options), *map(str, paths))
            done = run_git(*words, cwd=directory, environment=environment, accept=range(_MOST_CONFLICTS + 1))
            return TextMerge(paths[0].read_bytes(), done.returncode)

    return merge_text


def _command(options: MergeOptions) -> list[str]:
    command = ["merge-file", "-q", f"--marker-size={options.marker_size}"]
    if options.favour:
        command.append(f"--{options.favour}")
    for label in (options.ours_label, options.base_label, options.theirs_label):
        command += ["-L", label]
    return command
