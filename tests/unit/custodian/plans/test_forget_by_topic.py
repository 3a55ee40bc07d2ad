"""Which units a topic finds, in which files, and what a person has to settle first."""

from __future__ import annotations

import pytest

from tests.support.forgetting import MARK, forget_topic
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject

MODES = ("soft", "hard", "purge")
EACH_MODE = pytest.mark.parametrize("mode", MODES)
OTHER = entry("DEC", 2, facet="security")


def _marked(code: str = "DEC", number: int = 1, **fields: str) -> str:
    return entry(code, number, body=f"We play the {MARK}.", **fields)


# -- units


@EACH_MODE
def test_a_whole_section_goes_and_its_neighbours_stay_byte_for_byte(mode: str) -> None:
    before = files(decisions=memory_file("Decisions", OTHER, _marked(), entry("DEC", 3, facet="lifecycle")))

    after = forget_topic(before, mode=mode).files

    assert after["decisions.md"] == memory_file("Decisions", OTHER, entry("DEC", 3, facet="lifecycle"))


@pytest.mark.parametrize("field", ["title", "body", "Scope-free"])
@EACH_MODE
def test_a_topic_is_found_wherever_it_stands_in_a_unit(mode: str, field: str) -> None:
    text = {
        "title": entry("DEC", 1, title=f"The {MARK.upper()}"),
        "body": _marked(),
        "Scope-free": f"## Played the {MARK}\n\nDecision: yes\n",
    }[field]

    after = forget_topic(files(decisions=memory_file("Decisions", text)), mode=mode).files

    assert MARK not in after["decisions.md"].lower()


def test_a_topic_is_found_in_another_normal_form_and_over_line_ends() -> None:
    text = entry("DEC", 1, body="Cafe\u0301\nMUSIC at noon")

    after = forget_topic(files(decisions=memory_file("Decisions", text)), "caf\u00e9 music").files

    assert "MUSIC" not in after["decisions.md"]


def test_a_bullet_goes_with_the_lines_that_continue_it() -> None:
    inbox = f"# Inbox\n\n- one\n- two\n  about the {MARK}\n\n  and more\n- three\n"

    after = forget_topic(files(inbox=inbox)).files

    assert after["inbox.md"] == "# Inbox\n\n- one\n- three\n"


def test_a_section_without_an_id_takes_its_bullets_along() -> None:
    brief = (
        f"# Brief\n\n## Music\n\nPlaying.\n\n- the {MARK}\n\n## {MARK} days\n\n- monday\n\n## Rest\n\nNone.\n"
    )

    after = forget_topic(files(brief=brief)).files

    assert after["brief.md"] == "# Brief\n\n## Music\n\nPlaying.\n\n## Rest\n\nNone.\n"


def test_a_heading_inside_a_fence_parts_nothing() -> None:
    text = entry("DEC", 1, body=f"```\n## not a heading\n{MARK}\n```\nend")

    after = forget_topic(files(decisions=memory_file("Decisions", text, OTHER))).files

    assert after["decisions.md"] == memory_file("Decisions", OTHER)


def test_an_ambiguous_bullet_that_matches_goes_alone() -> None:
    text = entry("DEC", 1) + f"- the {MARK}\n"

    after = forget_topic(files(decisions=memory_file("Decisions", text, OTHER))).files

    assert MARK not in after["decisions.md"]
    assert entry_id("DEC", 1) in after["decisions.md"]


def test_windows_line_ends_stay() -> None:
    text = memory_file("Decisions", _marked(), OTHER).replace("\n", "\r\n")

    after = forget_topic(files(decisions=text)).files

    assert after["decisions.md"] == memory_file("Decisions", OTHER).replace("\n", "\r\n")
    assert "\n" in after["do-not-use.md"]


