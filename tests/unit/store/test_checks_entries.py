"""Checks of entry files, each on the smallest file that shows the rule (format 3, 5.3, 6, Appendix A)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Severity
from memoir_git.core.ids import RepoPath
from memoir_git.core.text import text_hash
from memoir_git.store.checks.entries import check_entry
from memoir_git.store.checks.file_names import check_collisions

# The fields of a complete entry of each type, in order.
COMPLETE: dict[str, dict[str, str]] = {
    "fact": {"created": "2026-05-01"},
    "preference": {"created": "2026-05-01", "scope": "global"},
    "decision": {"date": "2026-05-01", "why": "w", "rejected": "r"},
    "lesson": {"created": "2026-05-01", "trigger": "t", "how_to_apply": "h"},
    "goal": {"set_on": "2026-05-01"},
    "next_action": {"added": "2026-05-01T09:00:00Z"},
}
TOMBSTONE = {"hidden": "true", "hidden_at": "2026-06-01"}
CONFLICT = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n"


def entry(kind: str = "fact", *, lines: str = "", body: str = "Body.\n", **changed: str | None) -> str:
    """Returns a complete entry with fields changed, `None` for one to leave out, and raw `lines` added."""
    fields: dict[str, str | None] = {
        "type": kind,
        "name": "n",
        "description": "d",
        **COMPLETE[kind],
        **changed,
    }
    given_lines = "".join(f"{key}: {value}\n" for key, value in fields.items() if value is not None)
    return f"---\n{given_lines}{lines}---\n{body}"


def codes(text: str | bytes, name: str = "") -> list[str]:
    """Returns the codes a file raises, with their severity's first letter."""
    data = text if isinstance(text, bytes) else text.encode()
    found = check_entry(data, RepoPath(name or "memory/fact_n.md"), has_name=bool(name))
    return sorted(f"{f.severity.name[0]} {f.code.id}" for f in found)


def line_of(text: str) -> int | None:
    """Returns the line of the only finding a file raises."""
    (finding,) = check_entry(text.encode(), RepoPath("memory/fact_n.md"), has_name=False)
    return finding.line


# -- the file


@pytest.mark.parametrize("kind", sorted(COMPLETE))
def test_a_complete_entry_raises_nothing(kind: str) -> None:
    assert codes(entry(kind), f"memory/{kind}_some-name.md") == []


@pytest.mark.parametrize(
    "data", [b"---\ntype: fact\nname: \xff\n---\n", b"---\ntype: fact\nname: a\0b\n---\n"]
)
def test_a_file_that_is_no_text_is_one_error_at_its_line(data: bytes) -> None:
    (finding,) = check_entry(data, RepoPath("memory/fact_n.md"))

    assert (finding.code.id, finding.line) == ("MM-ENCODING", 3)


def test_a_byte_order_mark_is_only_reported() -> None:
    assert codes("\ufeff" + entry()) == ["I MM-FM-BOM"]


def test_lines_may_end_as_windows_ends_them() -> None:
    assert codes(entry("lesson", lines="tags:\n  - a\n").replace("\n", "\r\n")) == []


# -- conflicts


def test_a_conflict_in_the_body_is_an_error_at_its_first_marker() -> None:
    text = entry(body=f"One.\n\n{CONFLICT}")

    assert codes(text) == ["E MM-MARKERS"]
    assert line_of(text) == 9


def test_a_marker_in_the_frontmatter_stops_the_examination() -> None:
    text = "---\ntype: fact\n<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> side\n---\n"

    assert codes(text) == ["E MM-MARKERS"]
    assert line_of(text) == 3


def test_a_conflict_around_the_whole_file_is_named_as_such() -> None:
    assert codes(f"<<<<<<< HEAD\n{entry()}=======\n{entry()}>>>>>>> side\n") == ["E MM-MARKERS"]


@pytest.mark.parametrize(
    "body",
    [
        f"```\n{CONFLICT}```\n",
        f"~~~ text\n{CONFLICT}~~~\n",
        "A title\n=======\n",
        "<<<<<<< HEAD\nand no more\n",
        ">>>>>>> x\n=======\n<<<<<<< y\n",
    ],
)
def test_a_quoted_or_half_conflict_in_a_body_is_prose(body: str) -> None:
    assert codes(entry(body=body)) == []


def test_a_fence_that_never_closes_hides_no_conflict() -> None:
    assert codes(entry(body=f"```\n{CONFLICT}")) == ["E MM-MARKERS"]


# -- frontmatter


