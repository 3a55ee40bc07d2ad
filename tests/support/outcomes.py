"""The three verdicts of the scenario catalogue: it merged, it conflicts honestly, it does not matter whose.

A merge is good when git is content, nothing of anyone's lies about, the session is strict JSON, and every
identity of either side is there, live or as a tombstone. A conflict is honest when git sees 1 and the file
shows both sides between markers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from tests.support.identities import lost
from tests.support.processes import Result
from tests.support.scenario import SESSION, Content, Repo, Scene, content_bytes, parse_session
from tests.support.sessions import Session


def assert_ok(
    repo: Repo,
    result: Result,
    *,
    sides: Iterable[Session] | None = None,
    place: str = SESSION,
    clean: bool = True,
) -> Session:
    """Asserts that an operation did well and returns the session it made.

    `sides` are the sessions that went in, the fork's two unless told otherwise; `clean=False` is for an
    operation that leaves its result uncommitted on purpose.
    """
    assert result.code == 0, str(result)
    assert "Traceback" not in result.stderr
    if clean:
        assert repo.git("status", "--porcelain").stdout == ""
    assert repo.git("ls-files", "--unmerged").stdout == ""
    assert repo.leftovers() == []
    merged = repo.session(place)
    assert lost(merged, _sessions(repo, place) if sides is None else sides) == set()
    return merged


def assert_conflict(repo: Repo, result: Result, *, place: str = SESSION, code: int = 1) -> bytes:
    """Asserts an honest conflict: git sees 1, the path is unmerged, both sides' words are in the file."""
    content = assert_unmerged_words(repo, result, place=place, code=code)
    assert re.search(rb"^<{7,}[ \r\n].*^={7,}\r?\n.*^>{7,}[ \r\n]", content, re.DOTALL | re.MULTILINE)
    return content


def assert_unmerged_words(repo: Repo, result: Result, *, place: str = SESSION, code: int = 1) -> bytes:
    """Asserts that git leaves the path unmerged, with both sides' words in it, markers or not."""
    content = _unmerged(repo, result, place, code)
    for side in repo.sides:
        for word in _words(side[place]):
            assert word in content
    return content


def assert_refusal(repo: Repo, result: Result, *, place: str = SESSION) -> bytes:
    """Asserts a refusal: both whole files, byte for byte, between markers, and nothing else."""
    content = _unmerged(repo, result, place, 1)
    assert_both_whole(content, *(content_bytes(side[place]) for side in repo.sides))
    return content


def assert_both_whole(content: bytes, ours: bytes, theirs: bytes) -> None:
    """Asserts that `content` is both files between markers of one size, longer than any inside."""
    head, _, rest = content.partition(b"\n")
    body, _, tail = rest.removesuffix(b"\n").rpartition(b"\n")
    size = len(head) - len(head.lstrip(b"<"))
    assert size >= 7, content[:200]
    assert head.startswith(b"<" * size + b" ")
    assert tail.startswith(b">" * size + b" ")
    assert body + b"\n" == _ended(ours) + b"=" * size + b"\n" + _ended(theirs)
    for mark in (b"<", b"=", b">"):
        assert not re.search(rb"^" + mark * size, ours + b"\n" + theirs, re.MULTILINE)


def assert_symmetric(
    make_store: Callable[[], Repo], versions: Scene, *, merge: Callable[[Repo], Result] = Repo.merge
) -> Repo:
    """Asserts that a scene merges well and to the same blobs with the branches exchanged.

    Returns the repository in which ours was ours.
    """
    straight, exchanged = make_store(), make_store()
    for repo, scene in ((straight, versions), (exchanged, versions.exchanged())):
        repo.fork(scene)
        result = merge(repo)
        for place in scene.ours:
            if place.endswith(SESSION):
                assert_ok(repo, result, place=place)
    assert straight.resolve("HEAD^{tree}") == exchanged.resolve("HEAD^{tree}")
    return straight


def calls_of_the_driver(result: Result) -> int:
    """Counts how often git started the driver, in the output of a run with `GIT_TRACE=1`."""
    trace = result.stderr.splitlines()
    return sum("run_command:" in entry and "driver_main.py" in entry for entry in trace)


def _unmerged(repo: Repo, result: Result, place: str, code: int) -> bytes:
    assert result.code == code, str(result)
    assert "Traceback" not in result.stderr
    assert repo.git("ls-files", "--unmerged", "--", place).stdout != ""
    assert repo.leftovers() == []
    return repo.read(place)


def _sessions(repo: Repo, place: str) -> list[Session]:
    contents = [content_bytes(side.get(place)) for side in repo.sides]
    return [parse_session(content) for content in contents if content.strip()]


def _words(content: Content) -> list[bytes]:
    """Returns what must still be readable of a side: the text of each item, or the whole file."""
    try:
        document = parse_session(content_bytes(content))
    except (ValueError, AssertionError, RecursionError):
        return [content_bytes(content)]
    items = [item for items in document["current"].values() for item in items]
    return [json.dumps(item["text"], ensure_ascii=False).encode() for item in items]


def _ended(content: bytes) -> bytes:
    return content if not content or content.endswith(b"\n") else content + b"\n"
