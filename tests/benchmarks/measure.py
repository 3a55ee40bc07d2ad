"""Timing for the benchmark scripts: whole processes and functions in turn, medians, ratios.

Absolute times mean nothing on a shared machine, so two things are always run in turn and compared pair by
pair; what is printed and judged is the ratio of the medians.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measured ratio beside the bound it should keep."""

    name: str
    ratio: float
    bound: float | None
    detail: str = ""

    def line(self) -> str:
        """Returns the figure as one line."""
        verdict = "" if self.bound is None else ("   ok" if self.ratio <= self.bound else "   MISSED")
        bound = "" if self.bound is None else f" (at most {self.bound:g})"
        return f"{self.name}: {self.ratio:.2f}{bound}{verdict}{'  ' + self.detail if self.detail else ''}"


def in_turn(first: Callable[[], object], second: Callable[[], object], runs: int) -> tuple[float, float]:
    """Returns the median seconds of both, run alternately after one warm-up each."""
    first()
    second()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for measured, kept in zip((first, second), times, strict=True):
            start = time.perf_counter()
            measured()
            kept.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def process(arguments: Sequence[str], accept: Sequence[int] = (0,)) -> Callable[[], None]:
    """Returns a function that runs a whole process; it must end with one of the statuses in `accept`."""

    def run() -> None:
        quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        child = os.posix_spawn(arguments[0], list(arguments), os.environ, file_actions=quiet)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in accept, f"{arguments[0]} ended with {status}"

    return run


def report(figures: Sequence[Figure]) -> int:
    """Prints the figures and returns 1 if a bound was missed."""
    for figure in figures:
        print(figure.line())
    sys.stdout.flush()
    return int(any(figure.bound is not None and figure.ratio > figure.bound for figure in figures))
