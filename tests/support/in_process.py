"""`git memoir` without a new process: quick enough for every word of the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from memoir_git.cli.main import main
from tests.support.processes import Result


class InProcess:
    """Runs commands as if started in `directory`; the environment is the test's own."""

    def __init__(
        self, directory: Path, capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.directory = directory
        self._capture = capture
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, stdin: bytes = b"") -> Result:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capture.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["-C", str(self.directory), *words])
        out, err = self._capture.readouterr()
        code = ended.value.code
        assert isinstance(code, int), "a command ends with a number"
        return Result(command=words, code=code, out=out, err=err)
