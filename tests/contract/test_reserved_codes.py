"""A code without a version is reserved: nothing in the product may raise it yet."""

from __future__ import annotations

import importlib
import pkgutil
import re

import memoir_git
from memoir_git.core.finding import FindingCode
from tests.support.project_files import text_files


def _names_of_reserved_codes() -> set[str]:
    found = [info.name for info in pkgutil.walk_packages(memoir_git.__path__, "memoir_git.")]
    tables = [importlib.import_module(name) for name in found if name.rpartition(".")[2].startswith("codes")]
    return {
        name
        for table in tables
        for name, value in vars(table).items()
        if isinstance(value, FindingCode) and value.since is None
    }


def test_no_module_names_a_reserved_code() -> None:
    reserved = _names_of_reserved_codes()
    used = re.compile(r"\bcodes\w*\.([A-Z_]+)\b")
    raised = {
        f"{path}: {name}"
        for path, text in text_files("memoir_git")
        for name in used.findall(text)
        if name in reserved
    }

    assert raised == set()
