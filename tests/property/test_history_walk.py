"""The quick reading of a history against the plain one, over random histories."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memoir_git.core.exposure import HistoricBlob, Inspected
from memoir_git.git.history.inspect import inspect_history
from memoir_git.git.repo import discover
from tests.support.exposure import inspection, look
from tests.support.random_history import Step, histories, read_plainly, write_history
from tests.support.scenario import Repo

PREFIXES = ("docs/memory", "memory", "session.json")


def claim_all(blob: HistoricBlob) -> bool:
    return True


def counted(seen: Inspected) -> dict[tuple[str, str], int]:
    return {(hit.blob, hit.path): hit.commits for hit in seen.hits}


def is_covered(path: str) -> bool:
    return any(path.lower() == prefix or path.lower().startswith(prefix + "/") for prefix in PREFIXES)


class TestTheQuickReading:
    """Every blob at every covered path once, with the number of commits that hold it."""

    @given(steps=histories(), crowded=st.booleans())
    @settings(max_examples=40)
    def test_finds_what_the_plain_one_finds(self, steps: list[Step], crowded: bool) -> None:
        with tempfile.TemporaryDirectory() as folder:
            repo = Repo(Path(folder))
            repo.git("init", "--quiet")
            write_history(repo, steps, crowded=crowded)
            plain = read_plainly(repo.path)

            some = look(repo.path, inspection(prefixes=PREFIXES, on_blob=claim_all))
            whole = look(repo.path, inspection(all_paths=True, on_blob=claim_all))

            assert counted(whole) == plain
            assert counted(some) == {key: count for key, count in plain.items() if is_covered(key[1])}
            assert some.reasons == ()

    @given(steps=histories(), crowded=st.booleans())
    @settings(max_examples=10)
    def test_says_the_same_of_packed_objects(self, steps: list[Step], crowded: bool) -> None:
        with tempfile.TemporaryDirectory() as folder:
            repo = Repo(Path(folder))
            repo.git("init", "--quiet")
            write_history(repo, steps, crowded=crowded)
            asked = inspection(prefixes=PREFIXES, on_blob=claim_all)
            loose = inspect_history(discover(repo.path), asked)
            repo.git("repack", "-a", "-d", "-f", "--quiet")

            assert look(repo.path, asked) == loose
