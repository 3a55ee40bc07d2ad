"""Every session vector, through the merge function, the line in git's config, and a real `git merge`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoir_git import registry
from memoir_git.core.jsondoc import render_json
from memoir_git.core.jsonstyle import DEFAULT_STYLE
from memoir_git.core.merge import MergeOutcome, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.session import join_readable
from tests.support.driver import FORMAT, line, run_line
from tests.support.outcomes import assert_both_whole
from tests.support.scenario import SESSION, Repo
from tests.support.templates import Templates
from tests.support.vectors import Vector, assert_clean_of, assert_expected, load_vectors

VECTORS = load_vectors()
CLEAN = [vector for vector in VECTORS if not vector.conflict]
REFUSED = [vector for vector in VECTORS if vector.conflict]


def by_id(vectors: list[Vector]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", vectors, ids=[vector.id for vector in vectors])


def no_text_merge(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    raise AssertionError("a session is never merged as text")


def merged(vector: Vector, base: bytes, ours: bytes, theirs: bytes) -> MergeOutcome:
    options = MergeOptions(path=SESSION, caps=vector.caps)
    return registry.merge(FORMAT, base, ours, theirs, options, no_text_merge)


@by_id(CLEAN)
def test_the_merge_function_gives_what_the_vector_expects(vector: Vector) -> None:
    outcome = merged(vector, vector.base, vector.ours, vector.theirs)

    assert outcome.conflicts == 0
    assert not outcome.refused
    assert_expected(outcome.content, vector)


@by_id(REFUSED)
def test_the_merge_function_refuses_with_both_whole_files(vector: Vector) -> None:
    outcome = merged(vector, vector.base, vector.ours, vector.theirs)

    assert outcome.refused
    assert_both_whole(outcome.content, vector.ours, vector.theirs)


@by_id([vector for vector in REFUSED if vector.expect is not None])
def test_a_caller_gets_the_readable_side_of_a_refusal_untouched(vector: Vector) -> None:
    document, _ = join_readable(vector.base, vector.ours, vector.theirs, MergeOptions(caps=vector.caps))

    assert_expected(render_json(document, DEFAULT_STYLE), vector)


@by_id([vector for vector in VECTORS if vector.notes])
def test_the_merge_function_returns_the_notes_the_vector_names(vector: Vector) -> None:
    outcome = merged(vector, vector.base, vector.ours, vector.theirs)

    returned = [str(note) for note in outcome.notes]
    for beginning in vector.notes:
        assert any(note.startswith(beginning) for note in returned), returned


@by_id(CLEAN)
def test_the_result_of_a_merge_is_stable(vector: Vector) -> None:
    first = merged(vector, vector.base, vector.ours, vector.theirs).content

    # The second copy differs in layout only, so that the merge has to read both.
    again = merged(vector, b"", first, json.dumps(json.loads(first), indent=1).encode())

    assert_expected(again.content, vector)


@by_id(CLEAN)
def test_the_config_line_gives_what_the_vector_expects(vector: Vector, tmp_path: Path) -> None:
    done = run_line(
        line(),
        tmp_path / "run",
        base=vector.base,
        ours=vector.ours,
        theirs=vector.theirs,
        env={"MEMOIR_GIT_CAPS": json.dumps(vector.caps)},
    )

    assert done.result.code == 0, str(done.result)
    assert done.result.out == b""
    assert done.litter == ()
    assert_expected(done.content, vector)
    assert_clean_of(done.result.err, vector)


@by_id(REFUSED)
def test_the_config_line_says_1_and_leaves_both_whole_files(vector: Vector, tmp_path: Path) -> None:
    done = run_line(line(), tmp_path / "run", base=vector.base, ours=vector.ours, theirs=vector.theirs)

    assert done.result.code == 1
    assert done.result.out == b""
    assert done.litter == ()
    assert_both_whole(done.content, vector.ours, vector.theirs)


@pytest.fixture(scope="module")
def crossroads(templates: Templates, tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """One repository with the plugin installed and a fork per vector: branches `ours-N` and `theirs-N`."""
    repo = templates.store(tmp_path_factory.mktemp("vectors") / "repo")
    repo.git("fast-import", "--quiet", stdin=b"".join(forks(VECTORS)))
    return repo


@pytest.mark.parametrize("number", range(len(VECTORS)), ids=[vector.id for vector in VECTORS])
def test_git_merge_gives_what_the_vector_expects(number: int, crossroads: Repo) -> None:
    vector = VECTORS[number]
    crossroads.git("checkout", "--quiet", "--force", "--detach", f"ours-{number}")

    result = crossroads.attempt(
        "merge",
        "--no-verify",
        "-m",
        "x",
        f"theirs-{number}",
        env={"MEMOIR_GIT_CAPS": json.dumps(vector.caps)},
    )

    content = crossroads.read()
    assert crossroads.leftovers() == []
    if vector.conflict:
        assert result.code == 1
        assert_both_whole(content, vector.ours, vector.theirs)
    else:
        assert result.code == 0, str(result)
        assert_expected(content, vector)


def forks(vectors: list[Vector]) -> Iterator[bytes]:
    """Yields a fast-import stream with one fork per vector.

    git asks a driver only where both sides differ from the base and from each other. A vector about less
    than that gets a base, or theirs, with one more line end.
    """
    for number, vector in enumerate(vectors):
        base = vector.base and vector.base + b"\n"
        theirs = vector.theirs + b"\n" * (vector.theirs == vector.ours)
        for name, parent, content in (
            ("base", "", base),
            ("ours", "base", vector.ours),
            ("theirs", "base", theirs),
        ):
            yield f"commit refs/heads/{name}-{number}\n".encode()
            yield b"committer C <c@example.org> 1780300800 +0000\ndata 1\nx\n"
            if parent:
                yield f"from refs/heads/{parent}-{number}\n".encode()
            if content:
                yield f"M 100644 inline {SESSION}\ndata {len(content)}\n".encode() + content + b"\n"
            yield b"\n"
