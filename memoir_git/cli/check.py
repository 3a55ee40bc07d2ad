"""`git memoir check`; see `memoir_git.cli.audit`, with which it shares its flags."""

from __future__ import annotations

from memoir_git.cli.audit import check

command = check
