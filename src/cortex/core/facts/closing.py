"""When does a fact that is taken back stop being valid?"""

from cortex.model.facts import FactContent


def closing_us(content: FactContent, now_us: int) -> int:
    """Give the instant a fact's window ends when it is retracted or replaced at ``now_us``.

    A window that has ended already keeps its end: closing never lengthens it. A fact that only
    starts later ends where it would have started, so its window is empty and no instant, past or
    future, ever shows it.
    """
    until_us = content.valid_until_us
    end_us = now_us if until_us is None else min(until_us, now_us)
    return end_us if content.valid_from_us is None else max(end_us, content.valid_from_us)


def is_closed(content: FactContent, now_us: int) -> bool:
    """Tell whether a fact's window has ended at ``now_us``; a window excludes its end."""
    return content.valid_until_us is not None and content.valid_until_us <= now_us


def has_no_length(content: FactContent) -> bool:
    """Tell whether no instant lies in a fact's window."""
    from_us, until_us = content.valid_from_us, content.valid_until_us
    return from_us is not None and until_us is not None and until_us <= from_us
