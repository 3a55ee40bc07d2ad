"""Scenarios S66 to S76: line ends, byte order marks, filters, layouts, odd files and attributes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.outcomes import assert_both_whole, assert_ok, assert_refusal, assert_symmetric
from tests.support.scenario import SESSION, Repo, Scene, scene
from tests.support.sessions import action, goal, question, session, texts, to_bytes

MakeStore = Callable[[], Repo]

BOM = b"\xef\xbb\xbf"
BASE = session(goals=[goal("base")])
OURS = session(goals=[goal("base"), goal("ours \u00fc", 3)])
THEIRS = session(goals=[goal("base")], actions=[action("theirs \u6f22", 2)])


def add_attributes(repo: Repo, *lines: str) -> None:
    """Appends lines to `info/attributes`, which every branch obeys."""
    with (repo.path / ".git/info/attributes").open("a") as file:
        file.writelines(f"{line}\n" for line in lines)


def check_out_again(repo: Repo) -> None:
    """Lets git write the session anew, as a clone with today's settings would have it."""
    (repo.path / SESSION).unlink()
    repo.git("checkout", "--", SESSION)


@pytest.mark.parametrize("setting", ["autocrlf", "eol"])
def test_s66_line_ends_of_the_work_tree_stay_out_of_the_blobs(setting: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    if setting == "autocrlf":
        store.git("config", "core.autocrlf", "true")
    else:
        add_attributes(store, f"{SESSION} text eol=crlf")
    check_out_again(store)

    assert_ok(store, store.merge())

    assert b"\r" not in store.show("HEAD")
    assert store.read() == store.show("HEAD").replace(b"\n", b"\r\n")


def test_s67_line_ends_are_never_mixed(make_driven: MakeStore) -> None:
    crlf = to_bytes(THEIRS).replace(b"\n", b"\r\n")

    repo = assert_symmetric(make_driven, scene(base=BASE, ours=OURS, theirs=crlf))

    # Theirs changed the line ends since the base, ours did not: so theirs' choice stands.
    merged = repo.show("HEAD")
    assert merged.count(b"\n") == merged.count(b"\r\n")


def test_s68_renormalising_gives_one_kind_of_line_end(driven: Repo) -> None:
    crlf = to_bytes(THEIRS).replace(b"\n", b"\r\n")
    driven.fork(scene(base=BASE, ours=OURS, theirs=crlf))
    driven.git("config", "merge.renormalize", "true")
    add_attributes(driven, "* text=auto")

    assert_ok(driven, driven.merge())

    assert b"\r" not in driven.show("HEAD")


@pytest.mark.parametrize("marked", ["ours", "theirs", "both"])
def test_s69_a_byte_order_mark_is_read_and_not_written_back(marked: str, make_store: MakeStore) -> None:
    ours = BOM * (marked in ("ours", "both")) + to_bytes(OURS)
    theirs = BOM * (marked in ("theirs", "both")) + to_bytes(THEIRS)
    ours_union = [OURS, THEIRS]
    repos = [make_store(), make_store()]

    for repo, versions in zip(repos, [(ours, theirs), (theirs, ours)], strict=True):
        repo.fork(scene(base=BASE, ours=versions[0], theirs=versions[1]))
        assert_ok(repo, repo.merge(), sides=ours_union)

    assert not repos[0].read().startswith(BOM)
    assert repos[0].read() == repos[1].read()


@pytest.mark.parametrize(
    "encoded",
    [
        to_bytes(THEIRS).decode().encode("utf-16"),
        to_bytes(THEIRS).replace("\u6f22".encode(), b"\xfc"),
        to_bytes(THEIRS).replace(b"theirs", b"the\0irs"),
        bytes(range(256)) * 40,
    ],
    ids=["UTF-16", "Latin-1", "NUL", "noise"],
)
def test_s70_what_is_no_utf_8_is_refused_whole(encoded: bytes, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=encoded))

    assert_refusal(store, store.merge())


