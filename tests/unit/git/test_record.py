"""The install record: bytes that come back as they were, and refusals that name the way out."""

from __future__ import annotations

import json

import pytest

from memoir_git.git.record import (
    InstallRecord,
    Kind,
    Place,
    RecordError,
    Touched,
    digest,
    dump_record,
    load_record,
)

CONFIG = Touched(place=Place.common("config"), kind=Kind.CONFIG, before=b"\xff\x00[core]\n", after="ab")
NEW = Touched(place=Place(path=".gitattributes", work_tree=""), kind=Kind.BLOCK, before=None, after="cd")
RECORD = InstallRecord(files=(NEW, CONFIG), made=("info",))


def test_a_record_is_read_back_with_every_byte() -> None:
    read = load_record(dump_record(RECORD))

    assert set(read.files) == {CONFIG, NEW}
    assert read.made == ("info",)


def test_the_order_of_the_files_does_not_matter() -> None:
    assert dump_record(RECORD) == dump_record(InstallRecord(files=(CONFIG, NEW), made=("info",)))


def test_a_file_is_known_by_its_place_in_its_work_tree() -> None:
    assert RECORD.find(Place(path=".gitattributes", work_tree="")) == NEW
    assert RECORD.find(Place(path=".gitattributes", work_tree="linked")) is None


def test_a_file_that_is_noted_again_replaces_what_was_known() -> None:
    later = Touched(place=NEW.place, kind=Kind.BLOCK, before=b"x", after="ef")

    assert RECORD.with_file(later).find(NEW.place) == later


def test_an_absent_file_and_an_empty_one_differ() -> None:
    assert digest(None) is None
    assert digest(b"") is not None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no json",
        b"[]",
        b'{"version": 1}',
        b'{"version": 1, "files": [{}], "made": []}',
        json.dumps(json.loads(dump_record(RECORD)) | {"files": [{"path": "/etc/passwd"}]}).encode(),
    ],
)
def test_a_damaged_record_is_an_error_that_names_the_file(content: bytes) -> None:
    with pytest.raises(RecordError, match="damaged") as error:
        load_record(content)

    assert "memoir-git/install.json" in str(error.value.hint)


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside", "a/../../b"])
def test_a_record_never_leads_out_of_its_directory(path: str) -> None:
    document = json.loads(dump_record(RECORD))
    document["files"][0]["path"] = path

    with pytest.raises(RecordError, match="damaged"):
        load_record(json.dumps(document).encode())


def test_a_record_of_a_newer_version_is_refused() -> None:
    with pytest.raises(RecordError, match="newer version"):
        load_record(b'{"version": 2}')
