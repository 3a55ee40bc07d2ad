"""`git memoir index`: what it says of an index, and what it leaves in the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from memoir_git.core.text import text_hash
from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.scenario import Repo
from tests.support.sessions import session
from tests.support.store_files import FOLDER, INDEX, entry, path_of

HIDDEN_AT = "2026-05-01"
TOKEN = "gh" + "p_" + "a1B2" * 9
STUB = entry("fact", "fact_p", hidden="true", hidden_at=HIDDEN_AT, text_hash=text_hash("fact_p"))
BY_HAND = """# Ours

Read these *first*:
* [Alpha](fact_a.md): by hand,   spaced
* [Gone](fact_gone.md): old
* [Hidden](decision_h.md), [[fact_p]], [Alpha again](fact_a.md)

The end.
"""


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    made = make_repo()
    made.write(
        {
            ".memoir/session.json": session(),
            path_of("fact_a"): entry("fact", "Alpha", description="about a"),
            path_of("fact_b"): entry("fact", "Beta", description="about b"),
            path_of("goal_g"): entry("goal", "Done", set_on="2026-01-01", done_at="2026-02-01"),
            path_of("decision_h"): entry("decision", "H", hidden="true", hidden_at=HIDDEN_AT),
            path_of("fact_p"): STUB,
        }
    )
    return made


def test_a_check_names_what_is_missing_gone_and_hidden_and_changes_nothing(
    repo: Repo, memoir: InProcess
) -> None:
    repo.write({INDEX: BY_HAND})

    result = memoir("index", "--check")

    assert result.code == 1
    assert [
        (line.split()[1], line.split()[-1]) for line in result.stdout.splitlines() if "ERROR" in line
    ] == [
        ("MM-INDEX-GONE", "exist."),
        ("MM-INDEX-HIDDEN", "purged."),
        ("MM-INDEX-HIDDEN", "purged."),
        ("MM-INDEX-MISSING", f"{path_of('fact_b')}."),
    ]
    assert path_of("fact_gone") in result.stdout
    assert repo.read(INDEX).decode() == BY_HAND


def test_a_write_leaves_what_a_person_wrote(repo: Repo, memoir: InProcess) -> None:
    repo.write({INDEX: BY_HAND})

    result = memoir("index", "--write")

    assert result.code == 0
    assert repo.read(INDEX).decode() == (
        "# Ours\n\nRead these *first*:\n* [Alpha](fact_a.md): by hand,   spaced\n"
        "* [Alpha again](fact_a.md)\n* [Beta](fact_b.md): about b\n\nThe end.\n"
    )


def test_a_written_index_is_true(repo: Repo, memoir: InProcess) -> None:
    repo.write({INDEX: BY_HAND})
    memoir("index", "--write")
    first = repo.read(INDEX)

    again, check = memoir("index", "--write"), memoir("index")

    assert (again.code, check.code) == (0, 0)
    assert again.stdout == check.stdout == f"{INDEX} is true.\n"
    assert repo.read(INDEX) == first


def test_an_index_that_is_missing_is_made_on_request(repo: Repo, memoir: InProcess) -> None:
    check, write = memoir("index", "--check"), memoir("index", "--write")

    assert check.code == 1
    assert "MM-INDEX-ABSENT" in check.stdout
    assert "is made" in write.stdout
    assert repo.read(INDEX).decode() == (
        "# Memory\n\n- [Alpha](fact_a.md) — about a\n- [Beta](fact_b.md) — about b\n"
    )


def test_a_store_without_entries_needs_no_index(repo: Repo, memoir: InProcess) -> None:
    for path in (repo.path / FOLDER).iterdir():
        path.unlink()

    assert memoir("index", "--check").code == 0
    assert memoir("index", "--write").code == 0
    assert not (repo.path / INDEX).exists()


def test_an_index_in_the_store_itself_is_kept_there(repo: Repo, memoir: InProcess) -> None:
    repo.write({".memoir/MEMORY.md": "- [Alpha](memory/fact_a.md)\n"})

    assert memoir("index", "--write").code == 0

    assert repo.read(".memoir/MEMORY.md") == b"- [Alpha](memory/fact_a.md)\n- [Beta](memory/fact_b.md)\n"
    assert not (repo.path / INDEX).exists()


def test_an_index_of_another_name_is_found_by_its_attribute(repo: Repo, memoir: InProcess) -> None:
    index = f"{FOLDER}/INDEX.md"
    repo.write({index: "- [[fact_a]]\n"})
    assert memoir("track", index, "--as", "memoir-index").code == 0

    assert memoir("index", "--write").code == 0

    assert repo.read(index) == b"- [[fact_a]]\n- [[fact_b]]\n"


def test_two_indexes_are_not_guessed_between(repo: Repo, memoir: InProcess) -> None:
    for name in ("A.md", "B.md"):
        repo.write({f"{FOLDER}/{name}": "- [[fact_a]]\n"})
        assert memoir("track", f"{FOLDER}/{name}", "--as", "memoir-index").code == 0

    result = memoir("index")

    assert result.code == 1
    assert "More than one index" in result.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "Conflict markers"),
        (b"\xff\xfe", "no UTF-8"),
        (b"```\nopen\n", "code or a comment"),
    ],
)
def test_an_index_that_cannot_be_read_is_left(
    repo: Repo, memoir: InProcess, content: bytes, says: str
) -> None:
    repo.write({INDEX: content})

    result = memoir("index", "--write")

    assert result.code == 1
    assert says in result.stderr
    assert repo.read(INDEX) == content


def test_a_secret_in_a_description_does_not_reach_the_index(repo: Repo, memoir: InProcess) -> None:
    repo.write({path_of("fact_b"): entry("fact", "b", description=TOKEN)})

    result = memoir("index", "--write")

    assert result.code == 1
    assert TOKEN not in result.stdout + result.stderr
    assert not (repo.path / INDEX).exists()


def test_an_entry_outside_of_a_sparse_checkout_is_not_gone(repo: Repo, memoir: InProcess) -> None:
    repo.write({INDEX: "- [[fact_a]]\n- [[fact_b]]\n"})
    repo.git("add", "-A")
    repo.git("update-index", "--skip-worktree", path_of("fact_b"))
    (repo.path / path_of("fact_b")).unlink()

    assert memoir("index", "--check").code == 0


def test_check_and_write_exclude_each_other(memoir: InProcess) -> None:
    assert memoir("index", "--check", "--write").code == 2


@pytest.mark.parametrize("words", [("--check",), ("--write",)])
def test_json_data_is_of_its_schema(repo: Repo, memoir: InProcess, words: tuple[str, ...]) -> None:
    repo.write({INDEX: BY_HAND})

    document = json.loads(memoir("index", *words, "--format", "json").out)

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("index-v1.json"))
    assert document["data"]["missing"] == [path_of("fact_b")]
    assert document["data"]["gone"] == [path_of("fact_gone")]
    assert document["data"]["hidden"] == [path_of("decision_h"), path_of("fact_p")]


def schema(name: str) -> Any:
    return json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes())


@pytest.mark.parametrize("style", ["", "- [[fact_a]]\n- [[fact_b]]\n"])
def test_a_name_that_is_no_text_gets_a_row_once(repo: Repo, memoir: InProcess, style: str) -> None:
    repo.write({INDEX: style, path_of("fact_\udce9"): entry("fact", "Odd")})

    assert memoir("index", "--write").code == 0

    assert b"- [Odd](fact_%E9.md)" in repo.read(INDEX)
    assert memoir("index", "--check").code == 0
