"""What became of a prompt that was seen, and was what stood beside it used?

Source: docs/formats/prompt-brief.md.
"""

from cortex.model.lean_classes import NamedTuple

USE_WINDOW_US = 12 * 3600 * 1_000_000
"""Microseconds within which an agent that does not say in which session it uses a fact was told it:
half a day, as long as a session lasts."""

INJECTIONS_KEPT = 20_000
"""Newest prompts kept one by one: half a year of a busy person, about 3 MB."""


class Injection(NamedTuple):
    """One prompt.

    Args:
        process_id: of the hook that answered; with the instant it names the prompt.
        owner_id: whose it was; 0 for the only person.
        session_id: the host's id of the session; empty when it had none that is plainly a name.
        outcome: one of ``core.brief.outcomes.OUTCOMES``.
        size_bytes: of the brief inside a JSON string; 0 when nothing was said.
        taken_us: microseconds from the start of the hook to its answer.
        fact_ids: the facts that were told, ascending.
        used_ids: those of them that the session came back to, ascending.
    """

    seen_us: int
    process_id: int
    owner_id: int
    host: str
    session_id: str
    outcome: str
    size_bytes: int
    taken_us: int
    fact_ids: tuple[int, ...] = ()
    used_ids: tuple[int, ...] = ()


class Use(NamedTuple):
    """Somebody came back to facts.

    Args:
        agent: who did; the name of an agent begins with that of its host.
        session_id: the session that did; empty when only the agent is known.
    """

    agent: str
    session_id: str
    fact_ids: tuple[int, ...]
    at_us: int


class CapturedDay(NamedTuple):
    """How many events of a host were kept on one day (``2026-01-31``, UTC)."""

    host: str
    day: str
    events: int


class PromptFigures(NamedTuple):
    """The sums of some days, for one owner.

    Args:
        silent: prompts beside which nothing was said, by outcome, most frequent first.
        told: facts told, a fact once for each time; ``used`` of them were come back to.
        p50_us, p95_us: microseconds from the start of the hook to its answer, of every prompt;
            None when there was none.
    """

    captured: tuple[CapturedDay, ...]
    seen: int
    injected: int
    silent: tuple[tuple[str, int], ...]
    size_bytes: int
    token_estimate: int
    told: int
    used: int
    p50_us: int | None
    p95_us: int | None
