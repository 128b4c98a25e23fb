"""In which tense is a question asked?

An explicit argument wins. In the words of a question only unmistakable cues count: a bare date,
"before" and "after" speak of the subject, not of the memory (CQR 2.4, 16.3 defect 7).
"""

from __future__ import annotations

from cortex.core.text.patterns import IGNORECASE, pattern
from cortex.model.durations import DAY_US
from cortex.model.gates import TemporalMode

_AS_OF = pattern(r"\bas[ -]of\s+(\d{4})-(\d{2})-(\d{2})(?!\d)", IGNORECASE)
_HISTORICAL = pattern(
    r"\b(?:historical(?:ly)?|previous versions?|rolled[ -]back"
    r"|(?:version|change|decision|fact) history|history of)\b",
    IGNORECASE,
)
_EPOCH_DAY = 719_163  # The ordinal of 1 January 1970.


def read_tense(
    text: str, as_of_us: int | None, *, wants_history: bool
) -> tuple[TemporalMode, int | None]:
    """Give the mode and, for an as-of question, its instant.

    A date in the text means the start of that day, UTC. "as of" without a date is no cue.
    """
    if as_of_us is not None:
        return TemporalMode.EXPLICIT_AS_OF, as_of_us
    found = _AS_OF.search(text) if _may_say_as_of(text) else None
    if found:
        instant = _day_start_us(*(int(part) for part in found.groups()))
        if instant is not None:
            return TemporalMode.EXPLICIT_AS_OF, instant
    if wants_history or (_may_say_history(text) and _HISTORICAL.search(text)):
        return TemporalMode.HISTORICAL, None
    return TemporalMode.CURRENT, None


def without_tense(text: str) -> str:
    """Give the question without its as-of clause, whose date is no evidence for any fact."""
    return _AS_OF.sub(" ", text) if _may_say_as_of(text) else text


def _may_say_as_of(text: str) -> bool:
    """Tell whether it is worth to compile the pattern: in most questions nothing is like it."""
    return not text.isascii() or "s of" in (lower := text.lower()) or "s-of" in lower


def _may_say_history(text: str) -> bool:
    lower = text.lower()
    return not text.isascii() or any(cue in lower for cue in ("histor", "previous", "rolled"))


def _day_start_us(year: int, month: int, day: int) -> int | None:
    from datetime import date

    try:
        return (date(year, month, day).toordinal() - _EPOCH_DAY) * DAY_US
    except ValueError:
        return None
