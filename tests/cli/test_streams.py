"""Standard input and output as shells and editors hand them over: closed, or with a byte order mark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.in_process import InProcess
from tests.support.processes import run
from tests.support.projects import MEMORY, with_project

MARK = "\ufeff".encode()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return with_project(tmp_path / "project", "clean-0.8")


@pytest.fixture
def memoir(
    place: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(place, capsysbinary, monkeypatch)


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_closed_output_is_named_when_the_work_is_done(place: Path, output_format: str) -> None:
    words = f"git-memoir add Rows. --format {output_format} >&-"

    result = run("sh", "-c", words, cwd=place)

    assert result.code == 1
    assert result.stderr.splitlines()[0] == "error: Standard output is closed."
    assert "Rows." in (place / MEMORY / "inbox.md").read_text(encoding="utf-8")


def test_a_directory_that_is_gone_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()

    result = run("sh", "-c", "rmdir ../gone; git-memoir audit --format json", cwd=tmp_path / "gone")

    assert result.code == 2
    assert "No such file or directory" in result.stderr
    assert json.loads(result.out)["exit_class"] == "fatal"


def test_a_closed_input_is_named_and_nothing_is_written(place: Path) -> None:
    before = (place / MEMORY / "inbox.md").read_bytes()

    result = run("sh", "-c", "git-memoir add - <&-", cwd=place)

    assert result.code == 1
    assert result.stderr == "error: Standard input is closed; nothing was written.\n"
    assert (place / MEMORY / "inbox.md").read_bytes() == before


def test_a_topic_may_come_through_a_pipe_or_a_link(place: Path) -> None:
    (place / "words").write_text("importer", encoding="utf-8")
    (place / "link").symlink_to("words")
    words = "mkfifo pipe; cat words > pipe & git-memoir forget --topic-file pipe"

    piped = run("sh", "-c", words, cwd=place)
    linked = run("git-memoir", "forget", "--topic-file", "link", cwd=place)

    assert (piped.code, linked.code) == (0, 0)
    assert piped.stdout.splitlines()[:4] == linked.stdout.splitlines()[:4]


def test_a_topic_file_that_is_none_is_told_in_words(place: Path) -> None:
    result = run("git-memoir", "forget", "--topic-file", ".", cwd=place)

    assert result.code == 2
    assert result.stderr == f"error: {place} cannot be read: Is a directory.\n"


def test_a_byte_order_mark_is_no_part_of_a_text(place: Path, memoir: InProcess) -> None:
    memoir("add", "-", stdin=MARK + b"Rows are sorted.")

    inbox = (place / MEMORY / "inbox.md").read_bytes()
    assert b"Rows are sorted." in inbox
    assert MARK not in inbox


def test_a_byte_order_mark_is_no_part_of_a_topic(place: Path, memoir: InProcess) -> None:
    memoir("add", "Cows are sorted.")

    result = memoir("forget", "--topic-file", "-", "--mode", "purge", stdin=MARK + b"Cows\r\n")

    assert "Match count: 1" in result.stdout
