"""Lines of our block that bind no format are kept in both files by all that changes bindings."""

from __future__ import annotations

from collections.abc import Callable

from memoir_git.git.attributes import bind_path
from memoir_git.git.block import block_lines
from memoir_git.git.repo import discover
from memoir_git.services.attribute_files import AttributeFiles, open_attributes
from tests.support.scenario import Repo

MARK = "/m.md memoir=project"
BINDING = bind_path("s.json", "memoir-session")


def wanted_lines(attributes: AttributeFiles) -> list[tuple[str, ...] | None]:
    return [block_lines(file.wanted or b"", place=file.shown) for file in attributes.files]


def test_a_line_is_added_once_to_both_files(make_repo: Callable[[], Repo]) -> None:
    attributes = open_attributes(discover(make_repo().path))

    once = attributes.with_others([MARK])

    assert wanted_lines(once) == [(MARK,), (MARK,)]
    assert wanted_lines(once.with_others([MARK])) == [(MARK,), (MARK,)]


def test_bindings_stay_beside_it_and_go_without_it(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    text = f"# BEGIN memoir-git\n{BINDING.line()}\n{MARK}\n# END memoir-git\n"
    repo.write({".gitattributes": text, ".git/info/attributes": text})
    attributes = open_attributes(discover(repo.path))

    assert wanted_lines(attributes.with_others([MARK])) == [(MARK, BINDING.line())] * 2
    assert wanted_lines(attributes.without([BINDING])) == [(MARK,), (MARK,)]
