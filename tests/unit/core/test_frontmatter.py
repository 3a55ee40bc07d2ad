"""The lossless document: what opens and closes it, its blocks, and their kinds (format 3.1)."""

from __future__ import annotations

import pytest

from memoir_git.core.blocks import LINE, LIST, MAP, OPAQUE, SCALAR, Block
from memoir_git.core.frontmatter import BARE, FRONT, UNTERMINATED, Document, parse


def block(front: str) -> Block:
    """Returns the only block of a frontmatter."""
    (only,) = parse(f"---\n{front}---\n").blocks
    return only


def shapes(front: str) -> list[tuple[str | None, str]]:
    """Returns key and kind of each block."""
    return [(one.key, one.kind) for one in parse(f"---\n{front}---\n").blocks]


class TestDelimiters:
    @pytest.mark.parametrize(
        "text",
        [
            "---\na: 1\n---\nB\n",
            "--- \t\na: 1\n---\nB\n",
            "---\r\na: 1\r\n---\r\nB\r\n",
            "---\na: 1\n  --- \nB",
        ],
    )
    def test_three_dashes_on_the_first_line_open_and_the_next_such_line_closes(self, text: str) -> None:
        document = parse(text)

        assert document.state == FRONT
        assert document.scalar("a") == "1"
        assert document.body.startswith("B")

    def test_a_byte_order_mark_hides_no_frontmatter(self) -> None:
        document = parse("\ufeff---\na: 1\n---\nB\n")

        assert (document.state, document.bom, document.scalar("a")) == (FRONT, "\ufeff", "1")

    @pytest.mark.parametrize(
        "text", ["", "\n---\na: 1\n---\n", " ---\na: 1\n---\n", "# T\n", "----\n", "...\n"]
    )
    def test_anything_else_on_the_first_line_is_a_bare_file(self, text: str) -> None:
        assert (parse(text).state, parse(text).body) == (BARE, text)

    @pytest.mark.parametrize("text", ["---", "---\n", "---\na: 1\n...\nB\n", "---\na: 1\n----\n"])
    def test_a_block_that_nothing_closes_is_unterminated(self, text: str) -> None:
        assert (parse(text).state, parse(text).body) == (UNTERMINATED, text)

    def test_a_later_rule_or_second_block_belongs_to_the_body(self) -> None:
        assert parse("---\na: 1\n---\n---\nb: 2\n---\n").body == "---\nb: 2\n---\n"

    def test_a_closing_line_without_line_end_has_an_empty_body(self) -> None:
        document = parse("---\na: 1\n---")

        assert (document.closing, document.body) == ("---", "")


class TestKeys:
    @pytest.mark.parametrize(
        ("line", "key", "value"),
        [
            ("why: see #12: it broke", "why", "see #12: it broke"),
            ("name :  x", "name", "x"),
            ("key:value", "key", "value"),
            ("key:", "key", ""),
            ("a b: c", "a b", "c"),
            ("url: https://x.org/a", "url", "https://x.org/a"),
            ('"name": x', "name", "x"),
            ("'it''s': x", "it's", "x"),
            ("備考: い", "備考", "い"),
            ("a:b: c", "a:b", "c"),
            ("tab:\tx", "tab", "x"),
        ],
    )
    def test_the_key_is_what_stands_before_the_first_colon_and_blank(
        self, line: str, key: str, value: str
    ) -> None:
        found = block(line + "\n")

        assert (found.key, found.kind, found.text) == (key, SCALAR, value)

    @pytest.mark.parametrize(
        "line",
        [
            "no key",
            "https://example.org",
            "path:/tmp",
            "09:30",
            "# a: comment",
            "- a: item",
            ": x",
            "a b:c",
            "=======",
            "",
        ],
    )
    def test_a_line_without_a_key_is_a_block_of_its_own(self, line: str) -> None:
        found = block(line + "\n")

        assert (found.key, found.kind, found.text) == (None, LINE, line)

    def test_a_field_takes_the_indented_and_blank_lines_below_it(self) -> None:
        blocks = parse("---\na: 1\n\n  # note\n\nb: 2\n---\n").blocks

        assert [one.raw for one in blocks] == ["a: 1\n\n  # note\n\n", "b: 2\n"]
        assert blocks[0].tail == ("\n",)
        assert (blocks[0].kind, blocks[0].text) == (SCALAR, "1")

    def test_items_at_column_0_belong_to_a_key_without_a_value_only(self) -> None:
        assert shapes("tags:\n- a\n- b\nname: x\n- c\n") == [("tags", LIST), ("name", SCALAR), (None, LINE)]


