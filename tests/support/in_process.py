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


def memoir_in(place: Path, *words: str, stdin: bytes = b"") -> Result:
    """Runs `git memoir` as if started in `place`, for tests that do not read what they print themselves."""
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for name, stream in (("stdin", io.BytesIO(stdin)), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, io.TextIOWrapper(stream, encoding="utf-8", write_through=True))
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        code = ended.value.code
        assert isinstance(code, int), "a command ends with a number"
        return Result(command=words, code=code, out=out.getvalue(), err=err.getvalue())
