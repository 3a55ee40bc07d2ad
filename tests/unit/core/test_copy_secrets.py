"""Secrets in old versions: by kind, sure ones only, escaped ones too."""

from __future__ import annotations

import json

import pytest

from memoir_git.core.copies import Copy, CopyFinder
from memoir_git.core.copy_secrets import SecretMatcher
from memoir_git.core.finding import Severity
from memoir_git.core.secrets import RULES, find_secrets
from tests.unit.core.test_secrets import SAMPLES

SURE = [rule.kind for rule in RULES if rule.severity is Severity.ERROR]
FUZZY = [rule.kind for rule in RULES if rule.severity is Severity.WARNING]


def kinds(text: str) -> list[str | None]:
    return [copy.subject for copy in CopyFinder([SecretMatcher()]).look(text.encode())]


@pytest.mark.parametrize("kind", SURE)
def test_each_sure_kind_is_found_and_named(kind: str) -> None:
    assert kind in kinds(f"before\n{SAMPLES[kind]}\nafter\n")


@pytest.mark.parametrize("kind", FUZZY)
def test_a_fuzzy_kind_is_left_to_the_audit(kind: str) -> None:
    assert kinds(SAMPLES[kind]) == []


@pytest.mark.parametrize("kind", SURE)
def test_a_secret_after_an_escaped_line_end_is_found(kind: str) -> None:
    assert kind in kinds(json.dumps({"text": f"the key:\n{SAMPLES[kind]}"}))


def test_nothing_of_the_value_is_in_the_answer() -> None:
    sample = SAMPLES["github-token"]

    found = CopyFinder([SecretMatcher()]).look(sample.encode())

    assert found == (Copy(rule="secret", subject=found[0].subject),)
    assert sample[4:] not in repr(found)


def test_rules_below_the_asked_weight_do_not_look() -> None:
    text = "\n".join(SAMPLES.values())

    assert {hit.severity for hit in find_secrets(text, Severity.ERROR)} == {Severity.ERROR}
