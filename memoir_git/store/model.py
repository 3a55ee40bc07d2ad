"""The names of the session file: its lists, their date fields and caps (format 4.1).

A tuple and a few dicts, because the merge driver loads this once per file.
"""

from __future__ import annotations

SCHEMA_VERSION = 1

GOALS = "goals"
NEXT_ACTIONS = "next_actions"
PARKED_ACTIONS = "parked_actions"
COMPLETED_ACTIONS = "completed_actions"
COMPLETED_GOALS = "completed_goals"
OPEN_QUESTIONS = "open_questions"
DECISIONS = "decisions"

# In the order of the format's own example.
CURRENT_LISTS = (
    GOALS,
    NEXT_ACTIONS,
    PARKED_ACTIONS,
    COMPLETED_ACTIONS,
    COMPLETED_GOALS,
    OPEN_QUESTIONS,
    DECISIONS,
)
TOP_LEVEL = ("version", "created_at", "updated_at", "machines", "current", "history")

# Always written, empty if need be; the others only when they hold something or an input had them.
REQUIRED_LISTS = (GOALS, NEXT_ACTIONS, OPEN_QUESTIONS, DECISIONS)

DATE_FIELDS = {
    GOALS: "set_on",
    NEXT_ACTIONS: "added",
    PARKED_ACTIONS: "added",
    COMPLETED_ACTIONS: "done_at",
    COMPLETED_GOALS: "done_at",
    OPEN_QUESTIONS: "asked",
    DECISIONS: "date",
}

HISTORY = "history"

# The reference's values. Two tools with different caps would split the pool of actions differently on
# every merge, so they are a shared constant. Completions must outlive any unmerged branch.
DEFAULT_CAPS = {
    GOALS: 3,
    NEXT_ACTIONS: 8,
    PARKED_ACTIONS: 20,
    OPEN_QUESTIONS: 5,
    DECISIONS: 10,
    HISTORY: 30,
    COMPLETED_ACTIONS: 1000,
    COMPLETED_GOALS: 1000,
}

PURGED_TEXT = "[purged]"
