"""Evidence items: their grammar, and which of them make memory admissible (guide 2.2; plan 5.1 of 0.6)."""

from __future__ import annotations

from memoir_git.core.light import Enum, dataclass


class Admission(Enum):
    """What an item is worth."""

    ADMISSIBLE = "admissible"
    CANDIDATE_ONLY = "candidate-only"
    LEGACY = "legacy"
    MALFORMED = "malformed"


_PLAIN = {
    "user-confirmed": Admission.ADMISSIBLE,
    "agent-observed": Admission.CANDIDATE_ONLY,
    "conversation-unconfirmed": Admission.CANDIDATE_ONLY,
    "legacy-unverified": Admission.LEGACY,
}
_PATH_SCHEMES = ("repo", "doc", "test")
_NUMBER_SCHEMES = ("issue", "pr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One item. `path` (project-relative, collapsed) and `revision` are set for repo, doc and test items;
    `is_normal` is false for a path that is spelled in a roundabout way.
    """

    text: str
    admission: Admission
    path: str | None = None
    revision: str | None = None
    is_normal: bool = True


def parse_evidence(text: str) -> Evidence:
    """Returns the item that `text` spells; a malformed one says so."""
    if text in _PLAIN:
        return Evidence(text=text, admission=_PLAIN[text])
    scheme, colon, rest = text.partition(":")
    if colon and scheme in _NUMBER_SCHEMES and rest[:1] == "#" and rest[1:].isascii() and rest[1:].isdigit():
        return Evidence(text=text, admission=Admission.ADMISSIBLE)
    if not colon or scheme not in _PATH_SCHEMES:
        return Evidence(text=text, admission=Admission.MALFORMED)
    written, at, revision = rest.partition("@")
    path = collapse_path(written)
    if path is None or (at and not _is_revision(revision)):
        return Evidence(text=text, admission=Admission.MALFORMED)
    return Evidence(
        text=text,
        admission=Admission.ADMISSIBLE,
        path=path,
        revision=revision if at else None,
        is_normal=path == written,
    )


def collapse_path(written: str) -> str | None:
    r"""Returns a project-relative path with `\` turned, `.` and double slashes collapsed.

    `None` for what may not be named: absolute, a drive, `..`, blanks, `@`, and the project itself.
    """
    path = written.replace("\\", "/")
    if not path or path.startswith("/") or any(char.isspace() or char == "@" for char in path):
        return None
    segments = [segment for segment in path.split("/") if segment not in ("", ".")]
    if not segments or ".." in segments or segments[0][1:2] == ":":
        return None
    return "/".join(segments)


def _is_revision(text: str) -> bool:
    return bool(text) and text.isascii() and all(char.isalnum() or char in "._-" for char in text)
