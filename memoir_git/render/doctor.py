"""`doctor`: the chain, link by link, then what is wrong with it."""

from __future__ import annotations

from typing import Any

from memoir_git.core.finding import Severity
from memoir_git.core.ids import printable
from memoir_git.core.report import Report
from memoir_git.git.version import shown_version
from memoir_git.render.layout import columns
from memoir_git.render.text import closing_lines, joined
from memoir_git.services.doctor.attributes import FileState
from memoir_git.services.doctor.drivers import DriverState
from memoir_git.services.doctor.examine import DoctorData
from memoir_git.services.doctor.hooks import CONFIG, DIRECTORY, HookState
from memoir_git.services.doctor.proof import Proof

_WAYS = {DIRECTORY: "in the hook directory", CONFIG: "in git's config"}


def as_text(report: Report[DoctorData]) -> str:
    """Returns the text for a terminal."""
    data = report.data
    lines = _section("Fixed", [(printable(name),) for name in data.fixed])
    lines += _section("Git", _git_rows(data))
    lines += _section("Drivers", map(_driver_row, data.drivers))
    lines += _section("Memory files", map(_file_row, data.files))
    lines += _section("Throw-away merge", map(_proof_row, data.proofs))
    lines += _section("Hooks", map(_hook_row, data.hooks))
    worst = max((finding.severity for finding in report.findings), default=Severity.INFO)
    verdict = "Everything works." if worst is Severity.INFO and data.proofs else ""
    return joined([*lines, *closing_lines(report), *([verdict] if verdict else [])])


def as_json(data: DoctorData) -> dict[str, Any]:
    """Returns the envelope's data object."""
    return {
        "git_version": shown_version(data.git_version),
        "git_lacks": [{"since": shown_version(lack.since), "what": lack.what} for lack in data.lacks],
        "object_format": data.object_format,
        "ref_format": data.ref_format,
        "drivers": [_driver_object(driver) for driver in data.drivers],
        "files": [_file_object(file) for file in data.files],
        "proofs": [_proof_object(proof) for proof in data.proofs],
        "hooks": [_hook_object(hook) for hook in data.hooks],
        "fixed": [printable(name) for name in data.fixed],
    }


def _section(title: str, rows: Any) -> list[str]:
    lines = columns(rows)
    return [title, *lines, ""] if lines else []


def _git_rows(data: DoctorData) -> list[tuple[str, str]]:
    rows = [("version", f"{shown_version(data.git_version)}, {data.object_format}, {data.ref_format}")]
    return rows + [("lacks", f"{lack.what} (from {shown_version(lack.since)})") for lack in data.lacks]


def _driver_row(driver: DriverState) -> tuple[str, str]:
    if not driver.origin:
        return (driver.name, "not registered")
    whose = "" if driver.is_ours else ", not ours"
    strategy = f", strategy {driver.strategy}" if driver.strategy else ""
    return (driver.name, f"{printable(driver.origin)} ({driver.scope}){strategy}{whose}")


def _file_row(file: FileState) -> tuple[str, str, str]:
    is_right = file.value == file.format_name
    value = file.value if is_right else f"{file.value} instead of {file.format_name}"
    return (printable(file.path), printable(value), printable(file.decided_by))


def _proof_row(proof: Proof) -> tuple[str, str]:
    if not proof.holds:
        return (proof.format_name, "failed")
    where = "also in an empty environment" if proof.holds_bare else "but not in an empty environment"
    return (proof.format_name, f"merged by meaning, {where}")


def _hook_row(hook: HookState) -> tuple[str, str]:
    if not hook.is_installed:
        return (hook.name, "not installed")
    return (hook.name, " and ".join(_WAYS[way] for way in hook.ways) or "installed, but git does not run it")


def _hook_object(hook: HookState) -> dict[str, Any]:
    return {
        "name": hook.name,
        "ways": list(hook.ways),
        "installed": hook.is_installed,
        "program": hook.has_program,
    }


def _driver_object(driver: DriverState) -> dict[str, Any]:
    return {
        "name": driver.name,
        "scope": driver.scope,
        "origin": printable(driver.origin),
        "strategy": driver.strategy,
        "ours": driver.is_ours,
    }


def _file_object(file: FileState) -> dict[str, Any]:
    return {
        "path": printable(file.path),
        "format": file.format_name,
        "value": printable(file.value),
        "decided_by": printable(file.decided_by),
    }


def _proof_object(proof: Proof) -> dict[str, Any]:
    return {
        "format": proof.format_name,
        "path": printable(proof.path),
        "merged": proof.holds,
        "merged_in_empty_environment": proof.holds_bare,
    }
