"""Small builders of a store's entry files, for tests of the commands that change them."""

from __future__ import annotations

FOLDER = ".memoir/memory"
INDEX = f"{FOLDER}/MEMORY.md"


def entry(kind: str, name: str = "n", body: str = "", **fields: str) -> str:
    """Returns the text of an entry with these fields, in their order."""
    lines = [f"type: {kind}", f"name: {name}", *(f"{key}: {value}" for key, value in fields.items())]
    return "".join(["---\n", *(line + "\n" for line in lines), "---\n", body])


def path_of(link_name: str) -> str:
    """Returns where the default store keeps the entry."""
    return f"{FOLDER}/{link_name}.md"
