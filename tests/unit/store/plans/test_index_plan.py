"""The plan of an index: rows come and go, in the style of the file, and nothing else moves."""

from __future__ import annotations

import pytest

from memoir_git.store.plans.entry_new import EntryError
from memoir_git.store.plans.index_plan import plan_index, without_entry
from memoir_git.store.plans.index_rows import Listed, Shelf, Standing


def entry(name: str, *, title: str = "", about: str = "about", standing: Standing = Standing.LIVE) -> Listed:
    kind = name.partition("_")[0]
    return Listed(link_name=name, standing=standing, type=kind, name=title or name, description=about)


def shelf(*entries: Listed, prefix: str = "", others: tuple[str, ...] = ()) -> Shelf:
    return Shelf(prefix=prefix, entries={item.link_name: item for item in entries}, others=frozenset(others))


A, B, D = entry("fact_a", title="A"), entry("fact_b", title="B"), entry("decision_d", title="D")
HIDDEN = entry("fact_a", standing=Standing.HIDDEN)


def test_a_new_index_has_a_title_and_the_rows_by_link_name() -> None:
    plan = plan_index("", shelf(B, A))

    assert plan.text == "# Memory\n\n- [A](fact_a.md) — about\n- [B](fact_b.md) — about\n"
    assert plan.missing == ("fact_a", "fact_b")


def test_a_text_without_rows_gets_them_below_it() -> None:
    assert plan_index("# Ours\n\nProse.\n", shelf(A)).text == (
        "# Ours\n\nProse.\n\n- [A](fact_a.md) — about\n"
    )


@pytest.mark.parametrize(
    ("row", "new"),
    [
        ("- [A](fact_a.md) — words", "- [B](fact_b.md) — about"),
        ("* [A](fact_a.md): words", "* [B](fact_b.md): about"),
        ("- [A](fact_a.md)", "- [B](fact_b.md)"),
        ("- [[fact_a]] - words", "- [[fact_b]] - about"),
        ("- **[A](fact_a.md)** – words", "- **[B](fact_b.md)** – about"),
        ("  - [A](fact_a.md) — words", "  - [B](fact_b.md) — about"),
        ("| [A](fact_a.md) | words |", "| [B](fact_b.md) | about |"),
        ("| [A](fact_a.md) | words | 2026 |", "| [B](fact_b.md) | about |  |"),
    ],
)
def test_a_new_row_is_written_like_the_others_and_stands_below_them(row: str, new: str) -> None:
    assert plan_index(f"{row}\n\nEnd.\n", shelf(A, B)).text == f"{row}\n{new}\n\nEnd.\n"


def test_a_row_stands_below_the_last_one_of_its_type() -> None:
    text = "## Facts\n- [A](fact_a.md)\n\n## Decisions\n- [D](decision_d.md)\n"

    assert plan_index(text, shelf(A, B, D)).text == text.replace("a.md)\n", "a.md)\n- [B](fact_b.md)\n")


def test_a_file_without_a_last_line_end_keeps_none() -> None:
    assert plan_index("- [A](fact_a.md)", shelf(A, B)).text == "- [A](fact_a.md)\n- [B](fact_b.md)"


def test_a_crlf_file_stays_one() -> None:
    assert plan_index("- [A](fact_a.md)\r\n", shelf(A, B)).text == "- [A](fact_a.md)\r\n- [B](fact_b.md)\r\n"


def test_a_byte_order_mark_hides_no_row_and_stays() -> None:
    assert plan_index("\ufeff- [A](fact_a.md)\n", shelf(A, B)).text == (
        "\ufeff- [A](fact_a.md)\n- [B](fact_b.md)\n"
    )


def test_brackets_bars_and_links_in_a_name_stay_words() -> None:
    odd = entry("fact_b", title="[x](y) `c` \\", about="see [[fact_z]] | more")

    plan = plan_index("| [A](fact_a.md) | w |\n", shelf(A, odd))

    assert plan.text.splitlines()[1] == (r"| [\[x\](y) \`c\`](fact_b.md) | see \[\[fact_z]] \| more |")
    assert plan_index(plan.text, shelf(A, odd)).is_clean


def test_a_file_name_that_is_no_slug_is_quoted_in_its_link() -> None:
    odd = entry("Odd name (1)", title="Odd")

    plan = plan_index("", shelf(odd))

    assert "[Odd](Odd%20name%20%281%29.md)" in plan.text
    assert plan_index(plan.text, shelf(odd)).is_clean


def test_an_index_in_the_store_links_into_the_folder() -> None:
    plan = plan_index("- [A](memory/fact_a.md)\n- [N](fact_b.md)\n", shelf(A, B, prefix="memory/"))

    assert plan.missing == ("fact_b",)
    assert "- [B](memory/fact_b.md)" in plan.text
    assert "- [N](fact_b.md)\n" in plan.text


@pytest.mark.parametrize("known", [shelf(B), shelf(HIDDEN, B)])
@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("- [A](fact_a.md) — words\n", ""),
        ("- [A](fact_a.md) — words\n  more words\n", ""),
        ("- Topic: [A](fact_a.md), [[fact_b]] both\n", "- Topic: [[fact_b]] both\n"),
        ("- [[fact_b]] b, [A](./fact_a.md#part) a\n", "- [[fact_b]] b\n"),
        ("|db: [[fact_a]] [[fact_b]] (40 tokens)\n", "|db: [[fact_b]] (40 tokens)\n"),
        ("- [A](fact_a.md) [doc](https://x.org/a.md)\n", "- [doc](https://x.org/a.md)\n"),
    ],
)
def test_what_is_gone_or_hidden_leaves_and_takes_no_other_link_along(
    known: Shelf, row: str, left: str
) -> None:
    rest = "- [B](fact_b.md) by hand\n\n[[fact_a]] in prose\n```\n- [A](fact_a.md)\n```\n"

    plan = plan_index(row + rest, known)

    assert plan.text == left + rest
    assert (plan.gone, plan.hidden) in ((("fact_a",), ()), ((), ("fact_a",)))


@pytest.mark.parametrize("standing", [Standing.DONE, Standing.UNKNOWN])
def test_what_is_done_or_unknown_may_stand_there_and_need_not(standing: Standing) -> None:
    done = entry("fact_a", standing=standing)

    for text in ("- [A](fact_a.md)\n", "# Empty\n"):
        assert plan_index(text, shelf(done)).text == text


@pytest.mark.parametrize(
    "link",
    [
        "[n](NOTES.md)",
        "[[NOTES]]",
        "[n](../fact_x.md)",
        "[n](docs/fact_x.md)",
        "[n](https://x.org/fact_x.md)",
        "[n](fact_x.png)",
    ],
)
def test_a_link_to_something_else_is_none_of_its_business(link: str) -> None:
    text = f"- {link} words\n"

    assert plan_index(text, shelf(others=("NOTES.md",))).text == text


def test_rows_are_not_put_into_an_open_fence() -> None:
    with pytest.raises(EntryError, match="code or a comment"):
        plan_index("```\nnever closed\n", shelf(A))


def test_one_entry_is_taken_out_without_any_other_change() -> None:
    text = "- [A](fact_a.md)\n- [gone](fact_gone.md)\n"

    assert without_entry(text, "fact_a", shelf(A, B)) == "- [gone](fact_gone.md)\n"
    assert without_entry(text, "fact_b", shelf(A, B)) == text
