"""Topics: what two spellings of one have in common, and where one is mentioned (guide 4).

A topic is a few words that a person wants forgotten. It is looked for in whole texts, as a substring after
folding; what guards new entries asks for word boundaries besides, so that a guard against `ant` does not
refuse `restaurant`.
"""

from __future__ import annotations

from memoir_git.core.folding import folded

SHORTEST = 4  # non-blank characters; a shorter topic is taken to be in many words by chance

# Scripts that put no blanks between words: there, every place between two characters parts them.
_WITHOUT_BLANKS = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x20000, 0x3FFFF),
)


def normalised_topic(topic: str) -> str:
    """Returns the topic as it is compared: composed, case-folded, each run of blanks one space."""
    return folded(topic)


def is_short(topic: str) -> bool:
    """Tells whether a topic has fewer than four non-blank characters."""
    return len(normalised_topic(topic).replace(" ", "")) < SHORTEST


def mentions(text: str, topic: str) -> bool:
    """Tells whether a topic stands anywhere in a text, inside a word too; an empty one never does."""
    wanted = normalised_topic(topic)
    return bool(wanted) and wanted in folded(text)


def mentions_words(text: str, topic: str) -> bool:
    """Tells whether a topic stands in a text as words of its own; an empty one never does."""
    wanted, inside = normalised_topic(topic), folded(text)
    at = inside.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        if not _is_joined(inside, at) and not _is_joined(inside, end):
            return True
        at = inside.find(wanted, at + 1)
    return False


def _is_joined(text: str, at: int) -> bool:
    """Tells whether the characters before and at a place belong to one word."""
    around = text[max(at - 1, 0) : at + 1]
    return 0 < at < len(text) and all(map(_is_part_of_a_word, around))


def _is_part_of_a_word(char: str) -> bool:
    if not (char.isalnum() or char == "_"):
        return False
    return not any(first <= ord(char) <= last for first, last in _WITHOUT_BLANKS)
