"""How git comes to call our hooks: by a block in a hook file, beside what stands there, or by its config.

The scripts themselves lie in `memoir-git/hooks` of the common git directory. A hook file that is not ours
gets a block after its first line, so that neither an `exit` nor an `exec` further down keeps us from running,
and the status of its own last command stays the hook's status. The block hands on arguments and status, and
where git sends something on standard input, that too, to both. Nothing is moved: a hook that finds its files
by `$0` goes on finding them.
"""

from __future__ import annotations

from pathlib import Path

from memoir_git.git.block import block_lines, with_block
from memoir_git.git.config import HOOK_PREFIX
from memoir_git.git.record import FOLDER
from memoir_git.git.repo import Repository
from memoir_git.git.version import Version

NAMES = ("pre-commit", "pre-merge-commit", "post-merge", "post-rewrite", "pre-push")
SCRIPTS = f"{FOLDER}/hooks"
DIRECTORY = "hooks"
# From here on git reads hooks from its config.
CONFIG_HOOKS: Version = (2, 54)

_WITH_INPUT = ("post-rewrite", "pre-push")
_SHEBANG = b"#!/bin/sh\n"
_SHELLS = (b"sh", b"bash", b"dash", b"ksh", b"zsh", b"ash")


def hooks_folder(repository: Repository) -> Path:
    """Returns the directory from which git runs hooks here, `core.hooksPath` included."""
    found = repository.text("rev-parse", "--git-path", "hooks")
    return Path((repository.top or repository.git_dir) / found).resolve()


def own_folder(repository: Repository) -> str | None:
    """Returns that directory relative to the common git directory, `None` when it lies elsewhere.

    Elsewhere is a tracked folder, one that a hook manager generates, or one that other repositories use.
    """
    folder = hooks_folder(repository)
    common = repository.common_dir.resolve()
    return folder.relative_to(common).as_posix() if common in folder.parents else None


def filled(script: str, *, interpreter: str, package: Path) -> bytes:
    """Returns a hook's script with the program it starts."""
    program = {"@PYTHON@": interpreter, "@HOOK@": (package / "hook_main.py").as_posix()}
    for word, path in program.items():
        script = script.replace(word, "'" + path.replace("'", "'\\''") + "'")
    return script.encode("utf-8", "surrogateescape")


def has_chain(content: bytes | None, *, place: str) -> bool:
    """Tells whether a hook file has our block. Raises `BrokenBlockError`."""
    return content is not None and block_lines(content, place=place) is not None


def with_chain(content: bytes | None, name: str, *, place: str) -> bytes:
    """Returns a hook file that calls our script first; `None` is no file. Raises `BrokenBlockError`."""
    if content is None:
        return with_block(_SHEBANG, _block(name), place=place)
    if has_chain(content, place=place):
        return with_block(content, _block(name), place=place)
    first, end, rest = content.partition(b"\n")
    return with_block(first + end, _block(name), place=place) + rest


def without_chain(content: bytes, *, place: str) -> bytes | None:
    """Returns a hook file without our block; `None` when nothing is left but a first line."""
    rest = with_block(content, None, place=place)
    return None if rest == _SHEBANG else rest


def is_shell(content: bytes) -> bool:
    """Tells whether a hook file is a shell's, so that lines of sh can stand in it; no line may end in CR."""
    first, _, _ = content.partition(b"\n")
    if not first.startswith(b"#!") or first.endswith(b"\r"):
        return False
    words = [word for word in first[2:].split() if not word.startswith(b"-")]
    if words and words[0].rpartition(b"/")[2] == b"env":
        words = words[1:]
    return bool(words) and words[0].rpartition(b"/")[2] in _SHELLS


def config_command(name: str) -> str:
    """Returns the command that stands in git's config; without the script it does nothing."""
    lines = "; ".join(_find("h", name))
    return f"""sh -c '{lines}; [ -x "$h" ] || exit 0; exec "$h" "$@"' memoir"""


def config_name(name: str) -> str:
    """Returns what the hook is called in git's config; an event's own name is not allowed there."""
    return HOOK_PREFIX + name


def _block(name: str) -> tuple[str, ...]:
    """Returns the lines of sh that call our script."""
    find = _find("memoir_git", name)
    if name not in _WITH_INPUT:
        return (*find, '[ ! -x "$memoir_git" ] || "$memoir_git" "$@" || exit $?')
    return (
        *find,
        "memoir_git_input=$(cat)",
        'if [ -x "$memoir_git" ]; then',
        """    printf '%s\\n' "$memoir_git_input" | "$memoir_git" "$@" || exit $?""",
        "fi",
        'if [ -n "$memoir_git_input" ]; then',
        "    exec <<END_OF_MEMOIR_INPUT",
        "$memoir_git_input",
        "END_OF_MEMOIR_INPUT",
        "else",
        "    exec </dev/null",
        "fi",
    )


def _find(variable: str, name: str) -> tuple[str, str]:
    """Returns lines of sh that put our script's place into a variable; linked work trees ask git.

    There the script lies in another directory than the one that git names or that stands beside the files.
    """
    return (
        f'{variable}="${{GIT_DIR:-.git}}/{SCRIPTS}/{name}"',
        f'[ -x "${variable}" ] || {variable}="$(git rev-parse --git-common-dir)/{SCRIPTS}/{name}"',
    )
