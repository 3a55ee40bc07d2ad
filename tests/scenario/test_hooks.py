"""What the hooks check: the content being committed, the range that arrived, the commits that leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.core.ids import printable
from tests.support.hostile import HOSTILE_NAMES
from tests.support.processes import Result
from tests.support.scenario import Repo, scene
from tests.support.sessions import Session, action, completion, decision, goal, purged, session
from tests.support.setting_up import DEFAULT, every_byte, installed

ENTRY = ".memoir/memory/fact_one.md"
PLAIN = "---\nname: one\ntype: fact\ncreated: 2026-03-01\n---\nThe text.\n"
HIDDEN = PLAIN.replace("created", "hidden: true\nhidden_at: 2026-03-02\ncreated")
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
BEFORE = session(goals=[goal("keep")], decisions=[decision("d")])
WITHOUT_GOAL = session(decisions=[decision("d")])
RETIRED = session(retired=[completion("keep", 5)], decisions=[decision("d")])
GONE = "MM-MONO-GOAL-GONE"


@pytest.fixture
def repo(make_repo: Callable[[], Repo]) -> Repo:
    """A repository with the plugin installed and one commit of a store."""
    made = make_repo()
    made.commit({DEFAULT: BEFORE, ENTRY: PLAIN, "code.txt": "code\n"}, "base")
    installed(made)
    made.commit({}, "attributes")
    return made


def commit(repo: Repo, *words: str, env: dict[str, str] | None = None) -> Result:
    return repo.attempt("commit", "--quiet", "-m", "change", *words, env=env)


def stage(repo: Repo, name: str, content: Session | str | bytes | None) -> None:
    repo.write({name: content})
    repo.git("add", "-A", "--", name)


def work_tree(repo: Repo) -> dict[str, tuple[str, bytes]]:
    found = every_byte(repo.path)
    return {name: held for name, held in found.items() if not name.startswith(".git/") and name != ".git"}


class TestBeforeACommit:
    def test_a_commit_without_memory_says_nothing(self, repo: Repo) -> None:
        stage(repo, "code.txt", "other\n")

        result = commit(repo)

        assert (result.code, result.stdout, result.stderr) == (0, "", "")

    def test_a_good_change_of_memory_says_nothing(self, repo: Repo) -> None:
        stage(repo, DEFAULT, RETIRED)

        result = commit(repo)

        assert (result.code, result.stdout, result.stderr) == (0, "", "")

    def test_a_goal_gone_without_tombstone_stops_it_and_names_the_command(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)

        result = commit(repo)

        assert result.code == 1
        assert GONE in result.stderr
        assert "git memoir session retire" in result.stderr
        assert "git commit --no-verify" in result.stderr

    def test_an_entry_that_is_not_hidden_any_more_stops_it(self, repo: Repo) -> None:
        repo.commit({ENTRY: HIDDEN}, "hide")
        stage(repo, ENTRY, PLAIN)

        assert "MM-MONO-ENTRY-UNHIDDEN" in commit(repo).stderr

    def test_renaming_a_hidden_entry_does_not_stop_it(self, repo: Repo) -> None:
        repo.commit({ENTRY: HIDDEN}, "hide")
        repo.git("mv", ENTRY, ".memoir/memory/fact_two.md")

        assert commit(repo).code == 0

    def test_a_secret_stops_it_and_is_never_printed(self, repo: Repo) -> None:
        stage(repo, ENTRY, PLAIN + f"token {TOKEN}\n")

        result = commit(repo)

        assert result.code == 1
        assert f"{ENTRY}:7" in result.stderr
        assert TOKEN[4:] not in result.stderr

    def test_moving_the_store_loses_nothing(self, repo: Repo) -> None:
        with (repo.path / ".gitattributes").open("a") as attributes:
            attributes.write("/agent/session.json merge=memoir-session\n")
        (repo.path / "agent").mkdir()
        repo.git("mv", DEFAULT, "agent/session.json")

        result = commit(repo, "-a")

        assert (result.code, result.stderr) == (0, "")

    @pytest.mark.parametrize("name", [DEFAULT, ENTRY, ".memoir/MEMORY.md"])
    def test_b34_conflict_markers_stop_it_in_and_outside_of_a_merge(self, name: str, repo: Repo) -> None:
        stage(repo, name, "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")

        result = commit(repo)

        assert result.code == 1
        assert "MARKERS" in result.stderr or "MG-FILE-001" in result.stderr

    def test_what_was_broken_before_does_not_stop_it(self, repo: Repo) -> None:
        broken = PLAIN.replace("type: fact", "type: lesson")
        repo.commit({ENTRY: broken}, "broken")
        stage(repo, ENTRY, broken + "More.\n")

        assert commit(repo).code == 0

    def test_what_it_breaks_stops_it(self, repo: Repo) -> None:
        stage(repo, DEFAULT, "{")

        assert "MM-NOT-JSON" in commit(repo).stderr

    def test_s101_a_temporary_file_of_a_killed_merge_is_not_added_with_all_the_rest(self, repo: Repo) -> None:
        (repo.path / ".merge_file_abc123").write_text("x")
        stage(repo, "code.txt", "other\n")

        repo.git("add", "-A")

        assert commit(repo).code == 0
        assert ".merge_file_abc123" not in repo.git("ls-files").stdout

    def test_s101_a_staged_temporary_file_of_a_killed_merge_is_told_and_stops_nothing(
        self, repo: Repo
    ) -> None:
        (repo.path / ".merge_file_abc123").write_text("x")
        repo.git("add", "-f", ".merge_file_abc123")

        result = commit(repo)

        assert result.code == 0
        assert "MG-FILE-004" in result.stderr

    def test_every_name_that_git_can_hold_is_looked_at(self, repo: Repo) -> None:
        names = [f".memoir/memory/fact_{number} {name}.md" for number, name in enumerate(HOSTILE_NAMES)]
        repo.write(dict.fromkeys(names, PLAIN + f"token {TOKEN}\n"))
        repo.git("add", "-A")

        result = commit(repo)

        assert result.code == 1
        assert [name for name in names if f"MM-SECRET {printable(name)}:7" not in result.stderr] == []

    def test_one_of_very_many_files_is_looked_at(self, repo: Repo) -> None:
        names = [f".memoir/memory/fact_{number}.md" for number in range(150)]
        repo.write(dict.fromkeys(names, PLAIN) | {names[-1]: PLAIN + f"token {TOKEN}\n"})
        repo.git("add", "-A")

        assert f"MM-SECRET {names[-1]}:7" in commit(repo).stderr

    def test_the_work_tree_and_the_index_stay_as_they_are(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)
        repo.write({ENTRY: PLAIN + "not staged\n"})
        staged = repo.git("ls-files", "-s").stdout
        before = work_tree(repo)

        commit(repo)

        assert work_tree(repo) == before
        assert repo.git("ls-files", "-s").stdout == staged

    def test_switched_off_it_checks_nothing(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)

        assert commit(repo, env={"MEMOIR_GIT": "0"}).code == 0


class TestCost:
    def starts_of_git(self, repo: Repo, trace: Path) -> int:
        """Commits, and returns how many processes of git that took."""
        trace.mkdir()
        result = commit(repo, env={"GIT_TRACE2_EVENT": str(trace)})
        assert result.code == 0, str(result)
        return len(list(trace.iterdir()))

    def test_a_commit_without_memory_pays_at_most_three_starts_of_git(
        self, repo: Repo, tmp_path: Path
    ) -> None:
        stage(repo, "code.txt", "one\n")
        ours = self.starts_of_git(repo, tmp_path / "ours")
        (repo.path / ".git/hooks/pre-commit").write_text("#!/bin/sh\nexit 0\n")
        stage(repo, "code.txt", "two\n")

        assert ours - self.starts_of_git(repo, tmp_path / "empty") <= 3

    def test_what_git_has_told_the_script_the_program_does_not_ask_again(
        self, repo: Repo, tmp_path: Path
    ) -> None:
        stage(repo, ENTRY, PLAIN + "More.\n")
        ours = self.starts_of_git(repo, tmp_path / "ours")
        (repo.path / ".git/hooks/pre-commit").write_text("#!/bin/sh\nexit 0\n")
        stage(repo, ENTRY, PLAIN + "Other.\n")

        assert ours - self.starts_of_git(repo, tmp_path / "empty") <= 4


class TestWhatIsLookedAt:
    """S97: exactly the content being committed, whichever way it is named."""

    def test_the_staged_content_and_not_a_later_edit(self, repo: Repo) -> None:
        stage(repo, DEFAULT, RETIRED)
        repo.write({DEFAULT: WITHOUT_GOAL})

        assert commit(repo).code == 0

    def test_with_all_the_work_tree(self, repo: Repo) -> None:
        repo.write({DEFAULT: WITHOUT_GOAL})

        assert GONE in commit(repo, "-a").stderr

    def test_with_a_path_that_path_alone(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)
        repo.write({"code.txt": "new\n"})

        assert commit(repo, "code.txt").code == 0
        assert GONE in commit(repo, DEFAULT).stderr

    def test_an_amended_commit(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)

        assert GONE in commit(repo, "--amend").stderr

    def test_the_first_commit(self, make_repo: Callable[[], Repo]) -> None:
        made = installed(make_repo())
        made.write({ENTRY: PLAIN + f"token {TOKEN}\n"})
        made.git("add", "-A")

        result = made.attempt("commit", "-m", "first")

        assert result.code == 1
        assert "MM-SECRET" in result.stderr

    def test_b23_a_linked_work_trees_own_index(self, repo: Repo, tmp_path: Path) -> None:
        repo.git("branch", "other")
        linked = repo.add_worktree(tmp_path / "linked", "other")
        stage(linked, DEFAULT, WITHOUT_GOAL)
        listed = repo.git("ls-files", "-s").stdout

        assert GONE in commit(linked).stderr
        assert repo.git("ls-files", "-s").stdout == listed
        assert commit(repo, "--allow-empty").code == 0

    def test_an_index_named_by_the_environment(self, repo: Repo) -> None:
        index = {"GIT_INDEX_FILE": ".git/other-index"}
        repo.git("read-tree", "HEAD", env=index)
        repo.write({DEFAULT: WITHOUT_GOAL})
        repo.git("add", DEFAULT, env=index)

        assert GONE in commit(repo, env=index).stderr
        assert commit(repo, "--allow-empty").code == 0

    def test_from_a_folder_below_the_top(self, repo: Repo) -> None:
        stage(repo, DEFAULT, WITHOUT_GOAL)

        result = repo.attempt("commit", "-m", "x", cwd=repo.path / ".memoir/memory")

        assert GONE in result.stderr


class TestAMergeBeingCommitted:
    FORK = scene(
        base=session(goals=[goal("keep")]),
        ours=session(goals=[goal("keep")], actions=[action("ours", 3)]),
        theirs=session(goals=[goal("keep")], actions=[action("theirs", 2)]),
        place=DEFAULT,
    )

    def test_a_clean_merge_by_the_driver_says_nothing(self, repo: Repo) -> None:
        repo.fork(self.FORK)

        result = repo.merge()

        assert (result.code, result.stderr) == (0, "")

    def test_a_clean_merge_that_loses_theirs_is_stopped(self, repo: Repo) -> None:
        repo.fork(self.FORK)

        result = repo.merge("-s", "ours", "side")

        assert result.code == 1
        assert "MM-MONO-ACTION-GONE" in result.stderr

    def test_a_resolution_that_keeps_ours_alone_is_stopped(self, repo: Repo) -> None:
        repo.fork(self.FORK)
        repo.attempt("merge", "--no-commit", "side")
        repo.git("checkout", "HEAD", "--", DEFAULT)

        result = commit(repo)

        assert result.code == 1
        assert "MM-MONO-ACTION-GONE" in result.stderr

    def test_an_entry_that_only_theirs_added_and_the_result_lacks_is_told(self, repo: Repo) -> None:
        added = ".memoir/memory/fact_added.md"
        repo.fork(scene(base=None, ours=None, theirs=PLAIN, place=added))
        repo.commit({"code.txt": "ours\n"}, "ours")
        repo.attempt("merge", "--no-commit", "side")
        repo.git("rm", "--quiet", "--force", added)

        result = commit(repo)

        assert result.code == 0
        assert f"MG-HOOK-001 {added}" in result.stderr

    def test_an_entry_that_one_side_deleted_is_not_missed(self, repo: Repo) -> None:
        repo.fork(scene(base=PLAIN, ours=PLAIN, theirs=None, place=ENTRY))
        repo.commit({"code.txt": "ours\n"}, "ours")

        assert (repo.merge().code, repo.merge().stderr) == (0, "")

    def test_b22_a_commit_named_to_the_hook_of_another_repository_is_no_side_of_this_merge(
        self, repo: Repo
    ) -> None:
        repo.fork(self.FORK)

        result = repo.attempt("merge", "--quiet", "side", "-m", "x", env={f"GITHEAD_{'ab' * 20}": "theirs"})

        assert (result.code, result.stderr) == (0, "")

    def test_without_the_names_of_what_is_merged_that_is_said(self, repo: Repo) -> None:
        result = repo.memoir("hook", "run", "pre-merge-commit")

        assert result.code == 0
        assert "MC-MERGE-000" in result.stderr


class TestAfterAMerge:
    """S98: the right range, status 0 always, and silence when there is nothing to say."""

    FORK = TestAMergeBeingCommitted.FORK

    @pytest.fixture
    def textual(self, repo: Repo) -> Repo:
        """The same repository, where the driver merges as plain text and favours ours."""
        repo.git("config", "merge.memoir-session.driver", "true")
        return repo

    def test_a_textual_merge_is_told_with_the_command_that_repairs_it(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        before = textual.resolve("HEAD")

        result = textual.merge("--no-verify", "side")

        assert result.code == 0
        assert f"MG-HOOK-002 {DEFAULT}" in result.stderr
        assert f"git memoir repair {before[:12]}..HEAD" in result.stderr

    def test_the_command_it_names_repairs(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        before = textual.resolve("HEAD")
        textual.merge("--no-verify", "side")

        assert textual.memoir("repair", f"{before[:12]}..HEAD").code == 0
        assert {item["text"] for item in textual.session(DEFAULT)["current"]["next_actions"]} == {
            "ours",
            "theirs",
        }

    def test_a_fast_forward_onto_somebodys_textual_merge_is_told(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        start = textual.resolve("HEAD")
        textual.merge("--no-verify", "side")
        textual.commit({"code.txt": "after\n"}, "after")
        tip = textual.resolve("HEAD")
        textual.git("reset", "--quiet", "--hard", start)

        result = textual.attempt("merge", "--ff-only", tip)

        assert result.code == 0
        assert f"MG-HOOK-002 {DEFAULT}" in result.stderr

    def test_a_fast_forward_without_merges_says_nothing(self, repo: Repo) -> None:
        start = repo.resolve("HEAD")
        repo.commit({DEFAULT: RETIRED}, "retire")
        tip = repo.resolve("HEAD")
        repo.git("reset", "--quiet", "--hard", start)

        assert "memoir" not in repo.attempt("merge", "--quiet", "--ff-only", tip).stderr

    def test_an_octopus_that_merged_by_line_is_stopped_and_when_forced_is_told(self, repo: Repo) -> None:
        start = repo.resolve("HEAD")
        base, revived = [decision("d")], goal("done", 2)
        repo.switch("one", at=start)
        repo.commit({DEFAULT: session(goals=[goal("keep"), revived], decisions=base)}, "one")
        repo.switch("two", at=start)
        done = [completion("done", 5)]
        repo.commit({DEFAULT: session(goals=[goal("keep")], retired=done, decisions=base)}, "two")
        repo.switch("main")
        repo.commit({"code.txt": "ours\n"}, "ours")

        stopped = repo.attempt("merge", "--quiet", "-m", "x", "one", "two")
        repo.git("merge", "--abort")
        forced = repo.attempt("merge", "--quiet", "--no-verify", "-m", "x", "one", "two")

        assert (stopped.code, forced.code) == (1, 0)
        assert f"MM-MONO-LIVE-AGAIN {DEFAULT}" in stopped.stderr
        assert f"MG-HOOK-002 {DEFAULT}" in forced.stderr

    def test_a_squash_says_nothing(self, textual: Repo) -> None:
        textual.fork(self.FORK)

        result = textual.attempt("merge", "--squash", "side")

        assert result.code == 0
        assert "MG-HOOK" not in result.stderr

    def test_a_rebase_with_the_driver_says_nothing(self, repo: Repo) -> None:
        repo.fork(self.FORK)

        assert "MG-HOOK" not in repo.rebase("side").stderr

    def test_a_textual_rebase_is_told_with_the_command_that_repairs_it(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        textual.commit({"code.txt": "more\n"}, "more")
        old, onto = textual.resolve("HEAD"), textual.resolve("side")

        result = textual.rebase("side")

        assert result.code == 0
        assert f"MG-HOOK-003 {DEFAULT}" in result.stderr
        assert f"git memoir repair --base {onto[:12]} --theirs {old[:12]}" in result.stderr

    def test_the_command_it_names_repairs_a_rebase(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        textual.commit({"code.txt": "more\n"}, "more")
        old, onto = textual.resolve("HEAD"), textual.resolve("side")
        textual.rebase("side")

        textual.memoir("repair", "--base", onto, "--theirs", old)

        assert {item["text"] for item in textual.session(DEFAULT)["current"]["next_actions"]} == {
            "ours",
            "theirs",
        }

    def test_b31_a_rebase_that_stopped_and_went_on_is_looked_at_once_it_is_done(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        textual.commit({"code.txt": "ours\n"}, "code")
        textual.switch("side")
        textual.commit({"code.txt": "theirs\n"}, "code")
        textual.switch("main")
        assert textual.rebase("side").code == 1
        textual.write({"code.txt": "both\n"})
        textual.git("add", "code.txt")

        result = textual.attempt("rebase", "--continue", env={"GIT_EDITOR": "true"})

        assert result.code == 0
        assert f"MG-HOOK-003 {DEFAULT}" in result.stderr

    def test_a_pull_with_rebase_and_nothing_to_replay_says_nothing(self, repo: Repo) -> None:
        start = repo.resolve("HEAD")
        repo.commit({DEFAULT: RETIRED}, "retire")
        repo.git("branch", "upstream")
        repo.git("reset", "--quiet", "--hard", start)

        assert "MG-HOOK" not in repo.rebase("upstream").stderr

    def test_an_amend_says_nothing(self, textual: Repo) -> None:
        textual.fork(self.FORK)
        textual.merge("--no-verify", "side")

        assert "MG-HOOK" not in textual.attempt("commit", "--amend", "--no-edit", "--no-verify").stderr


class TestBeforeAPush:
    @pytest.fixture
    def remote(self, repo: Repo, tmp_path: Path) -> Repo:
        repo.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
        repo.git("remote", "add", "origin", str(tmp_path / "remote.git"))
        repo.git("push", "--quiet", "origin", "HEAD:main")
        return Repo(tmp_path / "remote.git")

    def test_a_secret_in_any_commit_stops_it_even_if_a_later_one_takes_it_out(
        self, repo: Repo, remote: Repo
    ) -> None:
        repo.commit({ENTRY: PLAIN + f"token {TOKEN}\n"}, "secret")
        commit_name = repo.resolve("HEAD")[:12]
        repo.commit({ENTRY: PLAIN}, "out again")

        result = repo.attempt("push", "origin", "HEAD:main")

        assert result.code == 1
        assert f"MG-HOOK-008 {ENTRY}:7" in result.stderr
        assert commit_name in result.stderr
        assert TOKEN[4:] not in result.stderr

    def test_b34_conflict_markers_at_the_end_stop_it(self, repo: Repo, remote: Repo) -> None:
        repo.commit({DEFAULT: b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"}, "markers")

        result = repo.attempt("push", "origin", "HEAD:new")

        assert result.code == 1
        assert "MG-FILE-001" in result.stderr

    def test_a_purged_text_that_an_earlier_commit_publishes_stops_it(self, repo: Repo, remote: Repo) -> None:
        repo.commit({DEFAULT: session(goals=[goal("keep")], decisions=[decision("the topic", 2)])}, "say")
        commit_name = repo.resolve("HEAD")[:12]
        repo.commit({DEFAULT: session(goals=[goal("keep")], decisions=[purged("the topic", 2)])}, "purge")

        result = repo.attempt("push", "origin", "HEAD:main")

        assert result.code == 1
        assert f"MG-HOOK-009 {DEFAULT}: Commit {commit_name}" in result.stderr
        assert "the topic" not in result.stderr

    def test_a_purged_text_in_another_list_stops_it_as_well(self, repo: Repo, remote: Repo) -> None:
        repo.commit({DEFAULT: session(goals=[goal("keep"), goal("The Topic")])}, "say")
        repo.commit({DEFAULT: session(goals=[goal("keep")], decisions=[purged("the topic", 2)])}, "purge")

        assert repo.attempt("push", "origin", "HEAD:main").code == 1

    def test_a_purged_text_that_the_remote_has_already_stops_nothing(self, repo: Repo, remote: Repo) -> None:
        repo.commit({DEFAULT: session(goals=[goal("keep")], decisions=[decision("the topic", 2)])}, "say")
        repo.git("push", "--quiet", "--no-verify", "origin", "HEAD:main")
        more = session(goals=[goal("keep"), goal("more")], decisions=[decision("the topic", 2)])
        repo.commit({DEFAULT: more}, "carries it along")
        less = session(goals=[goal("keep"), goal("more")], decisions=[purged("the topic", 2)])
        repo.commit({DEFAULT: less}, "purge")

        assert repo.attempt("push", "--quiet", "origin", "HEAD:main").code == 0

    def test_a_secret_that_the_remote_has_already_stops_nothing(self, repo: Repo, remote: Repo) -> None:
        repo.commit({ENTRY: PLAIN + f"token {TOKEN}\n"}, "secret")
        repo.git("push", "--quiet", "--no-verify", "origin", "HEAD:main")
        repo.commit({DEFAULT: RETIRED}, "good")

        assert repo.attempt("push", "--quiet", "origin", "HEAD:main").code == 0

    def test_deleting_a_branch_is_none_of_its_business(self, repo: Repo, remote: Repo) -> None:
        repo.git("push", "--quiet", "--no-verify", "origin", "HEAD:other")

        assert repo.attempt("push", "--quiet", "origin", ":other").code == 0

    def test_a_push_of_good_memory_says_nothing(self, repo: Repo, remote: Repo) -> None:
        repo.commit({DEFAULT: RETIRED}, "good")

        result = repo.attempt("push", "--quiet", "origin", "HEAD:main")

        assert (result.code, result.stderr) == (0, "")


def test_what_smaller_caps_rotate_out_is_no_loss(repo: Repo) -> None:
    parked = [action(f"parked {number}", number, parked_at="2026-03-20T00:00:00Z") for number in (1, 2, 3)]
    actions = [action(f"live {number}", number) for number in (21, 22, 23)]
    repo.fork(
        scene(
            base=session(parked=parked),
            ours=session(parked=parked, actions=actions[:2]),
            theirs=session(parked=parked, actions=actions[2:]),
            place=DEFAULT,
        )
    )
    caps = '{"next_actions": 2, "parked_actions": 2}'

    result = repo.attempt("merge", "side", "-m", "x", env={"MEMOIR_GIT_CAPS": caps})

    assert result.code == 0, str(result)
    assert "rotated out by the caps" in result.stderr


@pytest.mark.parametrize("caps", ["{", '{"goals": 0}'], ids=["no json", "not positive"])
def test_a_hook_that_cannot_do_its_work_says_how_to_go_on_without_it(caps: str, repo: Repo) -> None:
    stage(repo, DEFAULT, RETIRED)

    result = commit(repo, env={"MEMOIR_GIT_CAPS": caps})

    assert result.code == 1
    assert "MEMOIR_GIT_CAPS" in result.stderr
    assert "git commit --no-verify" in result.stderr
