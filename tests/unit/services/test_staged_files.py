"""Where staged project memory lies, as far as one listing can tell."""

from __future__ import annotations

import pytest

from memoir_git.services.hooks.staged_files import staged_files
from memoir_git.services.memory_folder import PlaceError

BLOB = "a" * 40
MANIFEST = f"100644 {BLOB} 0\tdocs/memory/manifest.md"


def listing(*rows: str) -> bytes:
    """Returns rows as git writes them."""
    return "".join(f"{row}\0" for row in rows).encode()


def test_the_usual_place_needs_no_attribute_where_it_has_the_only_manifest() -> None:
    found = staged_files(listing(MANIFEST, f"100755 {BLOB} 0\tdocs/memory/areas/a.md"), "")

    assert found is not None
    assert found.directory == "docs/memory"
    assert found.blobs == {"manifest.md": BLOB, "areas/a.md": BLOB}


@pytest.mark.parametrize(
    "rows",
    [
        (),
        (f"100644 {BLOB} 0\tdocs/other/manifest.md",),
        (MANIFEST, f"100644 {BLOB} 0\tdocs/other/manifest.md"),
        (MANIFEST, "code/manifest.md"),
    ],
)
def test_any_other_manifest_leaves_the_place_to_the_attributes(rows: tuple[str, ...]) -> None:
    assert staged_files(listing(*rows), "") is None


def test_the_setting_names_the_place_whatever_manifests_there_are() -> None:
    other = f"100644 {BLOB} 0\tdocs/other/brief.md"

    found = staged_files(listing(MANIFEST, other), "docs/other/")

    assert found is not None
    assert (found.directory, found.blobs) == ("docs/other", {"brief.md": BLOB})


def test_a_setting_that_names_no_possible_place_is_refused() -> None:
    with pytest.raises(PlaceError):
        staged_files(listing(MANIFEST), "memory")


@pytest.mark.parametrize(
    "row",
    [
        "docs/memory/untracked.md",
        f"120000 {BLOB} 0\tdocs/memory/link.md",
        f"100644 {BLOB} 2\tdocs/memory/unmerged.md",
        f"100644 {BLOB} 0\tdocs/memory-of-others/brief.md",
    ],
)
def test_only_regular_merged_files_in_the_place_are_read(row: str) -> None:
    found = staged_files(listing(MANIFEST, row), "")

    assert found is not None
    assert list(found.blobs) == ["manifest.md"]
