"""Routing and reachability."""

from __future__ import annotations

import pytest

from tests.support.memory import MANIFEST, codes_of, context_of, entry, files, findings_of, memory_file

ALWAYS = "- `brief.md`\n- `constraints.md`\n"
PLANNING = "### Planning / architecture / refactoring\nLoad:\n"
ERROR, WARNING, BLOCKER, INFO = "ERROR", "WARNING", "BLOCKER", "INFO"
CONSTRAINT = memory_file("C", entry())


def _routing(**changed: str | None) -> list[tuple[str, str]]:
    return codes_of(files(**changed), "routing")


def _reach(*replaced: tuple[str, str], **changed: str | None) -> list[tuple[str, str]]:
    manifest = MANIFEST
    for old, new in replaced:
        assert old in manifest
        manifest = manifest.replace(old, new)
    return codes_of(files(manifest=manifest, **changed), "reachability")


def test_memory_without_its_manifest_is_damaged_and_nothing_is_guessed() -> None:
    assert codes_of(files(manifest=None, decisions="- legacy\n")) == [("MC-ROUTING-001", BLOCKER)]


def test_a_project_without_memory_is_an_error_and_no_blocker() -> None:
    (finding,) = findings_of(context_of({}))

    assert (finding.code.id, finding.severity.name, finding.path) == ("MC-ROUTING-001", ERROR, "docs/memory")


@pytest.mark.parametrize("version", ["0.9", "nine"])
def test_an_unknown_protocol_is_all_there_is_to_say(version: str) -> None:
    newer = MANIFEST.replace("protocol_version: 0.8", f"protocol_version: {version}")

    assert codes_of(files(manifest=newer, decisions="- legacy\n", inbox=None)) == [
        ("MC-ROUTING-008", BLOCKER)
    ]


@pytest.mark.parametrize("name", ["brief", "decisions", "constraints", "do_not_use", "inbox", "subjects"])
def test_each_core_file_must_be_there(name: str) -> None:
    assert _routing(**{name: None}) == [("MC-ROUTING-005", ERROR)]


def test_records_preferences_and_a_log_need_not() -> None:
    assert {"reconciliations.md", "preferences.md", "changelog.md"}.isdisjoint(files())
    assert _routing() == []


def test_a_declared_module_without_a_file_is_a_warning() -> None:
    assert _routing(areas__importer=None) == [("MC-ROUTING-010", WARNING)]


@pytest.mark.parametrize("name", ["areas__other", "rules__tone", "profiles__calm"])
def test_a_module_that_is_not_declared_has_no_activation(name: str) -> None:
    assert _routing(**{name: "# T\n"}) == [("MC-ROUTING-002", ERROR)]


def test_the_manifest_should_name_what_people_look_for() -> None:
    manifest = MANIFEST.replace("archive/", "").replace("## Trust boundary", "## Trust")

    assert _routing(manifest=manifest) == [("MC-ROUTING-011", WARNING)] * 2


def test_constraints_are_reached_by_always_load() -> None:
    assert _reach(constraints=CONSTRAINT) == []


def test_constraints_that_no_substantial_task_loads_are_unreachable() -> None:
    assert _reach((ALWAYS, "- `brief.md`\n"), constraints=CONSTRAINT) == [("MC-ROUTING-007", ERROR)]


def test_constraints_that_the_preferences_route_alone_loads_are_too() -> None:
    only = ("### Preferences\n", "### Preferences\n- `constraints.md`\n")

    assert _reach((ALWAYS, "- `brief.md`\n"), only, constraints=CONSTRAINT) == [("MC-ROUTING-007", ERROR)]


def test_constraints_that_some_tasks_skip_are_told_with_the_tasks() -> None:
    manifest = MANIFEST.replace(ALWAYS, "- `brief.md`\n").replace(PLANNING, PLANNING + "- `constraints.md`\n")
    context = context_of(files(manifest=manifest, constraints=CONSTRAINT))
    (finding,) = findings_of(context, "reachability")

    assert finding.code.id == "MC-ROUTING-009"
    assert dict(finding.details)["tasks"] == ("implementation", "artifact", "history")


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [("PREF", "preferences", ("MC-ROUTING-006", WARNING)), ("DNU", "do_not_use", ("MC-ROUTING-007", ERROR))],
)
def test_what_no_normal_route_loads_is_unreachable(code: str, name: str, expected: tuple[str, str]) -> None:
    path = name.replace("_", "-") + ".md"
    manifest = MANIFEST.replace(f"- `{path}`\n", "")

    changed = files(manifest=manifest, **{name: memory_file("T", entry(code))})

    assert codes_of(changed, "reachability") == [expected]


def test_maintenance_is_no_normal_route() -> None:
    text = memory_file("D", entry("DNU"))
    manifest = MANIFEST.replace("- `do-not-use.md`\n", "").replace(
        "- `inbox.md`\n", "- `inbox.md`\n- `do-not-use.md`\n"
    )

    assert codes_of(files(manifest=manifest, do_not_use=text), "reachability") == [("MC-ROUTING-007", ERROR)]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (entry(scope="area:other"), ("MC-ROUTING-007", ERROR)),
        (entry("DEC", scope="area:other"), ("MC-ROUTING-006", WARNING)),
        (entry("AREA", scope="area:other", Entry_Type="constraint"), ("MC-ROUTING-007", ERROR)),
    ],
)
def test_area_memory_needs_a_declared_area(unit: str, expected: tuple[str, str]) -> None:
    assert _reach(areas__other=memory_file("O", unit)) == [expected]


@pytest.mark.parametrize(
    "changed",
    [
        {"inbox": memory_file("I", entry("INBOX", status="candidate", Candidate_Type="constraint"))},
        {"archive__old": CONSTRAINT},
        {"areas__importer": memory_file("I", entry(scope="area:importer"))},
    ],
)
def test_candidates_archive_and_enabled_areas_are_no_matter_of_routes(changed: dict[str, str]) -> None:
    assert _reach(**changed) == []


def test_an_older_protocol_is_told_as_information() -> None:
    older = MANIFEST.replace("protocol_version: 0.8", "protocol_version: 0.6")
    older = older[: older.index("- `areas/importer.md`")] + "- `areas/importer.md`: Importing things\n"

    assert codes_of(files(manifest=older)) == [("MC-ROUTING-008", INFO)]
