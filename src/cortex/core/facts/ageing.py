"""How does a fact age, how does it read then, and when does it leave current answers?

Nothing here enters the rank of an answer. Source: CQR 12.4, ADR 0085.
"""

from __future__ import annotations

import math

from cortex.core.text.patterns import pattern
from cortex.model.ages import AgeRow, AgeTier
from cortex.model.durations import DAY_US
from cortex.model.facts import FactStatus, RetentionClass

RECENT_DAYS = 3
OLD_DAYS = 14
ANCIENT_DAYS = 60
"""Days after its last change at which a fact enters a tier (CQR 12.4)."""

KEY_POINTS_CHARS_MAX = 300
ONE_LINE_CHARS_MAX = 120
"""Characters of the two short forms (CQR 12.4)."""

SALIENCE_MIN = 0.15
"""Salience below which an unused fact leaves current answers (CQR 12.4)."""

HALF_LIFE_DAYS = 30
"""Days in which the salience of a fact nobody asks for halves; use stretches them."""

USES_MAX = 10
"""Uses that stretch the half-life; more say the same (CQR 12.4)."""

IDLE_DAYS_MIN = 3
"""Days without change or use before a fact may be archived (CQR 12.4)."""

COLD_DAYS = 90
COLD_DAYS_HARD = 30
"""Days a fact that no longer stands keeps its text in its row; fewer when the disk is short."""

# Their retention says how long an operator counts on them; age alone ends none of it.
_FADING = frozenset({RetentionClass.OPERATIONAL, RetentionClass.EPHEMERAL})

_SENTENCE_END = pattern(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")  # Other scripts' ends.
_SIGNALS = pattern(
    r"\b(?:always|approved|architecture|breaking|bug|confirmed|critical|decision|design"
    r"|error|fixed|important|migration|must|never|rejected|security)\b"
)
_SENTENCE_CHARS_MIN = 6
_SIGNAL_SENTENCES_MAX = 3
_ELLIPSIS = "..."


def tier_of(row: AgeRow, now_us: int) -> AgeTier:
    """Give the tier of a fact; pinned and durable ones stay fresh."""
    if row.is_pinned or row.retention is RetentionClass.DURABLE:
        return AgeTier.FRESH
    days = (now_us - row.updated_us) / DAY_US
    if days > ANCIENT_DAYS:
        return AgeTier.ANCIENT
    if days > OLD_DAYS:
        return AgeTier.OLD
    return AgeTier.RECENT if days > RECENT_DAYS else AgeTier.FRESH


def is_due(row: AgeRow, now_us: int) -> bool:
    """Tell whether a fact reached a tier that its kept form does not show."""
    kept = row.tier if row.aged_us is not None and row.aged_us >= row.updated_us else None
    return (kept or AgeTier.FRESH) is not tier_of(row, now_us)


def display_form(text: str, tier: AgeTier) -> str | None:
    """Give how a statement reads in a tier, or None when it is short enough as it is.

    The text itself is never changed by this; what is left out ends in three dots.
    """
    if tier is AgeTier.FRESH:
        return None
    form = key_points(text) if tier is AgeTier.RECENT else one_line(text)
    return None if form == text else form


def key_points(text: str) -> str:
    """Give the first sentence and up to three that hold a decisive word, 300 characters at most."""
    sentences = _sentences(text)
    if len(sentences) > 2:
        first, *others = sentences
        telling = [s for s in others if _SIGNALS.search(s.casefold())]
        text = " ".join([first, *telling[:_SIGNAL_SENTENCES_MAX]])
    return _cut(text, KEY_POINTS_CHARS_MAX)


def one_line(text: str) -> str:
    """Give the first sentence on one line, 120 characters at most."""
    sentences = _sentences(text)
    return _cut(" ".join((sentences[0] if sentences else text).split()), ONE_LINE_CHARS_MAX)


def salience(row: AgeRow, now_us: int) -> float:
    """Give 0..1: the quality of a fact, halved for each half-life it went without change or use."""
    uses = min(row.retrievals, USES_MAX)
    half_life_days = HALF_LIFE_DAYS * (1 + uses / 2)
    return row.quality / 100 * math.pow(0.5, _idle_us(row, now_us) / DAY_US / half_life_days)


def is_archivable(row: AgeRow, now_us: int) -> bool:
    """Tell whether a fact may leave current answers: it ran out, or is neither good nor used.

    Never a durable or pinned one.
    """
    if row.status is not FactStatus.ACTIVE or row.is_pinned:
        return False
    if row.retention is RetentionClass.DURABLE or _idle_us(row, now_us) <= IDLE_DAYS_MIN * DAY_US:
        return False
    if row.expires_us is not None and row.expires_us <= now_us:
        return True
    return row.retention in _FADING and salience(row, now_us) < SALIENCE_MIN


def _idle_us(row: AgeRow, now_us: int) -> int:
    """Give how long nobody changed or used a fact; a clock set back counts as no time."""
    return max(0, now_us - max(row.updated_us, row.last_accessed_us or 0))


def _sentences(text: str) -> list[str]:
    parts = (part.strip() for part in _SENTENCE_END.split(text))
    return [part for part in parts if len(part) >= _SENTENCE_CHARS_MIN]


def _cut(text: str, chars_max: int) -> str:
    if len(text) <= chars_max:
        return text
    room = text[: chars_max - len(_ELLIPSIS) + 1]
    end = room.rfind(" ")
    return room[: end if end > chars_max // 2 else len(room) - 1].rstrip() + _ELLIPSIS