def test_s70_a_work_tree_encoding_is_no_concern_of_the_merge(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    add_attributes(store, f"{SESSION} working-tree-encoding=UTF-16LE")
    check_out_again(store)

    result = store.merge()

    assert result.code == 0, str(result)
    assert store.read().decode("utf-16-le").encode() == store.show("HEAD")
    assert b'"ours' in store.show("HEAD")


def test_s71_ciphertext_is_refused_whole_and_stays_in_the_index(store: Repo) -> None:
    def locked(text: str) -> bytes:
        return bytes(byte ^ 0x55 for byte in text.encode() * 20)

    store.fork(scene(base=locked("base"), ours=locked("ours"), theirs=locked("theirs")))

    assert_refusal(store, store.merge())

    assert store.show("", f":2:{SESSION}".lstrip(":")) == locked("ours")
    assert store.show("", f":3:{SESSION}".lstrip(":")) == locked("theirs")


@pytest.mark.parametrize("ending", [b"", b"\n"], ids=["no final newline", "final newline"])
@pytest.mark.parametrize("layout", ["\t", 4, 0, None], ids=["tabs", "four blanks", "flat", "one line"])
def test_s72_the_layout_one_side_chose_is_kept(
    layout: int | str | None, ending: bytes, make_store: MakeStore
) -> None:
    theirs = to_bytes(THEIRS, indent=layout) + ending

    repo = assert_symmetric(make_store, scene(base=BASE, ours=OURS, theirs=theirs))

    assert repo.read() == to_bytes(repo.session(), indent=layout) + ending


def test_s72_minified_files_stay_minified(make_store: MakeStore) -> None:
    minified = [
        to_bytes(document, indent=None).replace(b", ", b",").replace(b": ", b":")
        for document in (BASE, OURS, THEIRS)
    ]

    repo = assert_symmetric(make_store, scene(base=minified[0], ours=minified[1], theirs=minified[2]))

    assert b" " not in repo.read().replace("ours \u00fc".encode(), b"").replace("theirs \u6f22".encode(), b"")


def test_s72_ascii_escapes_stay_when_both_sides_use_them(store: Repo) -> None:
    escaped = [document_in_ascii(to_bytes(document)) for document in (BASE, OURS, THEIRS)]
    store.fork(scene(base=escaped[0], ours=escaped[1], theirs=escaped[2]))

    assert_ok(store, store.merge())

    assert store.read().isascii()


def document_in_ascii(content: bytes) -> bytes:
    return content.decode().encode("ascii", "backslashreplace").replace(b"\\xfc", b"\\u00fc")


@pytest.mark.parametrize("shape", ["[]", "null", '"x"', "7", "{", "true"])
def test_s73_what_is_no_object_is_refused_whole(shape: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=shape))

    assert_refusal(store, store.merge())


def test_s73_an_empty_object_is_a_session_that_says_nothing(make_store: MakeStore) -> None:
    ours = session(goals=[goal("g")], questions=[question("q")])

    repo = assert_symmetric(make_store, scene(base=BASE, ours=ours, theirs=ours | {"x": 1}))
    empty = make_store()
    empty.fork(scene(base=BASE, ours=ours, theirs="{}"))

    assert_ok(empty, empty.merge(), sides=[ours])
    assert texts(repo.session(), "goals") == texts(empty.session(), "goals")


@pytest.mark.parametrize("damage", ["ours", "theirs", "both", "base"])
def test_s74_conflict_markers_in_a_side_are_never_data(damage: str, store: Repo) -> None:
    def damaged(name: str, whole: bytes) -> bytes:
        text = whole.replace(b'\n  "machines"', b'\n<<<<<<< a\n=======\n>>>>>>> b\n  "machines"')
        return text if damage in (name, "both") else whole

    versions = Scene(
        base={SESSION: damaged("base", to_bytes(BASE))},
        ours={SESSION: damaged("ours", to_bytes(OURS))},
        theirs={SESSION: damaged("theirs", to_bytes(THEIRS))},
    )
    store.fork(versions)

    result = store.merge()

    if damage == "base":
        assert_ok(store, result)
    else:
        content = assert_refusal(store, result)
        assert content.startswith(b"<" * 8 + b" ")


@pytest.mark.parametrize("operation", ["merge", "rebase"])
@pytest.mark.parametrize("branch", ["side", "main"])
def test_s75_a_rule_younger_than_a_branch_binds_all_the_same(
    branch: str, operation: str, store: Repo
) -> None:
    rule = {".gitattributes": f"{SESSION} merge=memoir-session\n"}
    none: dict[str, None] = {".gitattributes": None}
    store.fork(
        Scene(
            base=none | {SESSION: BASE},
            ours=(rule if branch == "main" else {}) | {SESSION: OURS},
            theirs=(rule if branch == "side" else {}) | {SESSION: THEIRS},
        )
    )
    if operation == "rebase":
        store.switch("side")

    result = store.rebase("main") if operation == "rebase" else store.merge()

    assert texts(assert_ok(store, result), "next_actions") == ["theirs \u6f22"]


def test_s75_an_attributes_file_that_is_a_symbolic_link_is_no_obstacle(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS))
    (store.path / ".gitattributes").unlink(missing_ok=True)
    (store.path / ".gitattributes").symlink_to("elsewhere")

    result = store.merge()

    assert result.code == 0, str(result)
    assert texts(store.session(), "next_actions") == ["theirs \u6f22"]


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_s76_a_refusal_has_markers_of_the_size_asked_for_and_two_sides(style: str, store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))
    add_attributes(store, f"{SESSION} conflict-marker-size=32")
    store.git("config", "merge.conflictStyle", style)

    content = assert_refusal(store, store.merge())

    assert content.startswith(b"<" * 32 + b" ")
    assert b"|||||||" not in content


def test_s76_nested_refusals_have_markers_that_tell_them_apart(store: Repo) -> None:
    store.fork(scene(base=BASE, ours=OURS, theirs=THEIRS | {"version": 2}))
    inner = assert_refusal(store, store.merge())
    store.git("commit", "--quiet", "--all", "--no-verify", "-m", "markers committed")
    store.switch("third", at="main~1")
    store.commit({SESSION: session(goals=[goal("third")])})
    store.switch("main")

    result = store.merge("third")

    assert result.code == 1
    outer = store.read()
    assert_both_whole(outer, inner, to_bytes(session(goals=[goal("third")])))
    assert outer.startswith(b"<" * 8 + b" ")
