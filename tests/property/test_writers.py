"""Laws of the writers: each write is an inflation, so that git may fast-forward past the merge driver.

A write is monotone when merging the file before with the file after gives the file after, byte for byte
(the merge leaves a side's bytes alone when it says the same). Two writers cannot be monotone, because the
format has no word for what they do: answering a question leaves no tombstone, and an action parked by hand
is live again after a merge. For them the law is what they must not lose.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.instants import is_instant, parse_instant
from memoir_git.core.jsondoc import render_json
from memoir_git.core.jsonstyle import DEFAULT_STYLE
from memoir_git.core.merge import TextMerge
from memoir_git.store.identity import identity_of
from memoir_git.store.merge.session import join_readable, merge_session
from memoir_git.store.parse import Session, open_session
from memoir_git.store.plans.actions import plan_done, plan_next, plan_park
from memoir_git.store.plans.decisions import plan_decide
from memoir_git.store.plans.goals import plan_goal, plan_retire
from memoir_git.store.plans.history import plan_end
from memoir_git.store.plans.plan import Happening, SessionPlan, Stamp
from memoir_git.store.plans.questions import plan_answer, plan_ask
from memoir_git.store.working_set import working_set
from tests.property.session_strategies import CAPS, DATES, OPTIONS, documents, stamps, texts
from tests.support.identities import lost
from tests.support.sessions import Session as Document
from tests.support.sessions import to_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

# session, text, stamp -> plan; the keys of what is removed are taken from what is there.
Writer = Callable[[Session, str, Stamp], SessionPlan]


def _done(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    shown = working_set(session)
    key = pick([*shown.next_actions, *shown.parked_actions], text)
    return plan_done(session, key, stamp) if key else nothing


def _retire(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    key = pick(working_set(session).goals, text)
    return plan_retire(session, key, stamp) if key else nothing


def _park(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    key = pick(working_set(session).next_actions, text)
    return plan_park(session, key, stamp) if key else nothing


def _answer(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    key = pick(working_set(session).open_questions, text)
    return plan_answer(session, key, stamp) if key else nothing


def _decide(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    return plan_decide(session, text, stamp, why="because" if text < "c" else None, rejected=None)


def _end(session: Session, text: str, stamp: Stamp) -> SessionPlan:
    session_id = "s1" if text < "c" else None
    return plan_end(
        session, stamp, summary=text, files_touched=["f", text], minutes=len(text), session_id=session_id
    )


nothing = SessionPlan(value=None, events=())
MONOTONE: list[Writer] = [plan_goal, _retire, plan_next, _done, plan_ask, _decide, _end]


def pick(lines: list[Json] | tuple[Json, ...], text: str) -> str | None:
    return lines[ord(text[0]) % len(lines)].key if lines else None


def joined(first: bytes, second: bytes) -> Document:
    value, _ = join_readable(b"", first, second, OPTIONS)
    document: Document = value
    return document


def merged(first: bytes, second: bytes) -> bytes:
    def no_text_merge(*_arguments: object) -> TextMerge:
        raise AssertionError("a session is never merged as text")

    return merge_session(b"", first, second, OPTIONS, no_text_merge).content


def written(before: bytes, plan: SessionPlan) -> bytes:
    return before if plan.value is None else render_json(plan.value, open_session(before).style)


def settled(document: Document) -> bytes:
    """Returns the document as a merge leaves it: what most files are, since git merges them.

    Every action is dated: behind an undated one a merge parks without `parked_at`, and the next merge
    adds it.
    """
    for item in document["current"]["next_actions"] + document["current"]["parked_actions"]:
        if not is_instant(item.get("added")):
            item["added"] = DATES[0]
    raw = to_bytes(document)
    return render_json(joined(raw, raw), DEFAULT_STYLE)


@given(documents, st.lists(st.tuples(st.sampled_from(MONOTONE), texts, stamps), min_size=1, max_size=6))
def test_a_merge_of_before_and_after_is_after(
    document: Document, steps: list[tuple[Writer, str, Stamp]]
) -> None:
    before = settled(document)
    for write, text, stamp in steps:
        after = written(before, write(open_session(before), text, stamp))

        assert merged(before, after) == after
        assert merged(after, before) == after

        before = after


@given(documents, st.sampled_from([*MONOTONE, _park]), texts, stamps)
def test_after_says_all_that_before_said_in_any_file(
    document: Document, write: Writer, text: str, stamp: Stamp
) -> None:
    before = to_bytes(document)

    after = written(before, write(open_session(before), text, stamp))

    assert undated_parking(joined(before, after)) == undated_parking(joined(after, after))


@given(documents, st.sampled_from([*MONOTONE, _park]), texts, stamps)
def test_what_is_gone_was_reported_as_dropped(
    document: Document, write: Writer, text: str, stamp: Stamp
) -> None:
    before = settled(document)

    plan = write(open_session(before), text, stamp)

    after = open_session(written(before, plan))
    gone = lost(plain(after.value), [plain(open_session(before).value)])
    dropped = sum(
        event.count
        for event in plan.events
        if event.happening is Happening.DROPPED and event.place != "history"
    )
    assert len(gone) <= dropped


@given(documents, texts, stamps)
def test_answering_removes_the_question_and_nothing_else(document: Document, text: str, stamp: Stamp) -> None:
    before = settled(document)
    session = open_session(before)

    plan = _answer(session, text, stamp)

    gone = lost(plain(open_session(written(before, plan)).value), [plain(session.value)])
    assert [kind for kind, _ in gone] == ["question"] * bool(working_set(session).open_questions)


@given(documents, texts, stamps)
def test_what_was_added_is_shown(document: Document, text: str, stamp: Stamp) -> None:
    before = settled(document)
    for write, name in ((plan_goal, "goals"), (plan_next, "next_actions"), (plan_ask, "open_questions")):
        after = open_session(written(before, write(open_session(before), text, stamp)))

        shown = getattr(working_set(after), name)
        assert identity_of({"text": text}) in [line.key for line in shown]
        assert len(shown) <= CAPS[name]


@given(documents, texts, stamps)
def test_what_was_completed_is_not_shown_again_whoever_merges_the_old_file(
    document: Document, text: str, stamp: Stamp
) -> None:
    before = settled(document)
    session = open_session(before)
    shown = working_set(session)
    key = pick([*shown.next_actions, *shown.parked_actions], text)
    if key is None:
        return

    after = written(before, plan_done(session, key, stamp))

    again = working_set(open_session(merged(after, before)))
    assert key not in [line.key for line in (*again.next_actions, *again.parked_actions)]


@given(documents, st.sampled_from(MONOTONE), texts, stamps)
def test_unknown_keys_and_untouched_lists_stay(
    document: Document, write: Writer, text: str, stamp: Stamp
) -> None:
    before = open_session(to_bytes(document))

    plan = write(before, text, stamp)

    if plan.value is not None:
        assert plan.value.get("extension") == before.value.get("extension")
        assert plan.value["current"].get("mood") == before.current.get("mood")
        assert list(plan.value) == list(before.value)
        touched = [name for name, items in before.current.items() if plan.value["current"].get(name) != items]
        assert len(touched) <= 3


@given(documents, st.sampled_from(MONOTONE), texts, stamps)
def test_a_plan_leaves_the_opened_session_alone(
    document: Document, write: Writer, text: str, stamp: Stamp
) -> None:
    raw = to_bytes(document)
    session = open_session(raw)

    write(session, text, stamp)

    assert render_json(session.value, session.style) == render_json(
        open_session(raw).value, open_session(raw).style
    )


@given(documents, st.sampled_from(MONOTONE), texts, stamps)
def test_no_write_makes_the_file_older(document: Document, write: Writer, text: str, stamp: Stamp) -> None:
    session = open_session(to_bytes(document))

    plan = write(session, text, stamp)

    if plan.value is not None:
        assert parse_instant(plan.value["updated_at"]) >= parse_instant(session.value["updated_at"])
        assert parse_instant(plan.value["updated_at"]) >= parse_instant(stamp.now)


def undated_parking(document: Document) -> Document:
    """Returns the document without `parked_at`, the one field whose merge is not associative."""
    for item in document["current"].get("parked_actions", []):
        item.pop("parked_at", None)
    return document


def plain(value: Json) -> Document:
    """Returns the document without the number wrappers, as the independent reading takes it."""
    import json

    document: Document = json.loads(render_json(value, DEFAULT_STYLE))
    return document