def test_frontmatter_without_an_end_is_one_error() -> None:
    assert codes("---\ntype: fact\nname: n\n") == ["E MM-FM-UNTERMINATED"]


def test_a_file_without_frontmatter_is_a_warning() -> None:
    assert codes("# Title\n\nText.\n") == ["W MM-BARE"]
    assert codes("") == ["W MM-BARE"]


def test_a_key_that_stands_twice_is_an_error_at_the_second() -> None:
    text = entry(lines="name: again\n")

    assert codes(text) == ["E MM-FM-DUPKEY"]
    assert line_of(text) == 6


@pytest.mark.parametrize(
    "lines",
    [
        "note: |\n  text\n",
        "note: >-\n  text\n",
        "note: begun\n  continued\n",
        "note: &anchor x\n",
        "origin:\n  a:\n    b: 1\n",
        "note:\n  - a\n  b: c\n",
    ],
)
def test_yaml_beyond_the_subset_is_an_error(lines: str) -> None:
    assert codes(entry(lines=lines)) == ["E MM-FM-SUBSET"]


@pytest.mark.parametrize(
    "lines", ["note: a: b # c\n", "url: http://example.org\n", "origin:\n  tool: t\n", "other:\n- a\n"]
)
def test_yaml_within_the_subset_raises_nothing(lines: str) -> None:
    assert codes(entry(lines=lines)) == []


def test_a_line_without_a_key_is_a_warning_and_a_comment_is_not() -> None:
    assert codes(entry(lines="just words\n")) == ["W MM-FM-UNPARSED"]
    assert codes(entry(lines="# a comment\n\n")) == []


@pytest.mark.parametrize("key", ["tags", "aliases"])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (": [a, b]\n", ["W MM-LIST-SHAPE"]),
        (": a, b\n", ["W MM-LIST-SHAPE"]),
        (":\n  a: b\n", ["W MM-LIST-SHAPE"]),
        (":\n  - a\n", []),
        (":\n- a\n", []),
        (":\n", []),
    ],
)
def test_tags_and_aliases_are_block_lists(key: str, value: str, expected: list[str]) -> None:
    assert codes(entry(lines=key + value)) == expected


def test_a_second_frontmatter_block_is_reported() -> None:
    assert codes(entry(body=entry())) == ["I MM-FM-SECOND"]


# -- type and version


@pytest.mark.parametrize("kind", [None, "", '""'])
def test_a_type_is_required(kind: str | None) -> None:
    assert codes(entry(type=kind)) == ["E MM-TYPE-MISSING"]


@pytest.mark.parametrize("kind", ["constructor", "toString", "__proto__", "Fact", "note", "[fact]"])
def test_a_type_outside_the_vocabulary_is_an_error(kind: str) -> None:
    assert codes(entry(type=kind)) == ["E MM-TYPE-UNKNOWN"]


@pytest.mark.parametrize("version", ["0", "-1", "one", "0.5", "1.", "true"])
def test_a_schema_version_is_a_positive_whole_number(version: str) -> None:
    assert codes(entry(schema_version=version)) == ["E MM-SCHEMA-VERSION"]


@pytest.mark.parametrize("version", ["1", "01", '"1"', ""])
def test_the_schema_version_may_be_ours_or_left_blank(version: str) -> None:
    assert codes(entry(schema_version=version)) == []


def test_a_newer_schema_is_not_examined() -> None:
    assert codes(entry(schema_version="2", type="?", name=None, created="?")) == ["W MM-NEWER-SCHEMA"]


def test_a_newer_schema_that_is_no_whole_number_is_an_error_too() -> None:
    assert codes(entry(schema_version="1.5", type="?")) == ["E MM-SCHEMA-VERSION", "W MM-NEWER-SCHEMA"]


# -- common fields


@pytest.mark.parametrize("name", [None, "", "'  '"])
def test_a_name_is_required(name: str | None) -> None:
    assert codes(entry(name=name)) == ["E MM-NAME-MISSING"]


@pytest.mark.parametrize("name", ["404", "007", "true"])
def test_a_name_may_look_like_a_number(name: str) -> None:
    assert codes(entry(name=name)) == []


def test_a_description_should_be_there() -> None:
    assert codes(entry(description=None)) == ["W MM-DESC-MISSING"]


@pytest.mark.parametrize(
    "field", ["created", "updated", "date", "set_on", "added", "done_at", "hidden_at", "last_fired"]
)
@pytest.mark.parametrize("value", ["soon", "2026-02-30", "2026/05/01", "20260501"])
def test_a_date_that_is_there_is_a_real_one(field: str, value: str) -> None:
    changed: dict[str, Any] = {"updated": "2026-05-01"} if field == "created" else {}

    assert codes(entry(**{**changed, field: value})) == ["E MM-DATE"]


