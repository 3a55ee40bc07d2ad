"""Bodies in the fence of entry schemas 2 and 3."""

from __future__ import annotations

import pytest

from memoir_git.custodian.bodies import decode_body

FENCED = "```memory-custodian-body-v1\n## not a heading\n- text\n```"


@pytest.mark.parametrize("schema", [2, 3])
@pytest.mark.parametrize("mark", ["```", "`````", "~~~"])
def test_the_fence_is_no_part_of_the_body(schema: int, mark: str) -> None:
    assert decode_body(FENCED.replace("```", mark), schema) == "## not a heading\n- text"


def test_under_schema_one_it_is_ordinary_text() -> None:
    assert decode_body(FENCED, 1) == FENCED


@pytest.mark.parametrize(
    "block",
    [
        "",
        "plain",
        "```python\nx\n```",
        FENCED + "\nmore",
        "before\n" + FENCED,
        FENCED[:-3],
        "memory-custodian-body-v1",
    ],
)
def test_any_other_block_is_the_body_itself(block: str) -> None:
    assert decode_body(block, 3) == block


def test_an_empty_fence_is_an_empty_body() -> None:
    assert decode_body("```memory-custodian-body-v1\n```", 2) == ""
