"""The merge review over real histories: which graphs it takes, what it prints, what it leaves alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memoir_git.custodian.branches import ReviewStatus
from memoir_git.git.repo import discover
from memoir_git.services.merge_review import ResultSource, Sides, review_sides
from tests.support.golden import assert_golden
from tests.support.memory import entry, entry_id, files, memory_file, record, subject
from tests.support.places import PROJECT
from tests.support.processes import run
from tests.support.scenario import Repo

SCHEMA = json.loads((PROJECT / "docs/reference/schemas/audit-v1.json").read_bytes())
OTHER = "MC-SUBJ-20260901-2222bbbb"
ONE = entry("DEC", 1)
TWO = entry("DEC", 2, subject=OTHER)
ACKNOWLEDGED = memory_file("R", record(1, [entry_id("DEC", 1), entry_id("DEC", 2)]))

Project = Mapping[str, str]


def project(*units: str, **others: str | None) -> dict[str, str]:
    registry = memory_file("S", subject(), subject(OTHER, "Deploy"))
    return files(**{"subjects": registry, "decisions": memory_file("D", *units), **others})


def below(contents: Project, folder: str = "docs/memory") -> dict[str, str]:
    return {f"{folder}/{path}": text for path, text in contents.items()}


def forked(repo: Repo, base: Project, ours: Project, theirs: Project) -> Repo:
    """Commits base, theirs on `side` and ours on `main`."""
    repo.commit(below(base), "base")
    repo.switch("side", at="HEAD")
    repo.commit(below(theirs), "theirs")
    repo.switch("main")
    repo.commit(below(ours), "ours")
    return repo


def document(repo: Repo, *words: str, reference: str = "side") -> Any:
    result = repo.memoir("check", "--merge-base", reference, *words, "--format", "json")
    made = json.loads(result.out)
    jsonschema.validate(made["data"], SCHEMA)
    return made | {"code": result.code}


def told(made: Any) -> list[str]:
    return [
        f"{finding['code']} {finding.get('details', {}).get('reason')} {finding['severity']}"
        for finding in made["findings"]
    ]


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """One repository without a commit."""
    return make_repo()


@pytest.fixture
def review(make_repo: Callable[[], Repo]) -> Repo:
    """Two branches that each added a decision to one file."""
    return forked(make_repo(), project(), project(ONE), project(TWO))


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_review_prints_what_was_found_right(review: Repo, output_format: str) -> None:
    result = review.memoir("audit", "--merge-base", "side", "--format", output_format)

    assert (result.code, result.stderr) == (0, "")
    assert_golden(result.out, f"audit/merge-review.{'txt' if output_format == 'text' else 'json'}")


def test_a_review_names_its_graphs_and_both_change_lists(review: Repo) -> None:
    made = document(review)
    shown = made["data"]["merge_review"]

    assert told(made) == ["MC-CONFLICT-006 same-file WARNING"]
    assert (shown["status"], shown["result"], shown["codes"]) == ("REVIEW", "union", ["MC-CONFLICT-006"])
    assert shown["bases"] == [review.resolve("HEAD~1")]
    assert (shown["ours"], shown["theirs"]) == (review.resolve("main"), review.resolve("side"))
    assert [unit["id"] for side in ("ours", "theirs") for unit in shown["changes"][side]] == [
        entry_id("DEC", 1),
        entry_id("DEC", 2),
    ]


def test_a_review_reads_what_is_committed(review: Repo) -> None:
    review.write(below(project()))
    review.git("add", "-A")

    assert told(document(review)) == ["MC-CONFLICT-006 same-file WARNING"]


def test_a_review_changes_nothing(review: Repo) -> None:
    before = review.git("status", "--porcelain=v2", "--untracked-files=all").out

    review.memoir("audit", "--merge-base", "side")

    assert review.git("status", "--porcelain=v2", "--untracked-files=all").out == before


def test_a_conflict_between_branches_fails(repo: Repo) -> None:
    forked(repo, project(), project(ONE), project(entry("DEC", 2)))

    made = document(repo)

    assert (made["code"], told(made)) == (1, ["MC-CONFLICT-001 same-identity ERROR"])


def test_a_record_on_one_branch_acknowledges_before_the_merge(repo: Repo) -> None:
    forked(repo, project(), project(ONE, reconciliations=ACKNOWLEDGED), project(TWO))

    made = document(repo)

    assert (made["code"], told(made)) == (0, ["MC-CONFLICT-004 entry-missing INFO"])
    assert made["data"]["merge_review"]["status"] == "CLEAR"


def in_progress(repo: Repo, result: Project) -> None:
    repo.attempt("merge", "--no-commit", "--no-ff", "side")
    repo.write(below(result))
    repo.git("add", "-A")


def test_the_index_is_the_result_while_the_merge_is_in_progress(review: Repo) -> None:
    in_progress(review, project(TWO, ONE, reconciliations=ACKNOWLEDGED))

    made = document(review)

    assert (told(made), made["data"]["merge_review"]["result"]) == ([], "index")


def test_a_merge_with_another_branch_is_no_result(review: Repo) -> None:
    in_progress(review, project(TWO, ONE, reconciliations=ACKNOWLEDGED))
    review.git("branch", "other", "side~1")

    assert document(review, reference="other")["data"]["merge_review"]["result"] == "union"


def test_an_unmerged_index_is_no_result(review: Repo) -> None:
    assert review.attempt("merge", "--no-commit", "side").code != 0

    made = document(review)

    assert made["data"]["merge_review"]["result"] == "union"
    assert "MC-CONFLICT-006 same-file WARNING" in told(made)


@pytest.mark.parametrize("reference", ["side", "HEAD^1"])
def test_a_merge_commit_is_reviewed_from_either_parent(review: Repo, reference: str) -> None:
    in_progress(review, project(TWO, ONE))
    review.git("commit", "--quiet", "--no-verify", "-m", "merged")

    made = document(review, reference=reference)

    assert told(made) == ["MC-CONFLICT-006 same-file WARNING"]
    assert made["data"]["merge_review"]["result"] == "commit"


def test_a_merge_commit_with_a_record_is_clear(review: Repo) -> None:
    in_progress(review, project(TWO, ONE, reconciliations=ACKNOWLEDGED))
    review.git("commit", "--quiet", "--no-verify", "-m", "merged")

    assert (told(document(review)), document(review)["code"]) == ([], 0)


EIGHT = entry(number=8, subject=OTHER)
NINE = entry(number=9)


def crossed(repo: Repo) -> Repo:
    """Two branches that merged each other's first commits: one base has ONE, the other NINE."""
    forked(repo, project(), project(ONE), project(constraints=memory_file("C", NINE)))
    repo.git("branch", "main-1", "main")
    repo.git("branch", "side-1", "side")
    for branch, other in (("main", "side-1"), ("side", "main-1")):
        repo.switch(branch)
        repo.attempt("merge", "--no-commit", "--no-ff", other)
        repo.commit(below(project(ONE, constraints=memory_file("C", NINE))), "crossed")
    return repo