class TestKinds:
    @pytest.mark.parametrize("front", ["tags:\n- a\n-\n- b: c\n", "tags: \n    - a\n    -\n    - 'b: c'\n"])
    def test_items_of_one_indentation_are_a_list(self, front: str) -> None:
        found = block(front)

        assert found.kind == LIST
        assert [child.text for child in found.children] == ["a", "", "b: c"]

    @pytest.mark.parametrize("blank", ["", " "])
    def test_pairs_of_one_indentation_are_a_mapping(self, blank: str) -> None:
        found = block(f"metadata:{blank}\n  node_type: memory\n  type: user\n")

        assert found.kind == MAP
        assert [(child.key, child.text) for child in found.children] == [
            ("node_type", "memory"),
            ("type", "user"),
        ]
        assert found.child("type") is found.children[1]
        assert found.child("other") is None

    def test_comments_and_blank_lines_go_with_the_child_before_them(self) -> None:
        found = block("tags:\n  # first\n  - a\n  # second\n\n  - b\n\n")

        assert found.head == 2
        assert [child.raw for child in found.children] == ["  - a\n  # second\n\n", "  - b\n"]
        assert found.tail == ("\n",)

    @pytest.mark.parametrize(
        "front",
        [
            "why: |\n  one\n\n  two\n",
            "why: >-\n",
            "why: folded by\n  a tool\n",
            "a:\n  b:\n    c: 1\n",
            "a:\n  - b\n    more\n",
            "a:\n  - b\n  c: d\n",
            "a:\n  b: 1\n  b: 2\n",
            "a:\n  words without a key\n",
            "a:\n  b: |\n    text\n",
            "a: &anchor\n",
            "a: &anchor text\n",
            "a: *alias\n",
        ],
    )
    def test_what_lies_outside_the_subset_is_opaque(self, front: str) -> None:
        assert block(front).kind == OPAQUE
        assert block(front).raw == front

    @pytest.mark.parametrize(
        "value", ["**bold** text", "*very* much", "> quoted", "& more", "| a |", "a | b"]
    )
    def test_prose_that_begins_like_yaml_is_a_value(self, value: str) -> None:
        assert (block(f"a: {value}\n").kind, block(f"a: {value}\n").text) == (SCALAR, value)

    def test_an_opaque_value_is_its_text(self) -> None:
        assert block("why: |\n  one\n\n  two\n\n").text == "|\n  one\n\n  two"


class TestDocument:
    DOCUMENT = parse("---\na: 1\ntags:\n  - x\na: 2\n# c\n---\nbody\n")

    def test_the_first_field_of_a_name_is_found(self) -> None:
        assert self.DOCUMENT.scalar("a") == "1"
        assert self.DOCUMENT.scalar("tags") == ""
        assert self.DOCUMENT.block("nothing") is None

    def test_keys_that_stand_twice_are_broken(self) -> None:
        assert self.DOCUMENT.repeated_keys() == ("a",)
        assert self.DOCUMENT.is_broken()

    def test_lines_are_numbered_from_the_top_of_the_file(self) -> None:
        tags = self.DOCUMENT.block("tags")

        assert tags is not None
        assert [one.number for one in (tags, *tags.children)] == [3, 4]
        assert self.DOCUMENT.body_number == 8

    @pytest.mark.parametrize(
        "marker", ["<<<<<<< HEAD", "=======", ">>>>>>> 1a2b (fix: x)", "<" * 9, "||||||| b"]
    )
    def test_a_conflict_marker_in_the_frontmatter_is_broken(self, marker: str) -> None:
        assert parse(f"---\na: 1\n{marker}\n---\n").is_broken()

    @pytest.mark.parametrize("line", ["<<<<<< six", "=======x", "a: =======", "  ======="])
    def test_only_a_whole_marker_at_a_lines_start_is_one(self, line: str) -> None:
        assert parse(f"---\n{line}\n---\n").has_markers() is False

    @pytest.mark.parametrize(
        ("document", "is_broken"),
        [(parse("# bare\n"), False), (parse("---\na: 1\n"), True), (parse("---\n---\n"), False)],
    )
    def test_a_bare_file_is_sound_and_an_unterminated_one_broken(
        self, document: Document, is_broken: bool
    ) -> None:
        assert document.is_broken() is is_broken
