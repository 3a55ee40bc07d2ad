"""git's answer for many blobs at once, taken apart."""

from __future__ import annotations

import pytest

from memoir_git.git.batch import batch_input, split_batch

A, B = "a" * 40, "b" * 40


def test_contents_are_taken_by_their_length_whatever_they_hold() -> None:
    output = f"{A} blob 4\n".encode() + b"x\n\ny\n" + f"{B} blob 0\n".encode() + b"\n"

    assert split_batch(output, (A, B)) == {A: b"x\n\ny", B: b""}


@pytest.mark.parametrize("output", [f"{A} missing\n".encode(), b""])
def test_an_object_without_an_answer_is_named(output: bytes) -> None:
    with pytest.raises(LookupError, match=A):
        split_batch(output, (A,))


def test_each_name_is_a_line() -> None:
    assert batch_input((A, B)) == f"{A}\n{B}\n".encode()
