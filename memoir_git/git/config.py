"""The driver sections in git's config: read as git resolves them, written as git itself would.

Writing follows git's own protocol: `<config>.lock` is created exclusively, `git config -f` edits that copy,
and a rename puts it in place, so that we neither overtake another git command nor leave half a file. A
config that is a link stays one; the file it names is replaced.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memoir_git.core.errors import SurroundingsError
from memoir_git.core.ids import printable
from memoir_git.git.nul import nul_split
from memoir_git.git.repo import Repository
from memoir_git.git.run import run_git

DRIVER = "driver"
NAME = "name"
# Our sections of hooks begin like this; what follows is the event.
HOOK_PREFIX = "memoir-"
# These two carry `git -c` and configuration by environment; git.run drops them unless they are passed on.
_INJECTED = ("GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")


class ConfigLockedError(SurroundingsError):
    """Another command holds the config, or one that was killed left its lock."""


class ConfigWriteError(SurroundingsError):
    """The config cannot be written; it is as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSetting:
    """One `merge.<driver>.<key>` as git reads it, with where it stands."""

    driver: str
    key: str
    value: str
    scope: str
    origin: str


def merge_settings(repository: Repository, variables: Mapping[str, str]) -> tuple[MergeSetting, ...]:
    """Returns every setting of a merge driver, includes and `variables` (the environment) resolved.

    They come in git's order, so the last one of a key is in force.
    """
    injected = {name: variables[name] for name in _INJECTED if name in variables}
    words = ("config", "-z", "--show-scope", "--show-origin", "--get-regexp", r"^merge\.")
    fields = nul_split(repository.run(*words, environment=injected, accept=(0, 1)).stdout)
    settings = []
    for scope, origin, entry in zip(fields[0::3], fields[1::3], fields[2::3], strict=True):
        driver, key, value = _split_entry(entry)
        if driver:
            setting = MergeSetting(driver=driver, key=key, value=value, scope=scope, origin=origin)
            settings.append(setting)
    return tuple(settings)


class ConfigDraft:
    """A copy of a config file that git edits; `before` is what the file held, empty when there was none."""

    def __init__(self, path: Path, before: bytes, target: Path) -> None:
        self.before = before
        self._path = path
        self._target = target
        self.is_published = False

    @property
    def content(self) -> bytes:
        """What the file would hold."""
        return self._path.read_bytes()

    def drivers(self) -> dict[str, dict[str, str]]:
        """Returns the settings of each merge driver in this file alone."""
        found: dict[str, dict[str, str]] = {}
        for driver, key, value in self._entries():
            found.setdefault(driver, {})[key] = value
        return {driver: settings for driver, settings in found.items() if driver}

    def set_driver(self, driver: str, title: str, line: str) -> None:
        """Makes the section of `driver` say `title` and `line`; its other settings stay."""
        wanted = [(driver, NAME, title), (driver, DRIVER, line)]
        present = [entry for entry in self._entries() if entry[0] == driver and entry[1] in (NAME, DRIVER)]
        if present == wanted:
            return
        for _, key, value in wanted:
            self._edit("--replace-all", f"merge.{driver}.{key}", value)

    def set_value(self, name: str, value: str) -> None:
        """Makes the file give `name` this one value; a file that does already is not touched."""
        if nul_split(self._edit("-z", "--get-all", name, accept=(0, 1))) != [value]:
            self._edit("--replace-all", name, value)

    def remove_driver(self, driver: str) -> None:
        """Takes the whole section out; a section without `driver` would block every merge."""
        exact = self._without_section(driver)
        if exact is not None:
            self._path.write_bytes(exact)
        elif driver in self.drivers():
            self._edit("--remove-section", f"merge.{driver}")

    def remove_drivers(self, is_chosen: Callable[[str, str], bool]) -> None:
        """Takes out the sections of the drivers that `is_chosen` by name and command (`""`: none)."""
        for driver, settings in self.drivers().items():
            if is_chosen(driver, settings.get(DRIVER, "")):
                self.remove_driver(driver)

    def hooks(self) -> dict[str, dict[str, str]]:
        """Returns the settings of each of our hooks in this file, by the section's name."""
        done = self._edit("-z", "--get-regexp", rf"^hook\.{HOOK_PREFIX}", accept=(0, 1))
        found: dict[str, dict[str, str]] = {}
        for entry in nul_split(done):
            setting, _, value = entry.partition("\n")
            name, _, key = setting.removeprefix("hook.").rpartition(".")
            found.setdefault(name, {})[key] = value
        return found

    def set_hook(self, name: str, event: str, command: str) -> None:
        """Makes the section of a hook name this event and this command."""
        if self.hooks().get(name) != {"event": event, "command": command}:
            for key, value in (("event", event), ("command", command)):
                self._edit("--replace-all", f"hook.{name}.{key}", value)

    def remove_hooks(self) -> None:
        """Takes all our hooks out."""
        for name in self.hooks():
            self._edit("--remove-section", f"hook.{name}")

    def replace(self, content: bytes) -> None:
        """Makes the file hold exactly `content`."""
        self._path.write_bytes(content)

    def publish(self) -> None:
        """Puts the copy in the file's place. Raises `ConfigWriteError`."""
        with _refusals(self._target):
            os.replace(self._path, self._target)
        self.is_published = True

    def _entries(self) -> list[tuple[str, str, str]]:
        done = self._edit("-z", "--get-regexp", r"^merge\.", accept=(0, 1))
        return [_split_entry(entry) for entry in nul_split(done)]

    def _edit(self, *words: str, accept: tuple[int, ...] = (0,)) -> bytes:
        file = ("-f", str(self._path))
        return run_git("config", *file, *words, cwd=self._path.parent, accept=accept).stdout

    def _without_section(self, driver: str) -> bytes | None:
        """Returns the file less the section, if the section stands there just as git writes a new one.

        `git config --remove-section` would take comments that follow along with it.
        """
        entries = [(key, value) for name, key, value in self._entries() if name == driver]
        with TemporaryDirectory(prefix="memoir-git-") as scratch:
            sample = str(Path(scratch, "config"))
            for key, value in entries:
                run_git("config", "-f", sample, "--add", f"merge.{driver}.{key}", value, cwd=scratch)
            section = Path(sample).read_bytes() if entries else b""
        before, found, after = self.content.partition(section) if section else (b"", b"", b"")
        if not found or (before and not before.endswith(b"\n")) or _continues(after):
            return None
        return before + after


