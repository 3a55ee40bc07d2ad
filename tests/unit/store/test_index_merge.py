"""The merge of an index of links: what the folders under `fixtures/merge/memoir-index` do not show."""

from __future__ import annotations

from memoir_git.core.merge import TextMerge
from memoir_git.core.options import MergeOptions
from memoir_git.store.merge.index import merge_index


def _never(*_: object) -> TextMerge:
    raise AssertionError("an index is never merged as text")


def _merge(base: str, ours: str, theirs: str) -> str:
    outcomes = [
        merge_index(base.encode(), one.encode(), other.encode(), MergeOptions(), _never)
        for one, other in ((ours, theirs), (theirs, ours))
    ]
    assert outcomes[0].content == outcomes[1].content
    assert outcomes[0].conflicts == 0
    return outcomes[0].content.decode()


def test_three_branches_give_one_index_in_every_order() -> None:
    base = "# M\n\n- [[a]]\n"
    branches = [base + f"- [[{name}]] — hook\n" for name in ("d", "b", "c")]
    results = set()
    for first, second, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        results.add(_merge(base, _merge(base, branches[first], branches[second]), branches[third]))

    assert results == {base + "- [[b]] — hook\n- [[c]] — hook\n- [[d]] — hook\n"}


def test_rows_stay_where_they_are() -> None:
    base = "- [[c]]\n- [[a]]\n- [[b]]\n"

    assert _merge(base, base.replace("[[a]]", "[[a]] x"), base.replace("[[b]]", "[[b]] y")) == (
        "- [[c]]\n- [[a]] x\n- [[b]] y\n"
    )


def test_a_row_removed_on_both_sides_is_gone() -> None:
    assert _merge("- [[a]]\n- [[b]]\n- [[c]]\n", "- [[b]]\n- [[c]] x\n", "- [[b]] y\n- [[c]]\n") == (
        "- [[b]] y\n- [[c]] x\n"
    )


def test_a_row_removed_here_and_only_moved_there_is_gone() -> None:
    assert _merge("- [[a]]\n- [[b]]\n- [[c]]\n", "- [[b]]\n- [[c]]\n", "- [[b]]\n- [[c]]\n- [[a]]\n") == (
        "- [[b]]\n- [[c]]\n"
    )


def test_a_row_that_became_prose_and_changed_elsewhere_stands_as_both() -> None:
    merged = _merge("- [[a]] x\n- [[b]]\n", "- a is archived\n- [[b]]\n", "- [[a]] y\n- [[b]]\n")

    assert sorted(merged.splitlines()) == ["- [[a]] y", "- [[b]]", "- a is archived"]


def test_a_row_whose_links_both_removed_is_gone_if_it_says_nothing() -> None:
    assert _merge("- [[a]] [[b]]\n- [[c]]\n", "- [[a]]\n- [[c]]\n", "- [[b]]\n- [[c]]\n") == "- [[c]]\n"


def test_two_rows_of_one_side_for_one_file_both_stay() -> None:
    base = "- [[x]]\n"

    assert _merge(base, base + "- [[a]] one\n- [[a]] two\n", base + "- [[b]]\n") == (
        base + "- [[a]] one\n- [[a]] two\n- [[b]]\n"
    )


def test_a_heading_reworded_on_both_sides_stands_once() -> None:
    base = "## Project notes\n\n- [[a]]\n"

    assert _merge(base, base.replace("notes", "notes (3)"), base.replace("notes", "notes (12)")) == (
        "## Project notes (12)\n\n- [[a]]\n"
    )


def test_prose_of_both_sides_that_is_not_alike_is_kept() -> None:
    merged = _merge("- [[a]]\nold words\n", "- [[a]]\nsome other thing\n", "- [[a]]\nnothing alike\n")

    assert merged == "- [[a]]\nnothing alike\nsome other thing\n"


def test_links_of_a_heading_make_no_row() -> None:
    base = "## Decisions → [decisions](decisions.md)\n"

    assert _merge(base, base + "- [[a]]\n", base + "- [[b]]\n") == base + "- [[a]]\n- [[b]]\n"


def test_a_bullet_with_its_link_on_the_next_line_is_a_row() -> None:
    base = "- Topic\n  [a](a.md) x\n"

    assert (
        _merge(base, base.replace("Topic", "A topic"), base.replace(" x", " y"))
        == "- A topic\n  [a](a.md) y\n"
    )


def test_a_wrapped_row_with_crlf_inside_is_one_row() -> None:
    base = b"- [[a]] x\r\n  more\r\n- [[b]]\r\n"
    ours, theirs = base.replace(b" x", b" y"), base.replace(b"[[a]]", b"[A](a.md)")

    outcome = merge_index(base, ours, theirs, MergeOptions(), _never)

    assert outcome.content == b"- [A](a.md) y\r\n  more\r\n- [[b]]\r\n"


def test_a_file_put_first_in_a_row_here_and_listed_instead_of_it_there_has_one_row() -> None:
    assert _merge("- [[a]]\n- [[z]]\n", "- [[g]] new\n- [[z]]\n", "- [[g]], [[a]]\n- [[z]]\n") == (
        "- [[g]] new, [[a]]\n- [[z]]\n"
    )
