"""`git memoir demo`: what it promises comes true, for anyone, and leaves nothing behind."""

from __future__ import annotations

import functools
import json
import re
import tempfile
from pathlib import Path

from memoir_git.services.demo.acts import ACTS
from tests.support.places import PROJECT
from tests.support.processes import Result, run


@functools.cache
def shown() -> Result:
    """Returns one run's result, in the first asking test's sealed home, for all tests that only read it."""
    return run("git-memoir", "demo", cwd=Path(tempfile.gettempdir()))


def test_it_comes_to_its_end_and_says_what_to_type_next() -> None:
    assert shown().code == 0, str(shown())
    assert shown().stderr == ""
    assert "git memoir install         set up" in shown().stdout.rpartition("In a repository of your own")[2]


def test_git_alone_stops_with_a_conflict_and_the_driver_does_not() -> None:
    commands = re.findall(r"^  (\w+)\$ git pull .*\n((?:      .*\n)*)", shown().stdout, re.MULTILINE)
    conflicts = [(machine, "CONFLICT" in said) for machine, said in commands]

    assert conflicts == [("plain", True), ("desktop", False)] * len(ACTS)


def test_it_shows_the_merged_working_set() -> None:
    after = shown().stdout.partition("git memoir session show")[2]

    for text in ("Handle quoted line breaks", "Document the date formats", "Store rows as Parquet"):
        assert text in after
    assert "Write the CSV reader" not in after


def test_the_readme_shows_what_it_prints() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```text\n(Both changed session.json.*?)^```", readme, re.MULTILINE | re.DOTALL)

    assert block is not None
    assert _without_ids(block[1]) in _without_ids(shown().stdout)


def test_nobodys_settings_change_it(sealed_home: Path, tmp_path: Path) -> None:
    (sealed_home / ".gitconfig").write_text(
        "[commit]\n\tgpgSign = true\n[core]\n\thooksPath = /nowhere\n[pull]\n\tff = only\n"
        "[init]\n\tdefaultBranch = trunk\n[merge]\n\tconflictStyle = diff3\n"
    )
    settings = {
        "MEMOIR_GIT": "0",
        "MEMOIR_GIT_FAVOR": "nobody",
        "MEMOIR_GIT_CAPS": "broken",
        "GIT_DIR": "/nowhere",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "commit.gpgSign",
        "GIT_CONFIG_VALUE_0": "true",
    }

    result = run("git-memoir", "demo", cwd=tmp_path, env=settings)

    assert (result.code, result.stdout) == (0, shown().stdout), str(result)


def test_it_leaves_nothing_behind(sealed_home: Path, tmp_path: Path) -> None:
    before = sorted(sealed_home.rglob("*"))

    result = run("git-memoir", "demo", "--format", "json", cwd=tmp_path, env={"TMPDIR": str(tmp_path)})

    assert result.code == 0, str(result)
    assert list(tmp_path.iterdir()) == []
    assert sorted(sealed_home.rglob("*")) == before


def test_json_holds_every_act_with_its_steps(tmp_path: Path) -> None:
    result = run("git-memoir", "demo", "--format", "json", cwd=tmp_path)

    acts = json.loads(result.out)["data"]["acts"]
    assert [act["name"] for act in acts] == [act.name for act in ACTS]
    assert all(
        step.keys() in ({"text"}, {"machine", "command", "exit_status", "output"})
        for act in acts
        for step in act["steps"]
    )


def test_a_missing_git_is_named(tmp_path: Path) -> None:
    programs = run("sh", "-c", "command -v git-memoir", cwd=tmp_path).stdout.strip()

    result = run(programs, "demo", cwd=tmp_path, env={"PATH": str(tmp_path)})

    assert result.code == 1
    assert "git was not found on PATH" in result.stderr


def _without_ids(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{7,64}\b", "ID", text)
