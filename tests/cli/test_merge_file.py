"""`git memoir merge-file`: its words, streams and exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.in_process import memoir_in
from tests.support.processes import Result
from tests.support.sessions import action, completion, session, texts, to_bytes

BASE = to_bytes(session(actions=[action("a", 1)]))
OURS = to_bytes(session(actions=[action("b", 2), action("a", 1)]))
THEIRS = to_bytes(session(done=[completion("a", 3)]))
NEWER = to_bytes(session(actions=[action("c", 1)], version=2))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in {"ours": OURS, "base": BASE, "theirs": THEIRS, "newer": NEWER}.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def merge_file(folder: Path, *arguments: str) -> Result:
    return memoir_in(folder, "merge-file", *arguments)


def test_it_writes_the_merge_into_ours(folder: Path) -> None:
    result = merge_file(folder, "memoir-session", "ours", "base", "theirs")

    assert result.code == 0, str(result)
    merged = json.loads((folder / "ours").read_bytes())
    assert texts(merged, "next_actions") == ["b"]
    assert texts(merged, "completed_actions") == ["a"]


def test_it_keeps_the_mode_of_ours_and_leaves_nothing_beside_it(folder: Path) -> None:
    (folder / "ours").chmod(0o640)

    merge_file(folder, "memoir-session", "ours", "base", "theirs")

    assert (folder / "ours").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in folder.iterdir()) == ["base", "newer", "ours", "theirs"]


def test_with_p_the_merge_goes_to_standard_output_alone(folder: Path) -> None:
    result = merge_file(folder, "-p", "memoir-session", "ours", "base", "theirs")

    assert result.code == 0, str(result)
    assert texts(json.loads(result.out), "completed_actions") == ["a"]
    assert (folder / "ours").read_bytes() == OURS


def test_a_refusal_ends_with_1_and_both_files_between_labelled_markers(folder: Path) -> None:
    labels = ("-L", "mine", "-L", "before", "-L", "yours")
    result = merge_file(folder, "--marker-size", "9", *labels, "memoir-session", "ours", "base", "newer")

    assert result.code == 1, str(result)
    expected = b"<<<<<<<<< mine\n" + OURS + b"\n=========\n" + NEWER + b"\n>>>>>>>>> yours\n"
    assert (folder / "ours").read_bytes() == expected


def test_files_without_a_label_are_named_by_their_paths(folder: Path) -> None:
    result = merge_file(folder, "-p", "-L", "mine", "memoir-session", "ours", "base", "newer")

    assert result.out.startswith(b"<<<<<<< mine\n")
    assert result.out.endswith(b">>>>>>> newer\n")


def test_nothing_it_tells_holds_memory_text(folder: Path) -> None:
    secret = to_bytes(session(actions=[action("wombat", 1)], version=2))
    (folder / "theirs").write_bytes(secret)

    result = merge_file(folder, "memoir-session", "ours", "base", "theirs")

    assert "wombat" not in result.stdout + result.stderr
    assert "theirs has a newer version" in result.stdout


def test_the_null_device_is_an_absent_version(folder: Path) -> None:
    result = merge_file(folder, "-p", "memoir-session", "ours", "/dev/null", "theirs")

    assert result.code == 0, str(result)
    assert texts(json.loads(result.out), "next_actions") == ["b"]


def test_a_missing_file_is_named_and_nothing_is_written(folder: Path) -> None:
    result = merge_file(folder, "memoir-session", "ours", "base", "nowhere")

    assert (result.code, result.stdout) == (1, "")
    assert "nowhere does not exist" in result.stderr
    assert (folder / "ours").read_bytes() == OURS


@pytest.mark.parametrize(
    "arguments",
    [
        ("no-such-format", "ours", "base", "theirs"),
        ("memoir-session", "ours", "base"),
        ("--marker-size", "0", "memoir-session", "ours", "base", "theirs"),
        ("-L", "1", "-L", "2", "-L", "3", "-L", "4", "memoir-session", "ours", "base", "theirs"),
        ("-p", "--format", "json", "memoir-session", "ours", "base", "theirs"),
    ],
)
def test_wrong_usage_ends_with_2_and_writes_nothing(arguments: tuple[str, ...], folder: Path) -> None:
    result = merge_file(folder, *arguments)

    assert (result.code, result.stdout) == (2, "")
    assert (folder / "ours").read_bytes() == OURS


def test_json_reports_counts_and_the_finding(folder: Path) -> None:
    result = merge_file(folder, "memoir-session", "ours", "base", "newer", "--format", "json")

    envelope = json.loads(result.out)
    assert result.code == 1
    assert envelope["data"] | {"notes": None} == {
        "format": "memoir-session",
        "path": "ours",
        "conflicts": 1,
        "refused": True,
        "notes": None,
    }
    assert [finding["code"] for finding in envelope["findings"]] == ["MG-MERGE-002"]
