"""The merge of entry files where cases and vectors leave off: notes, refusals, options, prose."""

from __future__ import annotations

import pytest

from memoir_git.core.merge import MergeOutcome, Note, TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.core.text import text_hash
from memoir_git.store.merge.entry import merge_entry
from memoir_git.store.merge.prose import merge_prose
from tests.support.text_merge import merge_text

PATH = "memory/decision_client.md"
FACT = "type: fact\nname: n\n"
NEWLINE = "\n"
HIDDEN = "hidden: true\nhidden_at: 2026-06-01\n"
STUB = f"---\ntype: decision\nhidden: true\ntext_hash: {text_hash('decision_client')}\n---\n".encode()


def entry(front: str, body: str = "Body.\n") -> bytes:
    return f"---\n{front}---\n{body}".encode()


def merge(base: bytes, ours: bytes, theirs: bytes, **options: object) -> MergeOutcome:
    settings = MergeOptions(path=PATH, **options)  # type: ignore[arg-type]
    return merge_entry(base, ours, theirs, settings, merge_text)


def no_text_merge(base: bytes, ours: bytes, theirs: bytes, options: MergeOptions) -> TextMerge:
    raise AssertionError("nothing here needs a text merge")


def notes(outcome: MergeOutcome) -> list[tuple[str, str]]:
    return [(note.kind, note.place) for note in outcome.notes]


class TestUnread:
    def test_identical_sides_are_returned_as_they_are(self) -> None:
        assert merge(b"", b"\xff\0", b"\xff\0").content == b"\xff\0"

    @pytest.mark.parametrize("blank", [b"", b"\n\n", b"\xef\xbb\xbf \r\n"])
    def test_a_blank_side_is_absent_even_where_the_base_was_not(self, blank: bytes) -> None:
        other = entry(FACT)

        assert merge(other, blank, other).content == other
        assert merge(entry(FACT, "Old.\n"), other, blank).content == other
        assert merge(b"", blank, b"\xff").content == b"\xff"

    def test_of_two_blank_sides_the_longer_stays(self) -> None:
        assert merge(entry(FACT), b"\n", b"").content == b"\n"
        assert merge(entry(FACT), b"", b"\n").content == b"\n"


class TestRefusals:
    @pytest.mark.parametrize("bad", [b"---\nname: \xe9\n---\n", b"---\nname: a\0\n---\n", b"\xff\xfe-\0"])
    def test_what_is_no_text_stands_whole_between_markers(self, bad: bytes) -> None:
        good = entry(FACT)

        outcome = merge(good, bad, good)

        assert (outcome.refused, outcome.conflicts, notes(outcome)) == (True, 1, [(Note.UNPARSEABLE, "ours")])
        assert bad in outcome.content
        assert good in outcome.content

    @pytest.mark.parametrize("strategy", ["vcs", "newest"])
    @pytest.mark.parametrize("favour", [None, "ours", "theirs"])
    def test_no_option_turns_a_refusal_into_a_success(self, strategy: str, favour: str | None) -> None:
        newer = entry(FACT + "schema_version: 2\n")

        outcome = merge(entry(FACT), newer, entry(FACT, "x\n"), strategy=strategy, favour=favour)

        assert (outcome.refused, outcome.conflicts) == (True, 1)
        assert notes(outcome) == [(Note.FORWARD_VERSION, "ours")]

    def test_two_newer_sides_are_both_named(self) -> None:
        outcome = merge(b"", entry("schema_version: 2\n"), entry("schema_version: 3\n"))

        assert notes(outcome) == [(Note.FORWARD_VERSION, "ours"), (Note.FORWARD_VERSION, "theirs")]

    def test_markers_of_a_refusal_are_longer_than_any_inside(self) -> None:
        outcome = merge(b"", entry("schema_version: 2\n", "=========\n"), entry(FACT))

        assert outcome.content.startswith(b"<" * 10 + b" ours\n")

    def test_a_base_that_cannot_be_read_is_no_base(self) -> None:
        ours, theirs = entry(FACT + "project: p\n"), entry(FACT + "scope: s\n")

        for base in (b"\xff", entry(FACT + "schema_version: 2\n"), b"---\n" + FACT.encode(), entry(FACT * 2)):
            assert merge(base, ours, theirs).content == entry(FACT + "project: p\nscope: s\n")


