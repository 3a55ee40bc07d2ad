"""Laws of the writers of entries and indexes.

A write is monotone when merging the file before with the file after gives the file after: git may then
fast-forward past the merge driver. A purged stub wins every merge, and the plan of an index finds nothing to
do in its own result.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.core.errors import MemoirGitError
from memoir_git.core.frontmatter import Document, parse
from memoir_git.core.instants import is_instant, parse_instant
from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.core.text import text_hash
from memoir_git.store.entry_facts import is_hidden, is_purged, recency
from memoir_git.store.identity import identity_of, purged_hash
from memoir_git.store.merge.entry import merge_entry
from memoir_git.store.merge.index import merge_index
from memoir_git.store.model import DECISIONS
from memoir_git.store.parse import open_session
from memoir_git.store.plans.decision_forget import plan_hide, plan_purge
from memoir_git.store.plans.entry_edit import EntryEdit, completed, edited, require_editable
from memoir_git.store.plans.entry_forget import hidden_entry, purged_entry
from memoir_git.store.plans.index_plan import plan_index
from memoir_git.store.plans.index_rows import Listed, Shelf, Standing
from memoir_git.store.plans.plan import SessionPlan, Stamp
from tests.property.entry_strategies import DATES, PROSE_FIELDS, WORDS, sound_texts, texts
from tests.property.session_strategies import documents, stamps
from tests.property.session_strategies import texts as decision_texts
from tests.property.test_writers import merged, settled, written
from tests.support.sessions import Session, to_bytes

NOW = "2026-06-01T00:00:00.000Z"
NAME = "decision_x"
MARK = "xylophone"
OPTIONS = MergeOptions(path=f"memory/{NAME}.md")

values = st.sampled_from([word for word in WORDS if word])
edits = st.builds(
    EntryEdit,
    values=st.dictionaries(
        st.sampled_from((*PROSE_FIELDS, "created", "date", "tags", "last_fired")),
        st.one_of(values, st.sampled_from(DATES)),
        max_size=2,
    ),
    removed=st.lists(st.sampled_from(("project", "x_unknown", "tags", "url")), max_size=1).map(tuple),
    body=st.sampled_from((None, None, "New.\n", "two\nlines", "")),
)

Writer = Callable[[Document], Document]


def no_text_merge(*_arguments: object) -> TextMerge:
    raise AssertionError("one side is the base, so no prose is merged")


def attempt(text: str, write: Writer) -> Document | None:
    """Returns what the writer makes of the entry, `None` where it refuses or has nothing to do."""
    document = parse(text)
    try:
        require_editable(document, NAME)
        after = write(document)
    except MemoirGitError:
        return None
    return None if after is document else after


def writers(edit: EntryEdit) -> list[Writer]:
    return [
        lambda document: edited(document, edit, NOW),
        lambda document: completed(document, NOW),
        lambda document: hidden_entry(document, NOW),
        lambda document: purged_entry(document, NAME, NOW),
    ]


@given(sound_texts(), edits)
def test_a_merge_of_an_entry_before_and_after_is_after(text: str, edit: EntryEdit) -> None:
    for write in writers(edit):
        after = attempt(text, write)
        if after is None:
            continue
        before, content = text.encode(), after.render().encode()

        assert merge_entry(before, before, content, OPTIONS, no_text_merge).content == content
        assert merge_entry(before, content, before, OPTIONS, no_text_merge).content == content


@given(sound_texts(), st.dictionaries(st.sampled_from(PROSE_FIELDS), values, min_size=1))
def test_an_edit_wins_against_the_entry_before_also_without_a_common_ancestor(
    text: str, fields: dict[str, str]
) -> None:
    edit = EntryEdit(values=fields, removed=(), body=None)
    after = attempt(text, lambda document: edited(document, edit, NOW))
    if after is None:
        return
    before, content = text.encode(), after.render().encode()

    for sides in ((before, content), (content, before)):
        outcome = merge_entry(b"", *sides, OPTIONS, no_text_merge)

        assert not outcome.conflicts
        assert [parse(outcome.content.decode()).scalar(field) for field in fields] == [
            after.scalar(field) for field in fields
        ]


@given(sound_texts(), edits)
def test_an_edited_entry_is_newer_than_it_was(text: str, edit: EntryEdit) -> None:
    after = attempt(text, lambda document: edited(document, edit, NOW))

    if after is not None:
        assert recency(after) > recency(parse(text))
        assert parse_instant(after.scalar("updated")) >= parse_instant(NOW)


@given(sound_texts(), edits)
def test_an_edit_changes_only_the_lines_of_its_fields(text: str, edit: EntryEdit) -> None:
    before = parse(text)
    after = attempt(text, lambda document: edited(document, edit, NOW))
    if after is None or before.state != "front":
        return

    named = {*edit.values, *edit.removed, "updated"}
    kept = [
        [block.raw for block in document.blocks if block.key not in named] for document in (before, after)
    ]
    assert kept[0] == kept[1]
    assert after.opening == before.opening
    if edit.body is None:
        assert after.body == before.body


@given(texts(), st.sampled_from((NOW, "2030-01-01T00:00:00.000Z")))
def test_a_purged_stub_wins_against_any_version_from_either_side(text: str, now: str) -> None:
    stub = purged_entry(parse(""), NAME, now).render().encode()
    other = text.encode("utf-8", "surrogatepass")
    assume(other.strip(b"\xef\xbb\xbf \t\r\n"))

    for base in (b"", other, stub):
        for sides in ((stub, other), (other, stub)):
            outcome = merge_entry(base, *sides, OPTIONS, no_text_merge)

            assert not outcome.conflicts
            assert is_purged(parse(outcome.content.decode()), NAME)
            assert outcome.content == stub or is_purged(parse(text), NAME)


@given(texts())
def test_any_file_can_be_purged_to_a_stub_of_five_lines(text: str) -> None:
    stub = purged_entry(parse(text), NAME, NOW)

    assert is_purged(stub, NAME)
    assert [block.key for block in stub.blocks] == ["type", "name", "hidden", "hidden_at", "text_hash"]
    assert purged_entry(parse(stub.render()), NAME, "2031-01-01T00:00:00Z").render() == stub.render()


@given(sound_texts())
def test_a_hidden_decision_keeps_every_other_line(text: str) -> None:
    after = attempt(text, lambda document: hidden_entry(document, NOW))
    if after is None:
        return

    assert is_hidden(after)
    assert is_instant(after.scalar("hidden_at"))
    for document in (before := parse(text), after):
        assert [b.raw for b in document.blocks if b.key not in ("hidden", "hidden_at")] == [
            b.raw for b in before.blocks if b.key not in ("hidden", "hidden_at")
        ]
        assert document.body == before.body


# -- decisions of the session


@pytest.mark.parametrize("plan_forget", [plan_hide, plan_purge])
@given(document=documents, text=decision_texts, stamp=stamps)
def test_a_merge_of_a_session_before_and_after_forgetting_is_after(
    plan_forget: Callable[..., SessionPlan], document: Session, text: str, stamp: Stamp
) -> None:
    before = settled(document)
    key = identity_of({"text": text})

    after = written(before, plan_forget(open_session(before), key, stamp))

    assert merged(before, after) == after
    assert merged(after, before) == after


@given(documents, st.dictionaries(st.sampled_from(("why", "rejected", "x_note")), st.just(MARK)), stamps)
def test_a_purged_decision_leaves_nothing_but_its_hash(
    document: Session, fields: dict[str, str], stamp: Stamp
) -> None:
    document["current"]["decisions"] += [{"text": f" {MARK.upper()} "}, {"text": MARK, **fields}]
    before = to_bytes(document)

    after = written(before, plan_purge(open_session(before), MARK, stamp))

    assert MARK not in after.decode().lower()
    assert text_hash(MARK) in {purged_hash(item) for item in open_session(after).items(DECISIONS)}


# -- the index

NAMES = ("fact_a", "fact_b", "decision_c", "goal_d")
labels = st.sampled_from(
    ("Plain", "With [brackets]", "a | b", "`code`", "back\\slash", "[[fact_b]]", "ü", "x" * 300)
)
listed = st.builds(
    Listed,
    link_name=st.just(""),
    standing=st.sampled_from(Standing),
    type=st.sampled_from(("fact", "decision", "goal", "")),
    name=labels,
    description=st.one_of(st.just(""), labels),
)


@st.composite
def shelves(draw: st.DrawFn) -> Shelf:
    entries = {}
    for name in draw(st.lists(st.sampled_from(NAMES), unique=True)):
        drawn = draw(listed)
        entries[name] = Listed(
            link_name=name,
            standing=drawn.standing,
            type=drawn.type,
            name=drawn.name,
            description=drawn.description,
        )
    return Shelf(
        prefix=draw(st.sampled_from(("", "memory/"))), entries=entries, others=frozenset({"NOTES.md"})
    )


@st.composite
def indexes(draw: st.DrawFn, prefix: str) -> str:
    names = st.sampled_from((*NAMES, "fact_gone", "NOTES"))
    links = names.flatmap(
        lambda name: st.sampled_from(
            (f"[L]({prefix}{name}.md)", f"[[{name}]]", f"**[L]({prefix}{name}.md)**", "[u](https://x.org/a)")
        )
    )
    rows = st.builds(
        "{}{}{}".format,
        st.sampled_from(("- ", "* ", "  - ", "| ", "1. ", "|k: ")),
        st.lists(links, min_size=1, max_size=3).map(", ".join),
        st.sampled_from((" — words", ": words", "", " | cell |", " (12 tokens)")),
    )
    others = st.sampled_from(("# Title", "", "prose", "- no link", "```\n- [x](fact_a.md)\n```", "| a | b |"))
    lines = draw(st.lists(st.one_of(rows, rows, others), max_size=8))
    text = "\n".join(lines) + draw(st.sampled_from(("", "\n", "\n\n")))
    return text.replace("\n", "\r\n") if draw(st.integers(0, 4)) == 0 else text


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, Shelf]:
    shelf = draw(shelves())
    return draw(indexes(shelf.prefix)), shelf


@given(sheets())
def test_the_plan_of_an_index_finds_nothing_to_do_in_its_own_result(sheet: tuple[str, Shelf]) -> None:
    text, shelf = sheet

    once = plan_index(text, shelf)
    again = plan_index(once.text, shelf)

    assert again.is_clean
    assert again.text == once.text


@given(sheets())
def test_a_plan_adds_and_removes_whole_rows_and_leaves_every_other_line(sheet: tuple[str, Shelf]) -> None:
    text, shelf = sheet

    plan = plan_index(text, shelf)

    before, after = ({line.rstrip("\r") for line in part.split("\n")} for part in (text, plan.text))
    unwanted = {*plan.gone, *plan.hidden}
    touched = {line for line in before if any(name in line for name in unwanted)}
    assert before - touched - {""} <= after
    if not unwanted:
        assert len(after - before - {""}) <= len(plan.missing) + (2 if not text.strip() else 0)


@given(sheets())
def test_a_written_index_merges_with_the_one_before_to_itself(sheet: tuple[str, Shelf]) -> None:
    text, shelf = sheet
    before, after = text.encode(), plan_index(text, shelf).text.encode()
    assume(before.strip() and after.strip())

    for sides in ((before, after), (after, before)):
        assert merge_index(before, *sides, MergeOptions(), no_text_merge).content == after
