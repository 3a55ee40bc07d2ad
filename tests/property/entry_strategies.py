"""Entry files as people and tools write them, and pairs of edits of one file: input of the entry laws."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from memoir_git.core.frontmatter import Document, parse
from memoir_git.core.frontmatter_edit import (
    FrontmatterError,
    remove_field,
    set_body,
    set_list,
    set_scalar,
)

WORDS = (
    "alpha",
    "see #12: it broke",
    "`code` here",
    "@home",
    "資料庫",
    "déjà vu",
    "404",
    "",
    "a, b",
    "*x* y",
)
DATES = (
    "2026-05-01",
    "2026-05-01T09:30:00Z",
    "2026-05-01T11:30:00+02:00",
    "2026-06-12",
    "2026-06-12T00:00:00Z",
    "1969-07-20",
    "garbage",
)
TYPES = ("fact", "preference", "decision", "lesson", "goal", "next_action", "user", "oath")
DATE_FIELDS = ("created", "updated", "date", "set_on", "added", "hidden_at", "done_at", "last_fired")
PROSE_FIELDS = ("name", "description", "why", "rejected", "project", "x_unknown")
ITEMS = ("a", "b", "c", "d: e", "/tape", "", "ü")

words = st.sampled_from(WORDS)
dates = st.sampled_from(DATES)

_ODD_FIELDS = (
    "why: |\n  one\n\n  two\n",
    "why: folded by\n  a tool\n",
    "origin:\n  a:\n    b: 1\n",
    "x_anchor: &here text\n",
    "tags: [a, 'b, c']\n",
    "aliases: a, b\n",
    "tags:\n- a\n- b\n\n",
    "aliases:\n    - a\n    # why\n    - b\n",
    "metadata: \n  node_type: memory\n  type: feedback\n  originSessionId: s-1\n",
    "origin:\n  tool: claude\n  session_id: s-1\n",
    'name: "d\\u00e9j\\u00e0 \\ud83d\\ude00"\n',
    "name: 'It''s'\n",
    "url: https://example.org/x\n",
    "key:value\n",
)
_ODD_LINES = (
    "# a comment\n",
    "no key here\n",
    "\n",
    "  indented\n",
    "- item\n",
    "https://example.org\n",
    ": x\n",
)


@st.composite
def fields(draw: DrawFn) -> str:
    """The lines of one field in one of the spellings met in the field."""
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return draw(st.sampled_from(_ODD_FIELDS))
    if kind == 1:
        return f"{draw(st.sampled_from(DATE_FIELDS))}: {draw(dates)}\n"
    if kind == 2:
        items = draw(st.lists(st.sampled_from(ITEMS), max_size=4, unique=True))
        return f"{draw(st.sampled_from(('tags', 'aliases', 'x_list')))}:\n" + "".join(
            f"  - {i}\n" for i in items
        )
    if kind == 3:
        return f"type: {draw(st.sampled_from(TYPES))}\n"
    if kind == 4:
        return f"hidden: {draw(st.sampled_from(('true', 'false', 'Yes', '1', '0', '')))}\n"
    if kind == 5:
        return f"fired_count: {draw(st.sampled_from(('0', '7', '12', 'many')))}\n"
    return f"{draw(st.sampled_from(PROSE_FIELDS))}:{draw(st.sampled_from((' ', '   ')))}{draw(words)}\n"


bodies: SearchStrategy[str] = st.one_of(
    st.sampled_from(("", "Body.\n", "Body.", "a\n\n---\n\nb\n", "**How to apply:** list it first\n")),
    st.lists(st.sampled_from(("one", "two", "three", "```", "# H", "")), max_size=6).map("\n".join),
)


@st.composite
def sound_texts(draw: DrawFn) -> str:
    """An entry file whose frontmatter can be trusted: each key once."""
    lines = draw(st.lists(st.one_of(fields(), st.sampled_from(_ODD_LINES)), max_size=9))
    kept, seen = [], set[str]()
    for text in lines:
        key = text.partition(":")[0] if ":" in text and text[0].isalpha() else ""
        if not key or key not in seen:
            kept.append(text)
            seen.add(key)
    text = "---\n" + "".join(kept) + "---\n" + draw(bodies)
    return text if not parse(text).is_broken() else "---\ntype: fact\n---\n"


@st.composite
def texts(draw: DrawFn) -> str:
    """Any entry file: sound, bare, unterminated, doubled, with CRLF or a byte order mark."""
    text = draw(st.one_of(sound_texts(), bodies, st.text(max_size=40)))
    text = draw(
        st.sampled_from((text, "---\nname: x\n" + text, "---\nname: x\nname: y\n---\n" + text, text[:-1]))
    )
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return draw(st.sampled_from(("", "\ufeff"))) + text


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change a person or tool makes to an entry, as a function of the document."""

    kind: str
    field: str = ""
    value: str = ""

    def apply(self, document: Document) -> Document:
        """Returns the edited document, the same where the edit is refused for a stray line in the way."""
        try:
            return self._applied(document)
        except FrontmatterError:
            return document

    def _applied(self, document: Document) -> Document:
        if self.kind == "set":
            return set_scalar(document, self.field, self.value)
        if self.kind == "remove":
            return remove_field(document, self.field)
        if self.kind in ("add item", "drop item"):
            block = document.block(self.field)
            items = [child.text for child in block.children] if block is not None else []
            without = [item for item in items if item != self.value]
            return set_list(document, self.field, without + [self.value] * (self.kind == "add item"))
        lines = document.body.split("\n")
        lines[len(self.value) % len(lines)] = self.value
        return set_body(document, "\n".join(lines))