class TestDamage:
    @pytest.mark.parametrize("favour", [None, "ours"])
    @pytest.mark.parametrize("strategy", ["vcs", "newest"])
    def test_broken_frontmatter_is_a_conflict_even_if_the_text_merges(
        self, strategy: str, favour: str | None
    ) -> None:
        broken = entry(FACT + "name: m\n")

        outcome = merge(entry(FACT), broken, entry(FACT, "Other.\n"), strategy=strategy, favour=favour)

        assert outcome.content == entry(FACT + "name: m\n", "Other.\n")
        assert (outcome.conflicts, outcome.refused) == (1, False)
        assert notes(outcome) == [(Note.TEXT_MERGE, "ours")]

    def test_a_body_quotes_smaller_markers_than_git_asks_for(self) -> None:
        quoted = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n"

        plain = merge(entry(FACT), entry(FACT, quoted), entry(FACT + "p: 1\n"))
        wide = merge(entry(FACT), entry(FACT, quoted), entry(FACT + "p: 1\n"), marker_size=32)

        assert plain.conflicts == 1
        assert (wide.conflicts, wide.content) == (0, entry(FACT + "p: 1\n", quoted))

    def test_a_fence_that_never_ends_quotes_nothing(self) -> None:
        open_fence = "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n"

        assert merge(entry(FACT), entry(FACT, open_fence), entry(FACT + "p: 1\n")).conflicts == 1

    def test_a_marked_body_of_the_base_never_reaches_the_result(self) -> None:
        base = entry(FACT, "a\n<<<<<<<<< x\nb\n=========\nc\n>>>>>>>>> y\nd\n")
        ours, theirs = entry(FACT, "a\nb\nd\n"), entry(FACT, "a\nb\nd\ne\n")

        outcome = merge(base, ours, theirs)

        assert (outcome.content, outcome.conflicts) == (theirs, 0)


class TestBareFiles:
    def test_frontmatter_added_on_one_side_merges_as_text(self) -> None:
        outcome = merge(b"a\n\nb\n", entry("name: n\n", "a\n\nb\n"), b"a\n\nc\n")

        assert (outcome.content, outcome.conflicts, outcome.notes) == (entry("name: n\n", "a\n\nc\n"), 0, ())

    def test_frontmatter_dropped_on_one_side_and_edited_on_the_other_conflicts_as_text(self) -> None:
        outcome = merge(entry("name: n\n"), b"Body.\n", entry("name: m\n"))

        assert outcome.content == b"<<<<<<< ours\n=======\n---\nname: m\n---\n>>>>>>> theirs\nBody.\n"
        assert outcome.conflicts == 1

    def test_frontmatter_dropped_on_one_side_leaves_the_completion_of_the_other(self) -> None:
        done = "name: n\ndone_at: 2026-06-01\n"

        assert merge(entry(done), b"Body.\n", entry(done)).content == entry("done_at: 2026-06-01\n")
        assert merge(entry(done), entry(done), b"Body.\n").content == entry("done_at: 2026-06-01\n")


class TestStrayLines:
    def test_a_stray_line_never_swallows_a_tombstone(self) -> None:
        base, ours = entry("hidden: true\n# d\n"), entry("hidden: true\n# d\n  stray\n")

        for first, second in ((ours, entry("hidden: true\n")), (entry("hidden: true\n"), ours)):
            outcome = merge(base, first, second)
            assert outcome.conflicts == 1
            assert notes(outcome) == [(Note.TEXT_MERGE, "frontmatter")]

    def test_a_stray_line_that_nothing_moves_merges_by_field(self) -> None:
        outcome = merge(
            entry("a: 1\n# d\n  stray\n"),
            entry("a: 2\n# d\n  stray\n"),
            entry("a: 1\n# d\n  stray\nb: 1\n\n"),
        )

        assert (outcome.content, outcome.conflicts) == (entry("a: 2\n# d\n  stray\nb: 1\n\n"), 0)


class TestPurge:
    @pytest.mark.parametrize(
        "other", [b"\xff\0secret", entry("schema_version: 9\n"), b"---\nsecret\n", b"secret"]
    )
    @pytest.mark.parametrize("strategy", ["vcs", "newest"])
    def test_the_stub_is_the_result_whatever_the_other_side_is(self, other: bytes, strategy: str) -> None:
        outcome = merge(other, other, STUB, strategy=strategy, favour="ours")

        assert (outcome.content, outcome.conflicts, outcome.refused) == (STUB, 0, False)
        assert notes(outcome) == [(Note.SUPPRESSED, "entry")]

    def test_a_stub_of_a_newer_schema_is_not_understood(self) -> None:
        newer = STUB.replace(b"hidden: true", b"hidden: true\nschema_version: 2")

        assert merge(b"", newer, entry(FACT)).refused

    def test_without_a_path_no_stub_is_known(self) -> None:
        outcome = merge_entry(b"", STUB, entry(FACT), MergeOptions(), merge_text)

        assert outcome.content != STUB
        assert b"hidden: true" in outcome.content


