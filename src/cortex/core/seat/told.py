"""Was this said? Which texts hold the words somebody looks for.

Words are those of the one tokenizer, without those that only join; a text that holds all of them
comes first, one that holds most of them is shown as that.
Source: OGL 2.8, docs/formats/message-logs.md.
"""

from __future__ import annotations

import re

from cortex.core.imports.dates import instant_us
from cortex.core.seat.memory_search import terms_of
from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.core.text.tokens import index_terms
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.lean_classes import NamedTuple

MOST = 0.6
"""Share of the words that makes a text worth showing when none holds all of them."""

_DUE = pattern(
    r"\bdue\b[\s:=]*(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?"
    r"(?:Z|[+-]\d\d:?\d\d)?)?)",
    re.IGNORECASE,
)
_SPEAKER = pattern(r"^### (agent|user)(?: (\S+))?$")


class Wanted(NamedTuple):
    """What is looked for: the terms, or the folded text when it has none."""

    terms: tuple[str, ...]
    folded: str

    @property
    def words(self) -> int:
        """How many words a text can hold at most."""
        return len(self.terms) or 1


def wanted(words: str) -> Wanted:
    """Give what is looked for."""
    return Wanted(terms_of(words), fold(words).strip())


def held(looked_for: Wanted, text: str) -> int:
    """Give how many of the words a text holds; 0 for too few of them."""
    if not looked_for.terms:
        return int(bool(looked_for.folded) and looked_for.folded in fold(text))
    there = index_terms(text)
    count = sum(1 for term in looked_for.terms if term in there)
    return count if count >= MOST * len(looked_for.terms) else 0


def agent_words(text: str) -> list[tuple[int, int | None, str]]:
    """Give (line, instant, words) of what the agent says in a record of a conversation."""
    found: list[tuple[int, int | None, list[str]]] = []
    is_agent = False
    for number, line in enumerate(text.split("\n"), start=1):
        speaker = _SPEAKER.match(line)
        if speaker:
            is_agent = speaker[1] == "agent"
            if is_agent:
                found.append((number, instant_us(speaker[2]) if speaker[2] else None, []))
        elif is_agent and not line.startswith("- tool"):
            found[-1][2].append(line.removeprefix("\\"))
    said = [(number, at_us, "\n".join(lines).strip()) for number, at_us, lines in found]
    return [one for one in said if one[2]]


def due_us(promise: str) -> int | None:
    """Give when a promise is due by its own words, or None; a day lasts to its last second."""
    found = _DUE.search(promise)
    at_us = instant_us(found[1]) if found else None
    if found is None or at_us is None:
        return None
    return at_us + DAY_US - SECOND_US if len(found[1]) == len("2026-11-30") else at_us
