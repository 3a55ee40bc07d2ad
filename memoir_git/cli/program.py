"""The program that is running: what git's config shall start."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import memoir_git
from memoir_git.services.program import Program


def this_program() -> Program:
    """Returns the running interpreter and the package it runs, by the names they were started with."""
    interpreter = os.path.abspath(sys.executable)
    return Program(interpreter=interpreter, package=Path(os.path.abspath(memoir_git.__file__)).parent)
