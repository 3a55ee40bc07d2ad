"""Forgetting planned over a dict of files, and the files that come of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.forget import plan_forget
from memoir_git.custodian.plans.forget_request import Forget, ForgetId, ForgetTopic, Mode
from memoir_git.custodian.project import Project

TODAY = "20261130"
MARK = "xylophone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """A draft, and the project's files with it written; the same ones for a draft that is blocked."""

    draft: Draft
    files: dict[str, str]

    @property
    def blockers(self) -> list[str]:
        return [_reason(finding.details) for finding in self.draft.blockers]

    @property
    def warnings(self) -> list[str]:
        return [_reason(finding.details) for finding in self.draft.warnings]

    @property
    def changed(self) -> set[str]:
        return set(self.draft.contents)

    def fact(self, name: str) -> Any:
        return dict(self.draft.facts)[name]

    @property
    def scope(self) -> Any:
        return self.draft.context["erasure_scope"]


def forget_topic(files: dict[str, str], topic: str = MARK, mode: str = "soft") -> Forgotten:
    return forget(files, ForgetTopic(topic=topic, mode=Mode(mode)))


def forget_id(files: dict[str, str], identifier: str, mode: str = "soft") -> Forgotten:
    return forget(files, ForgetId(identifier=identifier, mode=Mode(mode)))


def forget(files: dict[str, str], request: Forget, *, today: str = TODAY) -> Forgotten:
    contents = {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}
    material = Material(
        project=Project(contents),
        contents=contents,
        directory="docs/memory",
        today=today,
        random=lambda label: hashlib.sha256(label.encode()).hexdigest()[:32],
    )
    draft = plan_forget(material, request)
    after = {**contents, **draft.contents}
    written = {
        path: data.decode("utf-8", "surrogateescape") for path, data in after.items() if data is not None
    }
    return Forgotten(draft=draft, files=written)


def _reason(details: Any) -> str:
    return str(dict(details)["reason"])
