"""What a file was before us, whatever happened to it since; and what the record goes on knowing."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git.git.block import with_block
from memoir_git.git.record import InstallRecord, Kind, Place, Touched, digest
from memoir_git.services.setup_files import SetupFile, bytes_before, is_our_section, recorded

PLACE = Place(path=".gitattributes", work_tree="")
LINES = ("/a merge=memoir-session text=auto",)
OURS = with_block(b"", LINES, place="")
OTHER = with_block(b"", ("/b merge=memoir-session text=auto",), place="")


def touched(before: bytes | None, after: bytes | None) -> Touched:
    return Touched(place=PLACE, kind=Kind.BLOCK, before=before, after=digest(after))


def file(current: bytes | None, wanted: bytes | None) -> SetupFile:
    path = Path("/nowhere/.gitattributes")
    return SetupFile(place=PLACE, kind=Kind.BLOCK, path=path, current=current, wanted=wanted)


@pytest.mark.parametrize(
    ("before", "after", "current", "expected"),
    [
        pytest.param(b"x text", b"x text\n" + OURS, b"x text\n" + OURS, b"x text", id="as it was left"),
        pytest.param(None, OURS, OURS, None, id="made by us"),
        pytest.param(None, OURS, OURS + b"y\n", b"y\n", id="made by us, extended since"),
        pytest.param(b"", OURS, b"\n" + OURS, b"\n", id="empty before, extended since"),
        pytest.param(b"x\n", b"x\n" + OURS, b"y\n" + OURS + b"z", b"y\nz", id="edited on both sides of ours"),
        pytest.param(b"x\n", b"x\n" + OURS, b"x\ny\n", b"x\ny\n", id="ours was taken out by hand"),
        pytest.param(OTHER, OURS, OURS + b"y\n", OTHER + b"y\n", id="a shared block stood there"),
        pytest.param(b"x\n", b"x\n" + OURS, None, None, id="deleted since"),
        pytest.param(b"x\n", None, None, b"x\n", id="deleted by us"),
    ],
)
def test_the_bytes_before_us(
    before: bytes | None, after: bytes | None, current: bytes | None, expected: bytes | None
) -> None:
    assert bytes_before(touched(before, after), current) == expected


def test_the_first_change_records_the_bytes_it_met() -> None:
    record = recorded(InstallRecord(), [file(b"x\n", b"y\n")])

    assert record.files == (touched(b"x\n", b"y\n"),)


def test_a_later_change_keeps_the_bytes_before_the_first() -> None:
    record = InstallRecord(files=(touched(b"x\n", b"x\n" + OURS),))

    changed = recorded(record, [file(b"x\n" + OURS, b"x\n" + OTHER)])

    assert changed.files == (touched(b"x\n", b"x\n" + OTHER),)


def test_a_change_after_somebody_elses_keeps_theirs() -> None:
    record = InstallRecord(files=(touched(b"x\n", b"x\n" + OURS),))

    changed = recorded(record, [file(b"x\nnew\n" + OURS, b"x\nnew\n" + OTHER)])

    assert changed.files == (touched(b"x\nnew\n", b"x\nnew\n" + OTHER),)


def test_a_file_that_stays_as_it_is_is_not_recorded() -> None:
    assert recorded(InstallRecord(), [file(b"x\n", b"x\n")]) == InstallRecord()


def test_a_file_that_held_nothing_but_our_block_goes_with_it() -> None:
    assert file(OURS, OURS).with_lines(None).wanted is None
    assert file(OURS + b"x\n", OURS).with_lines(None).wanted == b"x\n"


@pytest.mark.parametrize(
    ("name", "command", "is_ours"),
    [
        ("memoir-session", "", True),
        ("memoir-session", "git merge-file %A %O %B", False),
        ("old", "python -I -S /x/memoir_git/driver_main.py old", True),
        ("other", "", False),
    ],
)
def test_only_our_own_sections_are_ours_to_remove(name: str, command: str, is_ours: bool) -> None:
    assert is_our_section(name, command) is is_ours
