"""What the test suite's `git-memoir` runs: this project's command line, from where the project lies."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memoir_git.cli.main import main

main()
