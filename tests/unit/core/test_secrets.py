"""The secret table: what it finds, what it lets pass, and that it never repeats a value.

Every sample is put together here from pieces, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

import time

import pytest

from memoir_git.core.finding import Severity
from memoir_git.core.secrets import RULES, SecretHit, find_secrets

LETTERS = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1yZ3aB5cD7eF9gH1jK3"

SAMPLES = {
    "private-key": "-----BEGIN " + "OPENSSH PRIVATE " + "KEY-----",
    "github-token": "gh" + "p_" + LETTERS[:36],
    "gitlab-token": "gl" + "pat-" + LETTERS[:20],
    "aws-access-key": "AK" + "IA" + LETTERS[:16].upper(),
    "openai-key": "s" + "k-proj-" + LETTERS[:40],
    "anthropic-key": "s" + "k-ant-api03-" + LETTERS[:40],
    "stripe-key": "s" + "k_live_" + LETTERS[:24],
    "slack-token": "xo" + "xb-" + "123456789012-" + LETTERS[:12],
    "google-api-key": "AI" + "za" + LETTERS[:35],
    "npm-token": "np" + "m_" + LETTERS[:36],
    "pypi-token": "py" + "pi-AgE" + (LETTERS * 2)[:60],
    "huggingface-token": "h" + "f_" + LETTERS[:34],
    "azure-key": "Account" + "Key=" + LETTERS[:44],
    "json-web-token": ".".join(("ey" + "J" + LETTERS[:10], "ey" + "J" + LETTERS[:20], LETTERS[:20])),
    "bearer-token": "Authorization: Bea" + "rer " + LETTERS[:24],
    "credential-url": "postgres://admin:" + "s3cr3t-w0rd" + "@db.internal/app",
    "credential-assignment": "pass" + "word = hunter2",
    "dotenv-credential": "DEPLOY_TO" + "KEN=abc",
}
MORE = {
    "private-key": ["-----BEGIN " + kind + "PRIVATE " + "KEY-----" for kind in ("", "RSA ", "EC ", "DSA ")]
    + ["-----BEGIN " + "ENCRYPTED PRIVATE " + "KEY-----", "-----BEGIN " + "PGP PRIVATE " + "KEY BLOCK-----"],
    "github-token": ["gh" + letter + "_" + LETTERS[:36] for letter in "ousr"]
    + ["github" + "_pat_" + LETTERS[:22]],
    "aws-access-key": ["AS" + "IA" + LETTERS[:16].upper()],
    "bearer-token": ["bea" + "rer " + LETTERS[:16], "令牌Bea" + "rer " + LETTERS[:16]],
    "credential-assignment": ["API_" + "KEY='x1'", "sec" + 'ret: "abcdefgh12"'],
    "dotenv-credential": ["export MY_SE" + "CRET_2='x'"],
}


def kinds(text: str) -> set[str]:
    return {hit.kind for hit in find_secrets(text)}


def test_every_rule_has_a_sample() -> None:
    assert SAMPLES.keys() == {rule.kind for rule in RULES}


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_secret_of_each_kind_is_found_in_the_middle_of_a_line(kind: str) -> None:
    line = SAMPLES[kind] if kind == "dotenv-credential" else f'use "{SAMPLES[kind]}", please'

    assert kind in kinds(line)


@pytest.mark.parametrize(("kind", "sample"), [(kind, text) for kind, texts in MORE.items() for text in texts])
def test_variants_of_a_kind_are_found(kind: str, sample: str) -> None:
    assert kind in kinds(sample)


@pytest.mark.parametrize("kind", SAMPLES)
def test_only_assignments_are_warnings(kind: str) -> None:
    severities = {hit.severity for hit in find_secrets(SAMPLES[kind]) if hit.kind == kind}

    is_fuzzy = kind in ("credential-assignment", "dotenv-credential")
    assert severities == {Severity.WARNING if is_fuzzy else Severity.ERROR}


def test_a_key_that_two_rules_know_is_two_findings() -> None:
    assert kinds(SAMPLES["anthropic-key"]) == {"anthropic-key", "openai-key"}


@pytest.mark.parametrize(
    "text",
    [
        "postgres://user:password@localhost/app",
        "https://<user>:<password>@host/",
        "https://${USER}:${PASS}@host/",
        "Authorization: Bearer <your-token-goes-here>",
        "Authorization: Bearer $DEPLOY_TOKEN_FOR_STAGING",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "api_key = <key>",
        "OPENAI_API_KEY=${OPENAI_API_KEY}",
        '"text_hash": "' + "0123456789abcdef" * 4 + '"',
        '"machine_id": "3f2b7a52-0c11-4b7e-9a70-2f5f1a6b7c8d"',
        "MC-DEC-20260712-0a1b2c3d",
        "commit: " + "0123456789abcdef0123456789abcdef01234567",
        "The bearer of bad news arrived",
        "ask the task-force about risk-" + "a" * 30,
        "passwords and secrets are kept in the vault",
        "the secret: nothing at all",
        "see https://host/path?q=a:b@c",
        "sha256-" + LETTERS[:43] + "=",
    ],
)
def test_placeholders_ids_and_prose_pass(text: str) -> None:
    assert find_secrets(text) == ()


def test_a_placeholder_beside_a_secret_does_not_hide_it() -> None:
    assert kinds(f"<example> {SAMPLES['github-token']} ${{HOME}}") == {"github-token"}


def test_a_comment_cannot_switch_a_rule_off() -> None:
    assert "github-token" in kinds(f"{SAMPLES['github-token']}  # allowlist secret, nosec, noqa")


def test_the_line_is_counted_from_one() -> None:
    text = f"first\n{SAMPLES['slack-token']}\nthird\n{SAMPLES['slack-token']}"

    assert [hit.line for hit in find_secrets(text)] == [2, 4]


def test_a_hit_has_no_place_for_the_value() -> None:
    assert set(SecretHit.__slots__) == {"line", "kind", "severity"}
    for hit in find_secrets("\n".join(SAMPLES.values())):
        assert not any(LETTERS[:8] in str(getattr(hit, name)) for name in ("line", "kind", "severity"))


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "-",
        "TOKEN",
        "a-",
        "a://",
        "a:",
        "<",
        "${",
        "secret:",
        "bearer ",
        "eyJa.",
        "sk-",
        " ",
        "text_hash",
    ],
)
def test_a_long_hostile_line_is_read_in_linear_time(unit: str) -> None:
    marks = " ://a:b api password= sk- bearer eyJ text_hash "
    text = marks + unit * (200_000 // len(unit))

    start = time.process_time()
    find_secrets(text)

    assert time.process_time() - start < 2
