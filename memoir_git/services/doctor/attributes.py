"""The attributes: what git really makes of every memory file, here and in other clones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memoir_git import registry
from memoir_git.core import codes
from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle, RepoPath
from memoir_git.git.attributes import ATTRIBUTES, Binding, bound_paths, effective_values, joined
from memoir_git.git.deciding import DecidingLine, deciding_lines
from memoir_git.git.repo import Repository
from memoir_git.services.attribute_files import AttributeFiles, Sharing
from memoir_git.services.doctor.proof import Trial
from memoir_git.services.memory_bindings import format_names, found_bindings


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """One memory file: its format by our lines, git's value of `merge`, and the line that decides it."""

    path: str
    format_name: str
    value: str
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeState:
    """What our lines bind, and what git makes of it for the files there are and for a sample of each."""

    attributes: AttributeFiles
    bindings: tuple[Binding, ...]
    expected: Mapping[str, str]
    values: Mapping[str, str]
    deciding: Mapping[str, tuple[DecidingLine, ...]]

    def files(self) -> tuple[FileState, ...]:
        """Returns the state of every memory file there is."""
        return tuple(
            FileState(
                path=path,
                format_name=format_name,
                value=self.values[path],
                decided_by=_decided_by(self.deciding[path]),
            )
            for path, format_name in sorted(self.expected.items())
        )

    def trials(self) -> tuple[Trial, ...]:
        """Returns one path of each bound format to try a merge on, an existing one if there is any."""
        samples = {binding.sample: binding.format_name for binding in reversed(self.bindings)}
        chosen: dict[str, str] = {}
        for path, format_name in (*sorted(self.expected.items()), *samples.items()):
            chosen.setdefault(format_name, path)
        return tuple(
            Trial(format_name=format_name, path=path, value=self.values[path])
            for format_name, path in sorted(chosen.items())
        )


def attribute_state(repository: Repository, attributes: AttributeFiles) -> AttributeState:
    """Asks git about every bound path."""
    bindings = joined(attributes.shared_block.bindings, attributes.private_block.bindings)
    expected = bound_paths(repository, bindings)
    samples = (binding.sample for binding in bindings)
    return AttributeState(
        attributes=attributes,
        bindings=bindings,
        expected=expected,
        values=effective_values(repository, (*expected, *samples)),
        deciding=deciding_lines(repository, expected),
    )


def attribute_findings(repository: Repository, state: AttributeState) -> Iterator[Finding]:
    """Yields what keeps memory files from their driver, here or elsewhere."""
    for file in state.files():
        yield from _file_findings(file, state.deciding[file.path])
    yield from state.attributes.findings()
    yield from _sharing_findings(state.attributes)
    yield from _unbound_findings(repository)


def nothing_selects(state: AttributeState, registered: frozenset[str]) -> Iterator[Finding]:
    """Yields the registered drivers that every installation binds and that no line of ours selects.

    Project memory is bound where there is some.
    """
    bound = {binding.format_name for binding in state.bindings}
    for row in registry.FORMATS:
        if row.system == registry.MEMOIR and row.patterns and row.name in registered - bound:
            yield codes.NOTHING_SELECTS.at(driver=Handle(row.name))


def _file_findings(file: FileState, deciding: tuple[DecidingLine, ...]) -> Iterator[Finding]:
    path, driver = RepoPath(file.path), Handle(file.format_name)
    if file.value != file.format_name:
        if deciding and not deciding[0].is_ours:
            line = deciding[0]
            source = RepoPath(line.source)
            yield codes.SHADOWED.at(path, driver=driver, source=source, number=line.number)
        else:
            yield codes.NOT_SELECTED.at(path, driver=driver)
        return
    shared = [line for line in deciding if not line.is_private]
    if shared and not shared[0].is_ours:
        source = RepoPath(shared[0].source)
        yield codes.SHADOWED_ELSEWHERE.at(path, source=source, number=shared[0].number)


def _sharing_findings(attributes: AttributeFiles) -> Iterator[Finding]:
    shared = {(b.pattern, b.format_name) for b in attributes.shared_block.bindings}
    private = {(b.pattern, b.format_name) for b in attributes.private_block.bindings}
    if shared - private:
        count = len(shared - private)
        yield codes.PRIVATE_ATTRIBUTES_MISSING.at(RepoPath(".git/info/attributes"), count=count)
    if private and not shared and attributes.sharing is Sharing.SHARED:
        yield codes.NOT_SHARED.at(RepoPath(ATTRIBUTES))


def _unbound_findings(repository: Repository) -> Iterator[Finding]:
    found = {binding.sample: binding for binding in found_bindings(repository)}
    values = effective_values(repository, found)
    for path, binding in found.items():
        if values[path] not in format_names() and bound_paths(repository, (binding,)):
            place = RepoPath(binding.path or binding.pattern)
            yield codes.UNBOUND_MEMORY.at(place, driver=Handle(binding.format_name))


def _decided_by(deciding: tuple[DecidingLine, ...]) -> str:
    return f"{deciding[0].source}:{deciding[0].number}" if deciding else ""
