"""Opening a session file: what is understood, what is refused (format 4.1, section 6)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memoir_git.core.jsondoc import Number
from memoir_git.store.model import CURRENT_LISTS, REQUIRED_LISTS
from memoir_git.store.parse import DAMAGED, NEWER, UNPARSEABLE, UnreadableError, open_session

_WITHOUT = object()


def _bytes(version: Any = 1, **more: Any) -> bytes:
    return json.dumps(({} if version is _WITHOUT else {"version": version}) | more).encode()


def _kind(data: bytes) -> str:
    with pytest.raises(UnreadableError) as caught:
        open_session(data)
    return caught.value.kind


def test_version_one_is_known_and_kept_as_it_is_spelled() -> None:
    assert open_session(b'{"version": 1.0}').value["version"] == Number("1.0")


@pytest.mark.parametrize("version", [_WITHOUT, None, True, False, {}, [], "", "one", "0", "1", 0, -3, 0.5])
def test_an_older_or_unreadable_version_is_lifted_to_one(version: Any) -> None:
    session = open_session(_bytes(version))

    assert session.version == 0
    assert session.value["version"] == Number("1")
    assert session.current == {name: [] for name in REQUIRED_LISTS}


@pytest.mark.parametrize("version", [2, 99, 1.5, "2", " 7 ", "99999999999999999999999", "2.0"])
def test_a_newer_version_is_not_interpreted(version: Any) -> None:
    assert _kind(_bytes(version, current="anything")) == NEWER


@pytest.mark.parametrize("lexeme", [b"1e400", b"9" * 5000])
def test_a_version_beyond_any_float_is_newer(lexeme: bytes) -> None:
    assert _kind(b'{"version": ' + lexeme + b"}") == NEWER


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b'"x"', b"{", b'{"version": 1,}', b"<<<<<<< a\n{}\n"])
def test_what_is_not_a_json_object_is_unparseable(data: bytes) -> None:
    assert _kind(data) == UNPARSEABLE


@pytest.mark.parametrize("wrong", ["x", 1, True, {"a": 1}])
@pytest.mark.parametrize("name", CURRENT_LISTS)
def test_a_known_list_of_the_wrong_type_is_damage_and_is_named(name: str, wrong: Any) -> None:
    with pytest.raises(UnreadableError) as caught:
        open_session(_bytes(current={name: wrong}))

    assert (caught.value.kind, caught.value.place) == (DAMAGED, f"current.{name}")


@pytest.mark.parametrize(("name", "wrong"), [("machines", []), ("history", {}), ("current", [])])
def test_a_known_container_of_the_wrong_type_is_damage(name: str, wrong: Any) -> None:
    assert _kind(_bytes(**{name: wrong})) == DAMAGED


def test_null_is_an_absent_container() -> None:
    session = open_session(_bytes(machines=None, history=None, current=dict.fromkeys(CURRENT_LISTS)))

    assert session.machines == {}
    assert session.history == []
    assert all(session.items(name) == [] for name in CURRENT_LISTS)


def test_lifting_keeps_every_key_and_its_order() -> None:
    session = open_session(b'{"x_new": 5, "current": {"x_list": [1]}, "history": []}')

    assert list(session.value) == ["version", "x_new", "current", "history", "machines"]
    assert session.current["x_list"] == [Number("1")]
