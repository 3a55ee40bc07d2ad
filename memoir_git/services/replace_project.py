"""`init project --replace-existing`: the change of a project's files into a new project's."""

from __future__ import annotations

from functools import partial

from memoir_git import __version__
from memoir_git.custodian.plans.replace import ReplaceRequest, plan_replace, touched_outside
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import ADAPTERS, TEMPLATES
from memoir_git.services.mutation_plan import Mutation


def replacement(*, extended: bool, agents: tuple[str, ...], force_agent: bool) -> Mutation:
    """Returns the change; it is not for a project whose entry schema fences bodies, since modules stay."""
    request = ReplaceRequest(
        templates=load_package_texts(TEMPLATES),
        adapters=load_package_texts(ADAPTERS),
        tool=f"memoir-git {__version__}",
        extended=extended,
        agents=agents,
        force_agent=force_agent,
    )
    return Mutation(
        command="init project",
        arguments={
            "replace_existing": True,
            "extended": extended,
            "agents": list(agents),
            "force_agent": force_agent,
            "tool": request.tool,
        },
        plan=partial(plan_replace, request=request),
        writes_bodies=True,
        outside=touched_outside(request),
    )
