"""Which format a file is of, by its name and its bytes; a guess that says nothing rather than too much.

`install` binds what these functions recognise without asking, so the strict ones look for what only memory
has; `track` was asked to, and also takes the dialects that older stores are written in (format appendix A).
"""

from __future__ import annotations

from memoir_git.core.frontmatter import FRONT, Document, parse
from memoir_git.store.entry_facts import LEGACY_TYPES, TYPES, written_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SESSION = "memoir-session"
ENTRY = "memoir-entry"
INDEX = "memoir-index"
SECTIONS = "memoir-sections"

SESSION_FILE = "session.json"
INDEX_FILE = "MEMORY.md"
ENTRY_FILES = "*.md"


def recognise(path: str, content: bytes) -> str | None:
    """Returns the name of the format that this file is of, `None` when it could be anything."""
    name = path.rpartition("/")[2]
    if name.endswith(".json"):
        return SESSION if is_session(content) else None
    if name == INDEX_FILE:
        return INDEX
    if not name.endswith(".md"):
        return None
    if is_entry(content) or is_legacy_entry(content):
        return ENTRY
    return SECTIONS if _has_sections(content) else None


def is_session(content: bytes) -> bool:
    """Tells whether the bytes are a session's: a JSON object with `version` and `current` (format 4.1)."""
    import json  # dear, and most that ask here have an entry

    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and "version" in document and isinstance(document.get("current"), dict)


def is_entry(content: bytes) -> bool:
    """Tells whether the bytes are an entry's: frontmatter with one of the six types and a name."""
    document = _document(content)
    return document.state == FRONT and document.scalar("type") in TYPES and bool(document.scalar("name"))


def is_legacy_entry(content: bytes) -> bool:
    """Tells whether the frontmatter is of a dialect that entries had before the format was written."""
    document = _document(content)
    is_titled = bool(document.scalar("name") or document.scalar("description"))
    return is_titled and written_type(document) in (*TYPES, *LEGACY_TYPES)


def is_folder_of_entries(files: Mapping[str, bytes], *, legacy: bool) -> bool:
    """Tells whether every Markdown file of a folder, the index aside, is an entry, and there is one."""
    entries = [content for name, content in files.items() if name.endswith(".md") and name != INDEX_FILE]
    return bool(entries) and all(
        is_entry(content) or (legacy and is_legacy_entry(content)) for content in entries
    )


def _document(content: bytes) -> Document:
    return parse(content.decode("utf-8", "replace"))


def _has_sections(content: bytes) -> bool:
    return any(line.startswith(b"## ") for line in _outside_fences(content))


def _outside_fences(content: bytes) -> Iterator[bytes]:
    fence = b""
    for line in content.splitlines():
        start = line.lstrip(b" ")[:3]
        if fence:
            fence = b"" if start == fence else fence
        elif start in (b"```", b"~~~"):
            fence = start
        else:
            yield line
