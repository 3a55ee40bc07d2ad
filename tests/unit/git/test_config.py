"""git's config under git's own lock: all or nothing, and every other byte as it was."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from memoir_git.git.config import (
    ConfigLockedError,
    ConfigWriteError,
    MergeSetting,
    config_preview,
    locked_config,
    merge_settings,
    without_ours,
)
from memoir_git.git.repo import discover
from tests.support.scenario import Repo

BEFORE = b"[core]\n\tbare = false ; odd  spacing\n"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config"
    path.write_bytes(BEFORE)
    return path


def set_driver(config: Path, name: str = "memoir-session", line: str = 'do %A; it\'s "so"') -> None:
    with locked_config(config) as draft:
        draft.set_driver(name, "memoir session state", line)
        draft.publish()


def remove_driver(config: Path, name: str = "memoir-session") -> None:
    with locked_config(config) as draft:
        draft.remove_driver(name)
        draft.publish()


def test_a_driver_is_written_as_git_reads_it(config: Path) -> None:
    set_driver(config)

    with config_preview(config) as draft:
        assert draft.drivers() == {
            "memoir-session": {"name": "memoir session state", "driver": 'do %A; it\'s "so"'}
        }


def test_the_rest_of_the_file_stays_byte_for_byte(config: Path) -> None:
    set_driver(config)

    assert config.read_bytes().startswith(BEFORE)


def test_the_same_driver_again_changes_no_byte(config: Path) -> None:
    set_driver(config)
    first = config.read_bytes()

    set_driver(config)

    assert config.read_bytes() == first


def test_another_command_replaces_the_old_one_and_keeps_further_settings(config: Path) -> None:
    set_driver(config)
    with config.open("ab") as file:
        file.write(b"\trecursive = text\n")

    set_driver(config, line="other")

    with config_preview(config) as draft:
        assert draft.drivers()["memoir-session"]["driver"] == "other"
        assert draft.drivers()["memoir-session"]["recursive"] == "text"


def test_nothing_is_written_unless_it_is_published(config: Path) -> None:
    with locked_config(config) as draft:
        draft.set_driver("memoir-session", "x", "y")

    assert config.read_bytes() == BEFORE
    assert sorted(path.name for path in config.parent.iterdir()) == ["config"]


def test_an_error_under_the_lock_frees_it(config: Path) -> None:
    with pytest.raises(RuntimeError), locked_config(config):
        raise RuntimeError

    assert sorted(path.name for path in config.parent.iterdir()) == ["config"]


def test_a_lock_that_exists_is_respected_and_named(config: Path) -> None:
    lock = config.with_name("config.lock")
    lock.write_text("somebody else's")

    with pytest.raises(ConfigLockedError, match=r"config\.lock exists") as error, locked_config(config):
        pass

    assert lock.read_text() == "somebody else's"
    assert "remove that file" in str(error.value.hint)


def test_a_directory_that_is_gone_is_an_error_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ConfigWriteError, match="No such file"), locked_config(tmp_path / "gone/config"):
        pass


def test_a_linked_config_stays_a_link_and_its_target_is_written(config: Path) -> None:
    link = config.with_name("link")
    link.symlink_to(config)

    set_driver(link)

    assert link.is_symlink()
    assert b"memoir-session" in config.read_bytes()


def test_the_permissions_of_the_file_stay(config: Path) -> None:
    config.chmod(0o640)

    set_driver(config)

    assert stat.S_IMODE(config.stat().st_mode) == 0o640


def test_a_removed_section_leaves_exactly_what_was_before(config: Path) -> None:
    set_driver(config)

    remove_driver(config)

    assert config.read_bytes() == BEFORE


def test_a_comment_after_a_removed_section_stays(config: Path) -> None:
    set_driver(config)
    with config.open("ab") as file:
        file.write(b"# about the user\n[user]\n\tname = x\n")

    remove_driver(config)

    assert config.read_bytes() == BEFORE + b"# about the user\n[user]\n\tname = x\n"


def test_a_setting_that_somebody_added_to_the_section_goes_with_it(config: Path) -> None:
    set_driver(config)
    with config.open("ab") as file:
        file.write(b"\t# why\n\trecursive = text\n[user]\n\tname = x\n")

    remove_driver(config)

    with config_preview(config) as draft:
        assert draft.drivers() == {}
    assert config.read_bytes().endswith(b"[user]\n\tname = x\n")


def test_a_section_with_lines_in_another_layout_is_removed_by_git(config: Path) -> None:
    config.write_bytes(BEFORE + b'[merge "memoir-session"]\n    driver=x\n[user]\n\tname = x\n')

    remove_driver(config)

    assert config.read_bytes() == BEFORE + b"[user]\n\tname = x\n"


def test_a_driver_that_is_not_there_is_removed_without_a_change(config: Path) -> None:
    remove_driver(config)

    assert config.read_bytes() == BEFORE


def test_drivers_are_chosen_by_name_and_command(config: Path) -> None:
    set_driver(config)
    set_driver(config, name="other", line="foreign")

    rest = without_ours(config.read_bytes(), lambda _name, command: command == "foreign")

    assert b"memoir-session" in rest
    assert b"other" not in rest


def test_the_last_setting_of_a_key_comes_last_with_scope_and_origin(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.git("config", "--global", "merge.memoir-session.driver", "global one")
    repo.git("config", "merge.memoir-session.driver", "local one")

    found = merge_settings(discover(repo.path), {})

    assert [(setting.scope, setting.value) for setting in found] == [
        ("global", "global one"),
        ("local", "local one"),
    ]
    assert found[1].origin.endswith(".git/config")


def test_injected_configuration_is_seen_when_the_environment_is_passed_on(
    make_repo: Callable[[], Repo], monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "merge.memoir-session.driver",
        "GIT_CONFIG_VALUE_0": "injected",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    found = merge_settings(discover(make_repo().path), variables)

    assert [(setting.scope, setting.value) for setting in found] == [("command", "injected")]


def test_a_driver_name_with_dots_and_capitals_is_read_whole(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.git("config", "merge.A.b.driver", "x")

    (setting,) = merge_settings(discover(repo.path), {})

    assert isinstance(setting, MergeSetting)
    assert (setting.driver, setting.key) == ("A.b", "driver")


def test_settings_of_merging_in_general_are_no_drivers(make_repo: Callable[[], Repo]) -> None:
    repo = make_repo()
    repo.git("config", "merge.conflictStyle", "zdiff3")

    assert merge_settings(discover(repo.path), {}) == ()
