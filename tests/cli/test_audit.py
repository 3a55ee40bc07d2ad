"""`git memoir audit` and `check`: what they print, the envelope they keep to, and their exit statuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memoir_git.cli.audit import LATER_FLAGS
from memoir_git.services.audit_data import SECTIONS
from tests.support.golden import assert_golden
from tests.support.in_process import memoir_in
from tests.support.places import PROJECT
from tests.support.processes import Result
from tests.support.project_memory import fresh
from tests.support.projects import MEMORY, STATUSES, with_project
from tests.support.scenario import Repo

SCHEMAS = PROJECT / "docs/reference/schemas"
SUFFIX = {"text": "txt", "json": "json"}
EVERY = {**STATUSES, "nothing": 1}


def memoir(place: Path, *arguments: str) -> Result:
    return memoir_in(place, *arguments)


def envelope(result: Result) -> Any:
    return json.loads(result.out)


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_bytes())


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("output_format", SUFFIX)
def test_an_audit_prints_what_was_found_right(tmp_path: Path, name: str, output_format: str) -> None:
    result = memoir(with_project(tmp_path, name), "audit", "--format", output_format)

    assert (result.code, result.stderr) == (EVERY[name], "")
    assert_golden(result.out, f"audit/{name}.{SUFFIX[output_format]}")


@pytest.mark.parametrize("name", EVERY)
def test_its_json_keeps_to_the_published_schemas(tmp_path: Path, name: str) -> None:
    document = envelope(memoir(with_project(tmp_path, name), "audit", "--format", "json"))

    jsonschema.validate(document, schema("envelope-v1.json"))
    jsonschema.validate(document["data"], schema("audit-v1.json"))


@pytest.mark.parametrize("name", ["clean-0.8", "corrupted-0.8"])
def test_a_check_is_the_audit_without_its_summary(tmp_path: Path, name: str) -> None:
    place = with_project(tmp_path, name)
    audited, checked = memoir(place, "audit"), memoir(place, "check")

    assert checked.code == audited.code
    assert audited.stdout.endswith("\n\n" + checked.stdout)


@pytest.mark.parametrize("name", ["clean-0.8", "corrupted-0.8"])
def test_a_check_and_an_audit_are_one_document_under_two_names(tmp_path: Path, name: str) -> None:
    place = with_project(tmp_path, name)
    audited, checked = (envelope(memoir(place, word, "--format", "json")) for word in ("audit", "check"))

    assert checked == audited | {"command": "check"}


def test_all_is_the_same_as_none_of_the_flags(tmp_path: Path) -> None:
    place = with_project(tmp_path, "corrupted-0.8")

    assert memoir(place, "audit", "--all").out == memoir(place, "audit").out


@pytest.mark.parametrize("section", sorted(set(SECTIONS) - {"entries"}))
def test_a_flag_limits_the_findings_and_hides_no_blocker(tmp_path: Path, section: str) -> None:
    place = with_project(tmp_path, "corrupted-0.8")
    whole, part = (
        envelope(memoir(place, "audit", *flags, "--format", "json")) for flags in ((), (f"--{section}",))
    )

    assert part["data"]["sections"] == [section]
    assert [finding for finding in part["findings"] if finding not in whole["findings"]] == []
    assert part["exit_class"] == "blocker"
    assert len(part["findings"]) < len(whole["findings"])


def test_flags_add_up(tmp_path: Path) -> None:
    document = envelope(memoir(tmp_path, "check", "--privacy", "--security", "--format", "json"))

    assert document["data"]["sections"] == ["privacy", "security"]


@pytest.mark.parametrize("option", [f"--{flag}" for flag in LATER_FLAGS])
def test_what_this_version_lacks_is_told_and_is_no_pass(tmp_path: Path, option: str) -> None:
    place = with_project(tmp_path, "clean-0.8")
    document = envelope(memoir(place, "audit", option, "--format", "json"))

    assert (document["status"], document["exit_class"]) == ("REVIEW", "success-with-review")
    assert [finding["code"] for finding in document["findings"]] == ["MC-INVOCATION-001"]
    assert document["findings"][0]["details"] == {"option": option}


@pytest.mark.parametrize("option", ["--routing-input"])
def test_what_this_version_lacks_limits_the_findings_as_a_section_does(tmp_path: Path, option: str) -> None:
    place = with_project(tmp_path, "legacy-0.5")
    alone, both, everything, whole = (
        envelope(memoir(place, "audit", *words, "--format", "json"))
        for words in ((option,), (option, "--budgets"), (option, "--all"), ())
    )

    assert [finding["code"] for finding in alone["findings"]] == ["MC-INVOCATION-001"]
    assert (alone["data"]["sections"], both["data"]["sections"]) == ([], ["budgets"])
    assert len(everything["findings"]) == len(whole["findings"]) + 1


def test_the_review_of_a_merge_limits_nothing(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")

    document = envelope(memoir(place, "audit", "--merge-base", "main", "--format", "json"))

    assert document["data"]["sections"] == list(SECTIONS)


@pytest.mark.parametrize(
    ("flag", "about"),
    [("--conflicts", "no proof that texts agree"), ("--privacy", "heuristics"), ("--erasure", "Git history")],
)
def test_a_claim_is_limited_in_the_text_and_in_the_json(tmp_path: Path, flag: str, about: str) -> None:
    place = with_project(tmp_path, "clean-0.8")
    text = memoir(place, "audit", flag).stdout
    document = envelope(memoir(place, "audit", flag, "--format", "json"))

    assert any(about in sentence for sentence in document["disclaimers"])
    assert all(sentence in text.splitlines() for sentence in document["disclaimers"])


def test_subjects_without_a_reference_are_listed_for_who_asks_for_subjects(tmp_path: Path) -> None:
    place = with_project(tmp_path, "customised-0.8")
    rows = envelope(memoir(place, "audit", "--format", "json"))["data"]["subjects"]
    active = [row for row in rows if row["status"] == "active"]
    without = [row["subject_id"] for row in active if row["canonical_ref"] is None]

    lines = memoir(place, "audit", "--subjects").stdout.splitlines()

    assert without
    at = lines.index("Active Subjects without Canonical-Ref:")
    assert [line.strip() for line in lines[at + 1 : lines.index("", at)]] == without
    assert "Active Subjects without Canonical-Ref:" not in memoir(place, "audit").stdout


def test_a_section_that_claims_nothing_of_the_kind_has_no_disclaimer(tmp_path: Path) -> None:
    place = with_project(tmp_path, "clean-0.8")

    assert envelope(memoir(place, "audit", "--routing", "--format", "json"))["disclaimers"] == []


@pytest.mark.parametrize("name", ["clean-0.8", "corrupted-0.8"])
def test_the_counts_are_those_of_the_findings(tmp_path: Path, name: str) -> None:
    document = envelope(memoir(with_project(tmp_path, name), "audit", "--format", "json"))

    severities = [finding["severity"] for finding in document["findings"]]
    counts = document["data"]["finding_counts"]
    assert counts == {word: severities.count(word) for word in ("INFO", "WARNING", "ERROR", "BLOCKER")}


@pytest.mark.parametrize(
    "words", [("--memory-dir", "memory"), ("--memory-dir", "docs"), ("--memory-dir", "docs/../x")]
)
def test_memory_lies_below_docs(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = memoir(tmp_path, "audit", *words)

    assert (result.code, result.out) == (1, b"")
    assert "cannot hold project memory" in result.stderr


def test_another_folder_and_another_root_may_be_named(tmp_path: Path) -> None:
    place = with_project(tmp_path / "deep", "clean-0.8")
    (place / MEMORY).rename(place / "docs/notes")

    result = memoir(tmp_path, "audit", "--project-root", "deep", "--memory-dir", "docs/notes")

    assert (result.code, result.stdout.splitlines()[2]) == (0, "Memory directory: docs/notes")


def test_an_unknown_flag_is_wrong_usage(tmp_path: Path) -> None:
    assert memoir(tmp_path, "audit", "--everything").code == 2


PINNED = "- repo:src/a.py@{revision}"


@pytest.fixture
def pinned(make_repo: Callable[[], Repo]) -> Callable[[str], Repo]:
    """Makes a repository whose memory pins a source at the commit before the last one."""

    def make(latest: str) -> Repo:
        repo = make_repo()
        repo.commit({"src/a.py": "first\n"})
        revision = repo.resolve("HEAD")
        repo.commit({"src/a.py": latest, "other": "x"})
        with_project(repo.path, "clean-0.8")
        constraints = repo.path / MEMORY / "constraints.md"
        text = constraints.read_text(encoding="utf-8")
        evidence = f"- user-confirmed\n{PINNED.format(revision=revision)}"
        constraints.write_text(text.replace("- user-confirmed", evidence), encoding="utf-8")
        return repo

    return make


def codes(repo: Repo) -> list[str]:
    document = json.loads(repo.memoir("audit", "--format", "json").out)
    return [finding["code"] for finding in document["findings"]]


def test_a_source_that_changed_since_it_was_pinned_has_drifted(pinned: Callable[[str], Repo]) -> None:
    assert codes(pinned("second\n")) == ["MC-FRESH-002"]


def test_a_commit_that_left_the_source_alone_is_no_drift(pinned: Callable[[str], Repo]) -> None:
    assert codes(pinned("first\n")) == []


def test_a_revision_nobody_knows_has_drifted(pinned: Callable[[str], Repo]) -> None:
    repo = pinned("first\n")
    constraints = repo.path / MEMORY / "constraints.md"
    lines = constraints.read_text(encoding="utf-8").split("\n")
    lines = ["- repo:src/a.py@0000000" if "@" in line else line for line in lines]
    constraints.write_text("\n".join(lines), encoding="utf-8")

    assert codes(repo) == ["MC-FRESH-002"]


def test_without_git_pins_are_told_and_are_no_failure(pinned: Callable[[str], Repo], tmp_path: Path) -> None:
    repo = pinned("first\n")
    (repo.path / ".git").rename(tmp_path / "elsewhere")

    result = memoir(repo.path, "audit", "--format", "json")

    assert result.code == 0
    assert [finding["code"] for finding in envelope(result)["findings"]] == ["MC-FRESH-003"]


def test_nothing_is_changed(pinned: Callable[[str], Repo]) -> None:
    repo = pinned("second\n")
    before = repo.git("status", "--porcelain=v2", "--untracked-files=all").out

    repo.memoir("audit")
    repo.memoir("check")

    assert repo.git("status", "--porcelain=v2", "--untracked-files=all").out == before


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    """A project that was begun for two agents."""
    result = memoir(tmp_path, "init", "project", "--agent", "codex", "--agent", "claude")
    assert result.code == 0, str(result)
    return tmp_path


def without_block(place: Path) -> list[str]:
    document = envelope(memoir(place, "audit", "--routing", "--format", "json"))
    return [finding["path"] for finding in document["findings"] if finding["code"] == "MC-ADAPTER-001"]


def test_the_files_of_agents_that_were_set_up_point_at_memory(agents: Path) -> None:
    assert without_block(agents) == []


@pytest.mark.parametrize("text", ["", "# Other\n", "<!-- memoir-git:start -->\n"])
def test_a_file_that_lost_its_block_is_told(agents: Path, text: str) -> None:
    (agents / "CLAUDE.md").write_text(text, encoding="utf-8")

    assert without_block(agents) == ["CLAUDE.md"]


def test_a_file_of_an_agent_that_was_never_set_up_is_nobodys_business(agents: Path) -> None:
    (agents / "GEMINI.md").write_text("# Other\n", encoding="utf-8")

    assert without_block(agents) == []


@pytest.mark.parametrize("target", [None, "AGENTS.md"])
def test_a_file_that_is_gone_or_a_link_is_nobodys_mistake(agents: Path, target: str | None) -> None:
    (agents / "CLAUDE.md").unlink()
    if target is not None:
        (agents / "CLAUDE.md").symlink_to(target)

    assert without_block(agents) == []


class TestHistoryExposure:
    """What is known to be forgotten, looked for in history: only when it is asked for (guide 4.4)."""

    GONE = "MC-DEC-20260901-0a1b2c3d"
    GUARD = (
        "## MC-TOMB-20260902-11112222 \u2014 removed entry\nStatus: active\nScope: project\n"
        f"Evidence:\n- user-confirmed\n\nRejected:\nAn entry was removed.\nRemoved entries: {GONE}\n"
    )

    @pytest.fixture
    def place(self, make_repo: Callable[[], Repo]) -> Path:
        """A project whose guard names an entry that its history still holds."""
        repo = make_repo()
        for name, text in fresh().items():
            repo.write({f"docs/memory/{name}": text})
        decisions, guards = (f"docs/memory/{name}.md" for name in ("decisions", "do-not-use"))
        kept = {path: (repo.path / path).read_text() for path in (decisions, guards)}
        repo.commit({decisions: f"{kept[decisions]}\n## {self.GONE} \u2014 xylophone\nStatus: active\n"})
        repo.commit({decisions: kept[decisions], guards: f"{kept[guards]}\n{self.GUARD}"})
        return repo.path

    def test_it_is_asked_for_by_its_flag_alone(self, place: Path) -> None:
        for words in ((), ("--all",), ("--erasure",)):
            document = envelope(memoir(place, "audit", *words, "--format", "json"))

            assert document["data"]["history_exposure"] == {"status": "not-requested"}

    def test_an_entry_that_a_guard_names_is_found_in_history_and_not_in_the_guard(self, place: Path) -> None:
        result = memoir(place, "audit", "--history-exposure", "--format", "json")

        document = envelope(result)
        exposure = document["data"]["history_exposure"]
        assert [finding["code"] for finding in document["findings"]] == ["MC-ERASURE-003"]
        assert [(row["path"], row["subjects"]) for row in exposure["copies"]] == [
            ("docs/memory/decisions.md", [self.GONE])
        ]
        assert (document["status"], result.code, "xylophone" in result.stdout) == ("REVIEW", 0, False)

    def test_its_json_keeps_to_both_schemas(self, place: Path) -> None:
        data = envelope(memoir(place, "audit", "--history-exposure", "--format", "json"))["data"]

        jsonschema.validate(data, schema("audit-v1.json"))
        jsonschema.validate(data["history_exposure"], schema("exposure-v1.json"))

    def test_its_text_says_what_can_be_done(self, place: Path) -> None:
        said = memoir(place, "audit", "--history-exposure").stdout

        assert "History status: reachable-copy-detected" in said
        assert "git filter-repo" in said
        assert "can show that they hold none" in said

    def test_outside_of_git_it_says_so_and_is_no_pass(self, tmp_path: Path) -> None:
        place = with_project(tmp_path, "clean-0.8")

        document = envelope(memoir(place, "audit", "--history-exposure", "--format", "json"))

        assert [finding["code"] for finding in document["findings"]] == ["MC-ERASURE-002"]
        assert document["data"]["history_exposure"]["reasons"] == ["not-a-repository"]
        assert document["status"] == "REVIEW"
