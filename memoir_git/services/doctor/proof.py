"""A throw-away merge: the only proof that the whole chain works, from git's config to the merged bytes.

It runs in a scratch repository with the driver's settings as this clone resolves them, on the very path of a
memory file, and with whatever attribute git finds for that path here: a selector made for the test would
prove nothing. Both sides change the same place, so that a text merge would stop; it is run as git runs here,
and once more in an empty environment, as graphical programs start git.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memoir_git.git.attributes import UNSPECIFIED
from memoir_git.git.config import MergeSetting
from memoir_git.git.quoting import escape_glob, quote
from memoir_git.git.run import git_text, run_git
from memoir_git.store import recognise
from memoir_git.store.fresh import fresh_session

_UNITS = "memoir-units"
_MOMENT = "2026-01-01T00:00:00Z"
_OURS, _THEIRS = "said by ours", "said by theirs"
_CONFIG = {
    "user.name": "memoir-git",
    "user.email": "memoir-git@localhost",
    "commit.gpgSign": "false",
    "core.hooksPath": os.devnull,
    "core.autocrlf": "false",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One format to be tried: on this path, with the value of `merge` that git has for it here."""

    format_name: str
    path: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Whether the trial merged as memory: as git runs here, and in an empty environment."""

    format_name: str
    path: str
    holds: bool
    holds_bare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Three versions of one file that a text merge cannot join: both sides change one place."""

    base: bytes
    ours: bytes
    theirs: bytes


def prove(trials: Iterable[Trial], settings: Iterable[MergeSetting]) -> tuple[Proof, ...]:
    """Merges a sample of each format. `settings` are all settings of merge drivers, in git's order."""
    asked = tuple(trial for trial in trials if trial.format_name in SAMPLES)
    settings = tuple(settings)
    if not asked:
        return ()
    here, bare = (_merged(asked, settings, alone=alone) for alone in (False, True))
    return tuple(
        Proof(
            format_name=trial.format_name,
            path=trial.path,
            holds=trial.path in here,
            holds_bare=trial.path in bare,
        )
        for trial in asked
    )


def _merged(trials: tuple[Trial, ...], settings: tuple[MergeSetting, ...], *, alone: bool) -> frozenset[str]:
    """Returns the paths of the trials that came out merged as memory."""
    with TemporaryDirectory(prefix="memoir-git-") as folder:
        scratch = _Scratch(Path(os.path.realpath(folder)), alone=alone)
        scratch.set_up(trials, settings)
        scratch.commit({trial.path: SAMPLES[trial.format_name].base for trial in trials})
        scratch.git("branch", "theirs")
        scratch.commit({trial.path: SAMPLES[trial.format_name].ours for trial in trials})
        scratch.git("checkout", "--quiet", "-b", "other", "theirs")
        scratch.commit({trial.path: SAMPLES[trial.format_name].theirs for trial in trials})
        scratch.git("checkout", "--quiet", "-")
        scratch.git("merge", "--quiet", "-m", "merge", "other", accept=(0, 1, 2))
        return frozenset(trial.path for trial in trials if scratch.is_merged(trial.path))


class _Scratch:
    """The scratch repository; no config of the user reaches it."""

    def __init__(self, top: Path, *, alone: bool) -> None:
        self._top = top
        self._alone = alone
        programs = git_text("--exec-path", cwd=top)
        self._environment = {
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            # git itself puts its own programs first.
            **({"PATH": f"{programs}{os.pathsep}{os.defpath}"} if alone else {"MEMOIR_GIT": ""}),
        }

    def git(self, *words: str, accept: tuple[int, ...] = (0,)) -> bytes:
        options = [word for name, value in _CONFIG.items() for word in ("-c", f"{name}={value}")]
        return run_git(
            *options,
            *words,
            cwd=self._top,
            environment=self._environment,
            alone=self._alone,
            accept=accept,
        ).stdout

    def set_up(self, trials: tuple[Trial, ...], settings: tuple[MergeSetting, ...]) -> None:
        self.git("init", "--quiet", "--template=")
        lines = (_attribute_line(trial) for trial in trials if trial.value != UNSPECIFIED)
        (self._top / ".git/info").mkdir()
        (self._top / ".git/info/attributes").write_bytes(os.fsencode("".join(lines)))
        selected = {trial.value for trial in trials}
        for setting in settings:
            if setting.driver in selected:
                self.git("config", f"merge.{setting.driver}.{setting.key}", setting.value)

    def commit(self, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            path = self._top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.git("add", "--force", "--all")
        self.git("commit", "--quiet", "-m", "side")

    def is_merged(self, path: str) -> bool:
        unmerged = self.git("--literal-pathspecs", "ls-files", "--unmerged", "--", path)
        content = (self._top / path).read_text(encoding="utf-8", errors="replace")
        return not unmerged and _OURS in content and _THEIRS in content


def _attribute_line(trial: Trial) -> str:
    word = {"set": "merge", "unset": "-merge"}.get(trial.value, f"merge={trial.value}")
    return f"{quote('/' + escape_glob(trial.path))} {word}\n"


def _session(text: str | None) -> bytes:
    document = json.loads(fresh_session(_MOMENT))
    if text is not None:
        document["current"]["next_actions"].append({"text": text, "added": _MOMENT})
    return json.dumps(document, indent=2).encode()


def _entry(name: str, description: str) -> bytes:
    head = f"---\ntype: fact\nname: {name}\ndescription: {description}\ncreated: 2026-01-01\n---\n"
    return head.encode()


def _rows(*texts: str) -> bytes:
    rows = "".join(f"- [{text}]({text.replace(' ', '-')}.md)\n" for text in ("first", *texts))
    return f"# Memory\n\n{rows}".encode()


def _sections(*texts: str) -> bytes:
    sections = "".join(f"\n## {text}\n\n{text}\n" for text in ("First", *texts))
    return f"# Ledger\n{sections}".encode()


def _units(*titles: tuple[int, str]) -> bytes:
    units = "".join(
        f"\n## MC-DEC-20260101-{number:08x} \u2014 {title}\n\nStatus: active\n"
        for number, title in (*titles, (0, "first"))
    )
    return f"# Decisions\n{units}".encode()


SAMPLES = {
    recognise.SESSION: Sample(base=_session(None), ours=_session(_OURS), theirs=_session(_THEIRS)),
    recognise.ENTRY: Sample(
        base=_entry("proof", "proof"), ours=_entry(_OURS, "proof"), theirs=_entry("proof", _THEIRS)
    ),
    recognise.INDEX: Sample(base=_rows(), ours=_rows(_OURS), theirs=_rows(_THEIRS)),
    recognise.SECTIONS: Sample(base=_sections(), ours=_sections(_OURS), theirs=_sections(_THEIRS)),
    _UNITS: Sample(base=_units(), ours=_units((1, _OURS)), theirs=_units((2, _THEIRS))),
}
