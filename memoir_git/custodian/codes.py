"""Every finding code of project memory, in one table (guide 5.5; what the guide numbers keeps its numbers).

The codes are declared beside their subject in `codes_routing`, `codes_entry`, `codes_subject` and
`codes_system`; checks use the names there, never the strings. Codes are never renumbered and never reused.
"""

from __future__ import annotations

from types import ModuleType

from memoir_git.core.finding import FindingCode
from memoir_git.custodian import codes_entry, codes_routing, codes_subject, codes_system


def _declared_in(module: ModuleType) -> tuple[FindingCode, ...]:
    return tuple(value for value in vars(module).values() if isinstance(value, FindingCode))


ALL: tuple[FindingCode, ...] = (
    _declared_in(codes_routing)
    + _declared_in(codes_entry)
    + _declared_in(codes_subject)
    + _declared_in(codes_system)
)
RETIRED: tuple[str, ...] = ()
