"""What the archive says of itself when a command begins it: the same note that a new project gets."""

from __future__ import annotations

from memoir_git.custodian.plans.archive import README
from memoir_git.fs.package_data import load_package_texts
from memoir_git.services.init_files import TEMPLATES


def archive_note() -> str:
    """Returns the text of the archive's README."""
    return load_package_texts(TEMPLATES)[README]