def test_a_history_that_crosses_itself_has_several_bases_and_all_are_used(repo: Repo) -> None:
    crossed(repo)
    repo.commit(below(project(TWO, ONE, constraints=memory_file("C", NINE))))
    repo.switch("main")
    repo.commit(below(project(ONE, constraints=memory_file("C", EIGHT, NINE))))

    shown = document(repo)["data"]["merge_review"]

    assert shown["bases"] == sorted([repo.resolve("main-1"), repo.resolve("side-1")])
    assert [unit["id"] for unit in shown["changes"]["ours"]] == [entry_id("CON", 8)]
    assert [unit["id"] for unit in shown["changes"]["theirs"]] == [entry_id("DEC", 2)]


def test_evidence_that_the_other_branch_changed_needs_a_person(repo: Repo) -> None:
    backed = entry("DEC", 1, evidence=("doc:docs/build.md",))
    repo.commit(below(project()) | {"docs/build.md": "a\n"})
    repo.switch("side", at="HEAD")
    repo.commit({"docs/build.md": "b\n"})
    repo.switch("main")
    repo.commit(below(project(backed)))

    assert told(document(repo)) == ["MC-CONFLICT-006 evidence-moved WARNING"]


def test_a_folder_as_evidence_changes_with_what_is_in_it(repo: Repo) -> None:
    backed = entry("DEC", 1, evidence=("repo:src",))
    repo.commit(below(project()) | {"src/deep/a.py": "a\n"})
    repo.switch("side", at="HEAD")
    repo.commit({"src/deep/a.py": "b\n"})
    repo.switch("main")
    repo.commit(below(project(backed)))

    assert told(document(repo)) == ["MC-CONFLICT-006 evidence-moved WARNING"]


