"""git's raw output, as changes."""

from __future__ import annotations

from collections.abc import Iterable

from memoir_git.git.staged import Change, Side, parse_changes

ZEROS, A, B = "0" * 40, "a" * 40, "b" * 40


def sides(changes: Iterable[Change]) -> list[tuple[str, Side | None, Side | None]]:
    return [(change.path, change.before, change.after) for change in changes]


def test_each_change_has_the_sides_that_exist() -> None:
    output = (
        f":000000 100644 {ZEROS} {A} A\0new\0:100644 000000 {A} {ZEROS} D\0gone\0"
        f":100644 100755 {A} {B} M\0a\nb\0"
    )

    assert sides(parse_changes(output.encode())) == [
        ("new", None, Side(mode="100644", blob=A)),
        ("gone", Side(mode="100644", blob=A), None),
        ("a\nb", Side(mode="100644", blob=A), Side(mode="100755", blob=B)),
    ]


def test_a_path_that_is_no_text_is_kept() -> None:
    (change,) = parse_changes(f":100644 100644 {A} {B} M\0".encode() + b"\xff\0")

    assert change.path == "\udcff"


def test_nothing_changed_is_nothing() -> None:
    assert parse_changes(b"") == ()
