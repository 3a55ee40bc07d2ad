#!/bin/sh
# Installs memoir-git from this clone into a private virtual environment. Never needs root, never touches
# anything outside its prefix, and can be run again at any time. POSIX sh.
set -u

usage() {
    cat <<'END'
Usage: sh install.sh [--prefix DIR] [--python PATH] [--demo | --uninstall]
       sh install.sh [--prefix DIR] [--python PATH] --test [PYTEST ARGUMENT...]

Installs git-memoir from this clone: a private virtual environment in
DIR/share/memoir-git, a command in DIR/bin, a manual page in DIR/share/man.
Without options it installs and says what to type next.

  --demo         install, then run "git memoir demo"
  --test         install with the development tools, then run the whole test
                 suite; what follows goes to pytest
  --uninstall    remove what this script made under DIR
  --prefix DIR   install under DIR (default: $HOME/.local)
  --python PATH  use this Python, 3.10 or newer (default: the first that fits)
  -h, --help     show this text

Exit status:
  0  done
  1  it could not be done; the message says what to do
  2  wrong usage
With --demo and --test, the status of what was run.
END
}

PROGRAMS='git-memoir git-merge-memoir'
MANUAL=git-memoir.1
# What may have to be made under the prefix, parents first; those made go again on the way out, if empty.
DIRECTORIES='bin share share/memoir-git share/man share/man/man1'

say() { printf '%s\n' "$*"; }

fail() { # sentence, then lines of advice
    printf 'install.sh: %s\n' "$1" >&2
    shift
    for line; do printf '  %s\n' "$line" >&2; done
    exit 1
}

wrong_usage() {
    printf 'install.sh: %s\n  see: sh install.sh --help\n' "$1" >&2
    exit 2
}

main() {
    task=install prefix='' chosen_python=''
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help) usage; exit 0 ;;
            --demo) set_task demo ;;
            --uninstall) set_task uninstall ;;
            --test) set_task 'test'; shift; break ;; # the rest is pytest's
            --prefix | --python)
                if [ $# -lt 2 ] || [ -z "$2" ]; then wrong_usage "$1 needs a value."; fi
                if [ "$1" = --prefix ]; then prefix=$2; else chosen_python=$2; fi
                shift ;;
            --prefix=?*) prefix=${1#*=} ;;
            --python=?*) chosen_python=${1#*=} ;;
            *) wrong_usage "'$1' is not an option of this script." ;;
        esac
        shift
    done
    find_prefix
    case $task in
        uninstall) uninstall ;;
        install) install .; say_next ;;
        demo) install .; exec "$prefix/bin/git-memoir" demo ;;
        test) install '.[dev]'; run_tests "$@" ;;
    esac
}

set_task() {
    [ "$task" = install ] || wrong_usage "--$task and --$1 do not go together."
    task=$1
}

find_prefix() {
    if [ -z "$prefix" ]; then
        [ -n "${HOME:-}" ] || fail 'HOME is not set, so there is no default place to install to.' \
            'say where: sh install.sh --prefix DIR'
        prefix=$HOME/.local
    fi
    case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
    # Through links and dots, so that the links made below have one spelling; it may not exist yet.
    if [ -d "$prefix" ]; then prefix=$(cd -P -- "$prefix" && pwd); fi
    place_things
}

place_things() {
    environment=$prefix/share/memoir-git/venv
    made=$prefix/share/memoir-git/made-directories
    log=$prefix/share/memoir-git/install.log
}

# --- install -------------------------------------------------------------------------------------------

install() { # what to install, as pip names it
    clone=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd)
    [ -f "$clone/pyproject.toml" ] || fail 'This script belongs in a clone of memoir-git, and there is none around it.' \
        'run it from there: sh PATH-TO-CLONE/install.sh'
    check_git
    find_python
    refuse_foreign_files
    make_directories
    make_environment
    install_package "$1"
    make_links
    check_result
}

check_git() {
    said=$(LC_ALL=C git --version 2>/dev/null) || fail 'git was not found.' 'install git 2.30 or newer, then run this again'
    number=${said#git version }
    major=${number%%.*}
    minor=${number#*.}
    minor=${minor%%[!0-9]*}
    case $major$minor in '' | *[!0-9]*) fail "git answers \"$said\", which names no version." ;; esac
    if [ "$major" -lt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -lt 30 ]; }; then
        fail "git $major.$minor is too old." 'install git 2.30 or newer, then run this again'
    fi
}