def test_a_date_that_is_a_list_is_none() -> None:
    assert codes(entry(lines="updated:\n  - 2026-05-01\n")) == ["E MM-DATE"]


@pytest.mark.parametrize("kind", sorted(COMPLETE))
def test_an_entry_without_any_date_of_edit_loses_every_merge(kind: str) -> None:
    undated: dict[str, Any] = dict.fromkeys(("created", "date", "set_on", "added"))

    assert "W MM-NO-RECENCY" in codes(entry(kind, **undated))


def test_an_entry_of_no_known_type_has_no_recency_to_miss() -> None:
    assert codes(entry(type=None, created=None)) == ["E MM-TYPE-MISSING"]


# -- the tombstone


def test_a_hidden_decision_needs_a_valid_hidden_at() -> None:
    assert codes(entry("decision", hidden="true")) == ["E MM-HIDDEN-AT"]
    assert codes(entry("decision", hidden="true", hidden_at="soon")) == ["E MM-HIDDEN-AT"]
    assert codes(entry("decision", **TOMBSTONE)) == []


@pytest.mark.parametrize("value", ["True", "TRUE", "yes", "on", "1"])
def test_an_odd_spelling_hides_and_needs_its_hidden_at_too(value: str) -> None:
    assert codes(entry("decision", hidden=value)) == ["E MM-HIDDEN-AT", "W MM-HIDDEN-NONBOOL"]


@pytest.mark.parametrize("value", ["maybe", "False", "0"])
def test_a_spelling_that_is_no_boolean_is_a_warning_though_it_hides_nothing(value: str) -> None:
    assert codes(entry("decision", hidden=value)) == ["W MM-HIDDEN-NONBOOL"]


@pytest.mark.parametrize("value", ["false", ""])
def test_not_hidden_needs_no_hidden_at(value: str) -> None:
    assert codes(entry("decision", hidden=value)) == []


@pytest.mark.parametrize("kind", sorted(set(COMPLETE) - {"decision"}))
def test_other_types_cannot_be_hidden(kind: str) -> None:
    assert codes(entry(kind, **TOMBSTONE)) == ["W MM-HIDDEN-NOT-DECISION"]


# -- types


@pytest.mark.parametrize(
    ("field", "code"),
    [("why", "MM-WHY-MISSING"), ("rejected", "MM-REJECTED-MISSING"), ("date", "MM-DATE-MISSING")],
)
def test_a_decision_should_have_its_fields(field: str, code: str) -> None:
    without: dict[str, Any] = {"created": "2026-05-01", field: None}

    assert codes(entry("decision", **without)) == [f"W {code}"]


def test_a_goal_should_say_when_it_was_set() -> None:
    assert codes(entry("goal", set_on=None, created="2026-05-01")) == ["W MM-SET-ON-MISSING"]


def test_a_next_action_must_say_when_it_was_added() -> None:
    assert codes(entry("next_action", added=None, created="2026-05-01")) == ["E MM-ADDED-MISSING"]


@pytest.mark.parametrize(
    ("kind", "start", "done_at", "expected"),
    [
        ("next_action", {"added": "2026-05-02T09:00:00Z"}, "2026-05-01", ["W MM-DONE-BEFORE-ADDED"]),
        ("next_action", {"added": "2026-05-01T09:00:00Z"}, "2026-05-01", []),
        ("next_action", {"added": "2026-05-01T09:00:00Z"}, "2026-05-01T09:00:00Z", []),
        ("goal", {"set_on": "2026-05-02"}, "2026-05-01", ["W MM-DONE-BEFORE-ADDED"]),
    ],
)
def test_work_is_not_done_before_it_began(
    kind: str, start: dict[str, str], done_at: str, expected: list[str]
) -> None:
    assert codes(entry(kind, done_at=done_at, **start)) == expected


def test_a_lesson_needs_its_trigger() -> None:
    assert codes(entry("lesson", trigger=None)) == ["E MM-LESSON-TRIGGER"]


def test_a_lesson_needs_its_rule() -> None:
    assert codes(entry("lesson", how_to_apply=None)) == ["E MM-LESSON-APPLY"]


