"""The three-way rule every merge begins with, over its whole small space."""

from __future__ import annotations

import itertools

from memoir_git.core.merge import UNRESOLVED, Note, trivial

VALUES = (None, "a", "b", "c")


def test_trivial_over_every_base_ours_and_theirs() -> None:
    for base, ours, theirs in itertools.product(VALUES, repeat=3):
        changed = {side for side in (ours, theirs) if side != base}
        expected = UNRESOLVED if len(changed) == 2 else next(iter(changed), base)

        assert trivial(base, ours, theirs) == expected, (base, ours, theirs)


def test_trivial_does_not_depend_on_which_side_is_ours() -> None:
    for base, ours, theirs in itertools.product(VALUES, repeat=3):
        assert trivial(base, ours, theirs) == trivial(base, theirs, ours)


def test_a_note_shows_its_text_only_when_asked_for_it_as_a_string() -> None:
    note = Note(Note.DROPPED, "goals", "a secret plan")

    assert "secret" not in repr(note)
    assert str(note) == "dropped:goals:a secret plan"
