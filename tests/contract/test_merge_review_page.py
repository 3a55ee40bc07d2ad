"""The page on the merge review names every reason that the program gives."""

from __future__ import annotations

import re

from memoir_git.services.merge_review import Unavailable
from tests.support.places import PROJECT
from tests.support.project_files import text_files

PAGE = (PROJECT / "docs/reference/merge-review.md").read_text(encoding="utf-8")


def test_the_page_names_every_reason_why_nothing_was_compared() -> None:
    named = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)

    assert named == [reason.value for reason in Unavailable]


def test_the_page_names_every_reason_of_a_finding() -> None:
    sources = [text for path, text in text_files("memoir_git") if "/custodian/branch" in path]
    given = re.compile(r'"((?:[a-z]+-)+[a-z]+|alias|edited|relation|related|entry|candidate)"')
    reasons = {reason for text in sources for reason in given.findall(text)}

    assert reasons
    assert sorted(reason for reason in reasons if f"`{reason}`" not in PAGE) == []
