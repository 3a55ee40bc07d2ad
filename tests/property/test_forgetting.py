"""Laws of forgetting in project memory, whatever the memory holds."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Severity
from memoir_git.custodian.guards import removed_ids
from memoir_git.custodian.lexer import lex
from memoir_git.custodian.project import Project
from memoir_git.custodian.units import PREAMBLE, split_units, unit_text
from tests.support.forgetting import MARK, Forgotten, forget_id, forget_topic
from tests.support.memory import context_of, entry, entry_id, files, findings_of, memory_file, record

MODES = st.sampled_from(["soft", "hard", "purge"])
FACETS = ("workflow", "security", "interface", "lifecycle", "behavior", "performance")
IDS = [entry_id("DEC", number) for number in range(len(FACETS))]


@st.composite
def decisions(draw: st.DrawFn) -> list[str]:
    """Returns decisions of which the first ones are a chain of successors, and any relate to any."""
    chain = draw(st.integers(0, 3))
    return [draw(_decision(number, chain)) for number in range(len(FACETS))]


@st.composite
def _decision(draw: st.DrawFn, number: int, chain: int) -> str:
    is_old = 0 < number <= chain
    fields = {"Superseded_By": IDS[number - 1]} if is_old else {}
    fields |= {"Supersedes": IDS[number + 1]} if number < chain else {}
    text = entry(
        "DEC",
        number,
        facet=FACETS[0] if number <= chain else FACETS[number],
        status="superseded" if is_old else "active",
        body=draw(st.sampled_from(["Some text.", f"Play the {MARK}.", f"See:\n```\n## {MARK}\n```\nend"])),
        **fields,
    )
    related = draw(st.lists(st.sampled_from(IDS), max_size=2, unique=True))
    items = "".join(f"- {name}\n" for name in related)
    return text.replace("Evidence:", f"Related:\n{items}Evidence:") if related else text


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    """Returns a clean project of decisions, a record, loose bullets and a log, in either line end."""
    listed = draw(st.lists(st.sampled_from(IDS), min_size=2, max_size=4, unique=True))
    bullets = draw(st.lists(st.sampled_from(["- one\n", f"- the {MARK}\n  more\n", "* two\n\n"]), max_size=4))
    made = files(
        decisions=memory_file("Decisions", *draw(st.permutations(draw(decisions())))),
        inbox="# Inbox\n\n" + "".join(bullets),
        reconciliations=memory_file("Records", record(1, sorted(listed))),
        changelog=draw(st.sampled_from(["# Changelog\n", f"# Changelog\n\n- 2026-01-01 the {MARK}\n"])),
    )
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return {path: text.replace("\n", end) for path, text in made.items()}


def _errors(made: dict[str, str]) -> Counter[str]:
    found = findings_of(context_of(made))
    return Counter(finding.code.id for finding in found if finding.severity >= Severity.ERROR)


def _units(text: str) -> Counter[str]:
    """Returns the texts of a file's units, those that a relation changes without their lines of relations."""
    lexed = lex(text)
    return Counter(unit_text(lexed, unit) for unit in split_units(lexed) if unit.kind != PREAMBLE)


def _plain(text: str) -> str:
    """Returns a text without the lines that a removal may rewrite, and without blank ones."""
    names = ("Superseded-By:", "Supersedes:", "Related:", "- MC-")
    return "".join(line for line in text.splitlines(True) if line.strip() and not line.startswith(names))


@given(projects(), MODES)
def test_nothing_that_was_searched_mentions_the_topic_any_more(made: dict[str, str], mode: str) -> None:
    after = forget_topic(made, mode=mode)

    kept = {"do-not-use.md", "changelog.md"} if mode == "soft" else set()
    assert after.blockers == []
    assert not any(MARK in text for path, text in after.files.items() if path not in kept)


@given(projects(), MODES)
def test_no_error_comes_of_it(made: dict[str, str], mode: str) -> None:
    after = forget_topic(made, mode=mode)

    assert _errors(after.files) - _errors(made) == Counter()


@given(projects(), st.sampled_from(IDS), MODES)
def test_no_error_comes_of_forgetting_one_entry(made: dict[str, str], identifier: str, mode: str) -> None:
    after = forget_id(made, identifier, mode)

    assert after.blockers == []
    assert _errors(after.files) - _errors(made) == Counter()


