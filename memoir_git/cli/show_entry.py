"""`git memoir show`; see `memoir_git.cli.list_entries`, with which it shares its options."""

from __future__ import annotations

from memoir_git.cli.list_entries import show

command = show
