"""Laws of the matchers: no planted text is missed however it is spelled, and no near miss is claimed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal
from unicodedata import normalize

from hypothesis import assume, given
from hypothesis import strategies as st

from memoir_git.core.copies import MEMORY, CopyFinder, LineMatcher
from memoir_git.core.copy_secrets import SecretMatcher
from memoir_git.core.copy_texts import TopicMatcher, UnitMatcher, WholeUnitMatcher
from memoir_git.core.folding import folded
from memoir_git.core.text import lower_text_hash, normalised, text_hash
from memoir_git.custodian.copies import EntryIdMatcher
from memoir_git.store.copies import EntryPathMatcher, TextHashMatcher

words = st.text(st.sampled_from("abcßéİσςÅfiﬁ中xyz"), min_size=1, max_size=8)
topics = st.lists(words, min_size=1, max_size=4).map(" ".join)
noise = st.lists(
    st.sampled_from(["lorem", "ipsum", "## Title", "- item", "", "{", '"text": "other",']), max_size=6
)
blanks = st.sampled_from([" ", "  ", "\t", "\n", "\r\n", "\n  ", "\r\n\r\n"])
Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")
CASES: tuple[Callable[[str], str], ...] = (str, str.upper, str.casefold, str.title)
forms = st.sampled_from(FORMS)
cases = st.sampled_from(CASES)
ends = st.sampled_from(["\n", "\r\n", "\r"])
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(topics, noise, noise, st.data())
def test_a_planted_topic_is_found_in_every_spelling(
    topic: str, above: list[str], below: list[str], data: st.DataObject
) -> None:
    case, form, end = data.draw(cases), data.draw(forms), data.draw(ends)
    assume(folded(normalize(form, case(topic))) == folded(topic))
    gaps = [data.draw(blanks) for _ in topic.split()]
    spelled = "".join(word + gap for word, gap in zip(case(topic).split(), gaps, strict=True))
    content = normalize(form, end.join([*above, f"before {spelled} after", *below]))

    assert CopyFinder([TopicMatcher([topic])]).look(content.encode())


@given(topics, st.lists(texts, max_size=8))
def test_a_topic_is_found_exactly_where_forgetting_would_find_it(topic: str, lines: list[str]) -> None:
    content = "\n".join(line for line in lines if "\\" not in line and "\0" not in line)

    found = CopyFinder([TopicMatcher([topic])]).look(content.encode())

    assert bool(found) is (
        folded(topic) in folded(content.removeprefix("\ufeff")) or folded(topic) in folded(content)
    )


def _everything(memory: int = MEMORY) -> CopyFinder:
    """Returns a finder with every matcher, each for something that `_pieces` can put together."""
    lines: list[LineMatcher] = [
        EntryIdMatcher(["MC-TOMB-20260901-0a1b2c3d", "MC-DEC-20260901-0a1b2c3d"], [GUARD]),
        TextHashMatcher([text_hash("buy it")]),
        WholeUnitMatcher(["one\ntwo"]),
        UnitMatcher([TELLING]),
        TopicMatcher(["acme takeover"]),
        SecretMatcher(),
    ]
    return CopyFinder(lines, [EntryPathMatcher(["x"])], memory)


TELLING = "a line that is long enough to tell something"
GUARD = "## MC-TOMB-20260901-0a1b2c3d \u2014 removed entry\nStatus: active"
_pieces = st.sampled_from(
    [
        GUARD,
        "## MC-DEC-20260901-0a1b2c3d \u2014 x",
        "## Next",
        '{"text":"Buy it"}',
        '{"text":',
        '"Buy it"}',
        '{"text":"Buy"}, {"text":"it"}',
        "one",
        "two",
        f"> {TELLING}",
        "the acme",
        "takeover of it",
        "gh" + "p_" + "A1b2" * 8,
        "```",
        "x" * 5000,
        "",
    ]
)
_versions = st.lists(
    st.tuples(st.lists(_pieces, max_size=6), st.sampled_from(["\n", "\r\n", ","])), max_size=6
)


@given(_versions, st.sampled_from(["memory/x.md", "memory/y.md", ""]), st.integers(0, 400))
def test_what_was_seen_before_changes_no_answer(
    versions: list[tuple[list[str], str]], path: str, memory: int
) -> None:
    contents = [joint.join(pieces).encode() for pieces, joint in versions]
    finder = _everything(memory)

    answers = [finder.look(content, path) for content in (*contents, *reversed(contents))]

    alone = [_everything().look(content, path) for content in contents]
    assert answers == alone + alone[::-1]


@given(_versions, st.integers(0, 400), st.integers(1, 4))
def test_versions_that_are_looked_at_together_get_the_answers_they_get_alone(
    versions: list[tuple[list[str], str]], memory: int, many: int
) -> None:
    contents = [(joint.join(pieces).encode(), "memory/x.md") for pieces, joint in versions]
    finder = _everything(memory)

    answers = [
        answer
        for begin in range(0, len(contents), many)
        for answer in finder.look_at(contents[begin : begin + many])
    ]

    assert answers == [_everything().look(*version) for version in contents]


@given(texts, texts, st.booleans(), st.sampled_from([None, 0, 2]), st.booleans())
def test_a_purged_text_is_found_exactly_when_its_identity_is_there(
    purged: str, text: str, is_same: bool, indent: int | None, ascii_only: bool
) -> None:
    text = purged.upper() if is_same else text
    assume(normalised(text) not in ("", "[purged]"))
    content = json.dumps({"x": [{"text": text, "why": purged}]}, indent=indent, ensure_ascii=ascii_only)

    found = CopyFinder([TextHashMatcher([text_hash(purged)])]).look(content.encode())

    assert bool(found) is (text_hash(purged) in (text_hash(text), lower_text_hash(text)))


@given(texts, forms, ends)
def test_a_removed_unit_is_found_word_for_word_in_any_form(body: str, form: Form, end: str) -> None:
    assume(not {"\r", "\0"} & set(body))
    unit = f"## MC-DEC-20260901-0a1b2c3d \u2014 title\n{body}\nlast"
    content = normalize(form, f"# Decisions\n\n{unit}\n\n## Next\n").replace("\n", end)

    assert CopyFinder([WholeUnitMatcher([unit])]).look(content.encode())


@given(
    st.text("0123456789abcdef", min_size=8, max_size=8),
    st.text("0123456789abcdef", min_size=8, max_size=8),
    ends,
)
def test_a_unit_is_found_by_its_own_id_and_by_no_other(sought: str, there: str, end: str) -> None:
    unit = f"# Decisions\n\n## MC-DEC-20260901-{there} \u2014 title\nStatus: active\n".replace("\n", end)

    found = CopyFinder([EntryIdMatcher([f"MC-DEC-20260901-{sought}"])]).look(unit.encode())

    assert bool(found) is (sought == there)