@given(projects(), MODES)
def test_what_does_not_mention_it_stays_but_for_its_relations(made: dict[str, str], mode: str) -> None:
    after = forget_topic(made, mode=mode)

    for path in ("decisions.md", "inbox.md"):
        before = [_plain(text) for text in _units(made[path]).elements() if MARK not in text]
        assert Counter(_plain(text) for text in _units(after.files[path]).elements()) == Counter(before)


@given(projects(), MODES)
def test_forgetting_twice_is_forgetting_once(made: dict[str, str], mode: str) -> None:
    once = forget_topic(made, mode=mode)

    assert forget_topic(once.files, mode=mode).changed == set()


@given(projects(), MODES)
def test_the_guard_names_every_entry_that_went_unless_nothing_may(made: dict[str, str], mode: str) -> None:
    after = forget_topic(made, mode=mode)

    assert _named(after) == (frozenset() if mode == "purge" else _ids(made) - _ids(after.files))


@given(projects())
def test_putting_the_files_back_is_told_by_the_audit(made: dict[str, str]) -> None:
    after = forget_topic(made, mode="hard")
    gone = len(_ids(made) - _ids(after.files))

    merged = after.files | {"decisions.md": made["decisions.md"]}

    assert _errors(merged)["MC-ERASURE-008"] == gone


def _named(forgotten: Forgotten) -> frozenset[str]:
    return removed_ids(_project(forgotten.files))


def _ids(made: dict[str, str]) -> frozenset[str]:
    return frozenset(found.id for found in _project(made).entries() if found.code == "DEC")


def _project(made: dict[str, str]) -> Project:
    return Project({path: text.encode() for path, text in made.items()})


LINES = f"""# Title
## MC-DEC-20260901-00000001 — T
## MC-TOMB-20260901-00000005 — Tombstone: x
## MC-SUBJ-20260901-1111aaaa — S
## MC-REC-20260901-00000001 — R
## {MARK}
Status: active
Entries:
Rejected:
Supersedes: MC-DEC-20260901-00000001
Merged-Into: MC-SUBJ-20260901-1111aaaa
Removed entries: MC-DEC-20260901-00000001
Removed entries: {MARK}
- MC-DEC-20260901-00000001
- one
* two
  three
    code
- {MARK}
{MARK}
```
```memory-custodian-body-v1
<!-- c -->
<!--
"""
PIECES = st.sampled_from([*LINES.splitlines(True), "\n", "\r\n", "\0", "\udcff", "\ufeff", "## ", "text "])
HOSTILE = (
    "brief",
    "decisions",
    "do_not_use",
    "inbox",
    "subjects",
    "reconciliations",
    "changelog",
    "archive__old",
)
SOFT = ("brief.md", "decisions.md", "inbox.md")


@st.composite
def hostile(draw: st.DrawFn) -> dict[str, str]:
    """Returns a project whose files are pieces of structure in no order at all."""
    names = draw(st.lists(st.sampled_from(HOSTILE), max_size=3, unique=True))
    return files(**{name: "".join(draw(st.lists(PIECES, max_size=12))) for name in names})


@given(hostile(), MODES)
def test_no_bytes_make_a_forgetting_raise_or_tell(made: dict[str, str], mode: str) -> None:
    after = forget_topic(made, mode=mode)

    told = repr((after.draft.facts, after.draft.blockers, after.draft.warnings, after.draft.context))
    assert MARK not in told
    assert not after.blockers or after.changed == set()


@given(hostile(), MODES)
def test_what_is_not_blocked_leaves_no_mention_where_it_was_looked_for(
    made: dict[str, str], mode: str
) -> None:
    after = forget_topic(made, mode=mode)

    every = {path for path in made if mode == "purge" or not path.startswith("archive/")}
    left = {path for path in (SOFT if mode == "soft" else every) if MARK in after.files[path]}
    assert after.blockers or left == set()


@given(hostile(), st.sampled_from(["MC-DEC-20260901-00000001", "MC-SUBJ-20260901-1111aaaa"]), MODES)
def test_no_bytes_make_a_forgetting_by_id_raise(made: dict[str, str], identifier: str, mode: str) -> None:
    after = forget_id(made, identifier, mode)

    assert after.blockers or forget_id(after.files, identifier, mode).changed == set()
