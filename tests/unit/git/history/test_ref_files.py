"""Refs and reflogs read as files: what git's own list would drop in silence is a reason here."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.core.exposure import RootClass, Unavailable
from memoir_git.git.history.git_dir_roots import collect_plain_files
from memoir_git.git.history.ref_files import add_log, collect_refs
from memoir_git.git.history.roots import RootKind, Roots

ONE, TWO, THREE = ("1" * 40, "2" * 40, "3" * 40)
NULL = "0" * 40


@pytest.fixture
def git_dir(tmp_path: Path) -> Path:
    (tmp_path / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path


def put(folder: Path, name: str, content: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def collected(folder: Path) -> Roots:
    roots = Roots(width=20)
    collect_refs(roots, folder, linked=False)
    collect_plain_files(roots, folder)
    return roots


def by_class(roots: Roots) -> dict[RootClass, set[str]]:
    found: dict[RootClass, set[str]] = {}
    for kind, names in roots.found.items():
        found.setdefault(kind.root_class, set()).update(name.hex() for name in names)
    return found


@pytest.mark.parametrize(
    ("ref", "root_class"),
    [
        ("refs/heads/a/b", RootClass.BRANCH),
        ("refs/tags/v1", RootClass.TAG),
        ("refs/remotes/origin/main", RootClass.REMOTE),
        ("refs/notes/commits", RootClass.NOTES),
        (f"refs/replace/{ONE}", RootClass.REPLACE),
        ("refs/stash", RootClass.STASH),
        ("refs/original/refs/heads/main", RootClass.OTHER_REF),
        ("refs/stashes", RootClass.OTHER_REF),
        ("refs/bisect/bad", RootClass.OTHER_REF),
    ],
)
def test_a_ref_belongs_to_the_class_of_its_name(git_dir: Path, ref: str, root_class: RootClass) -> None:
    put(git_dir, ref, TWO + "\n")

    assert by_class(collected(git_dir)) == {root_class: {TWO}}


def test_a_loose_ref_stands_before_its_packed_version(git_dir: Path) -> None:
    put(
        git_dir,
        "packed-refs",
        f"# pack-refs with: peeled \n{ONE} refs/heads/a\n{TWO} refs/tags/t\n^{THREE}\n",
    )
    put(git_dir, "refs/heads/a", THREE + "\n")

    assert by_class(collected(git_dir)) == {RootClass.BRANCH: {THREE}, RootClass.TAG: {TWO}}


def test_a_head_is_followed_to_its_branch(git_dir: Path) -> None:
    put(git_dir, "refs/heads/main", ONE + "\n")

    assert by_class(collected(git_dir)) == {RootClass.BRANCH: {ONE}, RootClass.HEAD: {ONE}}


def test_a_symbolic_ref_is_no_root_of_its_own(git_dir: Path) -> None:
    put(git_dir, "refs/remotes/origin/main", ONE + "\n")
    put(git_dir, "refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n")

    roots = collected(git_dir)

    assert by_class(roots) == {RootClass.REMOTE: {ONE}}
    assert roots.reasons == set()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("HEAD", "garbage\n"),
        ("HEAD", ""),
        ("refs/heads/a", "garbage\n"),
        ("refs/heads/a", ""),
        ("refs/heads/a", ONE[:-1] + "\n"),
        ("refs/heads/a", ONE + "1\n"),
        ("refs/heads/a", NULL + "\n"),
        ("packed-refs", "garbage\n"),
        ("packed-refs", f"{ONE} elsewhere\n"),
        ("packed-refs", f"{ONE[:-2]} refs/heads/a\n"),
        ("logs/HEAD", "garbage\n"),
        ("logs/HEAD", f"{ONE} {TWO}\n"),
        ("logs/HEAD", "\0" * 100),
    ],
)
def test_damage_is_told_and_not_passed_over(git_dir: Path, name: str, content: str) -> None:
    put(git_dir, name, content)

    assert collected(git_dir).reasons == {Unavailable.REF_UNREADABLE}


def test_a_lock_of_a_ref_is_no_ref(git_dir: Path) -> None:
    put(git_dir, "refs/heads/a.lock", "")

    assert collected(git_dir).reasons == set()


def test_a_log_gives_old_and_new_names_and_its_messages() -> None:
    roots = Roots(width=20)
    lines = f"{NULL} {ONE} A <a> 1 +0000\tcommit: x\n{TWO} {THREE} A <a> 2 +0000\n"

    add_log(roots, b"HEAD", lines.encode())

    assert by_class(roots) == {RootClass.REFLOG: {ONE, TWO, THREE}}
    assert roots.messages == {b"commit: x"}


@pytest.mark.parametrize(
    ("ref", "kind"),
    [
        (b"HEAD", RootKind(root_class=RootClass.REFLOG, perishable=True)),
        (b"refs/stash", RootKind(root_class=RootClass.STASH, perishable=True)),
        (b"refs/notes/x", RootKind(root_class=RootClass.REFLOG, notes=True, perishable=True)),
    ],
)
def test_what_a_log_names_may_be_gone(ref: bytes, kind: RootKind) -> None:
    roots = Roots(width=20)

    add_log(roots, ref, f"{NULL} {ONE} A <a> 1 +0000\n".encode())

    assert set(roots.found) == {kind}


@pytest.mark.parametrize(
    ("name", "root_class"),
    [
        ("ORIG_HEAD", RootClass.PSEUDO),
        ("FETCH_HEAD", RootClass.PSEUDO),
        ("AUTO_MERGE", RootClass.PSEUDO),
        ("BISECT_EXPECTED_REV", RootClass.PSEUDO),
        ("MERGE_AUTOSTASH", RootClass.PSEUDO),
        ("rebase-merge/orig-head", RootClass.OPERATION),
        ("rebase-apply/0001", RootClass.OPERATION),
        ("sequencer/abort-safety", RootClass.OPERATION),
    ],
)
def test_every_name_in_a_file_of_git_s_own_is_a_root(git_dir: Path, name: str, root_class: RootClass) -> None:
    put(git_dir, name, f"{ONE}\t\tbranch\nFrom {TWO} Mon\n{THREE}4 is no name\n")

    assert by_class(collected(git_dir)) == {root_class: {ONE, TWO}}
