"""What forgetting writes down: guards and their lists, lines of the log, and none of it twice."""

from __future__ import annotations

import pytest

from memoir_git.custodian.guard_texts import is_redacted, topic_of
from memoir_git.custodian.guards import guards_of, removed_entries
from memoir_git.custodian.plans.forget_request import ForgetTopic, Mode
from memoir_git.custodian.project import Project
from tests.support.forgetting import MARK, forget, forget_id, forget_topic
from tests.support.memory import MANIFEST, codes_of, entry, entry_id, files, memory_file

LOG = "# Changelog\n\n- 2026-09-01 memory begun\n"
DECISION = entry_id("DEC", 1)


def _project(made: dict[str, str]) -> Project:
    return Project({path: text.encode() for path, text in made.items()})


def _guards(made: dict[str, str]) -> list[tuple[str | None, tuple[str, ...]]]:
    """Returns what each guard in force names: its topic and the entries that went."""
    return [(topic_of(guard), removed_entries(guard)) for guard in guards_of(_project(made))]


def _about(number: int = 1) -> str:
    return entry("DEC", number, body=f"We play the {MARK}.", facet=("workflow", "security")[number % 2])


def _marked(**changed: str | None) -> dict[str, str]:
    return files(decisions=memory_file("Decisions", _about()), changelog=LOG, **changed)


# -- guards


def test_soft_leaves_a_guard_that_names_the_topic_and_the_entry() -> None:
    after = forget_topic(_marked()).files

    assert _guards(after) == [(MARK, (DECISION,))]
    assert codes_of(after, "entries", "relations", "subjects") == []


def test_soft_without_a_match_still_leaves_a_guard() -> None:
    forgotten = forget_topic(files())

    assert _guards(forgotten.files) == [(MARK, ())]
    assert forgotten.scope["domains"]["active_memory"] == "no-match"
    assert forgotten.scope["domains"]["git_worktree"] == "on-apply"


def test_hard_leaves_a_guard_that_names_the_entry_and_no_topic() -> None:
    after = forget_topic(_marked(), mode="hard").files

    assert _guards(after) == [(None, (DECISION,))]
    assert not any(MARK in text.lower() for text in after.values())
    assert codes_of(after, "entries", "relations", "subjects") == []


def test_purge_leaves_no_record() -> None:
    after = forget_topic(_marked(), mode="purge").files

    assert _guards(after) == []
    assert not any(MARK in text.lower() or DECISION in text for text in after.values())


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_hard_and_purge_without_a_match_do_nothing(mode: str) -> None:
    forgotten = forget_topic(files(changelog=LOG), mode=mode)

    assert forgotten.changed == set()
    assert forgotten.warnings == ["no-match"]


def test_a_guard_has_the_same_id_for_the_same_topic_however_it_is_spelled() -> None:
    first, second = (forget_topic(files(), topic).fact("guard") for topic in (MARK, f" {MARK.upper()}  "))

    assert first == second


def test_a_soft_guard_of_another_project_has_another_id() -> None:
    other = MANIFEST.replace("0b1d7a52", "1b1d7a52")

    assert forget_topic(files()).fact("guard") != forget_topic(files(manifest=other)).fact("guard")


@pytest.mark.parametrize("today", ["20261130", "20261201"])
def test_forgetting_softly_again_changes_nothing(today: str) -> None:
    once = forget_topic(_marked()).files

    again = forget(once, ForgetTopic(topic=MARK.upper(), mode=Mode.SOFT), today=today)

    assert again.changed == set()


def test_forgetting_softly_again_adds_to_the_list_of_the_guard_that_stands() -> None:
    once = forget_topic(_marked()).files
    back = once | {"decisions.md": memory_file("Decisions", _about(2))}

    after = forget_topic(back).files

    assert _guards(after) == [(MARK, (DECISION, entry_id("DEC", 2)))]


def test_the_rest_of_a_guard_stays_when_its_list_grows() -> None:
    once = forget_topic(_marked()).files
    edited = once["do-not-use.md"] + "\nReason:\nA client asked.\n"
    back = once | {"decisions.md": memory_file("Decisions", _about(2)), "do-not-use.md": edited}

    after = forget_topic(back).files["do-not-use.md"]

    assert after == edited.replace(DECISION, f"{DECISION}, {entry_id('DEC', 2)}")


def test_code_at_the_end_of_a_guard_is_no_fence_around_it() -> None:
    once = forget_topic(_marked()).files
    edited = once["do-not-use.md"].rstrip("\n") + "\n```\ncode\n```\n"
    back = once | {"decisions.md": memory_file("Decisions", _about(2)), "do-not-use.md": edited}

    after = forget_topic(back).files

    assert after["do-not-use.md"].startswith(edited.rstrip("\n"))
    assert _guards(after) == [(MARK, (entry_id("DEC", 2),))]


def test_a_superseded_guard_is_not_added_to() -> None:
    once = forget_topic(files()).files
    lifted = once["do-not-use.md"].replace(
        "Status: active", "Status: superseded\nSuperseded-By: external:removed"
    )

    after = forget_topic(once | {"do-not-use.md": lifted}).files

    assert _guards(after) == [(MARK, ())]
    assert after["do-not-use.md"].count("## MC-TOMB") == 2