class TestNotes:
    @pytest.mark.parametrize("lifted", ["", "hidden: false\nhidden_at: 2026-06-01\n"])
    def test_a_tombstone_that_one_side_took_away_is_noted(self, lifted: str) -> None:
        outcome = merge(entry(FACT + HIDDEN), entry(FACT + lifted), entry(FACT + HIDDEN, "x\n"))

        assert (Note.SUPPRESSED, "hidden") in notes(outcome)

    def test_a_completion_that_one_side_took_away_is_noted(self) -> None:
        done = FACT + "done_at: 2026-06-01\n"

        assert notes(merge(entry(done), entry(FACT), entry(done, "x\n"))) == [(Note.SUPPRESSED, "done_at")]

    def test_a_completion_that_both_sides_moved_is_not_noted(self) -> None:
        versions = [entry(f"{FACT}done_at: 2026-06-0{day}\n") for day in (1, 2, 3)]

        assert notes(merge(*versions)) == []

    def test_an_ordinary_merge_has_nothing_to_say(self) -> None:
        outcome = merge(entry(FACT), entry(FACT + HIDDEN), entry(FACT + "done_at: 2026-06-01\n"))

        assert (outcome.conflicts, outcome.notes) == (0, ())


class TestOptions:
    def test_favour_settles_fields_type_and_prose_and_nothing_else(self) -> None:
        base = entry("type: fact\nname: n\nfired_count: 1\n", "b\n")
        ours = entry("type: goal\nname: o\nfired_count: 2\nhidden: true\n", "o\n")
        theirs = entry("type: lesson\nname: t\nfired_count: 3\ndone_at: 2026-06-01\n", "t\n")

        outcome = merge(base, ours, theirs, favour="theirs")

        expected = "type: lesson\nname: t\nfired_count: 3\ndone_at: 2026-06-01\nhidden: true\n"
        assert (outcome.content, outcome.conflicts) == (entry(expected, "t\n"), 0)

    def test_recency_comes_before_favour_but_not_for_the_type(self) -> None:
        base = entry("type: fact\nname: n\n")
        ours = entry("type: goal\nname: o\nupdated: 2026-06-02\n")
        theirs = entry("type: lesson\nname: t\nupdated: 2026-06-01\n")

        outcome = merge(base, ours, theirs, favour="theirs")

        assert outcome.content == entry("type: lesson\nname: o\nupdated: 2026-06-02\n")

    def test_every_disagreement_counts(self) -> None:
        base = entry("type: fact\nname: n\nwhy: w\n", "b\n")
        ours = entry("type: goal\nname: o\nwhy: o\n", "o\n")
        theirs = entry("type: lesson\nname: t\nwhy: t\n", "t\n")

        assert merge(base, ours, theirs).conflicts == 4
        assert merge(base, ours, theirs, strategy="newest").content in (ours, theirs)

    def test_labels_that_are_no_utf_8_stay_byte_for_byte(self) -> None:
        label = b"caf\xe9".decode("utf-8", "surrogateescape")

        outcome = merge(entry("name: a\n"), entry("name: b\n"), entry("name: c\n"), ours_label=label)

        assert b"<<<<<<< caf\xe9\nname: b\n" in outcome.content


class TestTypes:
    def test_two_words_for_one_type_are_no_disagreement(self) -> None:
        outcome = merge(entry("type: fact\n"), entry("type: feedback\n"), entry("type: lesson\n"))

        assert (outcome.content, outcome.conflicts) == (entry("type: lesson\n"), 0)

    def test_a_legacy_type_changed_there_is_not_lost_when_it_was_moved_here(self) -> None:
        base = entry("name: n\nmetadata:\n  type: reference\n")
        ours = entry("type: fact\nname: n\n")
        theirs = entry("name: n\nmetadata:\n  type: feedback\n")

        outcome = merge(base, ours, theirs)

        assert outcome.content == entry("type: feedback\nname: n\nmetadata:\n  type: feedback\n")
        assert outcome.conflicts == 0

    def test_a_type_moved_here_stays_when_the_mapping_went_there(self) -> None:
        base = entry("name: n\nmetadata:\n  type: reference\n")

        outcome = merge(base, entry("type: fact\nname: n\n"), entry("name: n\n", "New.\n"))

        assert outcome.content == entry("type: fact\nname: n\n", "New.\n")


