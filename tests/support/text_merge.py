"""A real `git merge-file` for tests that call a merge as a function: sealed, and the same every time."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions

_SEALED = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "LC_ALL": "C",
}


def merge_text(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    """Returns what `git merge-file` makes of three texts outside of any repository."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("ours", "base", "theirs")]
        for path, content in zip(paths, (ours, base, theirs), strict=True):
            path.write_bytes(content)
        command = ["git", "merge-file", "-p", "-q", f"--marker-size={options.marker_size}"]
        if options.favour:
            command.append(f"--{options.favour}")
        for label in (options.ours_label, options.base_label, options.theirs_label):
            command += ["-L", label]
        done = subprocess.run(
            [*command, *map(str, paths)],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "GIT_CEILING_DIRECTORIES": str(Path(folder).parent), **_SEALED},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    assert done.returncode <= 127, done.stderr
    return TextMerge(done.stdout, done.returncode)
