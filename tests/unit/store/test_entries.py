"""The canonical reading of entry files where the vectors leave off (format 3, 5.3, Appendix A)."""

from __future__ import annotations

import pytest

from memoir_git.core.frontmatter import parse
from memoir_git.core.instants import BOTTOM, parse_instant
from memoir_git.core.text import text_hash
from memoir_git.store.entries import first_heading, has_second_block, labelled_section, read_entry
from memoir_git.store.entry_facts import (
    canonical_type,
    is_hidden,
    is_live,
    is_newer_schema,
    is_purged,
    link_name,
    recency,
)


def front(*lines: str, body: str = "") -> str:
    return "---\n" + "".join(f"{line}\n" for line in lines) + "---\n" + body


class TestNames:
    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ("memory/fact_x.md", "fact_x"),
            ("fact_x.md", "fact_x"),
            ("a/b.c.md", "b.c"),
            ("a/b", "b"),
            ("", ""),
        ],
    )
    def test_the_link_name_is_the_file_name_without_its_ending(self, path: str, name: str) -> None:
        assert link_name(path) == name

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            (front("name: N", body="# T\n"), "N"),
            (front("name: 404"), "404"),
            (front("name: ", body="## Two\n# T #\n"), "T"),
            ("text\n# C#\n", "C#"),
            ("```sh\n# a comment\n```\n# T\n", "T"),
            (front("type: fact"), "fact_x"),
        ],
    )
    def test_an_entry_is_named_by_its_field_its_heading_or_its_file(self, text: str, name: str) -> None:
        assert read_entry(text, "memory/fact_x.md").name == name

    def test_a_bare_file_has_no_frontmatter_fields(self) -> None:
        assert read_entry("# T\n").fields == {}


class TestTypes:
    @pytest.mark.parametrize(
        ("word", "type_"),
        [
            ("fact", "fact"),
            ("user", "preference"),
            ("feedback", "lesson"),
            ("reference", "fact"),
            ("project", ""),
            ("constructor", ""),
            ("", ""),
        ],
    )
    def test_a_type_is_one_of_six_or_nothing(self, word: str, type_: str) -> None:
        assert canonical_type(word) == type_

    def test_an_unknown_type_is_opaque_and_not_legacy(self) -> None:
        entry = read_entry(front("type: oath", "name: n"))

        assert (entry.type, entry.is_opaque, entry.is_legacy, entry.written_type) == (
            None,
            True,
            False,
            "oath",
        )

    def test_a_quoted_key_and_value_are_read(self) -> None:
        assert read_entry(front('"type": "decision"')).type == "decision"


class TestLegacy:
    def test_a_nested_session_id_reads_as_origin_beside_what_origin_has(self) -> None:
        entry = read_entry(front("origin:", "  tool: t", "metadata: ", "  originSessionId: s"))

        assert entry.fields["origin"] == {"tool": "t", "session_id": "s"}
        assert entry.is_legacy

    def test_an_origin_with_a_session_id_keeps_it(self) -> None:
        entry = read_entry(front("origin:", "  session_id: mine", "originSessionId: other"))

        assert entry.fields["origin"] == {"session_id": "mine"}

    @pytest.mark.parametrize(
        "lines", [("modified: 2026-06-01",), ("metadata:", "  modified: 2026-06-01")], ids=["top", "nested"]
    )
    def test_a_modified_date_reads_as_updated(self, lines: tuple[str, ...]) -> None:
        entry = read_entry(front(*lines))

        assert entry.text("updated") == "2026-06-01"
        assert entry.recency == parse_instant("2026-06-01")

    def test_a_feedback_entry_keeps_a_trigger_of_its_own(self) -> None:
        entry = read_entry(front("type: feedback", "description: d", "trigger: t"))

        assert entry.fields["trigger"] == "t"
        assert "how_to_apply" not in entry.fields

    @pytest.mark.parametrize(
        ("body", "section"),
        [
            ("**How to apply:** do it\n", "do it"),
            ("**how to apply** do it\n", "do it"),
            ("**HOW TO APPLY**: do it\nand this\n\n## Next\nno\n", "do it\nand this"),
            ("x\n**How to apply:**\n\n- **never** this\n- that\n**Why:** no\n", "- **never** this\n- that"),
            ("**How to apply:** a\n**bold** prose goes on\n**Label**\nno\n", "a\n**bold** prose goes on"),
            ("**Why:** x\n", None),
            ("** odd\n****\n", None),
        ],
    )
    def test_the_section_ends_at_the_next_label_or_heading(self, body: str, section: str | None) -> None:
        assert labelled_section(body, "How to apply") == section


class TestValues:
    def test_one_line_lists_are_lists_on_tags_and_aliases_only(self) -> None:
        entry = read_entry(front("tags: a, b", "aliases: [c, d]", "related: [e, f]", "why: g, h"))

        assert (entry.items("tags"), entry.items("aliases")) == (("a", "b"), ("c", "d"))
        assert (entry.text("related"), entry.text("why")) == ("[e, f]", "g, h")
        assert entry.items("why") == ()

    def test_what_lies_outside_the_subset_reads_as_written(self) -> None:
        assert read_entry(front("why: |", "  one", "  two")).fields["why"] == "|\n  one\n  two"

    def test_of_a_key_that_stands_twice_the_first_is_read(self) -> None:
        assert read_entry(front("name: a", "name: b")).name == "a"

    def test_the_first_heading_of_a_body_without_any_is_nothing(self) -> None:
        assert first_heading("#no\ntext\n") == ""

    @pytest.mark.parametrize(
        ("text", "has"),
        [
            (front("a: 1", body=front("name: b")), True),
            (front("a: 1", body="---\n\ntext\n\n---\n"), False),
            (front("a: 1", body="# T\n"), False),
            (front("a: 1", body="---\nb: 1\n"), False),
            ("# T\n", False),
        ],
    )
    def test_a_second_block_is_told_from_a_rule(self, text: str, has: bool) -> None:
        assert has_second_block(parse(text)) is has


