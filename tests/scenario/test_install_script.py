"""install.sh: what it makes, what it leaves alone, and what it says when it cannot do its work."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.install_script import Machine, tree
from tests.support.places import PROJECT
from tests.support.processes import Result


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine")


def assert_stopped(result: Result, *words: str) -> None:
    assert result.code == 1, str(result)
    for word in words:
        assert word in result.stderr
    assert result.stderr.startswith(("install.sh: ", "The last lines of "))


# --- installing


def test_it_installs_into_the_home_and_links_the_command_and_its_manual_page(machine: Machine) -> None:
    result = machine.install()

    assert result.code == 0, str(result)
    prefix = machine.home / ".local"
    environment = prefix / "share/memoir-git/venv"
    assert (prefix / "bin/git-memoir").readlink() == environment / "bin/git-memoir"
    manual = prefix / "share/man/man1/git-memoir.1"
    assert manual.readlink() == environment / "share/man/man1/git-memoir.1"
    assert result.stderr == ""


def test_it_says_what_to_type_next(machine: Machine) -> None:
    result = machine.install()

    assert f"export PATH='{machine.home}/.local/bin':\"$PATH\"" in result.stdout
    assert "git memoir demo" in result.stdout
    assert "git memoir install" in result.stdout


def test_it_does_not_ask_for_a_path_that_is_set(machine: Machine) -> None:
    path = f"{machine.programs}:{machine.home}/.local/bin"

    result = machine.install(env={"PATH": path})

    assert result.code == 0, str(result)
    assert "export PATH" not in result.stdout


def test_it_says_when_another_command_of_the_name_comes_first(machine: Machine) -> None:
    other = machine.set_program("git-memoir", "exit 0")

    result = machine.install()

    assert f"another git-memoir first: {other}" in result.stdout
    assert "export PATH" in result.stdout


def test_it_installs_from_the_clone_with_a_pip_of_today(machine: Machine) -> None:
    machine.install()

    pip, package = machine.pip_calls()
    assert pip.endswith("install pip>=23.1")
    assert package.startswith(f"{PROJECT}: ")
    assert package.endswith("install .")


def test_a_second_install_changes_nothing(machine: Machine) -> None:
    machine.install()
    before = tree(machine.home)

    result = machine.install()

    assert result.code == 0, str(result)
    assert "Making a private environment" not in result.stdout
    assert tree(machine.home) == before


def test_an_environment_that_lost_its_interpreter_is_made_again(machine: Machine) -> None:
    machine.install()
    python = machine.home / ".local/share/memoir-git/venv/bin/python"
    python.unlink()

    result = machine.install()

    assert result.code == 0, str(result)
    assert python.exists()


def test_programs_of_a_later_version_are_linked_when_they_exist(machine: Machine) -> None:
    machine.install(env={"FAKE_ALSO_BRINGS": "git-merge-memoir"})

    assert (machine.home / ".local/bin/git-merge-memoir").exists()


def test_a_link_to_a_program_that_this_version_lacks_goes(machine: Machine) -> None:
    machine.install(env={"FAKE_ALSO_BRINGS": "git-merge-memoir"})
    (machine.home / ".local/share/memoir-git/venv/bin/git-merge-memoir").unlink()

    machine.install()

    assert not (machine.home / ".local/bin/git-merge-memoir").is_symlink()


@pytest.mark.parametrize("name", ["with blank", "it's", 'say "so" $HOME', "a;b&c", "-x"])
def test_any_prefix_will_do(name: str, machine: Machine) -> None:
    result = machine.install("--prefix", name)

    assert result.code == 0, str(result)
    prefix = machine.home / name
    assert (prefix / "bin/git-memoir").readlink() == prefix / "share/memoir-git/venv/bin/git-memoir"


def test_a_prefix_makes_up_for_a_missing_home(machine: Machine, tmp_path: Path) -> None:
    result = machine.install("--prefix", str(tmp_path / "deep/down"), env={"HOME": ""})

    assert result.code == 0, str(result)
    assert (tmp_path / "deep/down/bin/git-memoir").exists()


def test_the_clone_may_lie_anywhere(machine: Machine, tmp_path: Path) -> None:
    clone = tmp_path / 'it\'s [a] "clone" $HOME'
    clone.mkdir()
    for name in ("install.sh", "pyproject.toml"):
        shutil.copy(PROJECT / name, clone)

    result = machine.install(script=clone / "install.sh")

    assert result.code == 0, str(result)
    assert machine.pip_calls()[1].startswith(f"{clone}: ")


# --- what comes with it


def test_test_installs_the_tools_and_hands_its_words_and_status_over(machine: Machine) -> None:
    result = machine.install("--prefix", "p", "--test", "-k", "two words", "--prefix")

    assert result.code == 5, str(result)
    assert machine.pip_calls()[1].endswith("install .[dev]")
    expected = "<-n> <auto> <--dist> <loadgroup> <-k> <two words> <--prefix>"
    assert result.stdout.splitlines()[-1] == f"pytest in {PROJECT}: {expected}"


def test_demo_runs_the_installed_command(machine: Machine) -> None:
    result = machine.install("--demo")

    assert result.stdout.splitlines()[-1] == f"{machine.home}/.local/bin/git-memoir demo"


# --- uninstalling


def test_uninstall_removes_all_that_install_made(machine: Machine) -> None:
    machine.install()

    result = machine.install("--uninstall")

    assert result.code == 0, str(result)
    assert tree(machine.home) == {}


def test_uninstall_after_two_installs_removes_all_too(machine: Machine) -> None:
    machine.install("--prefix", "deep/down")
    machine.install("--prefix", "deep/down")

    machine.install("--prefix", "deep/down", "--uninstall")

    assert tree(machine.home) == {}


def test_uninstall_leaves_what_others_put_there(machine: Machine) -> None:
    kept = machine.home / ".local/bin/other"
    kept.parent.mkdir(parents=True)
    kept.write_text("theirs")
    (machine.home / ".local/share/man").mkdir(parents=True)
    before = tree(machine.home)
    machine.install()

    machine.install("--uninstall")

    assert tree(machine.home) == before


def test_uninstall_leaves_a_command_that_is_not_ours(machine: Machine) -> None:
    machine.install()
    command = machine.home / ".local/bin/git-memoir"
    command.unlink()
    command.write_text("theirs")

    machine.install("--uninstall")

    assert tree(machine.home) == {".local": "/", ".local/bin": "/", ".local/bin/git-memoir": b"theirs".hex()}


def test_uninstall_says_when_nothing_is_there(machine: Machine) -> None:
    result = machine.install("--uninstall")

    assert (result.code, tree(machine.home)) == (0, {})
    assert "Nothing of memoir-git is installed" in result.stdout


# --- what stops it; nothing is left behind unless pip was at work


def test_a_missing_git_is_named(machine: Machine) -> None:
    machine.remove("git")

    assert_stopped(machine.install(), "git was not found", "2.30")
    assert tree(machine.home) == {}


@pytest.mark.parametrize("version", ["2.29.2", "1.8.3.1"])
def test_an_old_git_is_named(version: str, machine: Machine) -> None:
    machine.set_git(f"git version {version}")

    assert_stopped(machine.install(), f"git {'.'.join(version.split('.')[:2])} is too old", "2.30")
    assert tree(machine.home) == {}


@pytest.mark.parametrize(
    "version", ["2.30.0", "2.50.1 (Apple Git-155)", "2.55.0-rc1", "2.45.2.windows.1", "3.0.0"]
)
def test_a_newer_git_will_do(version: str, machine: Machine) -> None:
    machine.set_git(f"git version {version}")

    assert machine.install().code == 0


def test_a_git_that_names_no_version_is_quoted(machine: Machine) -> None:
    machine.set_git("hello")

    assert_stopped(machine.install(), '"hello"')


def test_a_missing_python_is_named(machine: Machine) -> None:
    machine.remove("python3")

    assert_stopped(machine.install(), "No Python was found", "--python PATH")
    assert tree(machine.home) == {}


def test_an_old_python_is_named_with_its_version(machine: Machine) -> None:
    machine.set_python("sys.version_info = (3, 9, 18)")

    assert_stopped(machine.install(), "Python 3.9 is too old", "3.10")
    assert tree(machine.home) == {}


def test_a_newer_python_of_another_name_is_found(machine: Machine) -> None:
    machine.set_python("sys.version_info = (3, 9, 18)")
    machine.set_python(name="python3.12")

    assert machine.install().code == 0


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_it_lacks(module: str, machine: Machine) -> None:
    machine.set_python(f"sys.modules['{module}'] = None; sys.version_info = (3, 11, 2)")

    assert_stopped(machine.install(), "Python 3.11 lacks its venv module", "apt install python3.11-venv")


def test_a_python_named_by_hand_is_used_or_refused_alone(machine: Machine) -> None:
    old = machine.set_python("sys.version_info = (3, 8, 1)", name="mine")

    assert_stopped(machine.install("--python", str(old)), "Python 3.8 is too old")
    assert_stopped(machine.install("--python", "/nowhere/python"), "/nowhere/python does not run")


def test_a_missing_home_is_named(machine: Machine) -> None:
    assert_stopped(machine.install(env={"HOME": ""}), "HOME is not set", "--prefix DIR")


def test_a_prefix_that_cannot_be_written_is_named(machine: Machine) -> None:
    blocked = machine.home / "file"
    blocked.write_text("")

    assert_stopped(
        machine.install("--prefix", str(blocked / "below")), f"under {blocked}/below", "--prefix DIR"
    )


def test_a_foreign_command_in_the_way_is_named_and_kept(machine: Machine) -> None:
    command = machine.home / ".local/bin/git-memoir"
    command.parent.mkdir(parents=True)
    command.write_text("theirs")
    before = tree(machine.home)

    assert_stopped(machine.install(), str(command), "--prefix DIR")
    assert tree(machine.home) == before


def test_a_failing_pip_is_quoted_and_no_command_is_linked(machine: Machine) -> None:
    result = machine.install(env={"FAKE_PIP_FAILS": "no route to host"})

    assert_stopped(result, "  | pip: no route to host", "check the connection")
    assert not (machine.home / ".local/bin/git-memoir").is_symlink()


def test_what_failed_can_be_tried_again(machine: Machine) -> None:
    machine.install(env={"FAKE_PIP_FAILS": "no route to host"})

    assert machine.install().code == 0


def test_what_failed_can_be_uninstalled(machine: Machine) -> None:
    machine.install(env={"FAKE_PIP_FAILS": "no route to host"})

    machine.install("--uninstall")

    assert tree(machine.home) == {}


def test_a_failed_update_leaves_the_command_in_place(machine: Machine) -> None:
    machine.install()

    machine.install(env={"FAKE_PIP_FAILS": "no route to host"})

    assert (machine.home / ".local/bin/git-memoir").exists()


def test_a_script_without_its_clone_says_so(machine: Machine, tmp_path: Path) -> None:
    alone = shutil.copy(PROJECT / "install.sh", tmp_path)

    assert_stopped(machine.install(script=Path(alone)), "clone of memoir-git")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nonsense",),
        ("place",),
        ("--prefix",),
        ("--python", ""),
        ("--demo", "--uninstall"),
        ("--demo", "--test"),
    ],
)
def test_wrong_usage_ends_with_2_and_does_nothing(arguments: tuple[str, ...], machine: Machine) -> None:
    result = machine.install(*arguments)

    assert result.code == 2, str(result)
    assert "--help" in result.stderr
    assert tree(machine.home) == {}


def test_help_names_every_option(machine: Machine) -> None:
    result = machine.install("-h")

    assert result.code == 0
    for option in ("--demo", "--test", "--uninstall", "--prefix", "--python", "Exit status"):
        assert option in result.stdout
