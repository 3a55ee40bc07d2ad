"""The optional module index: a strict grammar, and the one line that older protocols wrote."""

from __future__ import annotations

import pytest

from memoir_git.custodian.globs import is_glob
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import Manifest, parse_manifest
from tests.support.memory import MANIFEST

HEAD = MANIFEST[: MANIFEST.index("### Enabled areas")]


def _read(index: str, *, version: str = "0.8") -> Manifest:
    return parse_manifest(lex(HEAD.replace("protocol_version: 0.8", f"protocol_version: {version}") + index))


def _reasons(index: str, *, version: str = "0.8") -> list[str]:
    return [fault.reason.value for fault in _read(index, version=version).faults]


def rule(*keys: str, path: str = "rules/tone.md") -> str:
    return "\n".join(["### Enabled rules", f"- `{path}`", *[f"  - {key}" for key in keys], ""])


def area(*keys: str, path: str = "areas/x.md") -> str:
    return rule(*keys, path=path).replace("rules\n", "areas\n", 1)


def test_modules_are_read_with_their_keys() -> None:
    (module,) = _read(rule("tasks: planning, artifact", "activation: task", "description: a, b")).modules

    assert (module.path, module.folder, module.activation) == ("rules/tone.md", "rules", "task")
    assert (module.tasks, module.description) == (("planning", "artifact"), "a, b")


def test_globs_stand_in_backticks_and_may_hold_a_comma() -> None:
    (module,) = _read(area("activation: path", "paths: `src/**`, `a,b/*.py`")).modules

    assert module.globs == ("src/**", "a,b/*.py")


@pytest.mark.parametrize(
    "index",
    [
        "Prose.\n- and a list of it\n",
        "### Enabled rules\n- None enabled.\n### Enabled areas\n- None enabled.\n",
        rule("activation: task-or-explicit", "tasks: general"),
        rule("activation: explicit-only", "tasks: planning"),
        area("activation: explicit-only"),
        area("activation: explicit-only", "paths: `src/**`"),
        area("activation: path-or-explicit", "paths: `src/**`"),
        "### Enabled profiles\n- `profiles/calm.md`\n  - activation: explicit-only\n",
    ],
)
def test_what_the_grammar_allows_has_no_fault(index: str) -> None:
    assert _reasons(index) == []


@pytest.mark.parametrize(
    ("index", "reason"),
    [
        ("- None enabled.\n", "malformed-index"),
        ("- `rules/tone.md`\n", "malformed-index"),
        ("### Enabled tools\n", "malformed-index"),
        ("### Enabled rules\n### Enabled rules\n", "malformed-index"),
        (rule("activation: explicit-only") + "- None enabled.\n", "malformed-index"),
        (rule("activation: explicit-only", "exclusive-group: x"), "malformed-index"),
        (rule("activation: explicit-only", "activation: explicit-only"), "malformed-index"),
        (rule("activation: explicit-only").replace("  - ", "    - "), "malformed-index"),
        (rule("activation: explicit-only").replace(".md`", ".md` is nice"), "malformed-index"),
        (rule("activation: explicit-only").replace("- `", "- ").replace("`\n", "\n"), "malformed-index"),
        (rule("activation: task", "tasks: dreaming"), "malformed-index"),
        (
            rule("activation: explicit-only") + rule("activation: explicit-only").split("\n", 1)[1],
            "repeated-module",
        ),
        (rule("activation: explicit-only", path="rules/a/b.md"), "unsafe-path"),
        (rule("activation: explicit-only", path="areas/x.md"), "unsafe-path"),
        (rule("activation: explicit-only", path="rules/README.md"), "unsafe-path"),
        (rule("activation: explicit-only", path="rules/tone.txt"), "unsafe-path"),
        (rule("activation: explicit-only", "paths: `src/**`"), "forbidden-key"),
        (area("activation: path", "paths: `src/**`", "tasks: planning"), "forbidden-key"),
        (rule("activation: path"), "unknown-activation"),
        (area("activation: task"), "unknown-activation"),
        (rule("description: x"), "no-activation"),
        (rule("activation: task"), "no-activation"),
        (area("activation: path"), "no-activation"),
        (area("activation: path", "paths: src/**"), "malformed-glob"),
        (area("activation: path", "paths: `src/**` `b`"), "malformed-glob"),
        (area("activation: path", "paths: `src/[ab]`"), "malformed-glob"),
    ],
)
def test_what_breaks_the_grammar_is_named(index: str, reason: str) -> None:
    assert reason in _reasons(index)


ONE_LINE = "### Enabled rules\n- `rules/tone.md`: How we speak\n"


@pytest.mark.parametrize("version", ["0.5", "0.6"])
def test_one_line_of_an_older_protocol_is_loaded_on_request_only(version: str) -> None:
    manifest = _read(ONE_LINE, version=version)
    (module,) = manifest.modules

    assert manifest.faults == []
    assert (module.activation, module.tasks, module.description) == ("explicit-only", (), "How we speak")


@pytest.mark.parametrize("version", ["0.7", "0.8"])
def test_one_line_is_malformed_since_then(version: str) -> None:
    assert "malformed-index" in _reasons(ONE_LINE, version=version)


@pytest.mark.parametrize("text", ["src/**", "**/*.py", "a/?.md", "*", ".github/**"])
def test_a_glob_of_the_dialect(text: str) -> None:
    assert is_glob(text)


@pytest.mark.parametrize(
    "text", ["", "/a", "a//b", "./a", "../a", "a**", "***", "a/**b", "[a]", "{a,b}", "a\\b", "C:/a"]
)
def test_no_other_glob(text: str) -> None:
    assert not is_glob(text)
