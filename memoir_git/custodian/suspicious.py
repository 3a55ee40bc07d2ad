"""Text that claims an authority memory never has: heuristics over whole files (guide 9.2).

Memory is project context and no authorisation, so a sentence that asks an agent to skip review or push by
itself is worth a person's look. Each pattern stays within a line, with bounded repetitions. None of this
finds everything, and nothing is deleted for it.

Each commit of project memory is looked through, so a pattern is compiled, and what compiles it loaded, only
for a text that has the words it cannot be without.
"""

from __future__ import annotations

from memoir_git.core.light import dataclass
from memoir_git.custodian.hits import Hit, Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# How far before a phrase a negation is looked for, within its line.
_NEGATION_REACH = 60
_NEGATED = (
    r"(?:\b(?:never|must not|do not|don't|cannot|can't|not|without|no)\b(?:\s+\w+){0,2}\s*"
    r"|不得|不要|不可|不能|不应|不准|不允许|禁止|严禁|切勿|请勿|绝不|从不|永不)$"
)
_CONCEAL = "suspicious-conceal"
# Characters that make a person read another text than an agent does.
_DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@dataclass(frozen=True, slots=True)
class _Family:
    """One kind of claim. A line without any of `marks` (lower case), or any of `goals`, cannot match."""

    kind: str
    marks: tuple[str, ...]
    goals: tuple[str, ...]
    patterns: tuple[str, ...]


# Where the marks say it all.
_ANY = ("",)
# A match right behind a negation is a rule against the thing, except for concealment.
_FAMILIES = (
    _Family(
        "suspicious-ignore-instructions",
        ("ignore", "disregard", "overrid", "忽略", "无视"),
        ("instruction", "prompt", "rule", "指令", "提示", "规则"),
        (
            r"\b(?:ignore|disregard|overrid(?:e|ing))\b.{0,40}\b(?:system|previous|prior|user)\b.{0,20}"
            r"\b(?:instructions?|prompts?|rules?)\b",
            r"(?:忽略|无视).{0,8}(?:系统|之前|用户).{0,8}(?:指令|提示|规则)",
        ),
    ),
    _Family(
        "suspicious-bypass-safety",
        ("bypass", "disable", "skip", "circumvent", "绕过", "跳过", "禁用"),
        ("safety", "permission", "guardrail", "approval", "review", "安全", "权限", "审查", "审批"),
        (
            r"\b(?:bypass|disable|skip|circumvent)\b.{0,30}"
            r"\b(?:safety|permissions?|guardrails?|approvals?|review)\b",
            r"(?:绕过|跳过|禁用).{0,8}(?:安全|权限|审查|审批)",
        ),
    ),
    _Family(
        "suspicious-upload-secrets",
        ("upload", "send", "post", "exfiltrate", "上传", "发送"),
        ("secret", "credential", "token", "key", ".env", "密钥", "凭证", "令牌", "密码"),
        (
            r"\b(?:upload|send|post|exfiltrate)\b.{0,40}"
            r"(?:\b(?:secrets?|credentials?|tokens?|keys?)\b|\.env\b)",
            r"(?:上传|发送).{0,8}(?:密钥|凭证|令牌|密码)",
            r"[把将].{0,4}(?:密钥|凭证|令牌|密码).{0,8}(?:上传|发送)",
        ),
    ),
    _Family(
        "suspicious-auto-push",
        ("auto", "always", "without asking", "自动", "直接", "无需"),
        ("push", "merge", "release", "commit", "推送", "合并", "发布", "提交"),
        (
            r"\b(?:auto\w*|always|without asking)\b.{0,30}\b(?:push(?:es)?|(?:merge|release|commit)s?)\b",
            r"(?:自动|直接|无需(?:询问|确认|批准)).{0,6}(?:推送|合并|发布|提交)",
        ),
    ),
    _Family(
        "suspicious-destructive-command",
        ("rm -rf", "git push --force", "git reset --hard", "drop table", "filter-repo"),
        _ANY,
        (
            r"\b(?:run|execute|always)\b.{0,30}"
            r"(?:rm -rf|git push --force|git reset --hard|drop table|filter-repo)",
            r"(?:执行|运行).{0,8}(?:rm -rf|git push --force|git reset --hard)",
        ),
    ),
    _Family(
        "suspicious-disable-tests",
        ("disable", "skip", "turn off", "--no-verify", "禁用", "关闭", "跳过"),
        ("test", "ci", "check", "hook", "--no-verify", "测试", "检查", "钩子"),
        (
            r"\b(?:disable|skip|turn off)\b.{0,20}\b(?:tests?|ci|checks?|hooks?)\b",
            r"--no-verify\b",
            r"(?:禁用|关闭|跳过).{0,6}(?:测试|检查|钩子)",
        ),
    ),
    _Family(
        "suspicious-conceal",
        ("do not", "don't", "never", "hide", "conceal", "隐瞒", "隐藏", "不要"),
        ("user", "change", "用户", "更改", "修改"),
        (
            r"\b(?:do not|don't|never)\b.{0,20}\b(?:tell|mention|disclose|inform)\b.{0,20}"
            r"\b(?:user|changes?)\b",
            r"\b(?:hide|conceal)\b.{0,20}\b(?:changes?|user)\b",
            r"(?:隐瞒|不要告诉).{0,8}(?:用户|更改|修改)",
            r"[对向]用户.{0,2}(?:隐瞒|隐藏)|不要向用户.{0,4}(?:提及|提起|透露|报告)",
        ),
    ),
    _Family(
        "suspicious-claimed-authorisation",
        ("user has", "user already", "user authori", "user approved", "user permitted", "用户"),
        _ANY,
        (
            r"\buser (?:has )?(?:already )?(?:authori[sz]ed|approved|permitted)\b",
            r"用户(?:早)?已(?:经)?(?:授权|批准|同意)",
        ),
    ),
)


def suspicious_text(lines: list[str]) -> Iterator[Hit]:
    """Yields text that asks an agent for what memory may never authorise, at most one of a kind per line."""
    found = Lines(lines)
    lowered = found.text.lower()
    for family in _FAMILIES:
        if _may_match(family, lowered):
            yield from (Hit(family.kind, number) for number in sorted(_numbers(found, family)))
    if not found.text.isascii() and any(char in found.text for char in _DIRECTION):
        numbers = {found.number(at) for at, char in enumerate(found.text) if char in _DIRECTION}
        yield from (Hit("suspicious-hidden-direction", number) for number in sorted(numbers))


def _may_match(family: _Family, lowered: str) -> bool:
    """Tells whether one line holds a mark and a goal; a pattern ends at a line feed and at nothing else."""
    if not any(mark in lowered for mark in family.marks) or not any(goal in lowered for goal in family.goals):
        return False
    return any(
        any(mark in line for mark in family.marks) and any(goal in line for goal in family.goals)
        for line in lowered.split("\n")
    )


def _numbers(found: Lines, family: _Family) -> set[int]:
    return {
        found.number(match.start())
        for match in _pattern(family).finditer(found.text)
        if family.kind == _CONCEAL or not _is_negated(found.text, match.start())
    }


def _pattern(family: _Family) -> re.Pattern[str]:
    """Returns the phrases, in ASCII: one may stand between words of a script without blanks."""
    import re

    return re.compile("|".join(family.patterns), re.IGNORECASE | re.ASCII)


def _is_negated(text: str, at: int) -> bool:
    import re

    before = text[max(0, at - _NEGATION_REACH) : at]
    return re.search(_NEGATED, before.rpartition("\n")[2], re.IGNORECASE) is not None
