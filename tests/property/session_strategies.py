"""Sessions as writers meet them: few texts in several spellings, few dates, oddities the format allows."""

from __future__ import annotations

from hypothesis import strategies as st

from memoir_git.core.options import MergeOptions
from memoir_git.store.model import DEFAULT_CAPS
from memoir_git.store.plans.plan import Stamp
from tests.support.sessions import Item, purged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoir_git.core.jsondoc import Json

CAPS = {**DEFAULT_CAPS, "goals": 2, "next_actions": 3, "parked_actions": 2, "open_questions": 2}
CAPS |= {"decisions": 2, "history": 2, "completed_actions": 50, "completed_goals": 50}
OPTIONS = MergeOptions(caps=CAPS)

TEXTS = ["a", "A ", "b", "c", "d", "Straße", "STRASSE", "e"]
DATES = [
    "2026-03-01T00:00:00Z",
    "2026-03-01",
    "2026-03-02T00:00:00.000Z",
    "2026-03-02T00:00:00+00:00",
    "2026-03-03T10:00:00.0005Z",
    "2037-01-01T00:00:00Z",
    "1969-12-31",
    "yesterday",
    None,
]
NOWS = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z", "2026-03-04T00:00:00.000Z"]

texts = st.sampled_from(TEXTS)
dates = st.sampled_from(DATES)


def items(field: str, **more: st.SearchStrategy[Json]) -> st.SearchStrategy[list[Item]]:
    optional = {field: dates, "machine_id": st.just("m1"), "extra": st.sampled_from(["x", "y"])} | more
    required: dict[str, st.SearchStrategy[Json]] = {"text": texts}
    return st.lists(st.fixed_dictionaries(required, optional=optional), max_size=4)


decisions = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"text": texts},
            optional={"date": dates, "why": st.just("w"), "hidden": st.booleans(), "hidden_at": dates},
        ),
        texts.map(purged),
    ),
    max_size=4,
)
rows = st.lists(
    st.fixed_dictionaries(
        {"date": dates, "summary": texts},
        optional={"session_id": st.sampled_from(["s1", "s2"]), "files_touched": st.just(["f"])},
    ),
    max_size=3,
)
machines = st.dictionaries(
    st.sampled_from(["m1", "m2"]),
    st.fixed_dictionaries({"last_seen": dates}, optional={"label": st.sampled_from(["laptop", "desk"])}),
)
documents = st.fixed_dictionaries(
    {
        "version": st.just(1),
        "created_at": dates,
        "updated_at": dates,
        "machines": machines,
        "current": st.fixed_dictionaries(
            {
                "goals": items("set_on"),
                "next_actions": items("added"),
                "parked_actions": items("added", parked_at=dates),
                "completed_actions": items("done_at"),
                "completed_goals": items("done_at"),
                "open_questions": items("asked"),
                "decisions": decisions,
            },
            optional={"mood": st.just({"b": 1, "a": 2})},
        ),
        "history": rows,
    },
    optional={"extension": st.just([1.5])},
)
stamps = st.builds(
    Stamp,
    now=st.sampled_from(NOWS),
    machine_id=st.sampled_from(["m1", "m3", None]),
    label=st.sampled_from(["laptop", None]),
    caps=st.just(CAPS),
)