def test_a_source_both_branches_changed_alike_moved_nowhere(repo: Repo) -> None:
    backed = entry("DEC", 1, evidence=("doc:docs/build.md",))
    repo.commit(below(project()) | {"docs/build.md": "a\n"})
    repo.switch("side", at="HEAD")
    repo.commit({"docs/build.md": "b\n"})
    repo.switch("main")
    repo.commit(below(project(backed)) | {"docs/build.md": "b\n"})

    assert told(document(repo)) == []


def unrelated(repo: Repo) -> str:
    repo.git("checkout", "--quiet", "--orphan", "alone")
    repo.commit(below(project()))
    repo.switch("main")
    return "alone"


def newer(repo: Repo) -> str:
    repo.switch("newer", at="main")
    text = files()["manifest.md"].replace("protocol_version: 0.8", "protocol_version: 9.9")
    repo.commit({"docs/memory/manifest.md": text})
    repo.switch("main")
    return "newer"


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("nowhere", "bad-reference"),
        ("--upload-pack=x", "bad-reference"),
        ("HEAD:docs", "bad-reference"),
        (unrelated, "no-common-base"),
        (newer, "unreadable-protocol"),
    ],
)
def test_what_cannot_be_compared_is_a_warning_and_no_pass(
    review: Repo, reference: str | Callable[[Repo], str], reason: str
) -> None:
    made = document(review, reference=reference if isinstance(reference, str) else reference(review))

    assert (made["code"], made["status"]) == (0, "REVIEW")
    assert told(made) == [f"MC-MERGE-000 {reason} WARNING"]
    assert made["data"]["merge_review"]["status"] == "UNAVAILABLE"


def test_what_cannot_be_compared_is_said_in_text(review: Repo) -> None:
    lines = review.memoir("check", "--merge-base", "nowhere").stdout.splitlines()

    assert lines[0].startswith("Merge review: UNAVAILABLE")
    assert lines[1] == "Not compared with nowhere: bad-reference"


def test_a_review_that_is_required_must_be_made(review: Repo) -> None:
    made = document(review, "--require-merge-review", reference="nowhere")

    assert (made["code"], told(made)) == (1, ["MC-MERGE-000 bad-reference ERROR"])


def test_a_required_review_that_was_made_is_no_failure(review: Repo) -> None:
    assert document(review, "--require-merge-review")["code"] == 0


def test_outside_of_git_there_is_no_review(tmp_path: Path) -> None:
    for path, text in below(project()).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")

    result = run("git-memoir", "check", "--merge-base", "main", "--format", "json", cwd=tmp_path)

    assert (result.code, told(json.loads(result.out))) == (0, ["MC-MERGE-000 no-git WARNING"])


def test_a_branch_without_commits_has_nothing_to_compare(repo: Repo) -> None:
    repo.write(below(project()))

    assert told(document(repo)) == ["MC-MERGE-000 no-commit WARNING"]