# Sets `python`, the interpreter to build the environment with.
find_python() {
    why=
    if [ -n "$chosen_python" ]; then
        is_fit "$chosen_python" && python=$chosen_python && return
        fail "${why:-$chosen_python does not run as Python 3.10 or newer.}" 'name another: sh install.sh --python PATH'
    fi
    first=
    for python in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do
        why=
        is_fit "$python" && return
        first=${first:-$why}
    done
    fail "${first:-No Python was found.}" \
        'install Python 3.10 or newer with its venv module, or name one: sh install.sh --python PATH'
}

# Tells whether $1 is a Python of the right age with what it takes; if it is one that does not fit, says why.
is_fit() {
    said=$("$1" -I -c '
import sys
version = "%d.%d" % sys.version_info[:2]
if sys.version_info < (3, 10):
    print("Python " + version + " is too old: " + sys.executable)
else:
    try:
        import ensurepip, venv
    except ImportError:
        print("Python " + version + " lacks its venv module (on Debian and Ubuntu: apt install python" + version + "-venv).")
' 2>/dev/null </dev/null) || return 1
    why=$said
    [ -z "$said" ]
}

make_directories() {
    new=''
    level=$prefix
    while [ ! -d "$level" ]; do # one dot for the prefix itself and for each missing parent
        new="$new ."
        level=$(dirname -- "$level")
    done
    mkdir -p -- "$prefix" 2>/dev/null || refuse_prefix
    prefix=$(cd -P -- "$prefix" && pwd)
    place_things
    for directory in $DIRECTORIES; do
        if [ ! -d "$prefix/$directory" ]; then
            mkdir -- "$prefix/$directory" 2>/dev/null || refuse_prefix
            new="$new $directory"
        fi
    done
    # Added to what an earlier run made, which is still ours.
    for directory in $new; do
        { printf '%s\n' "$directory" >>"$made"; } 2>/dev/null || refuse_prefix
    done
    { : >"$log"; } 2>/dev/null || refuse_prefix
}

refuse_prefix() {
    fail "Nothing can be written under $prefix." 'choose another place: sh install.sh --prefix DIR'
}

refuse_foreign_files() {
    for program in $PROGRAMS; do refuse_foreign "$prefix/bin/$program" "$environment/bin/$program"; done
    refuse_foreign "$prefix/share/man/man1/$MANUAL" "$environment/share/man/man1/$MANUAL"
}

refuse_foreign() { # place, what we would link there
    [ ! -e "$1" ] && [ ! -L "$1" ] || is_ours "$1" "$2" ||
        fail "$1 exists and was not made by this script." 'remove it, or choose another place: sh install.sh --prefix DIR'
}

is_ours() { [ -L "$1" ] && [ "$(readlink -- "$1")" = "$2" ]; }

make_environment() {
    if [ -d "$environment" ] && is_usable; then return; fi
    say "Making a private environment in $environment"
    "$python" -I -m venv --clear -- "$environment" >"$log" 2>&1 </dev/null ||
        fail_with_log 'The virtual environment could not be made.'
}

# A system upgrade may have taken the interpreter away, or --python may name another one.
is_usable() {
    "$environment/bin/python" -I -m pip --version >/dev/null 2>&1 </dev/null || return 1
    [ -z "$chosen_python" ] || [ "$(origin_of "$environment/bin/python")" = "$(origin_of "$chosen_python")" ]
}

origin_of() { "$1" -I -c 'import sys; print(sys.base_prefix, sys.version_info[:2])' </dev/null; }

install_package() {
    # Settings that would send the files elsewhere; where packages come from stays the user's choice.
    unset PIP_TARGET PIP_PREFIX PIP_ROOT PYTHONHOME PYTHONPATH
    PIP_USER=0
    export PIP_USER
    say 'Installing the package and what it needs'
    # An old pip knows neither today's wheels nor today's metadata; a recent one is left alone.
    pip install 'pip>=23.1' || fail_with_log 'pip could not be brought up to date.' "$NETWORK_ADVICE"
    # From inside the clone, so that no blank or bracket in its path means anything to pip.
    (cd -- "$clone" && pip install "$1") || fail_with_log 'pip could not install the package.' "$NETWORK_ADVICE"
    finish_package >>"$log" 2>&1 </dev/null || fail_with_log 'The installed package could not be made ready.'
    rm -f -- "$log"
}

# Compiles the package: git starts the merge driver once per file, and from source it would take twice as
# long. Then puts our own launchers in the place of pip's, which do not survive every path and let
# PYTHONPATH decide which click the command gets.
finish_package() {
    "$environment/bin/python" -I -c '
import compileall, importlib.metadata, os, shlex, sys
import memoir_git
if not compileall.compile_dir(os.path.dirname(memoir_git.__file__), quiet=2):
    sys.exit("a module does not compile")
for entry in importlib.metadata.distribution("memoir-git").entry_points:
    if entry.group == "console_scripts":
        call = f"import sys; from {entry.module} import {entry.attr}; sys.exit({entry.attr}())"
        words = (sys.executable, "-I", "-c", call)
        place = os.path.join(os.path.dirname(sys.executable), entry.name)
        with open(place + ".new", "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write("#!/bin/sh\nexec " + " ".join(map(shlex.quote, words)) + " \"$@\"\n")
        os.chmod(place + ".new", 0o755)
        os.replace(place + ".new", place)
'
}

NETWORK_ADVICE="if it names the network: check the connection and pip's settings (pip config list), then run this again"

pip() {
    "$environment/bin/python" -I -m pip --disable-pip-version-check --no-input "$@" >>"$log" 2>&1 </dev/null
}

fail_with_log() { # sentence, then advice
    printf 'The last lines of %s:\n' "$log" >&2
    tail -n 12 -- "$log" | sed 's/^/  | /' >&2
    fail "$@"
}

make_links() {
    for program in $PROGRAMS; do link "$environment/bin/$program" "$prefix/bin/$program"; done
    link "$environment/share/man/man1/$MANUAL" "$prefix/share/man/man1/$MANUAL"
}

link() { # what, where; what this version does not bring is not linked
    rm -f -- "$2"
    if [ -e "$1" ]; then ln -s -- "$1" "$2" || refuse_prefix; fi
}

check_result() {
    version=$("$prefix/bin/git-memoir" --version 2>&1 </dev/null) ||
        fail "The installed command does not run: $version" 'please report this'
}

# --- what comes after ----------------------------------------------------------------------------------

say_next() {
    say "Installed $version: $prefix/bin/git-memoir"
    say ''
    say 'What to type next:'
    found=$(command -v git-memoir) || found=
    if [ -z "$found" ]; then
        say "  export PATH=$(quoted "$prefix/bin"):\"\$PATH\"    # here, and in your shell's start-up file"
    elif [ "$(cd -P -- "$(dirname -- "$found")" && pwd)" != "$(cd -P -- "$prefix/bin" && pwd)" ]; then
        say "  # PATH finds another git-memoir first: $found"
        say "  export PATH=$(quoted "$prefix/bin"):\"\$PATH\"    # here, and in your shell's start-up file"
    fi
    say '  git memoir demo                          # see two machines merge, next to plain git'
    say '  cd YOUR-REPOSITORY && git memoir install # set up the merge driver there'
}

quoted() { printf "'%s'" "$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")"; }

run_tests() {
    cd -- "$clone" || exit 1
    say "Running the test suite of $version"
    exec "$environment/bin/python" -m pytest -n auto --dist loadgroup "$@"
}

uninstall() {
    if [ ! -f "$made" ] && [ ! -f "$environment/pyvenv.cfg" ]; then
        say "Nothing of memoir-git is installed under $prefix."
        return
    fi
    for program in $PROGRAMS; do unlink_ours "$environment/bin/$program" "$prefix/bin/$program"; done
    unlink_ours "$environment/share/man/man1/$MANUAL" "$prefix/share/man/man1/$MANUAL"
    directories=$(cat -- "$made" 2>/dev/null)
    rm -rf -- "$environment" || refuse_prefix
    rm -f -- "$made" "$log"
    level=$prefix
    for directory in $(printf '%s\n' "$directories" | LC_ALL=C sort -r); do # children first, dots last
        case $directory in
            .) rmdir -- "$level" 2>/dev/null; level=$(dirname -- "$level") ;;
            *) rmdir -- "$prefix/$directory" 2>/dev/null ;;
        esac
    done
    say "Removed memoir-git from $prefix."
    say 'A repository that was set up still names it in its config and says so when memory merges: git falls'
    say 'back to its own text merge there. To take that away too, install again and run "git memoir uninstall".'
}

unlink_ours() { if is_ours "$2" "$1"; then rm -f -- "$2"; fi; }

main "$@"