@pytest.mark.parametrize(("mode", "named"), [("hard", [None]), ("purge", [])])
def test_a_stronger_mode_takes_the_guard_that_names_the_topic_away(mode: str, named: list[None]) -> None:
    soft = forget_topic(_marked())

    after = forget_topic(soft.files, mode=mode).files

    assert [topic for topic, _ in _guards(after)] == named
    assert not any(MARK in text.lower() for text in after.values())


def test_a_hard_guard_takes_the_list_of_the_guards_it_replaces() -> None:
    soft = forget_topic(_marked())

    after = forget_topic(soft.files, mode="hard").files

    assert _guards(after) == [(None, tuple(sorted((DECISION, soft.fact("guard")))))]


def test_a_soft_forgetting_keeps_another_guard_that_mentions_the_topic() -> None:
    once = forget_topic(files(), f"{MARK} players").files

    forgotten = forget_topic(once)

    assert {topic for topic, _ in _guards(forgotten.files)} == {MARK, f"{MARK} players"}
    assert len(forgotten.fact("guards_that_stay")) == 1


def test_a_second_hard_forgetting_adds_a_guard_of_its_own() -> None:
    once = forget_topic(_marked(), mode="hard").files
    more = once | {"constraints.md": memory_file("Constraints", entry("CON", 1, title=f"No {MARK}"))}

    after = forget_id(more, entry_id("CON", 1), "hard").files

    assert sorted(_guards(after)) == [(None, (entry_id("CON", 1),)), (None, (DECISION,))]


def test_an_entry_that_came_back_is_forgotten_without_a_second_guard() -> None:
    once = forget_topic(_marked(), mode="hard").files

    after = forget_topic(once | {"decisions.md": _marked()["decisions.md"]}, mode="hard").files

    assert _guards(after) == [(None, (DECISION,))]


@pytest.mark.parametrize(
    "topic", ["C #", "a — b", "<!-- x", "``` end", "# title", "Status: active", "- item"]
)
def test_any_topic_makes_a_guard_that_names_it(topic: str) -> None:
    after = forget_topic(files(), topic).files

    assert [found for found, _ in _guards(after)] == [topic]
    assert codes_of(after, "entries", "relations") == []


@pytest.mark.parametrize("schema", ["1", "2", "3"])
@pytest.mark.parametrize("mode", ["soft", "hard"])
def test_a_guard_has_the_form_of_the_declared_schema(schema: str, mode: str) -> None:
    manifest = MANIFEST.replace("entry_schema_version: 1", f"entry_schema_version: {schema}")

    after = forget_topic(_marked(manifest=manifest), MARK, mode).files

    assert [ids for _, ids in _guards(after)] == [(DECISION,)]
    assert ("```memory-custodian-body-v1" in after["do-not-use.md"]) == (schema != "1")


@pytest.mark.parametrize("schema", ["2", "3"])
def test_the_list_of_a_fenced_guard_grows_inside_the_fence(schema: str) -> None:
    manifest = MANIFEST.replace("entry_schema_version: 1", f"entry_schema_version: {schema}")
    once = forget_topic(files(manifest=manifest), "``` and ````").files
    back = once | {"inbox.md": "# Inbox\n\n## " + entry_id("DEC", 2) + " — ``` and ````\n\nStatus: active\n"}

    after = forget_topic(back, "``` and ````").files

    assert _guards(after) == [("``` and ````", (entry_id("DEC", 2),))]


def test_a_redacted_guard_is_told_from_others() -> None:
    hard, soft = (forget_topic(_marked(), mode=mode).files for mode in ("hard", "soft"))

    assert [is_redacted(guard) for guard in guards_of(_project(hard))] == [True]
    assert [is_redacted(guard) for guard in guards_of(_project(soft))] == [False]


# -- the log


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("soft", f'forgot the topic "{MARK}"'),
        ("hard", "forgot something (hard)"),
        ("purge", "forgot something (purge)"),
    ],
)
def test_the_log_has_a_line_before_its_first_one(mode: str, words: str) -> None:
    after = forget_topic(_marked(), mode=mode).files

    assert after["changelog.md"] == LOG.replace("- 2026", f"- 2026-11-30 {words}\n- 2026", 1)


def test_a_project_without_a_log_gets_none() -> None:
    assert "changelog.md" not in forget_topic(files()).files


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_a_stronger_mode_takes_the_older_lines_that_name_the_topic(mode: str) -> None:
    soft = forget_topic(_marked()).files

    after = forget_topic(soft, mode=mode).files

    assert after["changelog.md"] == LOG.replace(
        "- 2026", f"- 2026-11-30 forgot something ({mode})\n- 2026", 1
    )


def test_soft_takes_the_lines_that_mention_the_topic_and_keeps_its_own() -> None:
    log = f"# Changelog\n\n- 2026-10-01 took up the {MARK}\n"
    once = forget_topic(_marked() | {"changelog.md": log}).files

    assert once["changelog.md"] == f'# Changelog\n\n- 2026-11-30 forgot the topic "{MARK}"\n'
    assert forget_topic(once).changed == set()


def test_a_log_of_sections_gets_its_line_before_them() -> None:
    log = "# Changelog\n\nProse.\n\n## October\n\n- played\n"

    after = forget_topic(files(changelog=log)).files

    assert after["changelog.md"].startswith("# Changelog\n\nProse.\n\n- 2026-11-30 forgot")
    assert after["changelog.md"].endswith("\n\n## October\n\n- played\n")