@pytest.mark.parametrize(
    "label", ["**How to apply:** do it", "**how to apply** do it", "**How to apply:**\ndo it"]
)
def test_a_rule_in_the_body_alone_is_a_warning(label: str) -> None:
    assert codes(entry("lesson", how_to_apply=None, body=f"Text.\n\n{label}\n")) == ["W MM-APPLY-IN-BODY"]


@pytest.mark.parametrize("count", ["-1", "1.0", "many", "", "١"])
def test_fired_count_is_a_whole_number_from_0_on(count: str) -> None:
    assert codes(entry("lesson", fired_count=count)) == ["E MM-FIRED-COUNT"]


@pytest.mark.parametrize("count", ["0", "12"])
def test_fired_count_may_be_any_count(count: str) -> None:
    assert codes(entry("lesson", fired_count=count)) == []


@pytest.mark.parametrize(("scope", "expected"), [("team", ["W MM-SCOPE"]), ("project", []), (None, [])])
def test_a_preference_is_global_or_of_a_project(scope: str | None, expected: list[str]) -> None:
    assert codes(entry("preference", scope=scope)) == expected


# -- legacy dialects (Appendix A)


def legacy(lines: str, body: str = "Body.\n") -> str:
    return f"---\nname: n\ndescription: d\ncreated: 2026-05-01\n{lines}---\n{body}"


@pytest.mark.parametrize("kind", ["user", "reference", "project"])
def test_the_legacy_vocabulary_is_a_warning(kind: str) -> None:
    assert codes(legacy(f"type: {kind}\n")) == ["W MM-LEGACY-TYPE"]


def test_a_type_under_metadata_is_a_warning() -> None:
    assert codes(legacy("metadata:\n  node_type: memory\n  type: fact\n")) == ["W MM-LEGACY-DIALECT"]


def test_both_legacies_at_once_are_both_named() -> None:
    assert codes(legacy("metadata:\n  type: user\n")) == ["W MM-LEGACY-DIALECT", "W MM-LEGACY-TYPE"]


def test_a_top_level_type_wins_over_the_one_under_metadata() -> None:
    assert codes(legacy("type: fact\nmetadata:\n  type: user\n")) == []


def test_a_legacy_feedback_entry_takes_its_rule_from_the_body() -> None:
    assert codes(legacy("type: feedback\n", "**How to apply:** do it\n")) == ["W MM-LEGACY-TYPE"]


def test_a_legacy_feedback_entry_without_the_section_is_a_warning() -> None:
    assert codes(legacy("type: feedback\n")) == ["W MM-LEGACY-NO-APPLY", "W MM-LEGACY-TYPE"]


@pytest.mark.parametrize("mark", ["metadata:\n  type: {}\n", "type: {}\noriginSessionId: s-1\n"])
def test_what_a_legacy_file_lacks_is_a_warning_only(mark: str) -> None:
    lesson = f"---\ndescription: d\ncreated: 2026-05-01\n{mark.format('lesson')}---\n"
    action = f"---\nname: n\ndescription: d\ncreated: 2026-05-01\n{mark.format('next_action')}---\n"

    found = codes(lesson) + codes(action)

    assert {"W MM-NAME-MISSING", "W MM-LESSON-TRIGGER", "W MM-LESSON-APPLY", "W MM-ADDED-MISSING"} <= set(
        found
    )
    assert [code for code in found if code.startswith("E")] == []


def test_a_broken_date_is_an_error_in_a_legacy_file_too() -> None:
    assert codes(legacy("type: user\nupdated: soon\n")) == ["E MM-DATE", "W MM-LEGACY-TYPE"]


# -- names


@pytest.mark.parametrize("name", ["fact_Caps.md", "fact_two words.md", "fact_ü!.md", "---.md"])
def test_a_file_name_is_a_lower_case_slug(name: str) -> None:
    assert "W MM-FILENAME-SLUG" in codes(entry(), f"memory/{name}")


@pytest.mark.parametrize("name", ["fact_a-b.md", "fact_v1.2_c.md", "fact_端点.md", "fact-with-hyphen.md"])
def test_a_slug_holds_letters_digits_and_separators(name: str) -> None:
    assert codes(entry(), f"memory/{name}") == []


def test_a_file_name_begins_with_the_type() -> None:
    assert codes(entry(), "memory/lesson_x.md") == ["W MM-FILENAME-PREFIX"]
    assert codes(entry("next_action"), "memory/next-action-x.md") == []


def test_a_legacy_file_may_begin_with_its_legacy_word() -> None:
    section = "**How to apply:** do it\n"

    assert codes(legacy("type: feedback\n", section), "memory/feedback_x.md") == ["W MM-LEGACY-TYPE"]
    assert codes(legacy("type: feedback\n", section), "memory/lesson_x.md") == ["W MM-LEGACY-TYPE"]


