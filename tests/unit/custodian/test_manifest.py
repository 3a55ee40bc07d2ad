"""The manifest: metadata, routes, and what makes either unreadable."""

from __future__ import annotations

import pytest

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import Manifest, parse_manifest
from tests.support.memory import MANIFEST

PLANNING = "### Planning / architecture / refactoring\n"
METADATA = "## MemoryCustodian Protocol\n"


def _read(text: str) -> Manifest:
    return parse_manifest(lex(text))


def _reasons(text: str) -> list[str]:
    return [fault.reason.value for fault in _read(text).faults]


def _with_version(version: str) -> Manifest:
    return _read(MANIFEST.replace("protocol_version: 0.8", f"protocol_version: {version}"))


def test_a_clean_manifest_is_read_whole() -> None:
    manifest = _read(MANIFEST)

    assert manifest.faults == []
    assert (manifest.version, manifest.entry_schema, manifest.has_trust_boundary) == ((0, 8), 1, True)
    assert manifest.always.paths == ("brief.md", "constraints.md")
    assert manifest.routes["implementation"].required == ["decisions.md", "do-not-use.md"]
    assert manifest.routes["implementation"].optional == ["preferences.md"]
    assert [module.path for module in manifest.modules] == ["areas/importer.md"]


def test_unknown_metadata_is_kept() -> None:
    assert _read(MANIFEST.replace(METADATA, METADATA + "- our_key: x\n")).metadata["our_key"] == "x"


def test_titles_are_compared_without_case_and_blanks() -> None:
    assert _reasons(MANIFEST.replace("## Always load", "##  ALWAYS   load ##")) == []


def test_what_stands_in_a_fence_or_a_comment_is_not_there() -> None:
    hidden = f"```\n{MANIFEST}```\n<!--\n{MANIFEST}-->\n"

    assert _reasons(MANIFEST + hidden) == []


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("0.5", (0, 5)), ("0.8", (0, 8)), ("00.8", (0, 8)), ("1.0", (1, 0))]
    + [(text, None) for text in ("0.8.0", "eight", "0.８", "0." + "9" * 5000, "-1.0")],
)
def test_a_version_is_two_numbers_or_nothing(version: str, numbers: tuple[int, int] | None) -> None:
    assert _with_version(version).version == numbers


def test_a_manifest_without_any_metadata_is_of_the_oldest_protocol() -> None:
    start, end = MANIFEST.index(METADATA), MANIFEST.index("## Trust boundary")

    assert _read(MANIFEST[:start] + MANIFEST[end:]).version == (0, 5)


@pytest.mark.parametrize(
    "heading",
    [
        "##MemoryCustodian Protocol\n",
        "# MemoryCustodian Protocol\n",
        "### MemoryCustodian Protocol\n",
        "    ## MemoryCustodian Protocol\n",
        "MemoryCustodian Protocol\n---\n",
    ],
)
def test_a_lookalike_of_the_protocol_heading_is_no_older_protocol(heading: str) -> None:
    manifest = _read(MANIFEST.replace(METADATA, heading))

    assert "lookalike-heading" in [fault.reason.value for fault in manifest.faults]
    assert manifest.version is None


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (METADATA, METADATA + "prose\n", "malformed-metadata"),
        (METADATA, METADATA + "- empty:\n", "malformed-metadata"),
        (METADATA, METADATA + "- bad key: x\n", "malformed-metadata"),
        (METADATA, METADATA + "- protocol_version: 0.8\n", "repeated-key"),
        ("## Trust boundary", METADATA, "section-repeated"),
        ("## Always load", "## Sometimes load", "section-missing"),
        ("## Trust boundary", "## Always load", "section-repeated"),
        ("## Load by task", "## Load by mood", "section-missing"),
        (PLANNING, "### Dreaming\n", "unknown-route"),
        (PLANNING, "### Dreaming\n", "route-missing"),
        ("### Preferences\n", PLANNING, "route-repeated"),
        ("## Trust boundary", f"## Trust boundary\n{PLANNING}", "misplaced-route"),
        ("- `brief.md`", "- `../brief.md`", "unsafe-path"),
        ("- `brief.md`", "- `/brief.md`", "unsafe-path"),
        ("- `brief.md`", r"- `a\b.md`", "unsafe-path"),
        ("- `brief.md`", "- `C:/b.md`", "unsafe-path"),
        ("- `brief.md`", "- `./brief.md`", "unsafe-path"),
        ("- `brief.md`", "- `brief.txt`", "unsafe-path"),
        ("- `brief.md`", "- `constraints.md`", "repeated-path"),
        ("- `brief.md`", "- `subjects.md`", "forbidden-file"),
        ("- `brief.md`", "- `manifest.md`", "forbidden-file"),
        ("- `brief.md`", "- `reconciliations.md`", "forbidden-file"),
        ("- `brief.md`", "- `archive/x.md`", "forbidden-file"),
        ("- `brief.md`", "- `inbox.md`", "forbidden-file"),
        ("## Trust boundary", "## Optional module index", "section-repeated"),
    ],
)
def test_what_breaks_the_grammar_is_named(old: str, new: str, reason: str) -> None:
    assert reason in _reasons(MANIFEST.replace(old, new, 1))


def test_a_route_may_not_repeat_what_is_always_loaded() -> None:
    assert "repeated-path" in _reasons(MANIFEST.replace("- `decisions.md`", "- `brief.md`", 1))


def test_a_folder_in_a_route_is_for_people() -> None:
    assert _reasons(MANIFEST.replace("- `brief.md`", "- `brief.md`\n- `archive/`", 1)) == []
