"""Laws of repair: it is idempotent, adds lines and takes none away, and mends all that it promises to."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.manifest import parse_manifest
from memoir_git.custodian.plans.repair import refusal_of, repaired
from memoir_git.custodian.sections import ManifestReason
from tests.support.project_memory import fresh_manifest, project_with

FRESH = fresh_manifest()
PARTS = FRESH.split("\n\n")
_FOREIGN = ("## Notes", "Some prose.", "- a bullet", "<!-- a comment -->", "```\n## Always load\n```", "")
_MISSING = (ManifestReason.SECTION_MISSING, ManifestReason.ROUTE_MISSING)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A manifest with blocks left out, lines of metadata gone, foreign blocks between, and any line ends."""
    parts: list[str] = []
    for part in PARTS:
        if draw(st.integers(0, 5)) == 0:
            parts.append(draw(st.sampled_from(_FOREIGN)))
        if part.startswith("- protocol_version"):
            lines = part.split("\n")
            part = "\n".join([lines[0], *(line for line in lines[1:] if draw(st.integers(0, 3)))])
        elif not part.startswith("## MemoryCustodian") and draw(st.integers(0, 4)) == 0:
            continue
        parts.append(part)
    text = "\n\n".join(parts)
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@given(damaged())
def test_repairing_twice_is_repairing_once(manifest: str) -> None:
    if refusal_of(project_with(manifest)) is None:
        once = repaired(lex(manifest), FRESH)

        assert repaired(lex(once), FRESH) == once


@given(damaged())
def test_every_line_that_was_there_stays_in_its_order(manifest: str) -> None:
    if refusal_of(project_with(manifest)) is None:
        before = manifest.splitlines()

        assert _is_subsequence(before, repaired(lex(manifest), FRESH).splitlines())


@given(damaged())
def test_no_section_no_route_and_no_key_is_missing_afterwards(manifest: str) -> None:
    if refusal_of(project_with(manifest)) is None:
        after = parse_manifest(lex(repaired(lex(manifest), FRESH)))

        assert [fault for fault in after.faults if fault.reason in _MISSING] == []
        assert after.has_trust_boundary
        assert after.metadata == parse_manifest(lex(FRESH)).metadata


@given(damaged())
def test_a_file_of_one_kind_of_line_end_stays_one(manifest: str) -> None:
    if refusal_of(project_with(manifest)) is None and "\r\n" in manifest:
        after = repaired(lex(manifest), FRESH)

        assert after.count("\n") == after.count("\r\n")


def _is_subsequence(inner: Sequence[str], outer: Sequence[str]) -> bool:
    rest = iter(outer)
    return all(line in rest for line in inner)
