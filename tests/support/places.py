"""Where things lie in this project, independent of the current directory (tests leave it on purpose)."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "memoir_git"
FIXTURES = PROJECT / "fixtures"
DRIVER_MAIN = PACKAGE / "driver_main.py"
