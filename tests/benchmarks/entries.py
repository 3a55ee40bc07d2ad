"""Entry merges against their bounds: one cold driver, 500 files through git, and 500 in one process.

Run with `python -m tests.benchmarks.entries` from the project's root. The yardstick of a whole merge is the
same merge with the plainest driver there is, a config line that says `git merge-file %A %O %B`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from memoir_git.git.driver_line import driver_line
from tests.benchmarks.measure import Figure, in_turn, process, report
from tests.support.places import DRIVER_MAIN, PROJECT

COUNT = 500
COLD_RUNS = 41
MERGES = 3
FORMAT = "memoir-entry"
YARDSTICK = "git merge-file %A %O %B"
MERGED_OR_CONFLICT = (0, 1)

_FIELDS = "type: fact\nname: Entry {number}\ndescription: one of many\ntags:\n  - bench\n"
_CONFIG = (
    "[user]\n\tname = Bench\n\temail = bench@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n"
)


def make_entry(number: int, *, day: int, changed_line: int = 0) -> str:
    """Returns an entry of about 1 KB, edited on a day of March 2026; one body line may differ."""
    lines = [
        f"line {line} of entry {number}{' was changed' if line == changed_line else ''}, with some words"
        for line in range(1, 21)
    ]
    front = _FIELDS.format(number=number) + f"updated: 2026-03-{day:02d}\n"
    return f"---\n{front}---\n" + "\n".join(lines) + "\n"


class Bench:
    """A repository with `COUNT` entries whose frontmatter both branches changed, and git's environment."""

    def __init__(self, folder: Path, *, bodies: bool) -> None:
        self.path = folder / ("bodies" if bodies else "fields")
        config = folder / "gitconfig"
        config.write_text(_CONFIG)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": str(config),
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        self.path.mkdir()
        self.git("init", "--quiet")
        self._commit("base", day=1)
        self.git("switch", "--quiet", "--create", "side")
        self._commit("theirs", day=2, changed_line=3 if bodies else 0)
        self.git("switch", "--quiet", "main")
        self._commit("ours", day=3, changed_line=17 if bodies else 0)
        (self.path / ".git/info/attributes").write_text(f"memory/*.md merge={FORMAT}\n")

    def git(self, *words: str) -> None:
        """Runs git here as a step that has to work."""
        subprocess.run(["git", *words], cwd=self.path, env=self.environment, check=True, capture_output=True)

    def merging(self, *words: str, driver: str) -> Callable[[], None]:
        """Returns a function that goes back to ours and merges with `driver` in git's config."""

        def run() -> None:
            self.git("config", f"merge.{FORMAT}.driver", driver)
            self.git("reset", "--quiet", "--hard", "ours-tip")
            done = subprocess.run(
                words,
                cwd=self.path,
                env=self.environment,
                capture_output=True,
                check=False,
            )
            assert done.returncode in MERGED_OR_CONFLICT, done.stderr.decode()

        return run

    def _commit(self, name: str, *, day: int, changed_line: int = 0) -> None:
        (self.path / "memory").mkdir(exist_ok=True)
        for number in range(COUNT):
            content = make_entry(number, day=day, changed_line=changed_line)
            (self.path / f"memory/entry-{number:03d}.md").write_text(content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", name)
        self.git("tag", f"{name}-tip")


def cold_driver(folder: Path) -> Figure:
    """Measures one driver process on one entry against an idle interpreter."""
    paths = [folder / name for name in ("base", "ours", "theirs", "ours.kept")]
    for path, day in zip(paths, (1, 3, 2), strict=False):
        path.write_text(make_entry(7, day=day))
    shutil.copy(paths[1], paths[3])
    words = (sys.executable, "-I", "-S", str(DRIVER_MAIN), FORMAT, *map(str, paths[:3]), "7", "memory/e.md")
    run = process(words)

    def merge_once() -> None:
        shutil.copy(paths[3], paths[1])
        run()

    idle = process((sys.executable, "-I", "-S", "-c", "pass"))
    cold, bare = in_turn(merge_once, idle, COLD_RUNS)
    detail = f"{cold * 1000:.0f} ms"
    return Figure(name="cold driver, one entry / idle interpreter", ratio=cold / bare, bound=2, detail=detail)


def whole_merges(bench: Bench, what: str, *, bound: float | None) -> list[Figure]:
    """Measures a whole merge through the driver line, and in one process, against the yardstick."""
    merge = ("git", "merge", "--quiet", "-m", "x", "side")
    line = driver_line(sys.executable, str(DRIVER_MAIN), FORMAT)
    plain = bench.merging(*merge, driver=YARDSTICK)
    driven, yardstick = in_turn(bench.merging(*merge, driver=line), plain, MERGES)
    figures = [_figure(f"git merge, {COUNT} entries, {what} / plain", driven, yardstick, bound=bound)]
    memoir = (sys.executable, "-I", str(PROJECT / "tests/support/run_cli.py"), "merge", *merge[2:])
    together, yardstick = in_turn(bench.merging(*memoir, driver=YARDSTICK), plain, MERGES)
    figures.append(
        _figure(f"git memoir merge, {COUNT} entries, {what} / plain", together, yardstick, bound=1.5)
    )
    return figures


def _figure(name: str, seconds: float, yardstick: float, *, bound: float | None) -> Figure:
    return Figure(
        name=name, ratio=seconds / yardstick, bound=bound, detail=f"{seconds:.2f} s / {yardstick:.2f} s"
    )


def main() -> int:
    """Prints every figure; 1 if a bound was missed."""
    with tempfile.TemporaryDirectory() as folder:
        figures = [cold_driver(Path(folder))]
        for bodies in (False, True):
            what = "fields and bodies" if bodies else "fields only"
            # Bodies that both sides changed are merged by line on top; that figure is shown and has no bound.
            bound = None if bodies else 5
            figures += whole_merges(Bench(Path(folder), bodies=bodies), what, bound=bound)
    return report(figures)


if __name__ == "__main__":
    sys.exit(main())
