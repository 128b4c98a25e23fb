"""How long is a fact kept when nobody says otherwise?

Source: CQR 3.3.
"""

from cortex.core.text.tokens import words
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.facts import RetentionClass

DEFAULT_DAYS: dict[RetentionClass, int | None] = {
    RetentionClass.DURABLE: None,
    RetentionClass.OPERATIONAL: 90,
    RetentionClass.AUDIT: 365,
    RetentionClass.EPHEMERAL: 14,
}

_BY_TYPE: dict[str, RetentionClass] = {
    **dict.fromkeys(
        "decision policy rule convention contract constraint preference procedure playbook runbook "
        "open_question".split(),
        RetentionClass.DURABLE,
    ),
    **dict.fromkeys("trace security rollback permission audit".split(), RetentionClass.AUDIT),
    **dict.fromkeys(
        "chatter scratch transient temporary ephemeral".split(), RetentionClass.EPHEMERAL
    ),
    **dict.fromkeys(
        "observation note finding fact memory focus_summary".split(), RetentionClass.OPERATIONAL
    ),
}

_BY_PHRASE: tuple[tuple[RetentionClass, tuple[str, ...]], ...] = (
    (
        RetentionClass.DURABLE,
        (
            "architectural",
            "architecture",
            "convention",
            "always",
            "never",
            "api contract",
            "must",
            "do not",
        ),
    ),
    (RetentionClass.AUDIT, ("rollback", "permission", "security event", "audit")),
    (RetentionClass.EPHEMERAL, ("throwaway", "temporary", "transient", "scratch")),
)


def classify(fact_type: str, text: str) -> RetentionClass:
    """Give the class of a fact by its type, else by a phrase of whole words, else operational."""
    if fact_type in _BY_TYPE:
        return _BY_TYPE[fact_type]
    spoken = " " + " ".join(word.surface.casefold() for word in words(text)) + " "
    for retention, phrases in _BY_PHRASE:
        if any(f" {phrase} " in spoken for phrase in phrases):
            return retention
    return RetentionClass.OPERATIONAL


def expiry_us(retention: RetentionClass, ttl_seconds: int | None, now_us: int) -> int | None:
    """Give the instant a fact expires; an explicit time to live overrides the class."""
    if ttl_seconds is not None:
        return now_us + ttl_seconds * SECOND_US
    days = DEFAULT_DAYS[retention]
    return None if days is None else now_us + days * DAY_US
