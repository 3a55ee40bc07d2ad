"""A project's files begun anew: the templates in the place of what stands there (guide 3; plan 8 of 0.6).

Two things stay, because they are no content: the project's identity, by which its private state is found, and
the index of the optional modules, which are not replaced. A file that holds a line of its own is named before
it goes. What the other files say of it is judged with the outcome, as for every change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memoir_git.core.finding import Finding
from memoir_git.core.ids import RepoPath, printable
from memoir_git.custodian.agent_block import with_agent_block
from memoir_git.custodian.lexer import Text, content_of, lex
from memoir_git.custodian.metadata import is_project_id
from memoir_git.custodian.plans.agents import agent_block, agent_files, agents_named
from memoir_git.custodian.plans.draft import Draft, Material, blocked, warned
from memoir_git.custodian.plans.init import MANIFEST, ProjectRequest, fresh_files
from memoir_git.custodian.sections import Section, sections_of

_INDEX = "optional module index"
# Which program wrote a manifest is nobody's own text.
_STAMPS = ("- initialized_with:", "- last_migrated_with:")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceRequest:
    """What to begin anew: templates and adapters by name, this program's name and version, whether the
    optional files are meant too, and the agents that are told of the memory.
    """

    templates: Mapping[str, str]
    adapters: Mapping[str, str]
    tool: str
    extended: bool
    agents: tuple[str, ...]
    force_agent: bool


def touched_outside(request: ReplaceRequest) -> tuple[str, ...]:
    """Returns the files of the project's root that the plan looks at."""
    agents = agents_named(request.agents)
    return (*(agent.entry_file for agent in agents), *agent_files(request.adapters, agents, ""))


def plan_replace(material: Material, request: ReplaceRequest) -> Draft:
    """Returns every file of a new project, under the identity and with the module index of this one.

    Raises `AgentBlockError` for an agent's file whose markers make no block.
    """
    project_id = material.project.manifest.metadata.get("project_id", "")
    if not is_project_id(project_id):
        return Draft(blockers=(blocked("no-identity", path=_path(material, MANIFEST)),))
    identity = ProjectRequest(project_id=project_id, tool=request.tool, extended=request.extended)
    fresh = fresh_files(request.templates, identity)
    fresh[MANIFEST] = _with_index(fresh[MANIFEST], material.text(MANIFEST))
    inside = {path: text.encode() for path, text in fresh.items()}
    outside, own = _outside(material, request)
    present = {_path(material, path): material.contents.get(path) for path in inside}
    replaced = {path: data for path, data in present.items() if data is not None}
    wanted = {_path(material, path): data for path, data in inside.items()}
    flagged = [path for path, data in replaced.items() if _has_own_lines(data, wanted[path])]
    return Draft(
        contents=inside,
        outside=outside,
        facts=(
            ("replaced", tuple(path for path, data in replaced.items() if data != wanted[path])),
            ("made", tuple(path for path in wanted if path not in replaced)),
            ("own_content", (*flagged, *own)),
        ),
        warnings=tuple(_warnings([*flagged, *own])),
    )


def _outside(material: Material, request: ReplaceRequest) -> tuple[dict[str, bytes], list[RepoPath]]:
    """Returns what the agents get, and the files of our names that say something else."""
    agents = agents_named(request.agents)
    directory = printable(material.directory)
    inside = agent_block(request.adapters, directory)
    files = agent_files(request.adapters, agents, directory)
    own = [RepoPath(path) for path, data in files.items() if material.outside.get(path, data) != data]
    for agent in agents:
        files[agent.entry_file] = with_agent_block(
            material.outside.get(agent.entry_file),
            inside,
            place=agent.entry_file,
            renew=True,
            replace_foreign=request.force_agent,
        )
    return files, own


def _with_index(fresh: str, present: str) -> str:
    """Returns the fresh manifest with the module index that stands in the present one, if there is one."""
    text, old = lex(fresh), lex(present)
    kept, ours = _index_of(old), _index_of(text)
    if kept is None or ours is None:
        return fresh
    lines = [content_of(line) + "\n" for line in old.lines[kept.start : kept.end]]
    while lines and not lines[-1].strip():
        lines.pop()
    return "".join([*text.lines[: ours.start], *lines, "\n", *text.lines[ours.end :]])


def _index_of(text: Text) -> Section | None:
    found = sections_of(text, 2, 0, len(text.lines))
    return next((section for section in found if section.title == _INDEX), None)


def _has_own_lines(present: bytes, wanted: bytes) -> bool:
    """Tells whether a file says anything that the new one does not."""
    known = {line.strip() for line in wanted.splitlines()}
    return any(
        line.strip() not in known and not line.decode("utf-8", "replace").startswith(_STAMPS)
        for line in present.splitlines()
    )


def _warnings(paths: list[RepoPath]) -> Iterator[Finding]:
    for path in paths:
        yield warned("own-content", path=path)


def _path(material: Material, path: str) -> RepoPath:
    return RepoPath(f"{material.directory}/{path}")
