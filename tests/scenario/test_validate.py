"""Which files `git memoir validate` looks at, inside and outside of git, and that no file can hurt it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.finding import Severity
from memoir_git.core.report import Report
from memoir_git.fs.snapshot import SIZE_LIMIT
from memoir_git.services.validate import Validation, validate
from tests.support.processes import run
from tests.support.scenario import Repo
from tests.support.sessions import session, to_bytes

FACT = "---\ntype: fact\nname: n\ndescription: d\ncreated: 2026-05-01\n---\nBody.\n"
ATTRIBUTES = "/store/session.json merge=memoir-session\n/store/memory/*.md merge=memoir-entry\n"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    repo = make_repo()
    repo.commit(
        {
            ".gitattributes": ATTRIBUTES,
            "store/session.json": session(),
            "store/memory/fact_a.md": FACT,
            "README.md": "# Not memory\n",
            "docs/memory/notes.md": "# Not bound\n",
        }
    )
    return repo


def files(report: Report[Validation]) -> list[str]:
    return [file.path for file in report.data.files]


def codes(report: Report[Validation]) -> list[str]:
    return [finding.code.id for finding in report.findings]


def write(folder: Path, contents: dict[str, str]) -> None:
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


# -- inside git


def test_it_looks_at_what_the_attributes_bind_and_at_nothing_else(repo: Repo) -> None:
    report = validate(repo.path, ())

    assert (files(report), codes(report)) == (["store/memory/fact_a.md", "store/session.json"], [])


def test_it_looks_at_the_whole_work_tree_from_any_folder_in_it(repo: Repo) -> None:
    assert files(validate(repo.path / "docs", ())) == ["store/memory/fact_a.md", "store/session.json"]


def test_untracked_files_are_looked_at_and_ignored_ones_are_not(repo: Repo) -> None:
    repo.write({"store/memory/fact_b.md": FACT, "store/memory/fact_c.md": FACT, ".gitignore": "fact_c.md\n"})

    assert "store/memory/fact_b.md" in files(validate(repo.path, ()))
    assert "store/memory/fact_c.md" not in files(validate(repo.path, ()))


def test_it_reads_the_work_tree_not_the_index(repo: Repo) -> None:
    repo.write({"store/session.json": "[]", "store/memory/fact_a.md": None})

    report = validate(repo.path, ())

    assert (files(report), codes(report)) == (["store/session.json"], ["MM-NOT-OBJECT"])


def test_a_folder_stands_for_what_is_bound_in_it(repo: Repo) -> None:
    assert files(validate(repo.path, ["store/memory"])) == ["store/memory/fact_a.md"]
    assert files(validate(repo.path / "store", ["."])) == ["store/memory/fact_a.md", "store/session.json"]


def test_a_folder_without_bound_files_is_searched_by_name(repo: Repo) -> None:
    assert files(validate(repo.path, ["docs"])) == ["docs/memory/notes.md"]


def test_a_file_that_is_named_is_looked_at_whatever_the_attributes_say(repo: Repo) -> None:
    assert files(validate(repo.path, ["README.md"])) == ["README.md"]


def test_the_attribute_decides_the_format_of_a_named_file(repo: Repo) -> None:
    repo.write({".gitattributes": "odd.txt merge=memoir-entry\n", "odd.txt": FACT})

    (file,) = validate(repo.path, ["odd.txt"]).data.files

    assert (file.path, file.format_name) == ("odd.txt", "memoir-entry")


def test_paths_may_be_absolute_or_climb(repo: Repo) -> None:
    named = ["../README.md", str(repo.path / "store/session.json")]

    assert files(validate(repo.path / "docs", named)) == ["README.md", "store/session.json"]


def test_a_file_that_is_named_twice_is_looked_at_once(repo: Repo) -> None:
    assert files(validate(repo.path, ["README.md", "./README.md", "."])).count("README.md") == 1


def test_a_path_outside_of_the_work_tree_is_refused(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "session.json").write_text("{}")

    with pytest.raises(MemoirGitError, match="is not in the work tree"):
        validate(repo.path, [str(tmp_path / "session.json")])


def test_a_link_from_the_repository_to_a_file_outside_is_not_followed(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text(FACT)
    (repo.path / "store/memory/fact_link.md").symlink_to(tmp_path / "secret.md")

    assert codes(validate(repo.path, ())) == ["MM-FILE-LINK"]
    assert codes(validate(repo.path, ["store/memory/fact_link.md"])) == ["MM-FILE-LINK"]


def test_links_lead_to_entries_that_were_not_chosen(repo: Repo) -> None:
    repo.write({"store/memory/fact_b.md": FACT + "[[fact_a]] [[fact_c]]\n[[fact_a]]\n"})

    (finding,) = validate(repo.path, ["store/memory/fact_b.md"]).findings

    assert (finding.code.id, finding.severity, finding.line) == ("MM-LINK-UNRESOLVED", Severity.INFO, 8)


def test_names_that_differ_only_by_case_are_reported(repo: Repo) -> None:
    repo.write({"store/memory/fact_A.md": FACT})
    if len(os.listdir(repo.path / "store/memory")) < 2:
        pytest.skip("this file system does not tell them apart")

    assert codes(validate(repo.path, ())) == ["MM-NAME-COLLISION", "MM-FILENAME-SLUG"]


def test_a_repository_without_memory_is_a_warning(make_repo: Callable[[], Repo]) -> None:
    report = validate(make_repo().path, ())

    assert (files(report), codes(report), report.exit_code) == ([], ["MM-NO-FILES"], 0)


def test_a_bare_repository_has_no_files_to_look_at(repo: Repo, tmp_path: Path) -> None:
    bare = repo.clone(tmp_path / "bare.git", "--bare")

    with pytest.raises(MemoirGitError, match="no work tree"):
        validate(bare.path, ())


def test_it_changes_nothing(repo: Repo) -> None:
    repo.settle()
    before = repo.git("status", "--porcelain", "--ignored").out, (repo.path / ".git/index").read_bytes()

    repo.memoir("validate")

    assert (
        repo.git("status", "--porcelain", "--ignored").out,
        (repo.path / ".git/index").read_bytes(),
    ) == before


# -- outside of git


def test_outside_of_git_it_looks_at_the_default_store(tmp_path: Path) -> None:
    write(
        tmp_path, {".memoir/session.json": "[]", ".memoir/memory/fact_a.md": FACT, "memory/fact_b.md": FACT}
    )

    assert files(validate(tmp_path, ())) == [".memoir/memory/fact_a.md", ".memoir/session.json"]


def test_outside_of_git_files_are_known_by_their_names(tmp_path: Path) -> None:
    names = [
        "s/session.json",
        "s/other.json",
        "s/memory/a.md",
        "s/memory/MEMORY.md",
        "s/memory/deep/b.md",
        "s/c.md",
    ]
    write(tmp_path, dict.fromkeys(names, FACT))

    assert files(validate(tmp_path, ["s"])) == ["s/memory/a.md", "s/session.json"]
    assert files(validate(tmp_path, ["s/memory"])) == ["s/memory/a.md"]
    assert files(validate(tmp_path, ["s/c.md", "s/other.json"])) == ["s/c.md", "s/other.json"]


def test_outside_of_git_paths_may_lead_anywhere(tmp_path: Path) -> None:
    write(tmp_path, {"a/session.json": "[]", "b/c/memory/fact_a.md": FACT})

    assert files(validate(tmp_path / "b", ["../a", "c"])) == ["a/session.json", "b/c/memory/fact_a.md"]


@pytest.mark.parametrize("name", ["MEMORY.md", "notes.txt", "session"])
def test_a_file_of_no_known_format_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "x"})

    with pytest.raises(MemoirGitError, match="neither a session file"):
        validate(tmp_path, [name])


# -- hostile input: findings, never a traceback, a hang or an exit of its own

# Made when they are needed: together they would fill the memory of a small machine.
HOSTILE: dict[str, Callable[[], bytes]] = {
    "fact_long-line.md": lambda: FACT.encode() + b"x" * 10_000_000,
    "fact_long-key.md": lambda: b"---\n" + b"k" * 10_000_000 + b": v\n---\n",
    "fact_colons.md": lambda: b"---\n" + b"a:" * 3_000_000 + b"\n---\n",
    "fact_quotes.md": lambda: b"---\nname: " + b'"\\' * 3_000_000 + b"\n---\n",
    "fact_flow.md": lambda: b"---\ntags: [" + b'"a,' * 1_000_000 + b"]\n---\n",
    "fact_brackets.md": lambda: FACT.encode() + b"[[" * 3_000_000,
    "fact_ticks.md": lambda: FACT.encode() + b"".join(b"`" * n + b"[[x]]" for n in range(1, 1_500)),
    "fact_fences.md": lambda: (
        FACT.encode() + b"[[x]]\n" + b"".join(b"`" * n + b"x\n" for n in range(1_500, 3, -1))
    ),
    "fact_many-keys.md": lambda: b"---\n" + b"".join(b"k%d: v\n" % n for n in range(100_000)) + b"---\n",
    "fact_same-keys.md": lambda: b"---\n" + b"k: v\n" * 100_000 + b"---\n",
    "fact_nul.md": lambda: FACT.encode() + b"\0",
    "fact_bidi.md": lambda: FACT.replace("name: n", "name: \u202e\u2066n\u2069").encode(),
    "fact_surrogate.md": lambda: FACT.encode() + b"\xed\xa0\x80",
    "fact_blank-lines.md": lambda: FACT.encode() + b"\n" * 2_000_000,
    "fact_markers.md": lambda: FACT.encode() + b"<<<<<<< a\n" * 300_000,
    "fact_words.md": lambda: FACT.encode() + b"secret:" * 500_000,
    "fact_urls.md": lambda: FACT.encode() + b"a://b:" * 500_000 + b"a." * 500_000,
    "fact_letters.md": lambda: FACT.encode() + b"SECRET=" + b"KEY" * 1_000_000,
    "session.json": lambda: b"",
    "a/session.json": lambda: b"[" * 100_000 + b"]" * 100_000,
    "b/session.json": lambda: b'{"a":' * 100_000,
    "c/session.json": lambda: b'{"version": ' + b"9" * 100_000 + b"}",
    "d/session.json": lambda: to_bytes(session()).replace(b'"version": 1', b'"version": 1e99999'),
    "e/session.json": lambda: b'"' + b"x" * 10_000_000,
    "f/session.json": lambda: to_bytes(session(goals=[{"text": "\u202e\ud800", "set_on": "x" * 1_000_000}])),
    "g/session.json": lambda: b"\0",
    "h/session.json": lambda: b'{"' + b"\\" * 3_000_000,
    "i/session.json": lambda: b'{"current": {"goals": [' + b"[]," * 20_000 + b"[]]}}",
    "j/session.json": lambda: to_bytes(session()).replace(b"{", b'{"a":1,"a":2,', 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gives_findings_in_good_time(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(HOSTILE[name]())

    result = run("git-memoir", "validate", "--format", "json", name, cwd=tmp_path)

    assert result.stderr == ""
    assert result.code in (0, 1)
    document = json.loads(result.out)
    assert document["data"]["counts"]["files"] == 1
    assert (result.code == 1) is (document["status"] == "FAIL")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "session.json")

    assert codes(validate(tmp_path, ["session.json"])) == ["MM-FILE-KIND"]


def test_a_folder_in_the_place_of_a_file_is_a_finding(repo: Repo) -> None:
    repo.write({"store/session.json": None, "store/session.json/deeper": "x"})
    repo.write({".gitattributes": ATTRIBUTES + "/store/session.json/* merge=memoir-session\n"})

    report = validate(repo.path, ())

    assert "store/session.json" in files(report)
    assert "MM-FILE-KIND" in codes(report)


def test_a_loop_of_links_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/a.md").symlink_to("b.md")
    (tmp_path / "memory/b.md").symlink_to("a.md")
    (tmp_path / "memory/loop").symlink_to(tmp_path / "memory")

    assert codes(validate(tmp_path, ["."])) == ["MM-FILE-LINK", "MM-FILE-LINK"]


def test_a_file_beyond_the_limit_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "session.json").touch()
    os.truncate(tmp_path / "session.json", SIZE_LIMIT + 1)

    assert codes(validate(tmp_path, ["session.json"])) == ["MM-FILE-SIZE"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "session.json").write_text("{}")
    (tmp_path / "session.json").chmod(0)

    assert codes(validate(tmp_path, ["session.json"])) == ["MM-FILE-UNREADABLE"]
