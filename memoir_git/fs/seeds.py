"""Random values that survive from a preview to its application: small private files, for seven days.

A plan with a fresh ID in it must be the same plan when it is applied, so the randomness is kept in the state
root between the two. The file's name is a keyed digest of what was asked and of the files it was asked of:
who can list the directory learns nothing, and a plan that went stale finds another seed.
"""

from __future__ import annotations

import hmac
import json
import os
from datetime import datetime, timedelta

from memoir_git.fs.paths import PathError, read_regular
from memoir_git.fs.state import StateRoot

_FOLDER = "plans"
_LIFETIME = timedelta(days=7)
_SEED_BYTES = 32
_DIGITS = 32


class Seeds:
    """The random values of one plan; made on first use, so that a plan without any leaves no file."""

    def __init__(self, state: StateRoot | None, asked: bytes, now: datetime) -> None:
        """`asked` stands for the request and the files; without a state root nothing is kept."""
        self._state = state
        self._asked = asked
        self._now = now
        self._seed: bytes | None = None

    def value(self, label: str) -> str:
        """Returns 32 hexadecimal digits for a label. Raises `StateError`."""
        if self._seed is None:
            self._seed = os.urandom(_SEED_BYTES) if self._state is None else self._kept(self._state)
        return hmac.new(self._seed, label.encode(), "sha256").hexdigest()[:_DIGITS]

    def discard(self) -> None:
        """Removes the seed: its plan was applied."""
        if self._seed is not None and self._state is not None:
            self._state.remove(self._name(self._state))

    def _kept(self, state: StateRoot) -> bytes:
        self._sweep(state)
        fresh = {"created": self._now.isoformat(), "seed": os.urandom(_SEED_BYTES).hex()}
        found = _read(state.create(self._name(state), json.dumps(fresh).encode()))
        if found is None:
            # Damaged, which no other program's business can be: the plan gets another ID, and nothing more.
            state.remove(self._name(state))
            return bytes.fromhex(fresh["seed"])
        return found[1]

    def _name(self, state: StateRoot) -> str:
        return f"{_FOLDER}/{state.keyed(self._asked)}.json"

    def _sweep(self, state: StateRoot) -> None:
        """Removes seeds that nobody applied within their time, and damaged ones."""
        folder = state.directory(_FOLDER)
        for name in os.listdir(folder):
            try:
                found = _read(read_regular(folder / name) or b"")
            except PathError:
                continue
            if found is None or not timedelta(0) <= self._now - found[0] <= _LIFETIME:
                state.remove(f"{_FOLDER}/{name}")


def _read(content: bytes) -> tuple[datetime, bytes] | None:
    try:
        record = json.loads(content)
        created = datetime.fromisoformat(record["created"])
        seed = bytes.fromhex(record["seed"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return (created, seed) if created.tzinfo is not None and len(seed) == _SEED_BYTES else None
