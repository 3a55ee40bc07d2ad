"""What tests of finishing and mending merges share: entry files, clones without a driver, frozen trees."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from pathlib import Path

from memoir_git import registry
from tests.support.places import PROJECT
from tests.support.scenario import Repo
from tests.support.seal import make_script

BODY = "".join(f"line {number} of the text\n" for number in range(1, 13))


def entry(name: str, *, updated: int = 1, body: str = BODY, **fields: str) -> str:
    """Returns an entry file, edited last on a day of March 2026; `fields` go before the closing line."""
    more = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\ntype: fact\nname: {name}\nupdated: 2026-03-{updated:02d}\n{more}---\n{body}"


def edited(name: str, line: int, *, updated: int, word: str = "changed", **fields: str) -> str:
    """Returns the entry with one line of its body changed."""
    body = BODY.replace(f"line {line} of", f"line {line} {word} of")
    return entry(name, updated=updated, body=body, **fields)


def hidden(name: str, *, updated: int = 5) -> str:
    return entry(name, updated=updated, hidden="true", hidden_at=f"2026-03-{updated:02d}T00:00:00Z")


def stub(name: str, link: str) -> str:
    """Returns the purged stub of the entry whose link name is `link`."""
    digest = hashlib.sha256(link.encode()).hexdigest()
    fields = f"hidden: true\nhidden_at: 2026-03-09T00:00:00Z\ntext_hash: {digest}\n"
    return f"---\ntype: fact\nname: {name}\n{fields}---\n"


def without_driver(repo: Repo) -> Repo:
    """Takes the driver out of a clone's config; the attributes stay, so git merges memory as text."""
    for row in registry.FORMATS:
        repo.attempt("config", "--remove-section", f"merge.{row.name}")
    return repo


def bind(repo: Repo, *lines: str) -> None:
    """Adds lines to this clone's own attributes."""
    place = repo.path / repo.git("rev-parse", "--git-path", "info/attributes").stdout.strip()
    place.parent.mkdir(exist_ok=True)
    held = place.read_text() if place.exists() else ""
    place.write_text(held + "".join(f"{line}\n" for line in lines))


def unmerged(repo: Repo) -> list[str]:
    """Returns the unmerged paths."""
    listing = repo.git("ls-files", "--unmerged", "-z").stdout.split("\0")[:-1]
    return sorted({row.partition("\t")[2] for row in listing})


def frozen(repo: Repo) -> dict[str, str]:
    """Returns every file of work tree and git directory with a digest: a dry run leaves them alone."""
    found = {}
    for folder, _, names in os.walk(repo.path):
        for name in names:
            path = Path(folder, name)
            content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            found[str(path.relative_to(repo.path))] = hashlib.sha256(content).hexdigest()
    return found


def strategy_path(folder: Path) -> dict[str, str]:
    """Puts this project's `git-merge-memoir` on PATH and returns the variables that say so."""
    folder.mkdir(exist_ok=True)
    call = f"import sys; sys.path.insert(0, {str(PROJECT)!r})"
    call += "; from memoir_git.cli.merge_strategy import main; main()"
    words = " ".join(map(shlex.quote, (sys.executable, "-I", "-c", call)))
    make_script(folder / "git-merge-memoir", f'exec {words} "$@"')
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
