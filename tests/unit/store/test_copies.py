"""Copies of what a store has forgotten: decisions by hash, entries by name (format 5.3.1)."""

from __future__ import annotations

import json
from unicodedata import normalize

import pytest

from memoir_git.core.copies import CopyFinder
from memoir_git.core.frontmatter import parse
from memoir_git.core.text import lower_text_hash, text_hash
from memoir_git.store.copies import EntryPathMatcher, TextHashMatcher
from memoir_git.store.plans.entry_forget import hidden_entry, purged_entry

NOW = "2026-09-01T12:00:00Z"
NAME = "decision_acme"
LIVE = f"---\ntype: decision\nname: {NAME}\ndescription: x\n---\nBuy it.\n"
HIDDEN = hidden_entry(parse(LIVE), NOW).render()
STUB = purged_entry(parse(LIVE), NAME, NOW).render()

# A text as it was purged, and as an old session may spell it.
SPELLINGS = [
    ("Use Straße", "use STRASSE"),
    ("Use Straße", "  Use Straße\u00a0"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ("ﬁle it", "FILE IT"),
    ("\ufeffuse it\u2028", "Use it"),
    ("Buy it", "BUY IT"),
]


def holds(content: str, *digests: str) -> bool:
    return bool(CopyFinder([TextHashMatcher(digests)]).look(content.encode()))


def session(text: str, *, indent: int | None = 2, ascii_only: bool = True, where: str = "decisions") -> str:
    document = {"version": "0.1.2", "current": {where: [{"text": text, "date": NOW}]}}
    return json.dumps(document, indent=indent, ensure_ascii=ascii_only)


class TestAPurgedDecision:
    """The text whose hash stayed, in either dialect of the hash."""

    @pytest.mark.parametrize(("purged", "old"), SPELLINGS)
    @pytest.mark.parametrize("indent", [None, 2])
    @pytest.mark.parametrize("ascii_only", [True, False])
    def test_every_spelling_that_folds_alike_is_found(
        self, purged: str, old: str, indent: int | None, ascii_only: bool
    ) -> None:
        assert holds(session(old, indent=indent, ascii_only=ascii_only), text_hash(purged))

    @pytest.mark.parametrize("text", ["Use Straße", "ΟΔΥΣΣΕΥΣ", "ﬁle it", "µ", "ſ"])
    def test_the_hash_of_writers_that_lower_case_is_accepted(self, text: str) -> None:
        assert holds(session(text), lower_text_hash(text))

    @pytest.mark.parametrize(
        "text", ["Use Strasse now", "Use", "Use  Straße", "\u001cUse Straße", "\u0085Use Straße"]
    )
    def test_another_text_is_not(self, text: str) -> None:
        assert not holds(session(text), text_hash("Use Straße"))

    @pytest.mark.parametrize("where", ["next_actions", "open_questions", "goals"])
    def test_it_is_found_in_any_list(self, where: str) -> None:
        assert holds(session("Buy it", where=where), text_hash("buy it"))

    def test_a_summary_is_compared_as_a_whole(self) -> None:
        assert holds(json.dumps({"history": [{"summary": "Buy it"}]}), text_hash("buy it"))
        assert not holds(json.dumps({"history": [{"summary": "Buy it now"}]}), text_hash("buy it"))

    def test_another_key_is_no_text(self) -> None:
        assert not holds(json.dumps({"why": "Buy it", "xtext": "Buy it"}), text_hash("buy it"))

    def test_a_purged_decision_is_no_copy_of_itself(self) -> None:
        assert not holds(session("[purged]"), text_hash("[purged]"))

    def test_a_value_on_the_line_after_its_key_is_found(self) -> None:
        assert holds('{"text":\r\n  "Buy it"}', text_hash("buy it"))

    def test_a_hash_in_capitals_is_the_same_hash(self) -> None:
        assert holds(session("Buy it"), text_hash("buy it").upper())

    def test_broken_json_is_searched_all_the_same(self) -> None:
        assert holds('<<<<<<< ours\n  {"text": "Buy it"', text_hash("buy it"))


class TestAnEntry:
    """Whatever lies under its name and is not what forgetting left there."""

    @pytest.mark.parametrize(
        "path",
        [
            f".memoir/memory/{NAME}.md",
            f"memory/{NAME.upper()}.MD",
            f"old/place/{NAME}.md",
            f"{NAME}.md",
        ],
    )
    def test_an_old_version_is_found_in_any_folder_and_case(self, path: str) -> None:
        assert EntryPathMatcher([NAME]).is_copy(path, LIVE.encode())

    def test_a_name_with_accents_is_found_in_either_form(self) -> None:
        path = normalize("NFD", "memory/decision_café.md")

        assert EntryPathMatcher(["decision_café"]).is_copy(path, LIVE.encode())

    @pytest.mark.parametrize(
        "path", ["memory/decision_acme2.md", "memory/decision_acme.txt", "decision_acme/x.md"]
    )
    def test_another_file_is_not(self, path: str) -> None:
        assert not EntryPathMatcher([NAME]).is_copy(path, LIVE.encode())

    @pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
    def test_the_stub_is_no_copy_whatever_its_line_ends(self, ends: str) -> None:
        assert not EntryPathMatcher([NAME]).is_copy(f"memory/{NAME}.md", STUB.replace("\n", ends).encode())

    def test_a_stub_with_a_text_below_it_is_a_copy(self) -> None:
        assert EntryPathMatcher([NAME]).is_copy(f"memory/{NAME}.md", f"{STUB}Buy it.\n".encode())

    def test_the_stub_of_another_entry_is_a_copy(self) -> None:
        other = purged_entry(parse(LIVE), "decision_other", NOW).render()

        assert EntryPathMatcher([NAME]).is_copy(f"memory/{NAME}.md", other.encode())

    @pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"no front matter", b"---\nunterminated"])
    def test_what_is_no_entry_at_all_is_a_copy(self, content: bytes) -> None:
        assert EntryPathMatcher([NAME]).is_copy(f"memory/{NAME}.md", content)

    def test_of_a_hidden_entry_hidden_versions_are_what_was_meant_to_stay(self) -> None:
        matcher = EntryPathMatcher([], [NAME])

        assert not matcher.is_copy(f"memory/{NAME}.md", HIDDEN.encode())
        assert matcher.is_copy(f"memory/{NAME}.md", LIVE.encode())

    def test_of_a_purged_entry_a_hidden_version_is_a_copy(self) -> None:
        assert EntryPathMatcher([NAME], [NAME]).is_copy(f"memory/{NAME}.md", HIDDEN.encode())

    def test_a_version_without_a_path_is_known_by_its_own_name(self) -> None:
        assert EntryPathMatcher([NAME]).is_copy("", LIVE.encode())
        assert not EntryPathMatcher([NAME]).is_copy("", STUB.encode())
        assert not EntryPathMatcher([NAME]).is_copy("", b"something else")
