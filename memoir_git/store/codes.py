"""Every finding code of the memoir store, in one table.

The codes are declared beside their subject, in `codes_common`, `codes_entry`, `codes_session`,
`codes_monotone` and `codes_plans`; checks use the names there, never the strings. A code is never renumbered
and never reused; one that is dropped moves to `RETIRED`.
"""

from __future__ import annotations

from types import ModuleType

from memoir_git.core.finding import FindingCode
from memoir_git.store import codes_common, codes_entry, codes_monotone, codes_plans, codes_session


def _declared_in(module: ModuleType) -> tuple[FindingCode, ...]:
    return tuple(value for value in vars(module).values() if isinstance(value, FindingCode))


ALL: tuple[FindingCode, ...] = (
    _declared_in(codes_common)
    + _declared_in(codes_entry)
    + _declared_in(codes_session)
    + _declared_in(codes_monotone)
    + _declared_in(codes_plans)
)
RETIRED: tuple[str, ...] = ()
