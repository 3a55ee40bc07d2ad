"""The laws of the session merge (format 5.4), on odd sessions that only a merge must survive.

Two results may depend on the side and are left out where a law would need it: a key the format does not know
that both sides changed, and `parked_at`, which converges at the next merge.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given

from memoir_git.core.instants import parse_completion, parse_instant
from memoir_git.core.jsondoc import parse_json, render_json
from memoir_git.core.merge import MergeOutcome, TextMerge
from memoir_git.core.options import CAP_NAMES, MergeOptions
from memoir_git.store.merge.session import merge_session
from tests.support.identities import digest, lost
from tests.support.sessions import Session, to_bytes
from tests.support.strategies import sessions

HUGE = dict.fromkeys(CAP_NAMES, 10_000)
SMALL = dict.fromkeys(
    ("goals", "next_actions", "parked_actions", "open_questions", "decisions", "history"), 2
)
CAPS = pytest.mark.parametrize("caps", [HUGE, SMALL, {}], ids=["huge", "small", "default"])
_LISTS = (
    "goals", "next_actions", "parked_actions", "completed_actions", "completed_goals", "open_questions",
    "decisions",
)  # fmt: skip


def _no_text_merge(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    raise AssertionError("JSON is never merged by line")


def merge(ours: bytes, theirs: bytes, caps: dict[str, int], base: bytes = b"") -> bytes:
    outcome: MergeOutcome = merge_session(base, ours, theirs, MergeOptions(caps=caps), _no_text_merge)
    assert outcome.conflicts == 0, "two understood sides never conflict"
    return outcome.content


def content(data: bytes) -> Any:
    """Returns what a session says: list order, empty lists and `parked_at` left out."""
    document = json.loads(data)
    current = document["current"]
    for name in _LISTS:
        items = [item for item in current.get(name) or [] if item is not None]
        for item in items:
            if isinstance(item, dict) and name in ("next_actions", "parked_actions"):
                item.pop("parked_at", None)
        current[name] = sorted(json.dumps(item, sort_keys=True) for item in items)
    rows = [row for row in document.get("history") or [] if row is not None]
    document["history"] = sorted(json.dumps(row, sort_keys=True) for row in rows)
    return document


class TestConvergence:
    """Format 5.4: merge is commutative and idempotent; the same result whichever way the history ran."""

    @CAPS
    @given(ours=sessions(unknown_keys=False), theirs=sessions(unknown_keys=False))
    def test_it_does_not_matter_which_side_is_ours(
        self, caps: dict[str, int], ours: Session, theirs: Session
    ) -> None:
        first, second = to_bytes(ours), to_bytes(theirs)

        assert merge(first, second, caps) == merge(second, first, caps)

    @CAPS
    @given(ours=sessions(), theirs=sessions())
    def test_merging_what_was_merged_changes_no_byte(
        self, caps: dict[str, int], ours: Session, theirs: Session
    ) -> None:
        assume(ours != theirs)  # identical sides are returned unread, whatever a merge would make of them
        merged = merge(to_bytes(ours), to_bytes(theirs), caps)
        respelled = json.dumps(json.loads(merged)).encode()

        assert merge(merged, merged, caps) == merged
        assert content(merge(merged, respelled, caps)) == content(merged)

    @CAPS
    @given(ours=sessions(unknown_keys=False), theirs=sessions(unknown_keys=False))
    def test_merging_a_side_in_again_adds_nothing(
        self, caps: dict[str, int], ours: Session, theirs: Session
    ) -> None:
        merged = merge(to_bytes(ours), to_bytes(theirs), caps)

        for side in (ours, theirs):
            assert content(merge(merged, to_bytes(side), caps)) == content(merged)
            assert content(merge(to_bytes(side), merged, caps)) == content(merged)

    @given(
        first=sessions(unknown_keys=False),
        second=sessions(unknown_keys=False),
        third=sessions(unknown_keys=False),
    )
    def test_three_replicas_meet_in_any_order(self, first: Session, second: Session, third: Session) -> None:
        one, two, three = map(to_bytes, (first, second, third))

        left = merge(merge(one, two, HUGE), three, HUGE)
        right = merge(one, merge(two, three, HUGE), HUGE)

        assert content(left) == content(right)

    @given(
        base=sessions(unknown_keys=False),
        ours=sessions(unknown_keys=False),
        theirs=sessions(unknown_keys=False),
    )
    def test_the_base_decides_nothing_the_format_knows(
        self, base: Session, ours: Session, theirs: Session
    ) -> None:
        first, second = to_bytes(ours), to_bytes(theirs)

        assert content(merge(first, second, {}, to_bytes(base))) == content(merge(first, second, {}))


class TestNoSilentLoss:
    """Format 5.4: every identity of either side is in the result, live or as a tombstone."""

    @given(ours=sessions(), theirs=sessions())
    def test_every_identity_is_kept(self, ours: Session, theirs: Session) -> None:
        merged = json.loads(merge(to_bytes(ours), to_bytes(theirs), HUGE))

        assert lost(merged, [ours, theirs]) == set()

    @given(ours=sessions(), theirs=sessions())
    def test_what_a_cap_takes_out_is_noted(self, ours: Session, theirs: Session) -> None:
        outcome = merge_session(
            b"", to_bytes(ours), to_bytes(theirs), MergeOptions(caps=SMALL), _no_text_merge
        )
        whole = json.loads(merge(to_bytes(ours), to_bytes(theirs), HUGE))

        dropped = sum(note.kind == note.DROPPED for note in outcome.notes)
        assert outcome.content == to_bytes(ours) or dropped == _count(whole) - _count(
            json.loads(outcome.content)
        )

    @given(ours=sessions(), theirs=sessions())
    def test_unknown_keys_pass_through(self, ours: Session, theirs: Session) -> None:
        merged = json.loads(merge(to_bytes(ours), to_bytes(theirs), {}))

        for places in ((merged, ours, theirs), tuple(side["current"] for side in (merged, ours, theirs))):
            result, *sides = places
            for key in {key for side in sides for key in side if key.startswith("x_")}:
                assert result[key] in [side[key] for side in sides if key in side]

    @given(ours=sessions(), theirs=sessions())
    def test_the_inputs_are_left_as_they_are(self, ours: Session, theirs: Session) -> None:
        before = deepcopy((ours, theirs))

        merge(to_bytes(ours), to_bytes(theirs), {})

        assert (ours, theirs) == before


class TestMonotoneSuppression:
    """Format 5.3 and 5.4: once hidden, hidden in every future merge; completed against every older copy."""

    @CAPS
    @given(ours=sessions(), theirs=sessions())
    def test_what_either_side_hides_is_hidden(
        self, caps: dict[str, int], ours: Session, theirs: Session
    ) -> None:
        assume(ours != theirs)
        merged = json.loads(merge(to_bytes(ours), to_bytes(theirs), caps))

        suppressed = _suppressed(ours) | _suppressed(theirs)
        visible = {
            digest(item["text"])
            for item in merged["current"]["decisions"]
            if _has_text(item) and not item.get("hidden")
        }
        assert not visible & suppressed

    @CAPS
    @given(ours=sessions(), theirs=sessions())
    def test_no_live_item_is_older_than_its_completion(
        self, caps: dict[str, int], ours: Session, theirs: Session
    ) -> None:
        assume(ours != theirs)
        current = json.loads(merge(to_bytes(ours), to_bytes(theirs), caps))["current"]

        for name, field, graves in (
            ("next_actions", "added", "completed_actions"),
            ("parked_actions", "added", "completed_actions"),
            ("goals", "set_on", "completed_goals"),
        ):
            done = {
                digest(item["text"]): parse_completion(item.get("done_at"))
                for side in (ours, theirs)
                for item in sorted(side["current"].get(graves) or [], key=_done_at)
                if _has_text(item)
            }
            for item in filter(_has_text, current.get(name) or []):
                key = digest(item["text"])
                assert key not in done or parse_instant(item.get(field)) > done[key]

    @given(ours=sessions(), theirs=sessions())
    def test_a_purged_text_is_nowhere(self, ours: Session, theirs: Session) -> None:
        assume(ours != theirs)
        merged = json.loads(merge(to_bytes(ours), to_bytes(theirs), {}))

        purged = {
            item["text_hash"].lower()
            for side in (ours, theirs)
            for item in side["current"]["decisions"]
            if isinstance(item, dict) and _is_purged(item)
        }
        texts = {digest(item["text"]) for item in merged["current"]["decisions"] if _has_text(item)}
        assert not texts & purged


@given(sessions())
def test_parsing_then_rendering_is_the_identity(document: Session) -> None:
    data = to_bytes(document)
    parsed = parse_json(data)

    assert render_json(parsed.value, parsed.style) == data


def _count(document: Session) -> int:
    lists = [document["current"].get(name) or [] for name in _LISTS]
    return sum(map(len, lists)) + len(document["history"])


def _has_text(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("text"), str) and bool(item["text"].strip())


def _done_at(item: Any) -> Any:
    return parse_completion(item.get("done_at")) if isinstance(item, dict) else ()


def _is_true(value: Any) -> bool:
    return value is True or value in (1, "true")


def _is_purged(item: dict[str, Any]) -> bool:
    stated = item.get("text_hash", "")
    return len(stated) == 64 and _is_true(item.get("hidden")) and item["text"].strip() in ("", "[purged]")


def _suppressed(side: Session) -> set[str]:
    """Returns the identities a side hides, those it purged included."""
    decisions = [item for item in side["current"]["decisions"] if isinstance(item, dict) and "hidden" in item]
    hidden = {digest(item["text"]) for item in decisions if _is_true(item["hidden"]) and not _is_purged(item)}
    return hidden | {item["text_hash"].lower() for item in decisions if _is_purged(item)}