edits: SearchStrategy[Edit] = st.one_of(
    st.builds(Edit, kind=st.just("set"), field=st.sampled_from(DATE_FIELDS), value=dates),
    st.builds(Edit, kind=st.just("set"), field=st.sampled_from(PROSE_FIELDS), value=words),
    st.builds(Edit, kind=st.just("set"), field=st.just("type"), value=st.sampled_from(TYPES)),
    st.builds(
        Edit, kind=st.just("set"), field=st.just("hidden"), value=st.sampled_from(("true", "false", "on"))
    ),
    st.builds(Edit, kind=st.just("set"), field=st.just("fired_count"), value=st.sampled_from(("3", "12"))),
    st.builds(
        Edit,
        kind=st.just("remove"),
        field=st.sampled_from((*DATE_FIELDS, *PROSE_FIELDS, "hidden", "type", "metadata")),
    ),
    st.builds(
        Edit,
        kind=st.sampled_from(("add item", "drop item")),
        field=st.sampled_from(("tags", "aliases")),
        value=st.sampled_from(("a", "b", "z")),
    ),
    st.builds(Edit, kind=st.just("body"), value=st.sampled_from(("x", "yy", "zzz", "Body."))),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """Three versions of one entry file, as bytes; no `base` is b""."""

    base: bytes
    ours: bytes
    theirs: bytes

    def documents(self) -> tuple[Document, Document, Document]:
        """Returns base, ours and theirs parsed, without marks and carriage returns."""
        base, ours, theirs = (plain(data) for data in (self.base, self.ours, self.theirs))
        return base, ours, theirs


def plain(data: bytes) -> Document:
    """Returns the document of a file, without byte order mark and carriage returns."""
    return parse(data.decode("utf-8-sig").replace("\r\n", "\n"))


@st.composite
def forks(draw: DrawFn) -> Fork:
    """A sound entry and two branches of it, each with up to four edits; sometimes without the base."""
    text = draw(sound_texts())
    sides = []
    for _ in range(2):
        document = parse(text)
        for edit in draw(st.lists(edits, max_size=4)):
            document = edit.apply(document)
        side = document.render()
        sides.append(side.replace("\n", "\r\n") if draw(st.integers(0, 9)) == 0 else side)
    base = text if draw(st.integers(0, 4)) else ""
    return Fork(base=base.encode(), ours=sides[0].encode(), theirs=sides[1].encode())


@st.composite
def any_forks(draw: DrawFn) -> Fork:
    """Three files that need not have anything to do with each other."""
    versions = [draw(texts()).encode("utf-8", "replace") for _ in range(3)]
    return Fork(base=versions[0], ours=versions[1], theirs=versions[2])
