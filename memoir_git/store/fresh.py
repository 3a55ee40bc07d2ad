"""An empty session, byte for byte as deployed writers emit one: two spaces, LF, no final newline."""

from __future__ import annotations

import json

_LISTS = (
    "goals",
    "next_actions",
    "parked_actions",
    "completed_actions",
    "completed_goals",
    "open_questions",
    "decisions",
)


def fresh_session(moment: str) -> bytes:
    """Returns a session without content, made at `moment` (an ISO 8601 date-time; format 4.1)."""
    document = {
        "version": 1,
        "created_at": moment,
        "updated_at": moment,
        "machines": {},
        "current": {name: [] for name in _LISTS},
        "history": [],
    }
    return json.dumps(document, indent=2).encode()
