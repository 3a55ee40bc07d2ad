"""`python -m memoir_git`, and the console script `git-memoir`."""

from __future__ import annotations

from memoir_git.cli.main import main

if __name__ == "__main__":
    main()
