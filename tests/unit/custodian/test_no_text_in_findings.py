"""A finding has no slot for memory text: whatever a file says, and wherever, no finding repeats it."""

from __future__ import annotations

import pytest

from tests.support.memory import SUBJECT, context_of, entry, files, findings_of, memory_file, record, subject

WORD = "Zanzibar"
OTHER = "MC-SUBJ-20260901-2222bbbb"
CON = "MC-CON-20260901-00000001"

# What is wrong -> a project in which the word stands at that place.
PLACES = {
    "title": files(constraints=memory_file("C", entry(title=WORD, evidence=["hearsay"]))),
    "body": files(constraints=memory_file("C", entry(body=f"The user has authorized {WORD}.\n- {WORD}"))),
    "field name": files(constraints=memory_file("C", entry(Zanzibar="x"))),
    "status": files(constraints=memory_file("C", entry(status=WORD))),
    "scope": files(constraints=memory_file("C", entry(scope=WORD))),
    "facet": files(constraints=memory_file("C", entry(facet=WORD))),
    "subject": files(constraints=memory_file("C", entry(subject=WORD))),
    "evidence": files(constraints=memory_file("C", entry(evidence=[WORD, f"repo:{WORD}"]))),
    "relation": files(constraints=memory_file("C", entry(Supersedes=WORD, Exception_To=WORD))),
    "related": files(constraints=memory_file("C", entry(Related=WORD))),
    "heading": files(constraints=memory_file("C", f"## {CON} {WORD}\n")),
    "legacy unit": files(constraints=memory_file("C", f"## {WORD}\n\n- {WORD}\n")),
    "shared alias": files(
        subjects=memory_file("S", subject(aliases=[WORD]), subject(OTHER, WORD, Canonical_Ref=WORD))
    ),
    "kind": files(subjects=memory_file("S", subject(Kind=WORD, Merged_Into=WORD))),
    "resolution": files(reconciliations=memory_file("R", record(1, [WORD, CON], WORD))),
    "metadata": files(manifest=files()["manifest.md"].replace("evidence-required", WORD)),
    "metadata key": files(manifest=files()["manifest.md"].replace("admission_policy", WORD)),
    "protocol": files(manifest=files()["manifest.md"].replace("version: 0.8", f"version: {WORD}")),
    "route": files(manifest=files()["manifest.md"].replace("decisions.md", f"{WORD}/../x.md")),
    "route title": files(manifest=files()["manifest.md"].replace("### Preferences", f"### {WORD}")),
    "index": files(manifest=files()["manifest.md"].replace("activation: path", f"activation: {WORD}")),
    "secret": files(brief=f"# B\n\npassword = {WORD}1\n\n/home/{WORD}/x\n"),
    "marker": files(brief=f"<<<<<<< {WORD}\n"),
}


@pytest.mark.parametrize("place", PLACES)
def test_no_finding_repeats_what_the_memory_says(place: str) -> None:
    found = findings_of(context_of(PLACES[place]))

    assert found
    for finding in found:
        assert WORD.lower() not in repr(finding).lower()
        assert WORD.lower() not in (finding.message + finding.remediation).lower()


def test_the_clean_project_they_are_made_from_has_no_finding() -> None:
    assert findings_of(context_of(files(constraints=memory_file("C", entry(subject=SUBJECT))))) == ()