@contextmanager
def locked_config(config: Path) -> Iterator[ConfigDraft]:
    """Holds git's lock on `config` for the block and yields the copy under it.

    Nothing is written to the config unless the block calls `publish`. Raises `ConfigLockedError` and
    `ConfigWriteError`.
    """
    target = Path(os.path.realpath(config))
    lock = target.with_name(target.name + ".lock")
    with _refusals(target, lock):
        descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    draft = None
    try:
        with _refusals(target), open(descriptor, "wb") as file:
            before = target.read_bytes() if target.exists() else b""
            file.write(before)
            if target.exists():
                os.chmod(lock, stat.S_IMODE(target.stat().st_mode))
        draft = ConfigDraft(lock, before, target)
        yield draft
    finally:
        if draft is None or not draft.is_published:
            with suppress(OSError):
                os.unlink(lock)


@contextmanager
def config_preview(config: Path) -> Iterator[ConfigDraft]:
    """Yields a copy of `config` in a temporary place, for finding out what an edit would do."""
    target = Path(os.path.realpath(config))
    before = target.read_bytes() if target.exists() else b""
    with TemporaryDirectory(prefix="memoir-git-") as scratch:
        path = Path(scratch, "config")
        path.write_bytes(before)
        yield ConfigDraft(path, before, target)


def without_ours(content: bytes, is_chosen: Callable[[str, str], bool]) -> bytes:
    """Returns a config without our hooks and the drivers that `is_chosen` by name and command."""
    with TemporaryDirectory(prefix="memoir-git-") as scratch:
        path = Path(scratch, "config")
        path.write_bytes(content)
        draft = ConfigDraft(path, content, path)
        draft.remove_drivers(is_chosen)
        draft.remove_hooks()
        return draft.content


@contextmanager
def _refusals(target: Path, lock: Path | None = None) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise ConfigLockedError(
            f"Another git command is changing {printable(str(target))}: its lock {lock} exists.",
            hint="wait until it has ended; if no git command is running, remove that file",
        ) from None
    except OSError as error:
        raise ConfigWriteError(
            f"{printable(str(target))} cannot be written: {error.strerror}. Nothing was changed.",
            hint="check the permissions of the git directory and the free space",
        ) from None


def _split_entry(entry: str) -> tuple[str, str, str]:
    """Splits `merge.<driver>.<key>` and its value; `merge.<key>` gives an empty driver."""
    name, _, value = entry.partition("\n")
    driver, _, key = name.removeprefix("merge.").rpartition(".")
    return driver, key, value


def _continues(text: bytes) -> bool:
    """Tells whether the next thing in `text` is a setting, which belongs to the section before it."""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith((b"#", b";")):
            return not stripped.startswith(b"[")
    return False
