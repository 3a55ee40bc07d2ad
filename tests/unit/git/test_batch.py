"""git's answer for many blobs at once, taken apart."""

from __future__ import annotations

import os

import pytest

from memoir_git.git.batch import batch_input, split_batch, start_batch

A, B = "a" * 40, "b" * 40


def test_contents_are_taken_by_their_length_whatever_they_hold() -> None:
    output = f"{A} blob 4\n".encode() + b"x\n\ny\n" + f"{B} blob 0\n".encode() + b"\n"

    assert split_batch(output, (A, B)) == {A: b"x\n\ny", B: b""}


@pytest.mark.parametrize("output", [f"{A} missing\n".encode(), b""])
def test_an_object_without_an_answer_is_named(output: bytes) -> None:
    with pytest.raises(LookupError, match=A):
        split_batch(output, (A,))


def test_more_names_than_a_pipe_takes_at_once_are_left_to_the_usual_way() -> None:
    names = [f"{number:040x}" for number in range(200)]

    assert len(batch_input(names)) > 4096
    assert start_batch(names, os.environ) is None


def test_an_object_that_git_lacks_is_left_to_the_usual_way() -> None:
    batch = start_batch((A,), os.environ)

    assert batch is not None
    assert batch.contents() is None
