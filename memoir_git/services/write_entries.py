"""The changes that write project memory's entries and modules, each as a `Mutation` of what was asked.

Only joins: the planners decide, `mutate` locks and writes. What was asked enters the Plan ID whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from memoir_git.custodian.plans.add import plan_add
from memoir_git.custodian.plans.add_evidence import EvidenceRequest, plan_add_evidence
from memoir_git.custodian.plans.add_request import AddRequest
from memoir_git.custodian.plans.draft import Draft, Material
from memoir_git.custodian.plans.enable import EnableRequest, plan_enable
from memoir_git.custodian.plans.promote import PromoteRequest, plan_promote
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import TEMPLATES
from memoir_git.services.mutation_plan import Mutation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

_Request = AddRequest | PromoteRequest | EvidenceRequest | EnableRequest
_TEMPLATES = "templates"


def templates() -> Mapping[str, str]:
    """Returns the files of a new project by path, for what a project does not have yet."""
    return load_package_texts(TEMPLATES)


def adding(request: AddRequest) -> Mutation:
    """Returns the change that adds an entry."""
    return _mutation("add", request, partial(plan_add, request))


def promoting(request: PromoteRequest) -> Mutation:
    """Returns the change that promotes a candidate."""
    return _mutation("promote", request, partial(plan_promote, request))


def adding_evidence(request: EvidenceRequest) -> Mutation:
    """Returns the change that adds Evidence to an entry; the one that a project before 0.8 may get."""
    mutation = _mutation("evidence add", request, partial(plan_add_evidence, request))
    return replace(mutation, writes_bodies=False, accepts_older=True)


def enabling(request: EnableRequest) -> Mutation:
    """Returns the change that enables a feature."""
    mutation = _mutation("enable", request, partial(plan_enable, request))
    return replace(mutation, writes_bodies=False)


def _mutation(command: str, request: _Request, plan: Callable[[Material], Draft]) -> Mutation:
    asked = {name: _plain(value) for name, value in asdict(request).items() if name != _TEMPLATES}
    return Mutation(command=command, arguments=asked, plan=plan, writes_bodies=True)


def _plain(value: Any) -> Json:
    """Returns a field of a request as JSON has it."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
