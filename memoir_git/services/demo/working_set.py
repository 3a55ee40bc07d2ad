"""First act: two machines change session.json, and one pulls with a rebase."""

from __future__ import annotations

from collections.abc import Iterator

from memoir_git.core.conflict import has_conflict
from memoir_git.git.stage import Machine, Stage
from memoir_git.services.demo.steps import (
    Act,
    Narration,
    Step,
    broken_promise,
    file_shown,
    last_conflict,
    publish,
    pull_shown,
    run_shown,
)
from memoir_git.store.model import COMPLETED_ACTIONS, NEXT_ACTIONS
from memoir_git.store.parse import open_session

_SESSION = ".memoir/session.json"
_CSV = "Write the CSV reader"
_LARGE = "Measure with a large file"
_DATES = "Document the date formats"
_QUOTES = "Handle quoted line breaks"
_WHOLE = 40  # more lines than the working set has


def _play(stage: Stage) -> Iterator[Step]:
    laptop = stage.machine("laptop")
    yield Narration(text="A laptop sets up a repository and keeps its agent's working set there.")
    yield run_shown(laptop, "memoir", "install")
    yield run_shown(laptop, "memoir", "init", "store")
    yield run_shown(laptop, "memoir", "session", "goal", "Ship the importer")
    yield run_shown(laptop, "memoir", "session", "next", _CSV)
    yield run_shown(laptop, "memoir", "session", "next", _LARGE)
    publish(laptop, "Begin")
    desktop, plain = stage.machine("desktop"), stage.machine("plain")
    yield Narration(text="A desktop clones it. Its git config is its own, so it sets up too.")
    yield run_shown(desktop, "memoir", "install")
    yield Narration(text="The laptop finishes one action, adds another and pushes.")
    yield run_shown(laptop, "memoir", "session", "done", _CSV)
    yield run_shown(laptop, "memoir", "session", "next", _DATES)
    publish(laptop, "Reader done")
    yield Narration(text="The desktop has not pulled. It adds an action, decides something and commits.")
    yield run_shown(desktop, "memoir", "session", "next", _QUOTES)
    reason = ("--why", "Columns are read one at a time")
    yield run_shown(desktop, "memoir", "session", "decide", "Store rows as Parquet", *reason)
    yield run_shown(desktop, "commit", "--quiet", "-am", "Quoting")
    plain.take(desktop)
    yield Narration(text="Both changed session.json. First the same branches in a clone with git alone:")
    yield pull_shown(plain, "--rebase")
    yield file_shown(plain, _SESSION, last_conflict(plain.read(_SESSION)))
    yield Narration(text="Now the desktop, where the merge driver is installed:")
    yield from _pull_by_meaning(desktop)


def _pull_by_meaning(desktop: Machine) -> Iterator[Step]:
    pulled = pull_shown(desktop, "--rebase")
    yield pulled
    yield run_shown(desktop, "memoir", "session", "show", most=_WHOLE)
    if pulled.status or not _is_kept(desktop.read(_SESSION)):
        raise broken_promise()
    yield Narration(
        text="The finished action stays finished, though the desktop's copy still had it open; both new "
        "actions and the decision are there. Nothing was asked, and the rebase did not stop."
    )


def _is_kept(content: bytes) -> bool:
    if has_conflict(content):
        return False
    session = open_session(content)
    live = {item["text"] for item in session.items(NEXT_ACTIONS)}
    completed = {item["text"] for item in session.items(COMPLETED_ACTIONS)}
    return live == {_LARGE, _DATES, _QUOTES} and completed == {_CSV}


ACT = Act(name="session", title="Two machines, one working set, and a rebase", play=_play)
