"""Laws of merging Subjects, in any order: no reference is lost, no chain arises, no error comes in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.custodian.entries import FACETS, Entry
from memoir_git.custodian.ids import id_key
from memoir_git.custodian.plans.subject_merge import MergeRequest, plan_subject_merge
from memoir_git.custodian.project import Project
from memoir_git.custodian.subjects import normal_name
from tests.support.memory import entry, entry_id, files, memory_file, subject
from tests.support.planning import errors, material, outcome

SUBJECTS = [f"MC-SUBJ-20260901-{number:08x}" for number in range(1, 6)]
MERGES = st.lists(st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(SUBJECTS)), max_size=6)
CRLF = st.booleans()


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    """A project of five Subjects whose entries are active, superseded, waiting or archived."""
    aliases = ([f"name {number}"] * draw(st.integers(0, 1)) for number in range(1, 6))
    registry = [
        subject(one, f"Title {n}", aliases=more)
        for n, (one, more) in enumerate(zip(SUBJECTS, aliases, strict=True))
    ]
    named = st.sampled_from(SUBJECTS)
    constraints: list[str] = []
    waiting: list[str] = []
    archive: list[str] = []
    for number, facet in enumerate(draw(st.lists(st.sampled_from(FACETS), unique=True, max_size=4)), start=1):
        one, old, new = draw(named), entry_id("CON", number), entry_id("CON", number + 16)
        past = entry("CON", number, subject=one, facet=facet, status="superseded", Superseded_By=new)
        constraints.append(entry("CON", number + 16, subject=one, facet=facet, Supersedes=old))
        draw(st.sampled_from([constraints, archive])).append(past)
    for number in range(draw(st.integers(0, 2))):
        fields = {"Provisional_Subject": draw(named), "Provisional_Facet": "behavior"}
        text = entry("INBOX", number, status="candidate", Candidate_Type="decision", **fields)
        waiting.append(text + "\nPromotion-Requirement:\nAsk.\n")
    made = files(
        subjects=memory_file("S", *registry),
        constraints=memory_file("C", *constraints),
        inbox=memory_file("I", *waiting),
        archive__old=memory_file("A", *archive),
    )
    end = "\r\n" if draw(CRLF) else "\n"
    return {path: text.replace("\n", end) for path, text in made.items()}


def merged(contents: dict[str, str], merges: list[tuple[str, str]]) -> dict[str, str]:
    """Returns the files after the merges that nothing stands in the way of."""
    for source, target in merges:
        request = MergeRequest(source=source, target=target, keep_target_ref=False)
        draft = plan_subject_merge(material(contents), request)
        contents = outcome(contents, draft) if not draft.blockers else contents
    return contents


def project_of(contents: dict[str, str]) -> Project:
    return Project({path: text.encode() for path, text in contents.items()})


def now(project: Project, identifier: str) -> str:
    """Returns the Subject that one leads to: itself, or what it was merged into."""
    found = project.subject(identifier)
    assert found is not None
    return found.scalars.get("Merged-Into", found.id)


@given(projects(), MERGES)
def test_merges_bring_no_error_in(contents: dict[str, str], merges: list[tuple[str, str]]) -> None:
    assert errors(contents) == []

    assert errors(merged(contents, merges)) == []


@given(projects(), MERGES)
def test_every_reference_leads_where_its_subject_went(
    contents: dict[str, str], merges: list[tuple[str, str]]
) -> None:
    before, after = project_of(contents), project_of(merged(contents, merges))

    for was in before.entries():
        found = after.entry(was.id)
        assert found is not None
        expected = {now(after, one) for one in _named(was)} if _is_current(found) else _named(was)
        assert _named(found) == expected


@given(projects(), MERGES)
def test_every_merged_subject_leads_to_an_active_one_that_says_so(
    contents: dict[str, str], merges: list[tuple[str, str]]
) -> None:
    after = project_of(merged(contents, merges))

    gone = [one for one in after.registry.subjects if one.is_merged]
    targets = [after.subject(one.scalars["Merged-Into"]) for one in gone]
    assert all(target is not None and target.is_active for target in targets)
    assert all(target and one.id in target.merged_from for one, target in zip(gone, targets, strict=True))


@given(projects(), MERGES)
def test_every_name_has_an_owner_afterwards(contents: dict[str, str], merges: list[tuple[str, str]]) -> None:
    before, after = project_of(contents), project_of(merged(contents, merges))

    for one in before.registry.subjects:
        for name in (one.title, *one.aliases):
            (owner,) = after.subjects_by_name[normal_name(name)]
            assert owner.id == now(after, one.id)


@given(projects(), MERGES)
def test_titles_bodies_and_evidence_stay(contents: dict[str, str], merges: list[tuple[str, str]]) -> None:
    before, after = project_of(contents), project_of(merged(contents, merges))

    assert [_said(one) for one in before.entries()] == [_said(one) for one in after.entries()]


def _named(found: Entry) -> set[str]:
    scalars = found.scalars
    return {scalars[name] for name in ("Subject", "Provisional-Subject") if name in scalars}


def _is_current(found: Entry) -> bool:
    return found.status is not None and found.status.value in ("active", "candidate")


def _said(found: Entry) -> tuple[str, str, str, int, str]:
    return (id_key(found.id), found.heading.title, found.body, len(found.evidence), found.path)
