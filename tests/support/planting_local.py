"""Copies planted where only this clone keeps them; see `planting`."""

from __future__ import annotations

from pathlib import Path

from memoir_git.core.exposure import RootClass
from tests.support.exposure import SENTENCE
from tests.support.planting import CLEAN, COPY, ENTRY, forget_logs, planted, write_blob, write_commit
from tests.support.scenario import Repo


@planted(RootClass.STASH)
def stash(repo: Repo) -> None:
    repo.write({ENTRY: COPY})
    repo.git("stash", "--quiet")


@planted(RootClass.STASH)
def index_of_a_stash(repo: Repo) -> None:
    repo.write({ENTRY: COPY})
    repo.git("add", ENTRY)
    repo.write({ENTRY: CLEAN + b"More.\n"})
    repo.git("stash", "--quiet")


@planted(RootClass.STASH)
def untracked_file_of_a_stash(repo: Repo) -> None:
    repo.write({"memory/fact_birds.md": COPY})
    repo.git("stash", "--quiet", "--include-untracked")


@planted(RootClass.STASH)
def second_stash(repo: Repo) -> None:
    stash(repo)
    repo.write({ENTRY: CLEAN + b"More.\n"})
    repo.git("stash", "--quiet")


@planted(RootClass.REFLOG)
def amended_away(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    repo.write({ENTRY: CLEAN})
    repo.git("commit", "--quiet", "--amend", "--allow-empty", "-a", "-m", "amended")


@planted(RootClass.REFLOG)
def old_side_of_the_first_line_of_a_log(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    forget_logs(repo)
    repo.write({ENTRY: CLEAN})
    repo.git("commit", "--quiet", "--amend", "--allow-empty", "-a", "-m", "amended")


@planted(RootClass.INDEX)
def staged(repo: Repo) -> None:
    repo.write({ENTRY: COPY})
    repo.git("add", ENTRY)
    repo.write({ENTRY: CLEAN})


@planted(RootClass.INDEX)
def staged_in_another_work_tree(repo: Repo) -> None:
    linked = _linked(repo)
    linked.write({ENTRY: COPY})
    linked.git("add", ENTRY)
    linked.write({ENTRY: CLEAN})


@planted(RootClass.INDEX)
def stage_of_a_conflict(repo: Repo) -> None:
    blob = write_blob(repo, COPY)
    rows = f"0 {'0' * len(blob)}\t{ENTRY}\n100644 {blob} 3\t{ENTRY}\n"
    repo.git("update-index", "--index-info", stdin=rows.encode())


@planted(RootClass.INDEX)
def resolved_conflict(repo: Repo) -> None:
    blob = write_blob(repo, COPY)
    rows = f"0 {'0' * len(blob)}\t{ENTRY}\n100644 {blob} 2\t{ENTRY}\n100644 {blob} 3\t{ENTRY}\n"
    repo.git("update-index", "--index-info", stdin=rows.encode())
    repo.write({ENTRY: CLEAN})
    repo.git("add", ENTRY)


@planted(RootClass.INDEX)
def split_index(repo: Repo) -> None:
    repo.git("update-index", "--split-index")
    staged(repo)


@planted(RootClass.HEAD, RootClass.REFLOG)
def detached_head_of_another_work_tree(repo: Repo) -> None:
    linked = _linked(repo)
    linked.commit({ENTRY: COPY})
    linked.git("read-tree", "main")


@planted(RootClass.OTHER_REF)
def ref_of_another_work_tree(repo: Repo) -> None:
    linked = _linked(repo)
    linked.git("update-ref", "refs/worktree/kept", write_commit(repo, {ENTRY: COPY}, "HEAD"))


@planted(RootClass.PSEUDO)
def orig_head(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    repo.git("reset", "--quiet", "--hard", "HEAD~")
    forget_logs(repo)


@planted(RootClass.PSEUDO)
def second_line_of_fetch_head(repo: Repo) -> None:
    copied = write_commit(repo, {ENTRY: COPY}, "HEAD")
    clean = repo.resolve("HEAD")
    lines = f"{clean}\t\tbranch 'main' of elsewhere\n{copied}\tnot-for-merge\tbranch 'x' of elsewhere\n"
    _git_file(repo, "FETCH_HEAD").write_text(lines)


@planted(RootClass.PSEUDO)
def tree_of_an_automatic_merge(repo: Repo) -> None:
    tree = repo.resolve(write_commit(repo, {ENTRY: COPY}) + "^{tree}")
    _git_file(repo, "AUTO_MERGE").write_text(tree + "\n")


@planted(RootClass.OPERATION)
def rebase_in_progress(repo: Repo) -> None:
    repo.write({ENTRY: COPY})
    steps = {"GIT_SEQUENCE_EDITOR": "echo break >"}
    repo.git("rebase", "--quiet", "--autostash", "--interactive", "HEAD~", env=steps)


@planted(RootClass.REFLOG)
def log_of_a_ref_in_an_alternate_store(repo: Repo) -> None:
    """The object lies in a store that is only borrowed."""
    amended_away(repo)
    lender = repo.path.parent / "lender" / "objects"
    lender.parent.mkdir()
    _git_file(repo, "objects").rename(lender)
    _git_file(repo, "objects/info").mkdir(parents=True)
    _git_file(repo, "objects/info/alternates").write_text(f"{lender}\n")


@planted(RootClass.REFLOG)
def message_taken_back(repo: Repo) -> None:
    repo.commit({}, SENTENCE.decode())
    repo.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "amended")


def _linked(repo: Repo) -> Repo:
    path = repo.path.parent / "linked"
    repo.git("worktree", "add", "--quiet", "--detach", str(path))
    return Repo(path)


def _git_file(repo: Repo, name: str) -> Path:
    return repo.path / ".git" / name