def test_a_shallow_clone_that_lacks_the_base_says_so(review: Repo, tmp_path: Path) -> None:
    clone = review.clone(tmp_path / "clone", "--depth=1", "--no-single-branch", "--branch=main")

    assert told(document(clone, reference="origin/side")) == ["MC-MERGE-000 no-common-base WARNING"]


def test_a_branch_from_before_there_was_memory_is_clear(repo: Repo) -> None:
    repo.commit({"README.md": "x\n"})
    repo.git("branch", "side")
    repo.commit(below(project(ONE)))

    assert told(document(repo)) == []


@pytest.mark.parametrize("words", [("--merge-base", ""), ("--require-merge-review",)])
def test_words_that_make_no_sense_are_wrong_usage(review: Repo, words: tuple[str, ...]) -> None:
    assert review.memoir("check", *words).code == 2


@pytest.mark.parametrize(
    ("setting", "words", "code", "raised_by"),
    [
        (None, ("--review-as", "error"), 1, "--review-as"),
        ("error", (), 1, "memoir.reviewAs"),
        ("error", ("--review-as", "warning"), 0, None),
        ("warning", (), 0, None),
    ],
)
def test_what_needs_a_person_fails_where_that_is_asked_for(
    review: Repo, setting: str | None, words: tuple[str, ...], code: int, raised_by: str | None
) -> None:
    if setting is not None:
        review.git("config", "memoir.reviewAs", setting)

    made = document(review, *words)

    assert made["code"] == code
    assert [finding["details"].get("raised_by") for finding in made["findings"]] == [raised_by]


def test_an_overlap_in_the_work_tree_is_raised_too(repo: Repo) -> None:
    area = memory_file("I", entry(number=2, scope="area:importer"))
    repo.commit(below(files(constraints=memory_file("C", entry()), areas__importer=area)))

    result = repo.memoir("check", "--review-as", "error")

    assert (result.code, "MC-CONFLICT-002" in result.stdout) == (1, True)


def test_an_unknown_setting_is_named(review: Repo) -> None:
    review.git("config", "memoir.reviewAs", "loud")

    result = review.memoir("check")

    assert (result.code, "memoir.reviewAs" in result.stderr) == (1, True)


def test_another_memory_directory_may_be_named(repo: Repo) -> None:
    repo.commit(below(project(), "docs/[n]otes"))
    repo.switch("side", at="HEAD")
    repo.commit(below(project(TWO), "docs/[n]otes"))
    repo.switch("main")
    repo.commit(below(project(ONE), "docs/[n]otes"))

    assert told(document(repo, "--memory-dir", "docs/[n]otes")) == ["MC-CONFLICT-006 same-file WARNING"]


def test_nothing_of_what_memory_says_is_printed(repo: Repo) -> None:
    marker = "xyzzyplugh"
    sides = [project(entry("DEC", 1, title=marker, body=f"{marker} {number}")) for number in (1, 2)]
    forked(repo, project(), *sides)

    result = repo.memoir("check", "--merge-base", "side")

    assert "MC-CONFLICT-001" in result.stdout
    assert marker not in result.stdout + result.stderr


def test_the_index_a_hook_was_given_may_be_the_result(review: Repo, tmp_path: Path) -> None:
    in_progress(review, project(TWO, ONE, reconciliations=ACKNOWLEDGED))
    index = tmp_path / "next-index"
    index.write_bytes((review.path / ".git/index").read_bytes())
    review.git("merge", "--abort")
    sides = Sides(
        ours=review.resolve("main"),
        theirs=review.resolve("side"),
        source=ResultSource.INDEX,
        index_file=str(index),
    )

    made = review_sides(discover(review.path), "docs/memory", sides, reference="side")

    assert (made.status, made.findings) == (ReviewStatus.CLEAR, ())
