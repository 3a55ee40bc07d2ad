"""Failpoints: what the variable means, and that it means nothing outside of test mode."""

from __future__ import annotations

import pytest

from memoir_git.fs.failpoints import NAMES, FailpointError, failpoints_of


def on(value: str) -> dict[str, str]:
    return {"MEMOIR_GIT_TEST_MODE": "1", "MEMOIR_GIT_FAILPOINT": value}


@pytest.mark.parametrize("mode", ["", "0", "yes", None])
def test_outside_of_test_mode_nothing_stops(mode: str | None) -> None:
    variables = {"MEMOIR_GIT_FAILPOINT": f"{NAMES[0]}=raise"}
    if mode is not None:
        variables["MEMOIR_GIT_TEST_MODE"] = mode

    found = failpoints_of(variables)

    for name in NAMES:
        found.reached(name)
    assert not vars(found)["_wanted"]


def test_only_the_named_place_stops() -> None:
    found = failpoints_of(on(f"{NAMES[1]}=raise"))

    for name in NAMES:
        if name != NAMES[1]:
            found.reached(name)
    with pytest.raises(FailpointError):
        found.reached(NAMES[1])


def test_the_n_th_time_stops_and_no_other() -> None:
    found = failpoints_of(on(f"{NAMES[1]}:3=raise"))

    found.reached(NAMES[1])
    found.reached(NAMES[1])
    with pytest.raises(FailpointError):
        found.reached(NAMES[1])
    found.reached(NAMES[1])
