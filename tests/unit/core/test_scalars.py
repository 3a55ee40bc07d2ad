"""One-line frontmatter values: reading, flow lists, writing (format 3.1)."""

from __future__ import annotations

import pytest
import yaml

from memoir_git.core.scalars import read_commas, read_flow, read_scalar, write_scalar


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (" see #12: it broke # twice ", "see #12: it broke # twice"),
        ("404", "404"),
        ("007", "007"),
        ("@theirs", "@theirs"),
        ("`code` here", "`code` here"),
        ("*very* important", "*very* important"),
        ("資料庫", "資料庫"),
        ("", ""),
        ('"', '"'),
        ('"sam: ops"', "sam: ops"),
        ('""', ""),
        ("''", ""),
        ("'It''s'", "It's"),
        (r'"a \"b\" \\ \/ \n\t"', 'a "b" \\ / \n\t'),
        (r'"d\u00e9j\u00E0"', "déjà"),
        (r'"\ud83d\ude00!"', "😀!"),
        (r'"\ud83d alone"', "\ud83d alone"),
        (r'"\ude00\ud83d"', "\ude00\ud83d"),
        (r'"caf\xe9 \U0001F600 \_\0"', "café 😀 \xa0\0"),
    ],
)
def test_a_value_reads_as_the_rest_of_its_line_or_unquoted(written: str, value: str) -> None:
    assert read_scalar(written) == value


@pytest.mark.parametrize(
    "written",
    [
        '"a" and "b"',
        "'a' and 'b'",
        '"unclosed',
        r'"ends in a backslash\"',
        r'"\q"',
        r'"\u12"',
        r'"\u12g4"',
        r'"\u+123"',
        r'"\U00110000"',
        "\"mixed'",
        '"a" # no comment',
    ],
)
def test_what_is_not_one_well_formed_quoted_value_reads_as_it_stands(written: str) -> None:
    assert read_scalar(written) == written


@pytest.mark.parametrize(
    ("written", "items"),
    [
        ("[a, b]", ("a", "b")),
        ("[]", ()),
        ("[ a ,, b, ]", ("a", "b")),
        ("[reels, '/tape']", ("reels", "/tape")),
        ('["b, c", d]', ("b, c", "d")),
        (r'["say \", \"", x]', ('say ", "', "x")),
        ("['it''s, so', x]", ("it's, so", "x")),
        ("[it's, so]", ("it's", "so")),
        ("['unclosed, x]", ("'unclosed", "x")),
    ],
)
def test_a_flow_list_reads_as_its_items(written: str, items: tuple[str, ...]) -> None:
    assert read_flow(written) == items


@pytest.mark.parametrize("written", ["a, b", "[a, [b]]", "[{a: b}]", "[a", "", "["])
def test_anything_but_a_flow_list_of_scalars_is_none(written: str) -> None:
    assert read_flow(written) is None


@pytest.mark.parametrize(
    ("written", "items"),
    [
        ("a, b", ("a", "b")),
        ("a", ("a",)),
        ("", ()),
        ('"a, b"', ("a", "b")),
        ('a, "b, c"', ("a", "b, c")),
    ],
)
def test_a_comma_string_reads_as_its_items(written: str, items: tuple[str, ...]) -> None:
    assert read_commas(written) == items


@pytest.mark.parametrize(
    "value",
    [
        "Staging",
        "2026-05-01T09:30:00Z",
        "https://example.org/x",
        "a:b",
        "C#",
        "it's",
        "a, b",
        "-x",
        "資料庫 🎉",
    ],
)
def test_a_value_that_needs_no_quotes_gets_none(value: str) -> None:
    assert write_scalar(value) == value


@pytest.mark.parametrize(
    "value",
    [
        "",
        " x",
        "x ",
        "a: b",
        "a #b",
        "x:",
        "- x",
        "-",
        "#x",
        "@x",
        "`x`",
        "*x*",
        "&x",
        "|",
        ">",
        "%x",
        "[x",
        "{x",
    ],
)
def test_a_value_that_a_reader_would_mistake_is_quoted(value: str) -> None:
    written = write_scalar(value)

    assert written.startswith('"')
    assert read_scalar(written) == value
    assert yaml.load(f"k: {written}", yaml.BaseLoader) == {"k": value}


def test_a_value_of_several_lines_is_written_on_one() -> None:
    assert write_scalar('a\nb\t"\\\u2028') == r'"a\nb\t\"\\\u2028"'


@pytest.mark.parametrize("value", ["a, b", "a]", "{", "a: b", "x?"])
def test_an_item_in_a_flow_list_is_quoted_where_its_marks_would_end_it(value: str) -> None:
    assert write_scalar(value, in_flow=True) == f'"{value}"'
