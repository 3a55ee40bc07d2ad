"""Copies of one sentence, planted where git can keep them, each in that place alone.

A planter gets a repository with two clean commits on `main` and leaves it with the sentence reachable from
the classes of root that stand above it.
"""

from __future__ import annotations

from collections.abc import Callable

from memoir_git.core.exposure import RootClass
from tests.support.exposure import SENTENCE
from tests.support.scenario import Repo

ENTRY = "docs/memory/decisions.md"
CLEAN = b"# Decisions\n\nNothing to see.\n"
COPY = b"# Decisions\n\n" + SENTENCE + b"\n"

Planter = Callable[[Repo], None]
PLACES: dict[str, tuple[Planter, frozenset[RootClass]]] = {}

_MAIN = (RootClass.BRANCH, RootClass.HEAD, RootClass.REFLOG)


def planted(*classes: RootClass) -> Callable[[Planter], Planter]:
    """Enters a planter into the table under its own name."""

    def enter(planter: Planter) -> Planter:
        PLACES[planter.__name__.replace("_", " ")] = (planter, frozenset(classes))
        return planter

    return enter


def write_commit(repo: Repo, files: dict[str, bytes], *parents: str, message: str = "plant") -> str:
    """Stores a commit of exactly these files and returns its name; no ref, index or log learns of it."""
    index = {"GIT_INDEX_FILE": str(repo.path / ".git/planting")}
    repo.git("read-tree", "--empty", env=index)
    for path, content in files.items():
        blob = write_blob(repo, content)
        repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", env=index)
    tree = repo.git("write-tree", env=index).stdout.strip()
    (repo.path / ".git/planting").unlink()
    words = [word for parent in parents for word in ("-p", parent)]
    return repo.git("commit-tree", tree, *words, "-m", message).stdout.strip()


def write_blob(repo: Repo, content: bytes) -> str:
    return repo.git("hash-object", "-w", "--stdin", stdin=content).stdout.strip()


def forget_logs(repo: Repo) -> None:
    repo.git("reflog", "expire", "--expire=now", "--all")


# -- in what everybody gets


@planted(*_MAIN)
def side_branch_added_removed_and_merged(repo: Repo) -> None:
    side = write_commit(repo, {ENTRY: COPY}, "HEAD")
    back = write_commit(repo, {ENTRY: CLEAN}, side)
    repo.git("merge", "--quiet", "--no-ff", "-m", "merged", back)


@planted(*_MAIN)
def tree_of_a_merge_only(repo: Repo) -> None:
    merge = write_commit(repo, {ENTRY: COPY}, "HEAD", "HEAD~")
    repo.git("reset", "--quiet", "--hard", write_commit(repo, {ENTRY: CLEAN}, merge))


@planted(*_MAIN)
def tree_of_an_octopus_only(repo: Repo) -> None:
    others = [write_commit(repo, {ENTRY: CLEAN}, "HEAD~", message=name) for name in ("one", "two")]
    octopus = write_commit(repo, {ENTRY: COPY}, "HEAD", *others)
    repo.git("reset", "--quiet", "--hard", write_commit(repo, {ENTRY: CLEAN}, octopus))


@planted(*_MAIN)
def renamed_file(repo: Repo) -> None:
    repo.commit({"docs/memory/before.md": COPY})
    repo.commit({"docs/memory/before.md": None, "docs/memory/after.md": CLEAN})


@planted(*_MAIN)
def path_in_another_case(repo: Repo) -> None:
    repo.commit({"Docs/Memory/decisions.md": COPY})
    repo.commit({"Docs/Memory/decisions.md": None})


@planted(*_MAIN)
def version_with_conflict_markers(repo: Repo) -> None:
    repo.commit({ENTRY: b"<<<<<<< ours\n" + CLEAN + b"=======\n" + COPY + b">>>>>>> theirs\n"})
    repo.commit({ENTRY: CLEAN})


@planted(*_MAIN)
def version_with_carriage_returns(repo: Repo) -> None:
    repo.commit({ENTRY: COPY.replace(b"\n", b"\r\n")})
    repo.commit({ENTRY: CLEAN})


