"""Forgetting in a memoir store, as the command line asks for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from memoir_git.cli import changing, output, writing
from memoir_git.cli.options import surroundings
from memoir_git.cli.progress import commit_counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.report import Report
    from memoir_git.services.forget import Forgetting, Mode

SELECTORS = ("entry_file", "entry", "decision_file", "decision")


def forget_in_store(words: dict[str, Any], mode: str) -> None:
    """Previews or applies the forgetting of one entry or decision, and ends the command."""
    from memoir_git.render import forget as view
    from memoir_git.services.forget import Kind, Mode
    from memoir_git.services.history_check import check_store, store_sought

    confirmed, store = words["confirm_plan"], words["store"]
    changing.require_confirmation(is_applied=words["is_applied"], confirmed=confirmed)
    name = next(name for name in SELECTORS if words[name] is not None)
    kind = Kind.ENTRY if name.startswith("entry") else Kind.DECISION
    text = (writing.file_text if name.endswith("_file") else writing.utf8)(words[name])
    directory = surroundings().directory
    # A decision that was purged is no longer found by its text.
    sought = store_sought(directory, store, kind, text) if words["history_check"] else None
    report = _report(store, text, Mode(mode), confirmed, is_entry=kind is Kind.ENTRY)
    if sought is not None:
        with commit_counter(surroundings().output_format) as on_progress:
            report = check_store(report, sought, directory, on_progress)
    report = replace(report, disclaimers=view.limits(report.data))
    output.emit(report, view, surroundings().output_format)


def _report(
    store: Path | None, text: str, mode: Mode, confirmed: str | None, *, is_entry: bool
) -> Report[Forgetting]:
    from memoir_git.services.forget_decision import apply_decision, preview_decision
    from memoir_git.services.forget_entry import apply_entry, preview_entry

    write = writing.writing(store)
    if confirmed is None:
        return (preview_entry if is_entry else preview_decision)(write, text, mode)
    return (apply_entry if is_entry else apply_decision)(write, text, mode, confirmed)
