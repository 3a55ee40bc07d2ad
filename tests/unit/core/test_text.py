"""Identity of a text and its hashes (format 5.1, 5.3.1)."""

from __future__ import annotations

import hashlib

import pytest

from memoir_git.core.text import (
    TRIM,
    is_blank,
    lower_text_hash,
    normalised,
    sha256_hex,
    text_hash,
)


@pytest.mark.parametrize("blank", list(TRIM))
def test_the_blanks_that_ecmascript_trims_are_no_part_of_the_identity(blank: str) -> None:
    assert normalised(f"{blank}Fix it{blank}") == "fix it"


@pytest.mark.parametrize("kept", ["\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u200b", "\u180e"])
def test_characters_that_only_python_would_strip_stay(kept: str) -> None:
    assert normalised(f"{kept}x") == f"{kept}x"


def test_case_is_folded_fully() -> None:
    assert normalised("STRASSE") == normalised("Straße")
    assert normalised("ΟΔΟΣ") == normalised("οδος")


def test_inner_blanks_and_composition_are_significant() -> None:
    assert normalised("a  b") != normalised("a b")
    assert normalised("\u00e9") != normalised("e\u0301")


def test_the_hash_is_sha256_of_the_identity() -> None:
    assert text_hash("  Hello ") == hashlib.sha256(b"hello").hexdigest()


def test_the_deployed_dialect_lower_cases_instead_of_folding() -> None:
    assert lower_text_hash("Straße") == hashlib.sha256("straße".encode()).hexdigest()
    assert lower_text_hash("Straße") != text_hash("Straße")


def test_a_lone_surrogate_hashes_as_the_replacement_character() -> None:
    assert sha256_hex("a\ud800b") == hashlib.sha256("a\ufffdb".encode()).hexdigest()
    assert sha256_hex("\U0001f600") == hashlib.sha256("\U0001f600".encode()).hexdigest()


def test_a_file_of_blanks_and_a_byte_order_mark_is_blank() -> None:
    assert is_blank(b"")
    assert is_blank(b"\xef\xbb\xbf \r\n\t")
    assert not is_blank(b"{}")
