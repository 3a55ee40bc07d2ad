"""The samples of the throw-away merge: one for each format, and each proves something."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoir_git import registry
from memoir_git.core.options import MergeOptions
from memoir_git.git.text_merge import text_merger
from memoir_git.services.doctor.proof import SAMPLES, Trial, prove


def test_every_format_of_the_table_has_a_sample() -> None:
    assert {row.name for row in registry.FORMATS} <= SAMPLES.keys()


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_text_merge_of_a_sample_would_stop(name: str, tmp_path: Path) -> None:
    sample = SAMPLES[name]

    merged = text_merger(tmp_path)(sample.base, sample.ours, sample.theirs, MergeOptions())

    assert merged.conflicts > 0


@pytest.mark.parametrize("row", registry.FORMATS, ids=lambda row: row.name)
def test_the_formats_own_merge_of_its_sample_does_not(row: registry.Format, tmp_path: Path) -> None:
    sample = SAMPLES[row.name]

    merged = registry.merge(
        row.name, sample.base, sample.ours, sample.theirs, MergeOptions(), text_merger(tmp_path)
    )

    assert merged.conflicts == 0


def test_a_path_that_no_driver_is_selected_for_proves_nothing() -> None:
    trial = Trial(format_name="memoir-session", path="session.json", value="unspecified")

    (proof,) = prove([trial], [])

    assert not proof.holds
    assert not proof.holds_bare


def test_nothing_to_try_is_no_proof() -> None:
    assert prove([], []) == ()
