"""Secret patterns: one table for every path by which text enters memory or is looked through.

Line by line; an answer is a kind, a severity and a line number, never any part of the value (guide 8.4).
What is unmistakable is an error, what is fuzzy a warning. Placeholders and the format's own ids are blanked
before any rule looks, and no comment in the text can switch a rule off. Entropy is no rule: memory is full
of digests. No table finds every secret. The hooks ask in every commit of memory, so regular expressions are
loaded, and compiled, for a text that has what a secret cannot be without.
"""

from __future__ import annotations

from memoir_git.core.finding import Severity
from memoir_git.core.ids import Handle
from memoir_git.core.light import dataclass
from memoir_git.core.secret_marks import has_secret_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretHit:
    """One suspicious place: the rule's name, how sure it is, and the 1-based line."""

    line: int
    kind: Handle
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRule:
    """One row of the table. A line without any of `marks` (lower case) cannot match `pattern`."""

    kind: Handle
    severity: Severity
    marks: tuple[str, ...]
    pattern: str


def _error(kind: str, pattern: str, *marks: str) -> SecretRule:
    return SecretRule(kind=Handle(kind), severity=Severity.ERROR, marks=marks, pattern=pattern)


def _warning(kind: str, pattern: str, *marks: str) -> SecretRule:
    return SecretRule(kind=Handle(kind), severity=Severity.WARNING, marks=marks, pattern=pattern)


# A token begins where no letter, digit, `_` or `-` stands before it.
_START = r"(?<![A-Za-z0-9_-])"
_CREDENTIAL_WORD = r"(?:password|passwd|secret|api[_-]?key)"
# At least ten characters with a letter and a digit among the first eighty; bounded, since a line may repeat
# the word before it at every place.
_STRONG_VALUE = r"(?=[^\s\"']{0,79}[0-9])(?=[^\s\"']{0,79}[A-Za-z])[^\s\"']{10}"

RULES: tuple[SecretRule, ...] = (
    _error(
        "private-key",
        r"-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----",
        "private key",
    ),
    _error(
        "github-token",
        _START + r"(?:gh[pousr]_[A-Za-z0-9]{20}|github_pat_\w{20})",
        *(f"gh{letter}_" for letter in "pousr"),
        "github_pat_",
    ),
    _error("gitlab-token", _START + r"glpat-[\w-]{20}", "glpat-"),
    _error("aws-access-key", _START + r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"),
    _error("openai-key", _START + r"sk-(?:proj-)?[\w-]{20}", "sk-"),
    _error("anthropic-key", _START + r"sk-ant-[\w-]{20}", "sk-ant-"),
    _error("stripe-key", _START + r"[rs]k_(?:live|test)_[A-Za-z0-9]{16}", "k_live_", "k_test_"),
    _error("slack-token", _START + r"xox[abprs]-[A-Za-z0-9-]{10}", "xox"),
    _error("google-api-key", _START + r"AIza[\w-]{35}", "aiza"),
    _error("npm-token", _START + r"npm_[A-Za-z0-9]{36}", "npm_"),
    _error("pypi-token", _START + r"pypi-AgE[\w-]{50}", "pypi-age"),
    _error("huggingface-token", _START + r"hf_[A-Za-z0-9]{30}", "hf_"),
    _error("azure-key", r"AccountKey=[A-Za-z0-9+/]{40}", "accountkey="),
    _error("json-web-token", _START + r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8}", "eyj"),
    _error("bearer-token", r"(?i)(?<![a-z0-9_])bearer\s+[A-Za-z0-9._~+/=-]{16}", "bearer"),
    _error("credential-url", r"(?i)(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://[^\s/:@\"']+:[^\s/@\"']+@", "://"),
    _warning(
        "credential-assignment",
        rf"(?i){_CREDENTIAL_WORD}[\"']?\s*(?:=\s*[\"']?[^\s\"']|:\s*[\"']?{_STRONG_VALUE})",
        "password",
        "passwd",
        "secret",
        "api",
    ),
    _warning(
        "dotenv-credential",
        r"^\s*(?:export\s+)?(?=[A-Z0-9_]*(?:TOKEN|KEY|SECRET|PASSWORD))[A-Z0-9_]+=\s*[\"']?[^\s\"']",
        "token",
        "key",
        "secret",
        "password",
    ),
)

_MARKS = tuple(dict.fromkeys(mark for rule in RULES for mark in rule.marks))

# Placeholders and the format's own ids; blanked before any rule looks.
_ALLOWED = (
    r"<[^<>\n]*>"
    r"|\$\{[^{}\n]*\}"
    r"|\$[A-Za-z_]\w*"
    r"|(?<=://)(?:user|username|name|me):(?:password|passwd|pass|pw|secret)@"
    r"|\*{3,}"
    r"|MC-[A-Z]+-[0-9]{8}-[0-9a-f]{8}"
    r"|(?:text_hash|commit|machine_id|session_id)[\"']?\s*[:=]\s*[\"']?[0-9a-f-]{32,64}(?![\w-])"
)
_PLACEHOLDERS = ("example", "xxxx", "placeholder")


def find_secrets(text: str, at_least: Severity = Severity.WARNING) -> tuple[SecretHit, ...]:
    """Returns each suspicious line and rule once, by line, then kind; rules below `at_least` do not look."""
    lowered = text.lower()
    # Most texts hold none of the marks, and many short ones are asked about.
    if not any(mark in lowered for mark in _MARKS) or not has_secret_mark(text):
        return ()
    import re

    rules = [
        rule for rule in RULES if rule.severity >= at_least and any(mark in lowered for mark in rule.marks)
    ]
    hits = set()
    for number, line in enumerate(text.split("\n"), start=1):
        low = line.lower()
        candidates = [rule for rule in rules if any(mark in low for mark in rule.marks)]
        if candidates:
            seen = _without_allowed(line)
            hits |= {
                SecretHit(line=number, kind=rule.kind, severity=rule.severity)
                for rule in candidates
                if re.search(rule.pattern, seen)
            }
    return tuple(sorted(hits, key=lambda hit: (hit.line, hit.kind)))


def _without_allowed(line: str) -> str:
    """Returns the line with blanks for what is allowed; whole words for placeholders, in linear time."""
    import re

    seen = re.sub(_ALLOWED, _blanks, line, flags=re.IGNORECASE)
    return re.sub(r"[\w-]+", _blanks_for_placeholder, seen)


def _blanks_for_placeholder(match: re.Match[str]) -> str:
    word = match.group().lower()
    return _blanks(match) if any(sign in word for sign in _PLACEHOLDERS) else match.group()


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
