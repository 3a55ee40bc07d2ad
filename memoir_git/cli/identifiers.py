"""Arguments that are IDs of project memory: an Entry ID or a Subject ID, in any spelling, made canonical."""

from __future__ import annotations

from collections.abc import Callable

import click

from memoir_git.custodian.ids import canonical_id, is_entry_id, is_subject_id


def entry_id(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Returns an Entry ID in the writer's spelling; anything else is a usage error."""
    return _checked(value, is_entry_id, "an Entry ID, such as MC-DEC-20260901-0a1b2c3d")


def entry_ids(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Returns Entry IDs in the writer's spelling, in the order given."""
    return tuple(entry_id(context, parameter, value) for value in values)


def subject_id(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Returns a Subject ID in the writer's spelling; anything else is a usage error."""
    return _checked(value, is_subject_id, "a Subject ID, such as MC-SUBJ-20260901-0a1b2c3d")


def _checked(value: str, is_valid: Callable[[str], bool], wanted: str) -> str:
    if not is_valid(value):
        raise click.BadParameter(f"it has to be {wanted}.")
    return canonical_id(value)