class TestBothChanged:
    @pytest.mark.parametrize(
        ("field", "base", "ours", "theirs", "merged"),
        [
            ("created", "2026-05-01", "2026-04-30", "soon", "2026-04-30"),
            ("created", "2026-05-01", "2026-04-30", "2026-04-29T23:00:00-05:00", "2026-04-30"),
            ("created", "2026-05-01", "2026-04-30", "2026-04-30T00:00:00Z", "2026-04-30T00:00:00Z"),
            ("created", "2026-05-01", "soon", "later", "later"),
            ("date", "2026-05-01", "1969-07-20", "soon", "1969-07-20"),
            ("updated", "2026-05-03", "2026-05-01", "2026-05-02", "2026-05-02"),
            ("updated", "soon", "soon", "2026-05-02", "2026-05-02"),
            ("hidden_at", "2026-05-01", "2026-05-02", "2026-05-01T23:59:59Z", "2026-05-02"),
            ("done_at", "2026-05-01", "2026-05-02", "2026-05-02T23:59:59.9Z", "2026-05-02"),
            ("fired_count", "1", "9", "10", "10"),
            ("fired_count", "1", "9", "010", "010"),
            ("fired_count", "1", "0", "many", "0"),
            ("fired_count", "1", "00", "0", "00"),
            ("fired_count", "1", "\u0669", "3", "3"),
            ("hidden", "", "false", "off", "false"),
            ("hidden", "true", "false", "no", "false"),
        ],
    )
    def test_a_known_field_never_conflicts(
        self, field: str, base: str, ours: str, theirs: str, merged: str
    ) -> None:
        versions = [entry(f"{field}: {value}\n") for value in (base, ours, theirs)]

        for outcome in (merge(*versions), merge(versions[0], versions[2], versions[1])):
            assert outcome.content.decode() == entry(f"{field}: {merged}\n").decode()
            assert outcome.conflicts == 0

    def test_a_comment_repeated_on_one_side_stays_repeated(self) -> None:
        base, ours = entry("# c\na: 1\n"), entry("# c\na: 1\n# c\n# c\n")

        assert merge(base, ours, entry("# c\na: 2\n")).content == entry("# c\na: 2\n# c\n# c\n")
        assert merge(ours, base, entry("# c\na: 2\n# c\n# c\n")).content == entry("# c\na: 2\n")

    def test_fields_keep_the_order_of_the_side_that_moved_them(self) -> None:
        base, ours = entry("a: 1\nb: 1\no:\n  c: 1\n  d: 1\n"), entry("b: 1\na: 1\no:\n  d: 2\n  c: 1\n")
        theirs = entry("a: 1\nb: 2\no:\n  c: 2\n  d: 1\n")

        merged = entry("b: 2\na: 1\no:\n  d: 2\n  c: 2\n")
        assert merge(base, ours, theirs).content == merged
        assert merge(base, theirs, ours).content == merged


class TestProse:
    @pytest.mark.parametrize(
        ("base", "ours", "theirs", "merged"),
        [
            ("a\n", "a\n", "b\n", "b\n"),
            ("a\n", "b\n", "b\n", "b\n"),
            ("a\n", "a", "a\n\n", "a\n\n"),
            ("", "", "a\n", "a\n"),
            ("a", "a\n", "a\n\n", "a\n\n"),
            ("a\n\n", "b\n\n", "a\n", "b\n"),
        ],
    )
    def test_what_is_no_disagreement_needs_no_line_merge(
        self, base: str, ours: str, theirs: str, merged: str
    ) -> None:
        for first, second in ((ours, theirs), (theirs, ours)):
            assert merge_prose(base, first, second, MergeOptions(), no_text_merge) == (merged, 0)

    def test_a_conflict_at_the_end_ends_its_line(self) -> None:
        text, conflicts = merge_prose("a", "b", "c", MergeOptions(), merge_text)

        assert (text, conflicts) == ("<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n", 1)

    def test_a_body_that_one_side_emptied_conflicts_with_an_edit(self) -> None:
        outcome = merge(entry(FACT), entry(FACT, ""), entry(FACT, "Edited.\n"))

        assert outcome.content == entry(FACT, "<<<<<<< ours\n=======\nEdited.\n>>>>>>> theirs\n")


