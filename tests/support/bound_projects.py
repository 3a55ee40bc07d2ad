"""Project memory in a repository whose attributes mark it, and two branches that change it."""

from __future__ import annotations

from tests.support.memory import files, memory_file, subject
from tests.support.projects import MEMORY
from tests.support.scenario import Repo
from tests.support.setting_up import installed

OTHER_SUBJECT = "MC-SUBJ-20260901-2222bbbb"
DECISIONS = f"{MEMORY}/decisions.md"


def project_of(*units: str, archived: tuple[str, ...] = ()) -> dict[str, str]:
    """Returns a project of two Subjects with these decisions, by path in the repository."""
    registry = memory_file("S", subject(), subject(OTHER_SUBJECT, "Deploy"))
    contents = files(
        subjects=registry,
        decisions=memory_file("D", *units),
        archive__decisions_2026_09_01=memory_file("A", *archived),
    )
    return {f"{MEMORY}/{path}": text for path, text in contents.items()}


def with_bound_project(repo: Repo) -> Repo:
    """Commits that project without decisions, installs, and marks all of it as project memory."""
    repo.commit(project_of(), "base")
    installed(repo)
    with (repo.path / ".gitattributes").open("a") as attributes:
        attributes.write(f"/{MEMORY}/** memoir=project\n/{MEMORY}/decisions.md merge=memoir-units\n")
    repo.commit({}, "attributes")
    return repo


def parted(repo: Repo, ours: dict[str, str], theirs: dict[str, str]) -> Repo:
    """Commits theirs on `side` and ours on `main`, which is checked out."""
    repo.switch("side", at="HEAD")
    repo.commit(theirs, "theirs")
    repo.switch("main")
    repo.commit(ours, "ours")
    return repo
