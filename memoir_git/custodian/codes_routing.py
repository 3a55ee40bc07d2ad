"""Finding codes of routing, reachability and budgets (guide 5.5)."""

from __future__ import annotations

from memoir_git.custodian.codes_common import error, warning

MISSING_ROUTE = error(
    "ROUTING-001",
    "A canonical route is missing: {part}.",
    "Add it to manifest.md, or let git memoir init project make it (with --repair where memory stands).",
)
NO_ACTIVATION = error(
    "ROUTING-002",
    "An optional module has no activation that fits its folder.",
    "Declare it with git memoir enable, or in the index of manifest.md with an activation; or remove it.",
)
SCOPE_OMITTED = warning(
    "ROUTING-003",
    "The invocation names no path or area, although area memory is routed by path.",
    "Run the command again with --path or --area.",
    since=None,
)
AMBIGUOUS_INVOCATION = error(
    "ROUTING-004",
    "The invocation can be routed in more than one way.",
    "Narrow it with --path, --area or --task.",
)
REQUIRED_FILE_MISSING = error(
    "ROUTING-005",
    "A file that a route requires is missing.",
    "Create it with git memoir init project --repair, or take it out of the route in manifest.md.",
)
UNREACHABLE_ENTRY = warning(
    "ROUTING-006",
    "An active entry is reached by no normal route.",
    "Move the entry to a routed file, or route its file in manifest.md.",
)
UNREACHABLE_HARD = error(
    "ROUTING-007",
    "An active hard constraint is reached by no normal route.",
    "Route the file in manifest.md for every substantial task, or enable its area.",
)
INVALID_MANIFEST = error(
    "ROUTING-008",
    "The manifest is not what protocol 0.8 asks for: {reason}.",
    "Mend a mistake; a newer protocol or schema needs a newer memoir-git, an older one is read as it is"
    " (docs/reference/formats/custodian.md).",
)
ROUTE_SKIPS_CONSTRAINTS = warning(
    "ROUTING-009",
    "The root constraints are not loaded for these tasks: {tasks}.",
    "Add constraints.md under 'Always load' in manifest.md, or confirm the custom routes.",
)
OPTIONAL_FILE_MISSING = warning(
    "ROUTING-010",
    "A declared optional module has no file.",
    "Create the file, or remove its lines from the optional module index.",
)
MANIFEST_LINT = warning(
    "ROUTING-011",
    "The manifest does not mention {name}.",
    "Name it in manifest.md, so that people know of it.",
)
BUDGET = warning(
    "BUDGET-001",
    "The budget is used up or nearly so: about {amount} of {limit} {unit}.",
    "Run git memoir compact for the file, or shorten entries.",
)
