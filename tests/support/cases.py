"""Merge cases as folders: three versions, what their merge must be, and a sentence that says why.

`fixtures/merge/<format>/<case>/` holds `base.*` (absent: both sides added the file), `ours.*`, `theirs.*`,
`expected.*` and `case.toml`. A case under `known-gaps/` holds `expected-today.*` and `expected-ideally.*`
instead. Adding a case needs no code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from memoir_git import registry
from memoir_git.core.merge import MergeOutcome
from memoir_git.core.options import parse_options
from tests.support.places import FIXTURES
from tests.support.text_merge import merge_text

FOLDER = FIXTURES / "merge"
GAPS = "known-gaps"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One folder. `options` are the words of `core.options.parse_options` that `case.toml` holds besides
    `sentence`, `spec`, `conflicts` and `symmetric`.
    """

    id: str
    format_name: str
    sentence: str
    spec: str
    base: bytes
    ours: bytes
    theirs: bytes
    expected: bytes
    ideally: bytes
    conflicts: int
    symmetric: bool
    options: dict[str, str]

    def exchanged(self) -> Case:
        """Returns the case with its sides exchanged."""
        return replace(self, ours=self.theirs, theirs=self.ours)

    def merge(self) -> MergeOutcome:
        """Merges the three versions as the driver does below its files."""
        options = parse_options(**self.options)
        return registry.merge(self.format_name, self.base, self.ours, self.theirs, options, merge_text)


def load_cases() -> list[Case]:
    """Returns every case whose format is in the registry, known gaps apart."""
    return [_load(path) for path in sorted(FOLDER.glob("*/*")) if path.name != GAPS and _is_known(path)]


def load_gaps() -> list[Case]:
    """Returns the known gaps: `expected` is what comes out today, `ideally` what should."""
    return [_load(path) for path in sorted(FOLDER.glob(f"*/{GAPS}/*")) if _is_known(path)]


def read_toml(text: str) -> dict[str, str | int | bool]:
    """Reads the subset of TOML that cases use: strings, whole numbers and booleans, one per line."""
    values: dict[str, str | int | bool] = {}
    for line in text.splitlines():
        name, equals, value = (part.strip() for part in line.partition("="))
        if not name or name.startswith("#"):
            continue
        assert equals, f"not a line of a case: {line}"
        if value in ("true", "false"):
            values[name] = value == "true"
        elif value.isdigit():
            values[name] = int(value)
        else:
            assert value[:1] == value[-1:] == '"', f"not a value of a case: {line}"
            assert "\\" not in value, f"cases have no escapes: {line}"
            values[name] = value[1:-1]
    return values


def _is_known(path: Path) -> bool:
    return path.relative_to(FOLDER).parts[0] in {row.name for row in registry.FORMATS}


def _load(path: Path) -> Case:
    values = read_toml((path / "case.toml").read_text(encoding="utf-8"))
    known = {name: values.pop(name) for name in ("sentence", "spec", "conflicts", "symmetric")}
    is_gap = path.parent.name == GAPS
    return Case(
        id=path.relative_to(FOLDER).as_posix(),
        format_name=path.relative_to(FOLDER).parts[0],
        sentence=str(known["sentence"]),
        spec=str(known["spec"]),
        base=_file(path, "base", required=False),
        ours=_file(path, "ours"),
        theirs=_file(path, "theirs"),
        expected=_file(path, "expected-today" if is_gap else "expected"),
        ideally=_file(path, "expected-ideally", required=is_gap),
        conflicts=int(known["conflicts"]),
        symmetric=bool(known["symmetric"]),
        options={name: str(value) for name, value in values.items()},
    )


def _file(folder: Path, name: str, *, required: bool = True) -> bytes:
    found = sorted(folder.glob(f"{name}.*"))
    assert len(found) == 1 or (not required and not found), f"{folder} needs one file {name}.*"
    return found[0].read_bytes() if found else b""
