"""`git memoir init project`: what it makes, keeps, refuses and says."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from typing import Any

import jsonschema
import pytest

from tests.support.in_process import InProcess
from tests.support.places import PROJECT
from tests.support.processes import run
from tests.support.project_memory import CORE, EXTRA
from tests.support.scenario import Repo
from tests.support.setting_up import every_byte, installed

MARK = "/docs/memory/manifest.md memoir=project"
# What git merges as text is memory too, and is checked before it is committed.
PROSE = [
    f"/docs/memory/{name} memoir=project"
    for name in ("brief.md", "changelog.md", "profiles/*.md", "rules/*.md")
]


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    return make_repo()


@pytest.fixture
def memoir(
    repo: Repo, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    return InProcess(repo.path, capfdbinary, monkeypatch)


def files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def attribute(repo: Repo, path: str, name: str = "memoir") -> str:
    return repo.git("check-attr", "-z", name, "--", path).stdout.split("\0")[2]


def findings(memoir: InProcess, *words: str) -> list[tuple[str, str]]:
    document = json.loads(memoir("audit", "--format", "json", *words).out)
    return [(finding["code"], finding["severity"]) for finding in document["findings"]]


def begun(memoir: InProcess, *words: str) -> dict[str, Any]:
    """Runs `init project` as a step that has to work and returns the envelope."""
    result = memoir("init", "project", *words, "--format", "json")
    assert result.code == 0, str(result)
    document = json.loads(result.out)
    assert isinstance(document, dict)
    return document


def test_it_makes_the_seven_files_and_marks_the_manifest(repo: Repo, memoir: InProcess) -> None:
    document = begun(memoir)

    assert files_below(repo.path / "docs/memory") == list(CORE)
    assert document["data"]["made"] == [f"docs/memory/{name}" for name in CORE]
    assert document["data"]["changed"] == [".git/info/attributes", ".gitattributes"]
    assert document["protocol_version"] == "0.8"
    for place in (".gitattributes", ".git/info/attributes"):
        assert MARK in repo.read(place).decode().splitlines()
    assert attribute(repo, "docs/memory/manifest.md") == "project"
    assert attribute(repo, "docs/memory/decisions.md") == "unspecified"
    assert attribute(repo, "docs/memory/decisions.md", "merge") == "memoir-units"
    assert attribute(repo, "docs/memory/brief.md", "merge") == "unspecified"


def test_the_text_says_what_was_made_what_git_does_and_what_is_next(memoir: InProcess) -> None:
    result = memoir("init", "project")

    assert result.stdout.startswith("Made project memory in docs/memory:\n  brief.md\n")
    assert "merge unit by unit" in result.stdout
    assert "Next: edit docs/memory/brief.md" in result.stdout
    assert "git memoir audit" in result.stdout


def test_an_audit_of_a_new_project_asks_for_a_brief_and_nothing_else(memoir: InProcess) -> None:
    begun(memoir, "--extended")

    assert findings(memoir) == [("MC-ENTRY-003", "WARNING")]


def test_extended_adds_five_files_also_to_a_project_that_exists(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    repo.write({"docs/memory/brief.md": "# Brief\n\nOurs.\n"})

    document = begun(memoir, "--extended")

    assert document["data"]["made"] == [f"docs/memory/{name}" for name in EXTRA]
    assert repo.read("docs/memory/brief.md") == b"# Brief\n\nOurs.\n"


@pytest.mark.parametrize("words", [(), ("--extended", "--agent", "all"), ("--repair",)])
def test_a_second_run_changes_no_byte(repo: Repo, memoir: InProcess, words: tuple[str, ...]) -> None:
    begun(memoir, *words)
    before = every_byte(repo.path)

    document = begun(memoir, *words)

    assert every_byte(repo.path) == before
    assert (document["data"]["made"], document["data"]["changed"]) == ([], [])
    assert "lacks nothing" in memoir("init", "project", *words).stdout


def test_two_projects_have_two_identities(memoir: InProcess, tmp_path: Path) -> None:
    first = begun(memoir)["data"]["project_id"]
    (tmp_path / "other").mkdir()

    second = begun(memoir, "--project-root", str(tmp_path / "other"))["data"]["project_id"]

    assert first != second


@pytest.mark.parametrize("option", ["--path", "--memory-dir"])
def test_another_place_is_marked_and_set_in_this_clone(repo: Repo, memoir: InProcess, option: str) -> None:
    document = begun(memoir, option, "docs/team notes/")

    assert attribute(repo, "docs/team notes/manifest.md") == "project"
    assert repo.git("config", "memoir.memoryDir").stdout == "docs/team notes\n"
    assert document["data"]["changed"][-1] == ".git/config"
    assert document["data"]["next"][-1].startswith("git add .gitattributes 'docs/team notes', and commit")
    assert findings(memoir) == [("MC-ENTRY-003", "WARNING")]


def test_a_second_place_is_refused(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    before = every_byte(repo.path)

    result = memoir("init", "project", "--path", "docs/other")

    assert result.code == 1
    assert "docs/memory already" in result.stderr
    assert every_byte(repo.path) == before


def test_memory_that_was_moved_is_marked_at_its_new_place(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    repo.git("add", "--all")
    repo.git("mv", "docs/memory", "docs/notes")

    document = begun(memoir, "--path", "docs/notes")

    assert document["data"]["made"] == []
    assert attribute(repo, "docs/notes/manifest.md") == "project"


def test_the_usual_place_needs_no_setting(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)

    assert repo.attempt("config", "memoir.memoryDir").code == 1


def test_the_usual_place_is_set_where_this_clone_would_look_elsewhere(repo: Repo, memoir: InProcess) -> None:
    repo.git("config", "memoir.memoryDir", "docs/else")

    begun(memoir, "--path", "docs/memory")

    assert repo.git("config", "memoir.memoryDir").stdout == "docs/memory\n"


@pytest.mark.parametrize("place", ["memory", "docs", "docs/../x", "/tmp/x"])
def test_a_place_that_is_not_below_docs_is_refused(repo: Repo, memoir: InProcess, place: str) -> None:
    before = every_byte(repo.path)

    result = memoir("init", "project", "--path", place)

    assert result.code == 1
    assert "cannot hold project memory" in result.stderr
    assert every_byte(repo.path) == before


def test_two_different_places_are_wrong_usage(memoir: InProcess) -> None:
    assert memoir("init", "project", "--path", "docs/a", "--memory-dir", "docs/b").code == 2


@pytest.mark.parametrize("link", ["docs", "docs/memory", "docs/memory/brief.md", "AGENTS.md", ".agents"])
def test_no_link_on_the_way_is_followed(repo: Repo, memoir: InProcess, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    place = repo.path / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside, target_is_directory=True)
    before = every_byte(repo.path)

    result = memoir("init", "project", "--agent", "codex")

    assert result.code == 1
    assert "symbolic link" in result.stderr
    assert list(outside.iterdir()) == []
    assert every_byte(repo.path) == before


def test_files_without_a_manifest_are_not_taken_for_memory(repo: Repo, memoir: InProcess) -> None:
    repo.write({"docs/memory/decisions.md": "# Minutes\n"})
    before = every_byte(repo.path)

    result = memoir("init", "project")

    assert result.code == 1
    assert "docs/memory/decisions.md exists without a manifest.md" in result.stderr
    assert every_byte(repo.path) == before


def test_repair_keeps_such_files_and_makes_what_is_missing(repo: Repo, memoir: InProcess) -> None:
    repo.write({"docs/memory/decisions.md": "# Minutes\n", "docs/memory/areas/io.md": "# IO\n"})

    begun(memoir, "--repair")

    assert repo.read("docs/memory/decisions.md") == b"# Minutes\n"
    assert b"- `areas/io.md`\n  - activation: explicit-only\n" in repo.read("docs/memory/manifest.md")
    assert findings(memoir) == [("MC-ENTRY-003", "WARNING")]


def test_a_manifest_that_lacks_parts_is_repaired_only_when_asked(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    whole = repo.read("docs/memory/manifest.md")
    cut = whole.replace(b"- routing_schema_version: 1\n", b"")
    repo.write({"docs/memory/manifest.md": cut})

    refused = memoir("init", "project")
    assert refused.code == 1
    assert "--repair" in refused.stderr
    assert repo.read("docs/memory/manifest.md") == cut

    assert begun(memoir, "--repair")["data"]["changed"] == ["docs/memory/manifest.md"]
    assert sorted(repo.read("docs/memory/manifest.md").splitlines()) == sorted(whole.splitlines())


def test_a_module_nobody_declared_is_left_to_the_audit_unless_repair_is_asked_for(
    repo: Repo, memoir: InProcess
) -> None:
    begun(memoir)
    repo.write({"docs/memory/rules/tone.md": "# Tone\n"})

    assert begun(memoir)["data"]["changed"] == []
    assert begun(memoir, "--repair")["data"]["changed"] == ["docs/memory/manifest.md"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b"protocol_version: 0.8", b"protocol_version: 0.9", id="newer"),
        pytest.param(b"protocol_version: 0.8", b"protocol_version: 0.7", id="older"),
        pytest.param(b"- project_id: ", b"- project_id: x\n- project_id: ", id="an identity twice"),
        pytest.param(b"# Memory", b"\xff", id="no UTF-8"),
    ],
)
def test_a_manifest_that_cannot_be_repaired_stops_everything(
    repo: Repo, memoir: InProcess, old: bytes, new: bytes
) -> None:
    begun(memoir)
    repo.write({"docs/memory/manifest.md": repo.read("docs/memory/manifest.md").replace(old, new, 1)})
    before = every_byte(repo.path)

    result = memoir("init", "project", "--repair", "--extended", "--agent", "all")

    assert result.code == 1
    assert "docs/memory/manifest.md" in result.stderr
    assert every_byte(repo.path) == before


def test_repair_never_replaces_an_identity(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    manifest = repo.read("docs/memory/manifest.md").replace(b"project_id: ", b"project_id: X")
    repo.write({"docs/memory/manifest.md": manifest})

    begun(memoir, "--repair")

    assert repo.read("docs/memory/manifest.md") == manifest


@pytest.mark.parametrize(
    ("words", "files"),
    [
        (("--agent", "codex"), {"AGENTS.md"}),
        (("--agent", "claude"), {"CLAUDE.md"}),
        (("--with-codex", "--with-gemini"), {"AGENTS.md", "GEMINI.md"}),
        (("--agent", "codex", "--agent", "claude"), {"AGENTS.md", "CLAUDE.md"}),
        (("--agent", "claude", "--with-codex"), {"AGENTS.md", "CLAUDE.md"}),
        (("--agent", "all"), {"AGENTS.md", "CLAUDE.md", "GEMINI.md"}),
        (("--agent", "none"), set()),
    ],
)
def test_the_chosen_agents_are_told(
    repo: Repo, memoir: InProcess, words: tuple[str, ...], files: set[str]
) -> None:
    begun(memoir, *words)

    assert {path.name for path in repo.path.glob("*.md")} == files


def test_what_others_wrote_in_an_agents_file_stays(repo: Repo, memoir: InProcess) -> None:
    repo.write({"AGENTS.md": b"# House rules\r\nBe kind."})

    begun(memoir, "--with-codex")

    after = repo.read("AGENTS.md")
    assert after.startswith(b"# House rules\r\nBe kind.\r\n\r\n<!-- memoir-git:start -->\r\n")
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_block_is_kept_and_renewed_only_by_repair(repo: Repo, memoir: InProcess) -> None:
    begun(memoir, "--with-codex")
    made = repo.read("AGENTS.md")
    edited = made.replace(b"## Project memory", b"## Memory")
    repo.write({"AGENTS.md": edited})

    begun(memoir, "--with-codex")
    assert repo.read("AGENTS.md") == edited

    begun(memoir, "--with-codex", "--repair")
    assert repo.read("AGENTS.md") == made


def test_broken_markers_stop_everything(repo: Repo, memoir: InProcess) -> None:
    repo.write({"AGENTS.md": "<!-- memoir-git:start -->\n"})
    before = every_byte(repo.path)

    result = memoir("init", "project", "--with-codex")

    assert result.code == 1
    assert "AGENTS.md" in result.stderr
    assert every_byte(repo.path) == before


@pytest.mark.parametrize("words", [(), ("--repair",)])
def test_a_skill_that_says_something_else_is_kept_and_named(
    repo: Repo, memoir: InProcess, words: tuple[str, ...]
) -> None:
    skill = ".claude/skills/project-memory/SKILL.md"
    repo.write({skill: "mine"})

    document = begun(memoir, "--with-claude", *words)

    assert document["data"]["kept"] == [skill]
    assert repo.read(skill) == b"mine"
    assert f"Kept {skill}" in memoir("init", "project", "--with-claude").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--replace-existing", "--repair"),
        ("--apply",),
        ("--confirm-plan", "0123456789abcdef"),
        ("--replace-existing", "--apply"),
        ("--force-agent",),
        ("--path", "docs/a", "--memory-dir", "docs/b"),
    ],
)
def test_words_that_contradict_each_other_are_refused(
    repo: Repo, memoir: InProcess, words: tuple[str, ...]
) -> None:
    before = every_byte(repo.path)

    assert memoir("init", "project", *words).code == 2
    assert every_byte(repo.path) == before


def test_another_tools_block_is_replaced_when_it_is_asked_for(repo: Repo, memoir: InProcess) -> None:
    repo.write({"CLAUDE.md": "# Mine\n\n<!-- memory-custodian:start -->\nx\n<!-- memory-custodian:end -->\n"})

    refused = memoir("init", "project", "--agent", "claude")
    begun(memoir, "--agent", "claude", "--force-agent")

    assert (refused.code, "--force-agent" in refused.stderr) == (1, True)
    assert b"memory-custodian" not in repo.read("CLAUDE.md")
    assert repo.read("CLAUDE.md").startswith(b"# Mine\n\n<!-- memoir-git:start -->\n")


def test_force_is_refused_with_what_to_do_instead(repo: Repo, memoir: InProcess) -> None:
    before = every_byte(repo.path)

    result = memoir("init", "project", "--force")

    assert result.code == 2
    assert "--repair" in result.stderr
    assert every_byte(repo.path) == before


def test_a_failure_of_the_attributes_leaves_no_file(repo: Repo, memoir: InProcess) -> None:
    repo.write({".gitattributes": "# BEGIN memoir-git\n"})
    before = every_byte(repo.path)

    assert memoir("init", "project", "--agent", "all").code == 1
    assert every_byte(repo.path) == before


def test_a_lock_of_gits_config_leaves_no_file(repo: Repo, memoir: InProcess) -> None:
    repo.write({".git/config.lock": ""})
    before = every_byte(repo.path)

    assert memoir("init", "project").code == 2
    assert every_byte(repo.path) == before


@pytest.mark.parametrize("obstacle", ["docs", "docs/memory", "docs/memory/rules", ".claude"])
def test_a_file_where_a_folder_should_be_made_leaves_nothing_half_done(
    repo: Repo, memoir: InProcess, obstacle: str
) -> None:
    repo.write({obstacle: "a file"})
    before = every_byte(repo.path)

    result = memoir("init", "project", "--extended", "--agent", "all")

    assert result.code == 2
    assert repo.path.name in result.stderr
    assert every_byte(repo.path) == before


def test_of_two_at_once_one_makes_all_and_the_other_nothing(repo: Repo) -> None:
    command = ["git", "memoir", "init", "project"]
    both = [subprocess.Popen(command, cwd=repo.path, stdout=PIPE, stderr=PIPE) for _ in range(2)]
    errors = [process.communicate(timeout=60)[1] for process in both]

    assert files_below(repo.path / "docs/memory") == list(CORE)
    assert 0 in [process.returncode for process in both]
    assert [error for error in errors if b"Traceback" in error] == []


def test_ignored_memory_is_pointed_out(repo: Repo, memoir: InProcess) -> None:
    repo.write({".gitignore": "docs/memory/\n"})

    document = begun(memoir)

    assert [finding["code"] for finding in document["findings"]] == ["MG-ATTR-012"]


def test_outside_a_repository_only_the_files_are_made(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    memoir = InProcess(here, capfdbinary, monkeypatch)

    result = memoir("init", "project")

    assert result.code == 0, str(result)
    assert "no git repository" in result.stdout
    assert files_below(here) == [f"docs/memory/{name}" for name in CORE]
    assert findings(memoir) == [("MC-ENTRY-003", "WARNING")]


def test_other_lines_of_the_block_stay(repo: Repo, memoir: InProcess) -> None:
    installed(repo)
    before = repo.read(".gitattributes").decode().splitlines()

    begun(memoir)

    after = repo.read(".gitattributes").decode().splitlines()
    bound = [line for line in after if line.startswith("/docs/memory/") and "merge=memoir-units" in line]
    assert len(bound) == 9
    assert sorted(after) == sorted([*before, MARK, *PROSE, *bound])


@pytest.mark.parametrize(
    "words",
    [
        ("project",),
        ("project", "--extended", "--agent", "all"),
        ("store",),
    ],
)
def test_its_json_keeps_to_the_published_schemas(memoir: InProcess, words: tuple[str, ...]) -> None:
    document = json.loads(memoir("init", *words, "--format", "json").out)

    for name, value in (("envelope-v1.json", document), ("init-v1.json", document["data"])):
        jsonschema.validate(value, json.loads((PROJECT / "docs/reference/schemas" / name).read_bytes()))


def test_outside_a_repository_nothing_made_is_not_called_made(tmp_path: Path) -> None:
    first, second = (run("git-memoir", "init", "project", cwd=tmp_path).stdout for _ in range(2))

    assert "only files were made" in first
    assert second == "Project memory in docs/memory lacks nothing; nothing was changed.\n"


def test_what_an_agent_was_given_is_to_be_committed_too(repo: Repo, memoir: InProcess) -> None:
    begun(memoir)
    repo.git("add", "--all")

    step = begun(memoir, "--with-codex")["data"]["next"][-1]

    given = step.removeprefix("git add ").partition(",")[0].split()
    listed = repo.git("status", "--porcelain", "--untracked-files=all").stdout
    untracked = [line[3:] for line in listed.splitlines() if line.startswith("?? ")]
    assert sorted(given) == sorted(untracked) == [".agents/skills/project-memory/SKILL.md", "AGENTS.md"]