class TestShapes:
    def test_a_list_on_one_side_and_a_line_on_the_other_disagree(self) -> None:
        outcome = merge(entry("x: 1\n"), entry("x:\n- a\n"), entry("x: 2\n"))

        assert outcome.content == entry("<<<<<<< ours\nx:\n- a\n=======\nx: 2\n>>>>>>> theirs\n")

    def test_a_mapping_on_one_side_and_a_line_on_the_other_disagree(self) -> None:
        outcome = merge(entry("x: 1\n"), entry("x:\n  a: b\n"), entry("x: 2\n"))

        assert outcome.content == entry("<<<<<<< ours\nx:\n  a: b\n=======\nx: 2\n>>>>>>> theirs\n")

    @pytest.mark.parametrize(
        ("base", "ours", "theirs", "merged"),
        [
            ("---\n", "---\n", "--- \n", "--- \n"),
            ("--- \n", "---\n", "--- \n", "---\n"),
            ("", "---\n", "--- \n", "--- \n"),
        ],
    )
    def test_the_dashes_are_spelled_as_the_side_that_changed_them(
        self, base: str, ours: str, theirs: str, merged: str
    ) -> None:
        def dashed(line: str, body: str) -> bytes:
            return f"{line}a: x\n{line}{body}".encode() if line else b""

        outcome = merge(dashed(base, "b\n"), dashed(ours, "b\n"), dashed(theirs, "b\n\n"))

        assert outcome.content == dashed(merged, "b\n\n")

    def test_a_comma_string_becomes_a_flow_list_for_an_item_that_needs_quotes(self) -> None:
        outcome = merge(entry("tags: a\n"), entry("tags: a, b\n"), entry('tags: a, "c, d"\n'))

        assert outcome.content == entry('tags: [a, b, "c, d"]\n')

    @pytest.mark.parametrize(
        ("base", "ours", "theirs", "merged"),
        [
            ("[a]\n", "\n- a\n- 'b'\n", "[a, c]\n", "\n- a\n- 'b'\n- c\n"),
            ("\n- a\n", "[a, b]\n", "\n- a\n- c\n", "[a, b, c]\n"),
            ("", "\n  - a\n  - b\n", "\n    - a\n    - c\n", "\n    - a\n    - b\n    - c\n"),
            ("\n- a\n", "\n- a\n- b\n\n", "\n- a\n- c\n", "\n- a\n- b\n- c\n\n"),
            ("a\n  # why\n", "a, b\n  # why\n", "a, c\n  # why\n", "a, b, c\n  # why\n"),
            ("a\n", "a, b\n  # why\n", "a, c\n", "a, b, c\n  # why\n"),
        ],
    )
    def test_a_rebuilt_list_has_the_shape_of_the_side_that_changed_it(
        self, base: str, ours: str, theirs: str, merged: str
    ) -> None:
        versions = [entry(f"tags:{' ' * (text[:1] != NEWLINE)}{text}") for text in (base, ours, theirs)]
        expected = entry(f"tags:{' ' * (merged[:1] != NEWLINE)}{merged}")

        assert merge(versions[0] if base else b"", versions[1], versions[2]).content == expected
        assert merge(versions[0] if base else b"", versions[2], versions[1]).content == expected

    @pytest.mark.parametrize("odd", [3, 4])
    def test_a_carriage_return_in_a_file_of_line_feeds_is_content(self, odd: int) -> None:
        body = "x\r\n" * odd + "y\n" * (5 - odd)

        outcome = merge(entry("a: 1\n", body), entry("a: 2\n", body), entry("a: 1\n", body + "z\n"))

        assert outcome.content == entry("a: 2\n", body + "z\n")

    def test_a_mapping_that_both_sides_emptied_in_part_is_gone(self) -> None:
        outcome = merge(entry("o:\n  a: 1\n  b: 2\n"), entry("o:\n  a: 1\n"), entry("o:\n  b: 2\n"))

        assert outcome.content == entry("")

    def test_items_both_sides_respelled_keep_one_spelling(self) -> None:
        ours, theirs = entry("tags:\n- 'a'\n- b\n"), entry('tags:\n- "a"\n- c\n')

        assert merge(entry("tags:\n- a\n"), ours, theirs).content == entry("tags:\n- 'a'\n- b\n- c\n")
        assert merge(entry("tags:\n- a\n"), theirs, ours).content == entry("tags:\n- 'a'\n- b\n- c\n")

    def test_a_closing_line_gets_its_line_end_when_a_body_follows(self) -> None:
        outcome = merge(b"---\na: 1\n---", b"---\na: 2\n---", entry("a: 1\n", "Body.\n"))

        assert outcome.content == entry("a: 2\n", "Body.\n")
