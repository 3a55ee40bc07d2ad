"""Checks of the session file: JSON, version and the shape of each container (format 4.1 and section 6).

A newer version is not examined: nothing in it may mean what it seems to. Everything else is read as far as
it has the right type, so that one damaged list does not hide what another holds.
"""

from __future__ import annotations

from math import inf

from memoir_git.core.conflict import has_conflict
from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath
from memoir_git.core.instants import is_instant
from memoir_git.core.jsondoc import Document, JsonError, Number, parse_json
from memoir_git.core.text import BOM
from memoir_git.store import codes_common, codes_session
from memoir_git.store.checks.identities import check_identities
from memoir_git.store.checks.items import check_date, check_item
from memoir_git.store.checks.observation import Observation
from memoir_git.store.checks.secrets import check_secrets
from memoir_git.store.migrate import schema_version
from memoir_git.store.model import CURRENT_LISTS, HISTORY, REQUIRED_LISTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from memoir_git.core.jsonplaces import Place


def check_session(data: bytes, path: RepoPath) -> tuple[Finding, ...]:
    """Returns what is wrong with the session file in `data`."""
    text = data.removeprefix(BOM).decode("utf-8", "replace")
    return (*_examine(data, text, path), *check_secrets(text, path))


def _examine(data: bytes, text: str, path: RepoPath) -> Iterable[Finding]:
    try:
        document = parse_json(data)
    except JsonError as error:
        code = codes_common.MARKERS if has_conflict(data) else codes_session.NOT_JSON
        return (code.at(path, line=error.line),)
    observed = list(_document(document, text))
    if data.startswith(BOM):
        observed.append(Observation(codes_session.BOM, ()))
    if not observed:
        return ()
    from memoir_git.core.jsonplaces import lines_of  # what only a file with a fault needs

    lines = lines_of(text)
    return dict.fromkeys(observation.at(path, lines) for observation in observed)


def _document(document: Document, text: str) -> Iterator[Observation]:
    value = document.value
    if not isinstance(value, dict):
        yield Observation(codes_session.NOT_OBJECT, ())
        return
    version = schema_version(value)
    if version is None:
        if not _is_whole(value["version"]):
            yield Observation(codes_session.VERSION, ("version",))
        yield Observation(codes_session.NEWER_VERSION, ("version",))
        return
    if version == 0:
        yield Observation(codes_session.VERSION, ("version",))
    if document.duplicates:
        yield from _doubled_keys(text)
    yield from _top_level(value)


def _doubled_keys(text: str) -> Iterator[Observation]:
    from memoir_git.core.jsonplaces import standings

    for standing in standings(text):
        if standing.is_doubled:
            yield Observation(codes_session.DUPLICATE_KEY, standing.place[:-1], line=standing.line)


def _top_level(value: dict[str, Any]) -> Iterator[Observation]:
    for name in ("created_at", "updated_at"):
        if not is_instant(value.get(name)):
            yield Observation(codes_session.TIMESTAMP, (name,))
    machines, current, history = (value.get(name) for name in ("machines", "current", HISTORY))
    if isinstance(machines, dict):
        yield from _machines(machines)
    else:
        yield Observation(codes_session.MACHINES, ("machines",))
    if isinstance(current, dict):
        yield from _working_set(current)
    else:
        yield Observation(codes_session.CURRENT, ("current",))
    if isinstance(history, list):
        yield from _history(history)
    else:
        yield Observation(codes_session.HISTORY, (HISTORY,))
    yield from check_identities(current, history)


def _machines(machines: dict[str, Any]) -> Iterator[Observation]:
    for uuid, row in machines.items():
        place: Place = ("machines", uuid)
        if not isinstance(row, dict) or not isinstance(row.get("label", ""), str):
            yield Observation(codes_session.MACHINE, place)
        if isinstance(row, dict):
            yield from check_date(row, "last_seen", place)


def _working_set(current: dict[str, Any]) -> Iterator[Observation]:
    for name in CURRENT_LISTS:
        items = current.get(name)
        if isinstance(items, list):
            for index, item in enumerate(items):
                yield from check_item(item, name, ("current", name, index))
        elif name in REQUIRED_LISTS or name in current:
            yield Observation(codes_session.LIST, ("current", name))


def _history(rows: list[Any]) -> Iterator[Observation]:
    for index, row in enumerate(rows):
        place: Place = (HISTORY, index)
        if not _is_row(row):
            yield Observation(codes_session.HISTORY_ROW, place)
        if isinstance(row, dict):
            yield from check_date(row, "date", place)


def _is_row(row: Any) -> bool:
    """Tells whether a row has the fields of the format's example, those present in their types."""
    if not isinstance(row, dict):
        return False
    texts = (row.get(name) for name in ("machine_id", "summary", "session_id"))
    files = row.get("files_touched")
    return (
        all(text is None or isinstance(text, str) for text in texts)
        and (files is None or (isinstance(files, list) and all(isinstance(file, str) for file in files)))
        and isinstance(row.get("duration_min"), (Number, type(None)))
    )


def _is_whole(version: Any) -> bool:
    if not isinstance(version, Number):
        return False
    number = float(version.lexeme)
    return number == inf or number.is_integer()
