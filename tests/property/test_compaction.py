"""Laws of the archive: what moves there loses no byte, and what stays keeps every one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.lexer import lex
from memoir_git.custodian.plans.archive import Move, archived
from memoir_git.custodian.plans.compact import CompactRequest, plan_compact
from memoir_git.custodian.plans.unit_edit import without_spans
from memoir_git.custodian.units import split_units, unit_text
from tests.property.unit_strategies import unit_files
from tests.support.memory import files
from tests.support.planning import material, outcome

ARCHIVES = st.sampled_from(
    ["", "# Archived Memory: x\n", "# Archived Memory: x\r\n", "# Old\n\n## A\n\nkept"]
)


def texts_of(text: str) -> list[str]:
    lexed = lex(text)
    return [unit_text(lexed, unit) for unit in split_units(lexed)]


@given(unit_files(), ARCHIVES, st.data())
def test_units_that_move_to_the_archive_lose_no_byte(
    made: tuple[str, list[str]], before: str, data: st.DataObject
) -> None:
    text, _ = made
    lexed = lex(text)
    units = [unit for unit in split_units(lexed) if unit.number]
    moved = data.draw(st.lists(st.sampled_from(units), unique_by=id) if units else st.just([]))
    given_files = {**files(), **({"archive/x-2026-11-30.md": before} if before else {})}
    move = Move(source="x.md", text=text, units=moved, reason="Why.", readme="# Archive\n")

    kept = without_spans(text, moved)
    archive = archived(material(given_files), move)["archive/x-2026-11-30.md"]

    everything = archive + kept
    assert archive.startswith(before)
    assert all(unit_text(lexed, unit) in archive for unit in moved)
    assert all(one in everything for one in texts_of(text))


@given(unit_files(), st.sampled_from(["inbox.md", "decisions.md", "constraints.md", "changelog.md"]))
def test_compaction_takes_whole_units_only_and_settles_at_once(
    made: tuple[str, list[str]], target: str
) -> None:
    text, _ = made
    contents = {**files(), target: text}
    request = CompactRequest(target=target, archive_oldest=True, archive_readme="# Archive\n")

    once = outcome(contents, plan_compact(material(contents), request))
    again = plan_compact(material(once), request)

    assert set(texts_of(once[target])) <= set(texts_of(text))
    assert again.contents == {}


@given(unit_files(), st.integers(2, 4))
def test_a_bullet_that_is_repeated_stays_once(made: tuple[str, list[str]], times: int) -> None:
    text, _ = made
    bullets = "- the same\n  - nested\n" * times
    contents = {**files(), "inbox.md": bullets + "\n## After\n\n" + text.removeprefix("\ufeff")}
    request = CompactRequest(target="inbox.md", archive_oldest=False, archive_readme="")

    after = outcome(contents, plan_compact(material(contents), request))["inbox.md"]

    assert after.count("- the same\n  - nested") == 1