# -- what a person has to settle first


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("brief", f"# Brief\n\nWe play the {MARK}.\n", "manual-rewrite"),
        ("decisions", f"# Decisions\n\nNo {MARK}.\n\n{OTHER}", "manual-rewrite"),
        ("brief", f"# Brief\n\n- a bullet\n\nThen the {MARK}.\n", "manual-rewrite"),
        ("brief", f"# The {MARK}\n\nText.\n", "title-matches"),
        ("brief", f"# Brief\n\n## The {MARK}\n\n## Other\n\nText.\n", "heading-only"),
        ("decisions", f"# Decisions\n\n```\n{MARK}\n", "file-unusable"),
        ("do_not_use", memory_file("Do not use", _marked("DNU")), "rejection-matches"),
        ("do_not_use", f"# Do not use\n\n- the {MARK}\n", "rejection-matches"),
        ("do_not_use", f"# Do not use\n\nNo {MARK}.\n", "manual-rewrite"),
        ("decisions", memory_file("Decisions", _marked() + "- and this\n"), "ambiguous-bullet"),
    ],
)
@EACH_MODE
def test_what_is_no_unit_of_its_own_blocks_every_write(name: str, text: str, reason: str, mode: str) -> None:
    before = files(**{name: text, "inbox": f"# Inbox\n\n- the {MARK}\n"})

    forgotten = forget_topic(before, mode=mode)

    assert forgotten.blockers == [reason]
    assert forgotten.files == before


@EACH_MODE
def test_a_missing_file_of_rejections_blocks(mode: str) -> None:
    assert forget_topic(files(do_not_use=None), mode=mode).blockers == ["file-missing"]


def test_a_topic_that_is_a_secret_is_not_written_into_a_guard() -> None:
    token = "ghp_" + "a1B2" * 9

    assert forget_topic(files(), token).blockers == ["topic-holds-a-secret"]
    assert forget_topic(files(), token, "hard").blockers == []


@pytest.mark.parametrize("mode", ["hard", "purge"])
@pytest.mark.parametrize("path", [f"areas/{MARK}-team", f"archive/areas-{MARK}-2026-01-01", f"{MARK}/notes"])
def test_a_file_named_after_the_topic_blocks_without_being_named(path: str, mode: str) -> None:
    before = files() | {f"{path}.md": f"# Notes\n\n- the {MARK}\n"}

    forgotten = forget_topic(before, mode=mode)

    assert forgotten.blockers == ["file-name-tells"]
    assert MARK not in repr(forgotten.draft)


@pytest.mark.parametrize("topic", ["decisions", "area", "rules", "archive", "inbox"])
def test_a_name_that_the_protocol_gives_does_not_block(topic: str) -> None:
    before = files(archive__decisions_2026_01_01="# Archived\n", rules__tone="# Tone\n\nPlain.\n")

    assert "file-name-tells" not in forget_topic(before, topic, "hard").blockers


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_a_subject_that_is_in_use_blocks_and_its_owners_are_named(mode: str) -> None:
    before = files(
        subjects=memory_file("Subjects", subject(title=f"The {MARK}")),
        decisions=memory_file("Decisions", OTHER),
    )

    forgotten = forget_topic(before, mode=mode)

    assert forgotten.blockers == ["subject-in-use"]
    assert forgotten.draft.blockers[0].entry_id == entry_id("DEC", 2)


@pytest.mark.parametrize("mode", ["hard", "purge"])
def test_a_subject_that_goes_with_its_last_owner_does_not_block(mode: str) -> None:
    before = files(
        subjects=memory_file("Subjects", subject(aliases=[MARK])),
        decisions=memory_file("Decisions", _marked()),
    )

    after = forget_topic(before, mode=mode).files

    assert (after["subjects.md"], after["decisions.md"]) == (
        memory_file("Subjects"),
        memory_file("Decisions"),
    )


# -- files


