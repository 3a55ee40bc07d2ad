"""memoir-git: coding agents' memory files that merge themselves in git."""

__version__ = "0.1.0"
