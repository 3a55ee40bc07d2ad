"""Laws of setting up: what is written into somebody else's file is read back, and goes without a trace."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.git.attributes import Binding, bind_below, bind_path, joined, parse_binding
from memoir_git.git.block import block_lines, with_block
from memoir_git.git.driver_check import programs_of, quoted_placeholders
from memoir_git.git.driver_line import driver_line
from memoir_git.git.quoting import escape_glob, literal_path, quote, split_quoted

PLACE = ".gitattributes"
NAMES = st.text(min_size=1, max_size=30).map(lambda name: name.replace("\0", "0"))
BINDINGS = st.one_of(
    st.builds(bind_path, NAMES, st.just("memoir-session")),
    st.builds(bind_below, NAMES, st.just("memory/*.md"), st.just("memoir-entry")),
)
# Files that others wrote, with ends of all kinds.
FILES = st.lists(st.sampled_from([b"*.txt text", b"\n", b"\r\n", b"# x", b"a b", b"\xff"]), max_size=8).map(
    b"".join
)


@given(NAMES)
def test_an_escaped_path_stands_for_itself(path: str) -> None:
    assert literal_path(escape_glob(path)) == path


@given(NAMES, st.text(st.sampled_from("ab=- "), max_size=8))
def test_a_quoted_word_is_read_back_with_what_follows(word: str, rest: str) -> None:
    assert split_quoted(f"{quote('/' + word)} x{rest}") == ("/" + word, f"x{rest}".strip())


@given(BINDINGS)
def test_a_binding_is_read_back_from_its_line(binding: Binding) -> None:
    assert parse_binding(binding.line()) == binding


@given(st.lists(BINDINGS, max_size=5))
def test_the_order_of_bindings_does_not_depend_on_where_they_came_from(bindings: list[Binding]) -> None:
    assert joined(bindings) == joined(reversed(joined(bindings)))


@given(FILES, st.lists(BINDINGS, min_size=1, max_size=4))
def test_a_block_that_was_put_in_is_read_back_and_goes_without_a_trace(
    text: bytes, bindings: list[Binding]
) -> None:
    lines = tuple(binding.line() for binding in joined(bindings))

    changed = with_block(text, lines, place=PLACE)

    assert block_lines(changed, place=PLACE) == lines
    assert with_block(changed, lines, place=PLACE) == changed
    assert with_block(changed, None, place=PLACE).startswith(text)


@given(NAMES, NAMES)
def test_no_path_of_a_program_gets_lost_or_dangerous_in_the_driver_line(folder: str, package: str) -> None:
    python, driver = f"/{folder}/python", f"/{package}/memoir_git/driver_main.py"

    line = driver_line(python, driver, "memoir-session")

    found = programs_of(line)
    assert found is not None
    assert (str(found.interpreter), str(found.driver)) == (python, driver)
    assert quoted_placeholders(line) == ()
