"""The tutorials, typed as they stand: every command works and prints what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.places import PROJECT
from tests.support.processes import run
from tests.support.transcript import read_transcript

# Prints where the shell ended up, for the next command, and keeps the command's own status.
_THEN_PLACE = "\nstatus=$?; pwd >&3; exit $status"


@pytest.mark.parametrize("page", ["first-merge", "first-project"])
def test_it_goes_as_the_page_says(page: str, tmp_path: Path) -> None:
    place, reached = tmp_path, tmp_path / "reached"
    typed = read_transcript(PROJECT / f"docs/tutorial/{page}.md")

    for step in typed:
        result = run("sh", "-c", f'exec 3>"$0" 2>&1\n{step.command}{_THEN_PLACE}', str(reached), cwd=place)

        assert step.matches(result.stdout), f"$ {step.command}\n{result.stdout}"
        assert result.code == (1 if "CONFLICT" in step.expected else 0), str(result)
        place = Path(reached.read_text().strip())
    assert len(typed) > 12