@pytest.mark.parametrize(
    ("path", "modes"),
    [
        ("brief", MODES),
        ("decisions", MODES),
        ("constraints", MODES),
        ("preferences", MODES),
        ("inbox", MODES),
        ("changelog", MODES),
        ("areas/importer", MODES),
        ("areas/undeclared", ("hard", "purge")),
        ("rules/undeclared", ("hard", "purge")),
        ("reconciliations", ("hard", "purge")),
        ("notes", ("hard", "purge")),
        ("archive/decisions-2026-01-01", ("purge",)),
        ("archive/README", ()),
        ("rules/README", ()),
        ("manifest", ()),
    ],
)
@EACH_MODE
def test_each_mode_reaches_its_files_and_no_others(path: str, modes: tuple[str, ...], mode: str) -> None:
    unit = f"## About the {MARK}\n\nText.\n"
    plain = files()
    before = plain | {f"{path}.md": f"{plain.get(f'{path}.md', '# Notes')}\n{unit}"}

    after = forget_topic(before, mode=mode).files

    assert (unit not in after[f"{path}.md"]) == (mode in modes)


@EACH_MODE
def test_what_still_mentions_it_is_counted(mode: str) -> None:
    before = files(archive__README=f"# Archive\n\nOf the {MARK}.\n", inbox=f"# Inbox\n\n- the {MARK}\n")

    forgotten = forget_topic(before, mode=mode)

    assert forgotten.fact("files_that_still_mention_it") == 1
    assert "mentions-left" in forgotten.warnings


@EACH_MODE
@pytest.mark.parametrize("damage", ["caf\udce9\n", "one\0two\n", "```\nnever closed\n"])
def test_a_damaged_file_that_does_not_mention_it_is_left_as_it_is(damage: str, mode: str) -> None:
    before = files(preferences=f"# P\n\n{damage}", decisions=memory_file("Decisions", _marked()))

    forgotten = forget_topic(before, mode=mode)

    assert forgotten.blockers == []
    assert forgotten.files["preferences.md"] == before["preferences.md"]


def test_what_is_left_is_counted_where_nothing_goes() -> None:
    before = files(archive__decisions_2026_01_01=memory_file("Archived", _marked()))

    forgotten = forget_topic(before, mode="hard")

    assert forgotten.warnings == ["no-match", "mentions-left"]
    assert forgotten.fact("files_that_still_mention_it") == 1


@EACH_MODE
def test_what_soft_forgetting_noted_itself_is_not_counted(mode: str) -> None:
    once = forget_topic(files(changelog="# Changelog\n")).files

    assert forget_topic(once, mode=mode).fact("files_that_still_mention_it") == 0


# -- broad matches


@pytest.mark.parametrize(
    ("topic", "inbox", "is_broad"),
    [
        (MARK, f"- the {MARK}\n", False),
        (MARK, "- nothing\n", False),
        (MARK, f"- the {MARK}\n- a {MARK}\n", True),
        ("mar", "- a mar\n", True),
        ("m a r", "- nothing\n", True),
        ("mark", "- a mark\n", False),
    ],
)
@EACH_MODE
def test_a_short_topic_and_several_units_need_a_flag(
    topic: str, inbox: str, mode: str, *, is_broad: bool
) -> None:
    forgotten = forget_topic(files(inbox=f"# Inbox\n\n{inbox}"), topic, mode)

    assert (forgotten.draft.needs == {"needs-allow-broad-match"}) == is_broad
    assert ("broad-match" in forgotten.warnings) == is_broad


def test_records_are_units_like_others() -> None:
    text = record(1, [entry_id("DEC", 1), entry_id("DEC", 2)]).replace("Reviewed", MARK)
    decisions = memory_file("Decisions", entry("DEC", 1), OTHER)

    after = forget_topic(
        files(decisions=decisions, reconciliations=memory_file("R", text)), mode="hard"
    ).files

    assert after["reconciliations.md"] == memory_file("R")
    assert after["decisions.md"] == decisions


def test_an_untouched_subject_stays() -> None:
    after = forget_topic(files(decisions=memory_file("Decisions", _marked()))).files

    assert SUBJECT in after["subjects.md"]
