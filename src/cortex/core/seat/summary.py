"""What did a host make of a conversation, which words is it found by, and was it told before?

One compaction is told up to three times: by an event, by the event again, and by the transcript,
each with another frame around the same words.
Source: OGL 3.8, docs/formats/session-facts.md, ADR 0187.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.observe.host_text import exact_or_clean
from cortex.core.seat.exchange import clipped
from cortex.core.text.fence import neutralise
from cortex.core.text.tokens import Word, words

SUMMARY_CHARS_MIN = 20
"""A shorter summary says nothing."""

FACT_CHARS_MAX = 8_000
"""Characters of a summary in the list of session facts."""

SUMMARY_CHARS_MAX = 65_536
"""Characters of a summary in its own file: hosts write some 10,000."""

KEYWORDS_MAX = 20
KEYWORD_CHARS_MIN = 4
KEYWORD_COUNT_MIN = 2

SAME_US = 10 * 60 * 1_000_000
"""Microseconds between two tellings of one compaction: an event and its row are seconds apart."""

SAME_SHARE = 0.9
"""Share of the words of the shorter text that the other one has as well, when they are one."""

EVENT = "postcompact"
TRANSCRIPT = "transcript"

_OPEN, _CLOSE = "<summary>", "</summary>"

# What a host writes around a summary in its transcript: how it begins, after what the summary
# stands, and how what it tells the model next begins. Seen in Claude Code 2.1.197 and before.
_BEGINNING = "This session is being continued from a previous conversation"
_HEADINGS = ("\nSummary:\n", "summarized below:\n", "\n\n")
_ENDINGS = (
    "\nIf you need specific details from before compaction",
    "\nContinue the conversation from where",
    "\nPlease continue the conversation from where",
    "\nRecent messages are preserved",
)


def summary_of(raw: str) -> str:
    """Give a summary clean and without what its host wrote around it."""
    start = raw.find(_OPEN)
    end = raw.rfind(_CLOSE)
    if start != -1:
        raw = raw[start + len(_OPEN) : end if end > start else len(raw)]
    elif raw.startswith(_BEGINNING):
        raw = _unframed(raw)
    text, _ = exact_or_clean(raw)
    return clipped(text.strip(), SUMMARY_CHARS_MAX)


def keywords(text: str) -> tuple[str, ...]:
    """Give the words that come more than once, most frequent first, in lower case.

    Of scripts without spaces it is pairs of characters.
    """
    counts: dict[str, int] = {}
    for word in words(text):
        if word.kind == "run":
            said = [part for part in word.parts if len(part) > 1]
        else:
            said = [word.surface.lower()] if _is_keyword(word) else []
        for one in said:
            counts[one] = counts.get(one, 0) + 1
    often = [(-count, one) for one, count in counts.items() if count >= KEYWORD_COUNT_MIN]
    return tuple(one for _, one in sorted(often)[:KEYWORDS_MAX])


def is_same_summary(one: str, other: str) -> bool:
    """Tell whether two texts are one summary in different frames."""
    first, second = _vocabulary(one), _vocabulary(other)
    fewer = min(len(first), len(second))
    return fewer > 0 and len(first & second) >= SAME_SHARE * fewer


def compaction_text(kept_us: int, fields: list[tuple[str, str]], summary: str) -> str:
    """Give the whole file of a saved summary."""
    lines = [f"# Summary of a compaction, kept {second_text(kept_us)}"]
    lines += [f"{name}: {' '.join(neutralise(value).text.split())}" for name, value in fields]
    lines += ["", "The host wrote this about the conversation; nobody checked it.", ""]
    return "\n".join(lines) + "\n" + summary + "\n"


def _unframed(raw: str) -> str:
    for heading in _HEADINGS:
        _, mark, rest = raw.partition(heading)
        if mark:
            raw = rest
            break
    ends = [at for ending in _ENDINGS if (at := raw.rfind(ending)) != -1]
    return raw[: min(ends)] if ends else raw


def _is_keyword(word: Word) -> bool:
    is_long = len(word.surface) >= KEYWORD_CHARS_MIN
    return is_long and not word.is_stop and not word.surface.isdecimal()


def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(word.surface.lower() for word in words(text[:FACT_CHARS_MAX]))
