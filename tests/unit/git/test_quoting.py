"""Paths as attribute files spell them."""

from __future__ import annotations

import pytest

from memoir_git.git.quoting import escape_glob, literal_path, quote, split_quoted, split_words


@pytest.mark.parametrize(
    ("path", "pattern"),
    [("a/b.json", "a/b.json"), ("a*b", r"a\*b"), ("[x]?", r"\[x]\?"), ("back\\slash", r"back\\slash")],
)
def test_glob_characters_are_escaped(path: str, pattern: str) -> None:
    assert escape_glob(path) == pattern


def test_a_real_glob_stands_for_no_single_path() -> None:
    assert literal_path("memory/*.md") is None


def test_an_escaped_glob_character_is_an_ordinary_one() -> None:
    assert literal_path(r"a\*b") == "a*b"


@pytest.mark.parametrize("word", ["/plain", "/ümlaut", "/'single'", "/$(x)`y`", "/!x", "/#x", r"/a\*b"])
def test_a_word_without_blanks_needs_no_quotes(word: str) -> None:
    assert quote(word) == word


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        ("/a b", '"/a b"'),
        ("/a\tb", r'"/a\tb"'),
        ("/a\nb", r'"/a\nb"'),
        ('/a"b', r'"/a\"b"'),
        (r"/a \*b", r'"/a \\*b"'),
        ("/a\x01b", r'"/a\001b"'),
    ],
)
def test_blanks_quotes_and_control_characters_are_quoted_in_c_style(word: str, quoted: str) -> None:
    assert quote(word) == quoted


def test_a_line_splits_into_its_pattern_and_the_rest() -> None:
    assert split_quoted("  /a  merge=x text=auto ") == ("/a", "merge=x text=auto")


def test_a_quoted_pattern_is_read_back_with_octal_bytes_joined() -> None:
    assert split_quoted(r'"/\303\274 \"x\"" merge=x') == ('/ü "x"', "merge=x")


def test_a_quote_that_never_ends_is_no_line() -> None:
    assert split_quoted('"/a merge=x') is None


def test_only_ascii_blanks_end_a_word_as_in_git() -> None:
    assert split_quoted("/a\u00a0b\tmerge=x\u3000y") == ("/a\u00a0b", "merge=x\u3000y")
    assert split_words("a\u00a0b  c\r") == ["a\u00a0b", "c"]


def test_an_empty_line_has_an_empty_pattern() -> None:
    assert split_quoted("") == ("", "")
