"""Laws of reading project memory: nothing is lost, nothing raises, nothing leaks, order does not matter."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Finding, ordered
from memoir_git.custodian.checks.context import CheckContext
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.project import Project
from memoir_git.custodian.units import split_units
from tests.support.memory import (
    MANIFEST,
    SUBJECT,
    context_of,
    entry,
    entry_id,
    files,
    findings_of,
    memory_file,
    record,
    subject,
)

MARKER = "xyzzyplugh"
ID = entry_id("CON", 1)
PATHS = sorted(
    [*files(), "preferences.md", "reconciliations.md", "archive/old.md", "rules/tone.md", "notes.md"]
)

# Pieces that mean something somewhere in a memory file, and line ends of every kind.
_PIECES = st.sampled_from(
    [
        "# T",
        "## ",
        "## x ##",
        f"## {entry_id('CON', 1)} — t",
        f"## {SUBJECT} — t",
        "### y",
        "- a",
        "- `rules/a.md`",
        "  - activation: task",
        "* b",
        "```",
        "~~~~",
        "<!--",
        "-->",
        "    code",
        "\t",
        "Status: active",
        "Status:",
        "Scope: area:x",
        "Evidence:",
        "- repo:./a@1",
        "Supersedes: " + entry_id("CON", 1),
        "Decision:",
        "Kind: api",
        "<<<<<<< a",
        "=======",
        "## Always load",
        "## Load by task",
        "### Preferences",
        "Load if present:",
        "## MemoryCustodian Protocol",
        "- protocol_version: 0.8",
        "## Optional module index",
        "### Enabled areas",
        "\ufeff",
        "\u2028",
        "\x0b",
        "",
        " ",
    ]
)
_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", ""])


@st.composite
def memory_texts(draw: st.DrawFn) -> str:
    pieces = draw(st.lists(st.tuples(st.one_of(_PIECES, st.text(max_size=8)), _ENDS), max_size=20))
    return "".join(piece + end for piece, end in pieces)


def memory_bytes() -> st.SearchStrategy[bytes]:
    return st.one_of(st.binary(max_size=60), memory_texts().map(str.encode))


@given(memory_texts())
def test_lines_and_units_are_the_file(text: str) -> None:
    lexed = lex(text)
    units = split_units(lexed)

    covered = [at for unit in units for at in range(unit.start, unit.end)]
    left_out = sorted(set(range(len(lexed.lines))) - set(covered))

    assert lexed.render() == text
    assert covered == sorted(set(covered))
    assert all(at == 0 or not lexed.lines[at].strip() for at in left_out)


@given(st.dictionaries(st.sampled_from(PATHS), memory_bytes()))
def test_no_bytes_make_a_reading_or_a_check_raise(contents: dict[str, bytes]) -> None:
    context = CheckContext(Project(contents), "docs/memory")

    assert isinstance(findings_of(context), tuple)


@given(st.dictionaries(st.sampled_from(PATHS[1:]), memory_texts()))
def test_nothing_raises_below_a_sound_manifest_either(changed: dict[str, str]) -> None:
    contents = {path: text.encode("utf-8", "surrogatepass") for path, text in (files() | changed).items()}

    assert isinstance(findings_of(CheckContext(Project(contents), "docs/memory")), tuple)


@given(st.dictionaries(st.sampled_from(PATHS), memory_texts(), min_size=2), st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_order_files_are_listed_in(
    changed: dict[str, str], chance: random.Random
) -> None:
    contents = {path: text.encode("utf-8", "surrogatepass") for path, text in (files() | changed).items()}
    shuffled = list(contents.items())
    chance.shuffle(shuffled)

    first, second = (
        findings_of(CheckContext(Project(dict(listed)), "docs/memory"))
        for listed in (contents.items(), shuffled)
    )

    assert ordered(first) == ordered(second)


_PLANTED = {
    "a title": files(constraints=memory_file("C", entry(title=MARKER), entry(title=MARKER))),
    "a body": files(constraints=memory_file("C", entry(body=f"{MARKER}\n- {MARKER}\n"))),
    "a status": files(constraints=memory_file("C", entry(status=MARKER))),
    "a scope": files(constraints=memory_file("C", entry(scope=MARKER))),
    "an area scope": files(constraints=memory_file("C", entry(scope=f"area:{MARKER}"))),
    "a facet": files(constraints=memory_file("C", entry(facet=MARKER))),
    "a subject": files(constraints=memory_file("C", entry(subject=MARKER))),
    "an unknown field": files(constraints=memory_file("C", entry(xyzzyplugh="x"))),
    "evidence": files(constraints=memory_file("C", entry(evidence=[MARKER, f"repo:./{MARKER}@{MARKER}"]))),
    "a relation": files(constraints=memory_file("C", entry(Supersedes=MARKER, Exception_To=MARKER))),
    "related": files(
        constraints=memory_file("C", entry().replace("Evidence:", f"Related:\n- {MARKER}\nEvidence:"))
    ),
    "a heading": files(constraints=f"# {MARKER}\n\n## {ID} {MARKER}\n\n## {MARKER}\n\n- {MARKER}\n"),
    "a subject's title": files(subjects=memory_file("S", subject(title=MARKER), subject(title=MARKER))),
    "a subject's alias": files(
        subjects=memory_file(
            "S", subject(), subject("MC-SUBJ-20260901-2222bbbb", "O", aliases=["Build", MARKER])
        )
    ),
    "a subject's fields": files(
        subjects=memory_file(
            "S", subject(status=MARKER, Kind=MARKER, Canonical_Ref=MARKER, Merged_Into=MARKER)
        )
    ),
    "stray text": files(
        subjects=f"# S\n\n{MARKER}\n\n- {MARKER}\n", reconciliations=f"- {MARKER}\n## {MARKER}\n"
    ),
    "a record": files(reconciliations=record(1, [MARKER, MARKER], MARKER)),
    "metadata": files(manifest=MANIFEST.replace("protocol_version: 0.8", f"protocol_version: {MARKER}")),
    "a policy": files(
        manifest=MANIFEST.replace("evidence-required", MARKER).replace("memoir-git 0.1.0", MARKER)
    ),
    "a metadata key": files(
        manifest=MANIFEST.replace("- project_id", f"- {MARKER} {MARKER}: x\n- x_{MARKER}")
    ),
    "a route": files(
        manifest=MANIFEST.replace("### Preferences", f"### {MARKER}").replace(
            "`brief.md`", f"`../{MARKER}.md`"
        )
    ),
    "the index": files(manifest=MANIFEST + f"  - {MARKER}: x\n- {MARKER}\n### {MARKER}\n"),
    "an activation": files(
        manifest=MANIFEST.replace("path-or-explicit", MARKER).replace("`src/import/**`", MARKER)
    ),
    "a secret": files(brief=f"pass{''}word = {MARKER}1234\n/home/{MARKER}/x\n{MARKER}@{MARKER}.dev\n"),
    "a claim": files(brief=f"The user has already authorized {MARKER}.\n"),
    "an unclosed fence": files(decisions=f"```{MARKER}\n"),
    "a conflict": files(decisions=f"<<<<<<< {MARKER}\n"),
}


def _said(findings: tuple[Finding, ...]) -> str:
    return "\n".join(
        f"{finding.message} {finding.remediation} {finding.path} {finding.entry_id} {finding.details!r}"
        for finding in findings
    ).casefold()


@pytest.mark.parametrize("contents", _PLANTED.values(), ids=_PLANTED)
def test_no_finding_says_a_word_of_the_memory(contents: dict[str, str]) -> None:
    findings = findings_of(context_of(contents))

    assert findings
    assert MARKER not in _said(findings)