def test_names_that_differ_in_case_or_separators_only_collide() -> None:
    paths = ["m/fact_a-b.md", "m/fact_A_b.md", "m/fact_ab.md", "other/fact_a-b.md"]

    found = list(check_collisions(map(RepoPath, paths)))

    assert [(f.code.id, f.severity, f.path, dict(f.details)["other"]) for f in found] == [
        ("MM-NAME-COLLISION", Severity.INFO, "m/fact_a-b.md", "m/fact_A_b.md")
    ]


# -- purged entries


def purged(link_name: str, **changed: str | None) -> str:
    fields: dict[str, str | None] = {
        "type": "fact",
        "name": "x",
        **TOMBSTONE,
        "text_hash": text_hash(link_name),
    }
    lines = [f"{key}: {value}\n" for key, value in {**fields, **changed}.items() if value is not None]
    return f"---\n{''.join(lines)}---\n"


def test_a_purged_entry_owes_nothing_but_its_tombstone() -> None:
    assert codes(purged("Fact_X!"), "memory/Fact_X!.md") == []
    assert codes(purged("fact_x", type=None, name=None), "memory/fact_x.md") == []
    assert codes(purged("fact_x", type="lesson"), "memory/fact_x.md") == []


def test_a_purged_entry_still_needs_its_hidden_at() -> None:
    assert codes(purged("fact_x", hidden_at=None), "memory/fact_x.md") == ["E MM-HIDDEN-AT"]


@pytest.mark.parametrize("left", ["description: d\n---\n", "# comment\n---\n", "---\nBody.\n"])
def test_what_a_purged_entry_still_holds_is_one_error(left: str) -> None:
    text = purged("fact_x").removesuffix("---\n") + left

    assert codes(text, "memory/fact_x.md") == ["E MM-PURGE-ENTRY-LEFT"]


def test_a_purge_without_hiding_is_an_error() -> None:
    text = entry(text_hash=text_hash("fact_x"))

    assert codes(text, "memory/fact_x.md") == ["E MM-PURGE-NOT-HIDDEN"]


def test_a_hash_of_another_name_purges_nothing() -> None:
    text = entry("decision", **TOMBSTONE, text_hash=text_hash("decision_y"))

    assert codes(text, "memory/decision_x.md") == ["W MM-PURGE-NAME"]


def test_a_hash_that_is_none_is_an_error() -> None:
    text = entry("decision", **TOMBSTONE, text_hash="abc")

    assert codes(text, "memory/decision_x.md") == ["E MM-TEXT-HASH"]


# -- any input


def test_no_finding_carries_a_text_or_a_key_of_the_user() -> None:
    word = "zanzibar"
    lines = (
        f"{word}\n{word}: {word}\n{word}: |\n  {word}\ntags: {word}\nsuperseded_by: {word}\nupdated: {word}\n"
    )
    text = entry(type=word, schema_version="0", hidden="true", lines=lines, body=f"[[{word}]]\n")

    found = check_entry(text.encode(), RepoPath("memory/fact_n.md"), known_names=frozenset())

    assert len(found) > 8
    assert word not in repr([(f.message, f.remediation, f.details) for f in found]).lower()


FRAGMENTS = st.sampled_from(
    [
        *(
            "---\n",
            "type: fact\n",
            "type: feedback\n",
            "name: n\n",
            "hidden: yes\n",
            "metadata:\n  type: user\n",
        ),
        *(
            "tags: [a\n",
            "  - x\n",
            "```\n",
            "~~~~\n",
            CONFLICT,
            "<<<<<<< a\n",
            "[[x]] `[[y]]`\n",
            "text_hash: 0\n",
        ),
        *(
            "\ufeff",
            "\r",
            "\u2028",
            "\u202e",
            ":",
            " ",
            "\n",
            "# h\n",
            "schema_version: 9\n",
            "**How to apply:**\n",
        ),
    ]
)


@given(st.lists(FRAGMENTS | st.text(max_size=5), max_size=14))
def test_any_text_gives_findings_that_can_be_shown(parts: list[str]) -> None:
    data = "".join(parts).encode("utf-8", "surrogatepass")

    found: Any = check_entry(data, RepoPath("memory/fact_n.md"), known_names=frozenset({"x"}))

    assert all(f.message and f.remediation and f.severity <= Severity.ERROR for f in found)