class TestTombstones:
    @pytest.mark.parametrize("word", ["true", "True", "YES", "on", '"true"', "1", "2", "-1", "1.0", " true "])
    def test_every_spelling_of_true_hides(self, word: str) -> None:
        assert is_hidden(parse(front(f"hidden: {word}")))

    @pytest.mark.parametrize(
        "word", ["false", "no", "off", "0", "0.0", "", "null", "~", "nan", "truely", "[true]"]
    )
    def test_nothing_else_hides(self, word: str) -> None:
        assert not is_hidden(parse(front(f"hidden: {word}")))

    @pytest.mark.parametrize(
        ("lines", "live"),
        [
            (("type: next_action", "added: 2026-06-01T09:30:00Z", "done_at: 2026-06-01"), False),
            (("type: next_action", "added: 2026-06-02", "done_at: 2026-06-01"), True),
            (("type: next_action", "added: 2026-06-01T10:00:00Z", "done_at: 2026-06-01T10:00:00Z"), False),
            (("type: next_action", "done_at: 2026-06-01"), False),
            (("type: next_action", "set_on: 2026-07-01", "done_at: 2026-06-01"), False),
            (("type: goal", "set_on: 2026-07-01", "done_at: 2026-06-01"), True),
            (("type: goal", "added: 2026-07-01", "done_at: 2026-06-01"), False),
            (("type: goal", "set_on: 2026-06-01", "done_at: garbage"), True),
            (("type: goal", "done_at: garbage"), False),
            (("type: goal", "done_at:"), True),
            (("type: decision", "date: 2026-07-01", "done_at: 2026-06-01"), False),
            (("type: decision", "hidden: true"), False),
            (("added: 2026-07-01", "set_on: 2026-05-01", "done_at: 2026-06-01"), True),
            (("type: fact",), True),
        ],
    )
    def test_an_entry_is_live_unless_hidden_or_done_since_it_began(
        self, lines: tuple[str, ...], live: bool
    ) -> None:
        assert is_live(parse(front(*lines))) is live

    def test_the_purged_stub_is_hidden_empty_and_hashes_the_link_name(self) -> None:
        stub = ("hidden: true", f"text_hash: {text_hash('Decision_Client')}")

        assert is_purged(parse(front(*stub)), "decision_client")
        assert is_purged(parse(front(*stub, body=" \n\n")), "decision_client")

    @pytest.mark.parametrize(
        ("lines", "body", "name"),
        [
            (("hidden: true", f"text_hash: {text_hash('other')}"), "", "x"),
            (("hidden: true", f"text_hash: {text_hash('x')}"), "left", "x"),
            (("hidden: false", f"text_hash: {text_hash('x')}"), "", "x"),
            ((f"text_hash: {text_hash('x')}",), "", "x"),
            (("hidden: true", "text_hash: abc"), "", "x"),
            (("hidden: true", f"text_hash: {text_hash('')}"), "", ""),
            (("hidden: true", "hidden: false", f"text_hash: {text_hash('x')}"), "", "x"),
        ],
    )
    def test_anything_short_of_that_purges_nothing(
        self, lines: tuple[str, ...], body: str, name: str
    ) -> None:
        assert not is_purged(parse(front(*lines, body=body)), name)


class TestDates:
    @pytest.mark.parametrize(
        ("lines", "date"),
        [
            (("updated: 2026-06-01", "created: 2026-05-01"), "2026-06-01"),
            (("updated: soon", "created: 2026-05-01"), "2026-05-01"),
            (("type: decision", "date: 2026-05-02", "created: 2026-05-01"), "2026-05-02"),
            (("type: goal", "set_on: 2026-05-02"), "2026-05-02"),
            (("type: next_action", "added: 2026-05-02"), "2026-05-02"),
            (("type: fact", "date: 2026-05-02", "created: 2026-05-01"), "2026-05-01"),
            (("hidden_at: 2026-06-01", "done_at: 2026-06-01", "last_fired: 2026-06-01"), None),
        ],
    )
    def test_recency_is_the_first_readable_date_of_an_edit(
        self, lines: tuple[str, ...], date: str | None
    ) -> None:
        assert recency(parse(front(*lines))) == (parse_instant(date) if date else BOTTOM)


@pytest.mark.parametrize("word", ["2", '"2"', "1.5", "1e400", "99999999999999999999"])
def test_a_schema_version_above_ours_is_newer(word: str) -> None:
    assert is_newer_schema(parse(front(f"schema_version: {word}")))


@pytest.mark.parametrize("word", ["1", "1.0", "0", "-1", "", "true", "two", "nan"])
def test_any_other_schema_version_is_not(word: str) -> None:
    assert not is_newer_schema(parse(front(f"schema_version: {word}")))


def test_a_newer_version_among_two_is_found() -> None:
    assert is_newer_schema(parse(front("schema_version: 1", "schema_version: 2")))
