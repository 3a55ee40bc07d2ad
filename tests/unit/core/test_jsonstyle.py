"""The layout of a merged JSON file: each attribute three-way, the same from either side."""

from __future__ import annotations

import pytest

from memoir_git.core.jsonstyle import DEFAULT_STYLE, Style, detect_style, merge_styles


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ('{\n  "a": 1\n}', Style()),
        ('{\n\t"a": "é"\n}\n', Style(indent="\t", final_newline=True, escape=False)),
        ('{\r\n    "a": 1\r\n}\r\n', Style(indent="    ", newline="\r\n", final_newline=True)),
        ('{"a":1,"b":2}', Style(indent=None, colon=":")),
        ('{"a": 1, "b": 2}', Style(indent=None, comma=", ")),
        ('{\n  "a": "\\u00e9"\n}', Style(escape=True)),
        ('{\n  "a": "\\u0007"\n}', Style(escape=None)),
        ("{\n}", Style()),
    ],
)
def test_the_layout_is_read_off_the_text(text: str, style: Style) -> None:
    assert detect_style(text) == style


def test_a_style_both_sides_agree_on_stands() -> None:
    tabs = Style(indent="\t", newline="\r\n", final_newline=True)

    assert merge_styles(DEFAULT_STYLE, tabs, tabs) == tabs


def test_the_side_that_left_the_base_decides_each_attribute_alone() -> None:
    base = Style(indent="    ", final_newline=False)
    ours = Style(indent="\t", final_newline=False)
    theirs = Style(indent="    ", final_newline=True)

    merged = merge_styles(base, ours, theirs)

    assert (merged.indent, merged.final_newline) == ("\t", True)
    assert merge_styles(base, theirs, ours) == merged


def test_two_styles_without_a_base_give_the_default_from_either_side() -> None:
    tabs, four = Style(indent="\t"), Style(indent="    ")

    assert merge_styles(None, tabs, four) == merge_styles(None, four, tabs) == DEFAULT_STYLE


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        (None, None, None, None),
        (None, True, None, True),
        (None, None, False, False),
        (None, True, False, False),
        (True, True, False, False),
        (False, True, False, True),
        (False, True, True, True),
    ],
)
def test_escapes_are_kept_when_no_side_disagrees(
    base: bool | None, ours: bool | None, theirs: bool | None, merged: bool | None
) -> None:
    styles = [Style(escape=escape) for escape in (base, ours, theirs)]

    assert merge_styles(*styles).escape is merged
    assert merge_styles(styles[0], styles[2], styles[1]).escape is merged
