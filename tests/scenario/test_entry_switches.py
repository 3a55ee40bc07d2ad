"""Scenarios S100 to S102 for entries, indexes and ledgers: switched off, leftovers, other systems' config."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import faults
from tests.support.entries import (
    FORMATS,
    PLACES,
    assert_notes,
    install_drivers,
    noted,
)
from tests.support.finishing import unmerged
from tests.support.scenario import Repo
from tests.support.seal import make_script

MakeRepo = Callable[[], Repo]


def test_s100_the_off_switch_gives_what_plain_git_gives(make_bound: MakeRepo, make_repo: MakeRepo) -> None:
    switched_off, plain = make_bound(), make_repo()
    outcomes = []
    for repo in (switched_off, plain):
        repo.fork(noted())
        outcomes.append(repo.merge("side", env={"MEMOIR_GIT": "0"}))

    assert outcomes[0].code == outcomes[1].code == 1
    assert "memoir" not in outcomes[0].stderr
    for place in PLACES:
        assert unlabelled(switched_off.read(place)) == unlabelled(plain.read(place))


def unlabelled(content: bytes) -> list[bytes]:
    """Returns the lines, markers without what stands after them: plain git names its branches there."""
    return [line[:7] if line.startswith((b"<<<<<<<", b">>>>>>>")) else line for line in content.split(b"\n")]


def test_s100_another_driver_on_the_command_line_wins(memory: Repo) -> None:
    memory.fork(noted())
    other = [("-c", f"merge.{name}.driver=git merge-file %A %O %B") for name in FORMATS.values()]

    result = memory.attempt(*(word for pair in other for word in pair), "merge", "side")

    assert (result.code, unmerged(memory)) == (1, sorted(PLACES))
    assert "memoir" not in result.stderr


def test_s101_stale_temporaries_of_a_killed_merge_are_ignored_and_in_nobodys_way(memory: Repo) -> None:
    memory.fork(noted())
    stale = [memory.path / name for name in (".merge_file_abc123", ".merge_file_abc123.ours")]
    for path in stale:
        path.write_text("memory text\n")

    result = memory.merge()

    assert result.code == 0, str(result)
    assert memory.git("status", "--porcelain").stdout == ""
    memory.git("add", "--all")
    assert memory.git("diff", "--cached", "--name-only").stdout == ""
    assert [path.read_text() for path in stale] == ["memory text\n"] * 2


def test_s102_a_config_file_with_crlf_line_ends_is_no_obstacle(memory: Repo) -> None:
    memory.fork(noted())
    config = memory.path / ".git/config"
    config.write_bytes(config.read_bytes().replace(b"\n", b"\r\n"))

    assert_notes(memory, memory.merge(), "ours", "theirs")


def test_s102_forward_slashes_drive_letters_and_blanks_in_a_program_path(bound: Repo, tmp_path: Path) -> None:
    folder = tmp_path / "C:/Program Files/Python (3)"
    folder.mkdir(parents=True)
    program = make_script(folder / "python.exe", f'exec {faults.PYTHON} "$@"')
    install_drivers(bound, program=str(program))
    bound.fork(noted())

    assert_notes(bound, bound.merge(), "ours", "theirs")


@pytest.mark.skipif(
    sys.platform != "win32", reason="'py -3' and paths with backslashes exist on Windows only"
)
def test_s102_the_python_launcher_of_windows(bound: Repo) -> None:
    install_drivers(bound, program="py -3")
    bound.fork(noted())

    assert_notes(bound, bound.merge(), "ours", "theirs")
