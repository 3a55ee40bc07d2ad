"""Words that must not stand in the product or its pages: claims it cannot keep, and what is no part of it."""

from __future__ import annotations

import re

import pytest

from memoir_git.render import wording
from tests.support.project_files import text_files

# A tip without a text is not a history without it, and a rename is not a transaction.
CLAIMS = [
    r"\berased?\b",
    r"\bdeleted everywhere\b",
    r"\bno cop(?:y|ies) remains?\b",
    r"\bremoved from (?:all|every) (?:clones?|forks?|cop(?:y|ies))\b",
    r"\b(?:not|nowhere) reachable any ?more\b",
    r"\bpermanently (?:deleted|removed)\b",
    r"\bcompletely (?:erased|removed|deleted)\b",
    r"\bno (?:other )?copies are left\b",
    r"\bdeleted from (?:all|every) (?:clones?|forks?)\b",
    r"\bsecure(?:ly)? (?:deletion|deleted|erasure)\b",
    r"\bACID\b",
    r"\bdetects? (?:all|every) secrets?\b",
    r"\bguarantees? (?:that )?(?:no|all)\b",
    r"\b(?:100 ?%|completely|perfectly) (?:safe|secure)\b",
    r"\bproves? (?:that )?(?:no|there)\b",
]
PRODUCT = (
    "memoir_git",
    "docs",
    "hooks",
    "fixtures/golden",
    "install.sh",
    "README.md",
    "CHANGELOG.md",
    "pyproject.toml",
)
# What the protocol forbids to say, word for word (guide 4.5).
FORBIDDEN = (
    "Permanently deleted everywhere.",
    "Completely erased from the repository.",
    "No copies remain.",
    "Removed from all clones and forks.",
)
# And what it fixes, word for word.
BOUNDARY = (
    "Forgetting controls what remains available to future agents through MemoryCustodian. It is not a "
    "guarantee of erasure from Git history or previously distributed copies."
)

# Notes to oneself, and places that only one machine has.
FOREIGN = [r"(?-i:\b(?:TODO|FIXME|XXX)\b)", r"(?<![\w.])/(?:work|root)/", r"\bdecision D\d"]
KNOWN_HOSTS = {
    "example.org",
    "example.com",
    "x.org",
    "git-scm.com",
    "keepachangelog.com",
    "semver.org",
    "json-schema.org",
}


def _found(patterns: list[str], *places: str) -> list[str]:
    wanted = re.compile("|".join(patterns), re.IGNORECASE)
    return [
        f"{path}: {match.group()}"
        for path, text in text_files(*places)
        if not path.endswith("test_wording.py")
        for match in wanted.finditer(text)
    ]


def test_nothing_claims_more_than_the_product_does() -> None:
    assert _found(CLAIMS, *PRODUCT) == []


def test_sentences_that_limit_a_claim_stand_in_one_module() -> None:
    limits = ["not a guarantee of erasure", "can show that they hold none", "filter-repo --"]
    homes = {
        path
        for path, text in text_files("memoir_git")
        for limit in limits
        if path.endswith(".py") and limit in text.replace('"\n    "', "")
    }

    assert homes == {"memoir_git/render/wording.py"}


def test_no_file_holds_notes_to_oneself_or_places_of_one_machine() -> None:
    assert _found(FOREIGN) == []


def test_only_well_known_hosts_are_named() -> None:
    hosts = {
        f"{path}: {host}"
        for path, text in text_files()
        for host in re.findall(r"https?://([\w-]+(?:\.[\w-]+)+)", text)
        if host not in KNOWN_HOSTS
    }

    assert hosts == set()


def test_the_boundary_is_said_in_the_words_of_the_protocol() -> None:
    texts = dict(text_files("docs"))

    assert wording.BOUNDARY == BOUNDARY
    assert f"> {BOUNDARY}\n" in texts["docs/how-to/forget-something.md"]
    assert f"> {BOUNDARY}\n" in texts["docs/explanation/erasure-boundary.md"]


@pytest.mark.parametrize(
    "sentence", [*FORBIDDEN, "The topic was erased.", "Writes are ACID.", "It detects all secrets."]
)
def test_the_claims_are_recognised_in_a_sentence(sentence: str) -> None:
    assert re.search("|".join(CLAIMS), sentence, re.IGNORECASE)
