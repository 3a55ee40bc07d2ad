"""Which lines of a project-memory file speak: the layer below units, entries and the manifest.

A line inside a closed code fence or a whole-line HTML comment is invisible; a visible line indented by four
blanks or a tab is code and carries no structure. A file that ends inside a fence or a comment is unusable as
a whole, because nobody can say where its units end. Only LF, CRLF and CR end a line.

On the merge driver's path: no imports but our own, one pass, parallel lists instead of an object per line.
"""

from __future__ import annotations

from memoir_git.core.markdown import split_lines

HIDDEN = 0
VISIBLE = 1
CODE = 2

BOM = "\ufeff"
_ENDS = "\r\n"
_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_PARTING = "======="


class Problem:
    """Why a place cannot be read as the protocol wants it: a fixed `reason` and a 1-based line number."""

    __slots__ = ("line", "reason")

    def __init__(self, reason: str, line: int) -> None:
        self.reason = reason
        self.line = line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and (self.reason, self.line) == (other.reason, other.line)

    def __hash__(self) -> int:
        return hash((self.reason, self.line))

    def __repr__(self) -> str:
        return f"Problem({self.reason!r}, {self.line})"


UNCLOSED_FENCE = "unclosed-fence"
UNCLOSED_COMMENT = "unclosed-comment"
TEXT_AFTER_COMMENT = "text-after-comment"
BACKTICK_IN_FENCE_INFO = "backtick-in-fence-info"
CONFLICT_MARKER = "conflict-marker"
NOT_UTF8 = "not-utf-8"
NUL_BYTE = "nul-byte"


class Text:
    """A file's lines: `lines` with their ends, `kinds` (HIDDEN, VISIBLE or CODE) beside them.

    `"".join(lines)` after the `bom` is the file. `problems` is empty for a usable file; otherwise nothing in
    it may be interpreted.
    """

    __slots__ = ("bom", "kinds", "lines", "problems")

    def __init__(self, bom: str, lines: list[str], kinds: bytearray, problems: list[Problem]) -> None:
        self.bom = bom
        self.lines = lines
        self.kinds = kinds
        self.problems = problems

    def render(self) -> str:
        """Returns the file's text."""
        return self.bom + "".join(self.lines)


def lex(text: str) -> Text:
    """Returns the lines of `text` and what each is. Never raises."""
    bom = BOM if text.startswith(BOM) else ""
    lines = split_lines(text[len(bom) :])
    kinds, problems = _classify(lines)
    return Text(bom, lines, kinds, problems)


def lex_bytes(data: bytes) -> Text:
    """Returns the lines of a file; bytes that are not UTF-8, or NUL, make it unusable, not an error.

    git takes a file with NUL for binary and merges none of it.
    """
    nul = data.find(b"\0")
    if nul >= 0:
        return _unreadable(data, nul, NUL_BYTE)
    try:
        return lex(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _unreadable(data, error.start, NOT_UTF8)


def content_of(line: str) -> str:
    """Returns the line without its end."""
    return line.rstrip(_ENDS)


def _unreadable(data: bytes, at: int, reason: str) -> Text:
    return Text("", [], bytearray(), [Problem(reason, data.count(b"\n", 0, at) + 1)])


def _classify(lines: list[str]) -> tuple[bytearray, list[Problem]]:
    kinds = bytearray(len(lines))
    problems: list[Problem] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        first = line[:1]
        if first not in " <`~\t|=>":
            kinds[at] = VISIBLE
            at += 1
            continue
        stripped = line.lstrip(" ")
        indent = len(line) - len(stripped)
        if indent >= 4 or first == "\t":
            kinds[at] = CODE if stripped.strip() else VISIBLE
            at += 1
        elif stripped.startswith("<!--"):
            at = _skip_comment(lines, at, stripped, problems)
        elif stripped.startswith(("```", "~~~")):
            at = _skip_fence(lines, at, stripped, problems)
        else:
            if indent == 0 and stripped.startswith(_MARKERS) and _is_marker(stripped):
                problems.append(Problem(CONFLICT_MARKER, at + 1))
            kinds[at] = VISIBLE
            at += 1
    return kinds, _without_rulers(lines, problems)


def _without_rulers(lines: list[str], problems: list[Problem]) -> list[Problem]:
    """Drops lines of `=` that underline a title or part a text, where no other marker says otherwise."""
    marks = [lines[problem.line - 1] for problem in problems if problem.reason == CONFLICT_MARKER]
    if not marks or any(mark[0] != "=" for mark in marks):
        return problems
    return [p for p in problems if p.reason != CONFLICT_MARKER or _parts_two_sides(lines, p.line - 1)]


def _parts_two_sides(lines: list[str], at: int) -> bool:
    """Tells whether a line of `=` stands as git writes it, and under no title."""
    return content_of(lines[at]) == _PARTING and (at == 0 or not lines[at - 1].strip())


def _skip_comment(lines: list[str], start: int, stripped: str, problems: list[Problem]) -> int:
    """Returns the index behind the comment that opens at `start`; its lines stay hidden."""
    rest = stripped[4:]
    for at in range(start, len(lines)):
        text = rest if at == start else lines[at]
        closed = text.find("-->")
        if closed >= 0:
            if text[closed + 3 :].strip():
                problems.append(Problem(TEXT_AFTER_COMMENT, at + 1))
            return at + 1
    problems.append(Problem(UNCLOSED_COMMENT, start + 1))
    return len(lines)


def _skip_fence(lines: list[str], start: int, stripped: str, problems: list[Problem]) -> int:
    """Returns the index behind the fence that opens at `start`; its lines stay hidden."""
    mark = stripped[0]
    length = len(stripped) - len(stripped.lstrip(mark))
    if mark == "`" and "`" in stripped[length:]:
        problems.append(Problem(BACKTICK_IN_FENCE_INFO, start + 1))
    fence = mark * length
    for at in range(start + 1, len(lines)):
        line = lines[at]
        text = line.lstrip(" ")
        if text.startswith(fence) and len(line) - len(text) < 4 and not text.lstrip(mark).strip():
            return at + 1
    problems.append(Problem(UNCLOSED_FENCE, start + 1))
    return len(lines)


def _is_marker(line: str) -> bool:
    """Tells whether a line that begins like one is a git conflict marker, of whatever size."""
    mark = line[0]
    rest = line.lstrip(mark)
    if mark == "=":
        return not rest.strip()
    return rest[:1] == " "
