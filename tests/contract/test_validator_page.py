"""`docs/reference/validator.md` is made from the declared codes; this test compares and rewrites it.

To rewrite it: `MEMOIR_GIT_UPDATE_PAGES=1 pytest tests/contract/test_validator_page.py`
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import ModuleType

from memoir_git.core.finding import FindingCode
from memoir_git.store import codes_common, codes_entry, codes_session
from tests.support.places import PROJECT

# Read when this module is: tests themselves see none of the caller's variables.
UPDATE = os.environ.get("MEMOIR_GIT_UPDATE_PAGES") == "1"
PAGE = PROJECT / "docs/reference/validator.md"

HEAD = """\
<!-- generated from the program; do not edit -->

# What the validator checks

`git memoir validate` reads session files and entry files and says where they depart from the memoir format,
v0.1.2. It changes nothing, and no finding carries a text of the memory: only paths, lines, names of fields
and lists, and counts. What to do about each code stands in the [list of findings](findings.md), and in the
output itself.

Which files it looks at:

- inside git, every file of the work tree, tracked or untracked and not ignored, that the attributes bind to
  `memoir-session` or `memoir-entry`;
- outside of git, `.memoir/` in the current folder;
- files that are named, always: by their attribute, else `.json` as a session and `.md` as an entry;
- folders that are named: what is bound in them, else `session.json` and the Markdown of folders called
  `memory`.

Only regular files are read. A symbolic link, a pipe, a folder in the place of a file and a file beyond
64 MiB are findings.

## Severities

An ERROR breaks a MUST of the format, or makes readers disagree. A WARNING is a SHOULD that is not met, or
something the next merge would change. INFO is a report: the format calls it no error. The exit status is 1
with an ERROR, else 0.

- In a file of a legacy dialect (format, Appendix A) a missing required field is a WARNING: those files were
  written before the format.
- In the session file `MM-HIDDEN-NONBOOL` is an ERROR.
- A purged entry owes nothing but its tombstone, and is judged by that and by what it still holds.
- A newer version or schema is one WARNING and is not examined: nothing in it may mean what it seems to.
"""
SECTIONS = {
    "Any memory file": codes_common,
    "Entry files": codes_entry,
    "Session files": codes_session,
}


def page() -> str:
    """Returns the page."""
    parts = [HEAD, *(part for title, module in SECTIONS.items() for part in _section(title, module))]
    return "\n".join(parts)


def _section(title: str, module: ModuleType) -> Iterator[str]:
    yield f"## {title}\n"
    yield "| code | severity | says |\n|---|---|---|"
    declared = [code for code in vars(module).values() if isinstance(code, FindingCode)]
    for code in sorted(declared, key=lambda code: (-code.severity, code.id)):
        yield f"| `{code.id}` | {code.severity.name} | {code.title.replace('|', chr(92) + '|')} |"
    yield ""


def test_the_page_is_fresh() -> None:
    if UPDATE:
        PAGE.write_text(page(), encoding="utf-8")

    assert PAGE.read_text(encoding="utf-8") == page()
