"""Cases of findings about project memory: a folder, and in `case.toml` what a folder alone cannot hold.

Keys, all optional: `sections` limits the audit; `not_available` is an option it is asked with; `twin` is a
copy of `twin_of`; `changed_since_pinned` is a file with a history, whose first commit the memory names as
REVISION. The word SECRET stands for a credential.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from memoir_git.services.audit import AuditRequest
from tests.support.cases import read_toml
from tests.support.scenario import Repo

CASE = "case.toml"
# Put together here, so that no scanner takes this file for a leak.
SECRET = "pass" + "word = correcthorse"


def set_up(folder: Path, place: Path, make_repo: Callable[[], Repo]) -> AuditRequest:
    """Makes the project of a case in `place`, or in a repository where it needs one.

    Returns the audit to run. Raises `FileExistsError` where the file system cannot hold a twin.
    """
    case = folder / CASE
    words = read_toml(case.read_text(encoding="utf-8")) if case.exists() else {}
    values = {"SECRET": SECRET}
    if "changed_since_pinned" in words:
        repo = make_repo()
        place, values["REVISION"] = repo.path, _pinned(repo, str(words["changed_since_pinned"]))
    shutil.copytree(folder, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns(CASE))
    for path in place.glob("docs/memory/**/*.md"):
        _fill(path, values)
    if "twin" in words:
        with (place / str(words["twin"])).open("xb") as twin:
            twin.write((place / str(words["twin_of"])).read_bytes())
    return AuditRequest(
        command="audit",
        directory=place,
        memory_dir=None,
        sections=(str(words["sections"]),) if "sections" in words else None,
        not_available=(str(words["not_available"]),) if "not_available" in words else (),
        variables=os.environ,
    )


def _pinned(repo: Repo, source: str) -> str:
    repo.commit({source: "first\n"})
    revision = repo.resolve("HEAD")
    repo.commit({source: "second\n"})
    return revision


def _fill(path: Path, values: dict[str, str]) -> None:
    before = text = path.read_bytes()
    for name, value in values.items():
        text = text.replace(name.encode(), value.encode())
    if text != before:
        path.write_bytes(text)
