"""One merge, two callers: the driver in its bare interpreter and the services answer with the same bytes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from memoir_git import registry
from memoir_git.core.options import MergeOptions, parse_options
from memoir_git.driver import CONFLICT_WRITTEN, MERGED, _text_merge
from memoir_git.git.run import GitError
from memoir_git.git.text_merge import text_merger
from tests.support.places import DRIVER_MAIN, FIXTURES
from tests.support.processes import run
from tests.support.scenario import Repo
from tests.support.vectors import load_vectors

BASE = b"one\ntwo\nthree\nfour\n"
OURS = b"one\nTWO\nthree\nfour\n"
THEIRS = b"one\n2\nthree\nfour\nfive\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    format_name: str
    versions: tuple[bytes, bytes, bytes]
    caps: str = ""


def _cases() -> Iterator[tuple[str, Case]]:
    for vector in load_vectors():
        versions = (vector.base, vector.ours, vector.theirs)
        caps = json.dumps(vector.caps) if vector.caps else ""
        yield vector.id, Case(format_name="memoir-session", versions=versions, caps=caps)
    for folder in sorted(FIXTURES.glob("merge/*/**/")):
        if any(folder.glob("ours.*")):
            versions = (_only(folder, "base"), _only(folder, "ours"), _only(folder, "theirs"))
            format_name = folder.relative_to(FIXTURES / "merge").parts[0]
            yield folder.name, Case(format_name=format_name, versions=versions)


def _only(folder: Path, stem: str) -> bytes:
    return next((path.read_bytes() for path in folder.glob(f"{stem}.*")), b"")


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in _cases()])
def test_the_driver_and_the_services_merge_to_the_same_bytes(case: Case, tmp_path: Path) -> None:
    base, ours, theirs = (tmp_path / name for name in ("base", "ours", "theirs"))
    for path, content in zip((base, ours, theirs), case.versions, strict=True):
        path.write_bytes(content)

    driven = run(
        *(sys.executable, "-I", "-S", str(DRIVER_MAIN), case.format_name),
        *(str(base), str(ours), str(theirs), "9", "a file", "the base", "our side", "their side"),
        cwd=tmp_path,
        env={"MEMOIR_GIT_CAPS": case.caps},
    )
    options = parse_options(
        path="a file",
        marker_size="9",
        base_label="the base",
        ours_label="our side",
        theirs_label="their side",
        caps=case.caps,
    )
    outcome = registry.merge(case.format_name, *case.versions, options, text_merger(tmp_path))

    assert driven.code == (CONFLICT_WRITTEN if outcome.conflicts else MERGED), str(driven)
    assert ours.read_bytes() == outcome.content


@pytest.mark.parametrize("favour", [None, "ours", "theirs"])
@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_both_text_merges_pass_the_same_words_to_git(
    favour: str | None, style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = _repository(tmp_path)
    repo.git("config", "merge.conflictStyle", style)
    monkeypatch.chdir(repo.path)
    options = MergeOptions(marker_size=11, ours_label="o o", theirs_label="t'", favour=favour)

    driven = _text_merge(BASE, OURS, THEIRS, options, str(tmp_path / "A"), [])
    served = text_merger(repo.path)(BASE, OURS, THEIRS, options)

    assert (driven.content, driven.conflicts) == (served.content, served.conflicts)
    assert served.conflicts == (0 if favour else 1)


def test_a_text_merge_that_git_refuses_is_an_error(tmp_path: Path) -> None:
    merge_text = text_merger(tmp_path)

    with pytest.raises(GitError, match="merge-file"):
        merge_text(BASE, b"\0" + OURS, THEIRS, MergeOptions())


def test_a_text_merge_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))

    text_merger(tmp_path)(BASE, OURS, THEIRS, MergeOptions())

    assert list(scratch.iterdir()) == []


def _repository(tmp_path: Path) -> Repo:
    path = tmp_path / "repository"
    path.mkdir()
    repo = Repo(path)
    repo.git("init", "--quiet")
    return repo
