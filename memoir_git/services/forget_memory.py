"""`git memoir forget` in project memory: the request as a change that is previewed and confirmed."""

from __future__ import annotations

from functools import partial

from memoir_git.core.topic import normalised_topic
from memoir_git.custodian.plans.forget import NEEDS_BROAD, plan_forget
from memoir_git.custodian.plans.forget_request import Forget, ForgetTopic
from memoir_git.services.mutation_plan import Mutation

COMMAND = "forget"


def forget_mutation(request: Forget, *, allows_broad: bool) -> Mutation:
    """Returns the change; what was asked for enters its plan's ID and nothing else."""
    is_topic = isinstance(request, ForgetTopic)
    asked = normalised_topic(request.topic) if isinstance(request, ForgetTopic) else request.identifier
    return Mutation(
        command=COMMAND,
        arguments={"mode": request.mode.value, "topic" if is_topic else "id": asked},
        plan=partial(plan_forget, request=request),
        is_sensitive=request.mode.is_sensitive,
        accepts_older=True,
        allows=frozenset({NEEDS_BROAD} if allows_broad else ()),
    )
