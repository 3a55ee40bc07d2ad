"""Laws of the lossless Markdown split."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memoir_git.core.markdown import line_kinds, parse_markdown, render_markdown, split_lines
from tests.property.markdown_strategies import odd_texts

# What this parser and CommonMark agree on: no containers, no tabs, no other HTML, no setext underlines.
SHARED_LINES = (
    "",
    "text",
    "# a",
    "## b ##",
    "   ### c",
    "    ## code",
    "####### seven",
    "#none",
    "##",
    "```",
    "````",
    "``` sh",
    "``` a`b",
    "~~~",
    "  ~~~~",
    "<!--",
    "<!-- a -->",
    "  <!-- open",
    "close -->",
    "text <!-- text",
)
COMMONMARK = MarkdownIt("commonmark")


class TestSplit:
    """Joining what was parsed gives the text back, whatever the text is."""

    @given(st.text())
    def test_any_text_renders_back(self, text: str) -> None:
        assert render_markdown(parse_markdown(text, (1, 2, 3))) == text

    @given(odd_texts())
    def test_odd_markdown_renders_back(self, text: str) -> None:
        assert render_markdown(parse_markdown(text, (2, 3))) == text

    @given(st.one_of(st.text(alphabet="a\r\n\v\f\u2028# "), odd_texts()))
    def test_lines_join_to_the_text_and_end_where_they_should(self, text: str) -> None:
        lines = split_lines(text)

        assert "".join(lines) == text
        assert all(line.endswith(("\n", "\r")) for line in lines[:-1])
        assert not any("\n" in line[:-1].removesuffix("\r") for line in lines)
        assert not any("\r" in line.removesuffix("\n")[:-1] for line in lines)


class TestHeadings:
    """Headings stand where CommonMark has them."""

    @given(st.lists(st.sampled_from(SHARED_LINES), max_size=14))
    def test_headings_stand_where_commonmark_has_them(self, lines: list[str]) -> None:
        text = "".join(line + "\n" for line in lines)
        tokens = [token for token in COMMONMARK.parse(text) if token.type == "heading_open"]
        expected = [(token.map[0], int(token.tag[1:])) for token in tokens if token.map]

        kinds, _ = line_kinds(split_lines(text))

        assert [(number, kind) for number, kind in enumerate(kinds) if kind > 0] == expected
