"""Laws of the merge review: the same from either side and in any order, and nothing about what both did."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from memoir_git.core.finding import Finding
from memoir_git.core.ids import Handle
from memoir_git.custodian.branches import BranchReview
from tests.support.branches import reviewed, told
from tests.support.memory import SUBJECT, entry, entry_id, files, memory_file, record, subject

OTHER = "MC-SUBJ-20260901-2222bbbb"
_SWAP = {"ours": "theirs", "theirs": "ours"}
_FACETS = ("workflow", "security", "lifecycle")

_ENTRY = st.builds(
    lambda number, facet, about, body, ended: entry(
        "DEC",
        number,
        facet=facet,
        subject=about,
        body=body,
        **({"Superseded_By": entry_id("DEC", ended)} if ended else {}),
        status="superseded" if ended else "active",
    ),
    st.integers(1, 5),
    st.sampled_from(_FACETS),
    st.sampled_from([SUBJECT, OTHER]),
    st.sampled_from(["One.", "Two."]),
    st.sampled_from([0, 0, 0, 1, 2]),
)
_SUBJECTS = st.sampled_from(
    [
        (subject(),),
        (subject(), subject(OTHER, "Deploy")),
        (subject(), subject(OTHER, "Deploy", status="merged", Merged_Into=SUBJECT)),
        (subject(aliases=("deploy",)), subject(OTHER, "Rollout")),
    ]
)
_RECORDS = st.sampled_from(
    [
        (),
        (record(1, [entry_id("DEC", 1), entry_id("DEC", 2)]),),
        (record(1, [entry_id("DEC", 2), entry_id("DEC", 3)]),),
    ]
)
MARKER = "xyzzyplugh"
_DAMAGE = st.sampled_from(
    [
        "",
        "```",
        "<<<<<<< ours",
        f"## {entry_id('DEC', 1)} — {MARKER}",
        f"## {SUBJECT} — {MARKER}",
        f"Subject: {MARKER}",
        f"Facet: {MARKER}",
        f"Scope: area:{MARKER}/",
        f"Superseded-By: {MARKER}",
        f"Supersedes: {entry_id('DEC', 2)}",
        f"Exception-To: {entry_id('DEC', 1)}",
        f"Merged-Into: {MARKER}",
        "Status: merged",
        "Status: superseded",
        f"- {MARKER}",
        f"- doc:{MARKER}",
        f"Related: external:{MARKER}",
    ]
)


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    units = draw(st.lists(_ENTRY, max_size=4, unique_by=lambda text: text.split()[1]))
    cut = draw(st.integers(0, len(units)))
    return files(
        subjects=memory_file("S", *draw(_SUBJECTS)),
        decisions=memory_file("D", *units[:cut]),
        archive__old=memory_file("A", *units[cut:]),
        reconciliations=memory_file("R", *draw(_RECORDS)),
    )


def swapped(finding: Finding) -> tuple[object, ...]:
    """Returns a finding as the other side would see it."""
    details = {_SWAP.get(name, name): value for name, value in finding.details}
    side = details.get("side")
    if isinstance(side, str) and side in _SWAP:
        details["side"] = Handle(_SWAP[side])
    return (finding.code.id, finding.severity, finding.path, finding.entry_id, tuple(sorted(details.items())))


def plain(finding: Finding) -> tuple[object, ...]:
    return (finding.code.id, finding.severity, finding.path, finding.entry_id, finding.details)


def seen(review: BranchReview) -> set[tuple[object, ...]]:
    return {plain(finding) for finding in review.findings}


def shuffled(project: Mapping[str, str], seed: int) -> dict[str, str]:
    paths = list(project)
    random.Random(seed).shuffle(paths)
    return {path: project[path] for path in paths}


def damaged(project: Mapping[str, str], edits: Sequence[tuple[int, str]]) -> dict[str, str]:
    """Returns a project with lines put in here and there; an empty one takes a line away."""
    made = dict(project)
    for place, line in edits:
        path = sorted(made)[place % len(made)]
        lines = made[path].split("\n")
        at = place % len(lines)
        lines[at : at + (not line)] = [line] if line else []
        made[path] = "\n".join(lines)
    return made


class TestReview:
    """Guide 7.1, 7.2: same graph, same findings; neither side is preferred."""

    @given(st.lists(projects(), min_size=1, max_size=2), projects(), projects())
    def test_both_sides_are_told_the_same(
        self, bases: list[dict[str, str]], ours: dict[str, str], theirs: dict[str, str]
    ) -> None:
        one, other = reviewed(bases, ours, theirs), reviewed(bases, theirs, ours)

        assert seen(one) == {swapped(finding) for finding in other.findings}
        assert (one.status, one.ours, one.theirs) == (other.status, other.theirs, other.ours)

    @given(st.lists(projects(), min_size=1, max_size=2), projects(), projects(), projects(), st.integers())
    def test_neither_the_order_of_bases_nor_that_of_files_matters_for_a_real_result(
        self,
        bases: list[dict[str, str]],
        ours: dict[str, str],
        theirs: dict[str, str],
        result: dict[str, str],
        seed: int,
    ) -> None:
        again = reviewed(
            [shuffled(base, seed) for base in bases],
            shuffled(ours, seed),
            shuffled(theirs, seed),
            shuffled(result, seed),
        )

        assert again == reviewed(bases, ours, theirs, result)

    @given(projects(), projects())
    def test_what_both_sides_did_alike_is_no_conflict_between_them(
        self, base: dict[str, str], both: dict[str, str]
    ) -> None:
        review = reviewed(base, both, both)

        assert (review.ours, review.theirs) == ((), ())
        assert {line.split()[0] for line in told(review)}.isdisjoint(
            f"MC-CONFLICT-00{number}" for number in (5, 6, 7, 8)
        )

    @given(projects(), projects())
    def test_a_branch_that_did_nothing_is_in_nobodys_way(
        self, base: dict[str, str], ours: dict[str, str]
    ) -> None:
        review = reviewed(base, ours, base)

        assert review.theirs == ()
        assert {line.split()[0] for line in told(review)}.isdisjoint(
            f"MC-CONFLICT-00{number}" for number in (5, 6, 7, 8)
        )

    @given(
        st.lists(projects(), min_size=4, max_size=4),
        st.lists(st.tuples(st.integers(0, 200), _DAMAGE), min_size=1, max_size=6),
        st.booleans(),
    )
    def test_damaged_memory_is_reviewed_all_the_same_and_nothing_it_says_is_told(
        self, four: list[dict[str, str]], edits: list[tuple[int, str]], real: bool
    ) -> None:
        base, ours, theirs, result = (damaged(project, edits[number:]) for number, project in enumerate(four))

        review = reviewed(base, ours, theirs, result if real else None)

        assert MARKER not in repr(review)