@planted(*_MAIN)
def version_with_nul_bytes_and_no_diff(repo: Repo) -> None:
    repo.commit({".gitattributes": b"*.md -diff\n", ENTRY: b"\0" + COPY})
    repo.commit({ENTRY: CLEAN})


@planted(*_MAIN)
def another_store_root(repo: Repo) -> None:
    repo.commit({"old/memory/fact_birds.md": COPY})
    repo.commit({"old/memory/fact_birds.md": None})


@planted(*_MAIN)
def executable_file_in_a_folder_of_its_own(repo: Repo) -> None:
    repo.write({"memory/a/b.md": COPY})
    (repo.path / "memory/a/b.md").chmod(0o755)
    repo.commit({})
    repo.commit({"memory/a/b.md": None})


@planted(*_MAIN)
def commit_message(repo: Repo) -> None:
    repo.commit({}, SENTENCE.decode())


@planted(*_MAIN)
def behind_a_replaced_blob(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    repo.git("replace", repo.resolve(f"HEAD:{ENTRY}"), write_blob(repo, CLEAN))
    repo.commit({ENTRY: CLEAN + b"More.\n"})


@planted(*_MAIN)
def behind_a_replaced_commit(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    copied = repo.resolve("HEAD")
    repo.commit({ENTRY: CLEAN})
    repo.git("replace", copied, "HEAD~2")


@planted(*_MAIN)
def behind_a_graft(repo: Repo) -> None:
    repo.commit({ENTRY: COPY})
    repo.commit({ENTRY: CLEAN})
    grafts = repo.path / ".git/info/grafts"
    grafts.parent.mkdir(exist_ok=True)
    grafts.write_text(f"{repo.resolve('HEAD')} {repo.resolve('HEAD~2')}\n")


# -- in refs of other kinds


@planted(RootClass.TAG)
def commit_of_a_tag(repo: Repo) -> None:
    repo.git("tag", "kept", write_commit(repo, {ENTRY: COPY}, "HEAD"))


@planted(RootClass.TAG)
def message_of_an_annotated_tag(repo: Repo) -> None:
    repo.git("tag", "-a", "kept", "-m", SENTENCE.decode())


@planted(RootClass.TAG)
def tag_of_a_tag_of_a_tree(repo: Repo) -> None:
    commit = write_commit(repo, {ENTRY: COPY})
    repo.git("tag", "-a", "inner", "-m", "inner", f"{commit}^{{tree}}")
    repo.git("tag", "-a", "outer", "-m", "outer", "inner")
    repo.git("tag", "-d", "inner")


@planted(RootClass.TAG)
def tag_of_a_blob(repo: Repo) -> None:
    repo.git("tag", "kept", write_blob(repo, COPY))


@planted(RootClass.REMOTE)
def branch_of_a_remote(repo: Repo) -> None:
    repo.git("update-ref", "refs/remotes/origin/topic", write_commit(repo, {ENTRY: COPY}, "HEAD"))
    forget_logs(repo)


@planted(RootClass.NOTES, RootClass.REFLOG)
def note(repo: Repo) -> None:
    repo.git("notes", "add", "-m", SENTENCE.decode())


@planted(RootClass.REFLOG)
def note_taken_back(repo: Repo) -> None:
    repo.git("notes", "add", "-m", SENTENCE.decode())
    before = repo.resolve("refs/notes/commits")
    repo.git("update-ref", "refs/notes/commits", write_commit(repo, {}), before)


@planted(RootClass.REPLACE)
def replacement(repo: Repo) -> None:
    repo.git("replace", repo.resolve("HEAD"), write_commit(repo, {ENTRY: COPY}, "HEAD~"))


@planted(RootClass.OTHER_REF)
def ref_of_an_earlier_rewriting(repo: Repo) -> None:
    repo.git("update-ref", "refs/original/refs/heads/main", write_commit(repo, {ENTRY: COPY}, "HEAD"))
