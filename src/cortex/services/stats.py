"""What was captured, what was said beside prompts, and did it help?

Prompts are noted down beside the brain, because a hook may not wait for a writer, and taken in here
(ADR 0155). Whether something was used is told by what the session did later: it gave a fact's
reference to Cortex again. Source: docs/formats/stats.md.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cortex.core.boot.packing import CHARS_PER_TOKEN
from cortex.core.brief.outcomes import INJECTED, OUTCOMES
from cortex.core.brief.uses import facts_in_command
from cortex.model.durations import DAY_US
from cortex.model.injections import INJECTIONS_KEPT, Injection, PromptFigures, Use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.ports.brain import Brain, BrainWriter

FIELDS = 8
"""Fields of a line in the log of prompts before the keys of what was told."""

ID_MAX = 2**63 - 1
"""Largest number a store can hold."""


def read_prompts(lines: Sequence[Sequence[str]]) -> list[Injection]:
    """Give the prompts that were noted down; a line that cannot be read is left out."""
    found = []
    for line in lines:
        if len(line) < FIELDS or line[5] not in OUTCOMES:
            continue
        keys = [key.rstrip("!") for key in line[FIELDS:]]
        try:
            seen_us, process_id, owner_id, size, taken_us = (
                int(line[place]) for place in (0, 1, 2, 6, 7)
            )
            fact_ids = tuple(sorted({int(key) for key in keys}))
        except ValueError:
            continue
        if all(0 <= one <= ID_MAX for one in (seen_us, process_id, owner_id, size, taken_us)):
            found.append(
                Injection(
                    seen_us, process_id, owner_id, line[3], line[4], line[5], size, taken_us,
                    tuple(one for one in fact_ids if 0 < one <= ID_MAX),
                )
            )  # fmt: skip
    return found


def read_uses(lines: Sequence[Sequence[str]]) -> list[Use]:
    """Give what operations noted down; a line that cannot be read is left out."""
    found = []
    for line in lines:
        try:
            at_us, host, fact_ids = int(line[0]), line[1], tuple(int(one) for one in line[2:])
        except (ValueError, IndexError):
            continue
        if all(0 <= one <= ID_MAX for one in (at_us, *fact_ids)):
            found.append(Use(host, "", fact_ids, at_us))
    return found


def keep_notes(
    brain: Brain, seen: Sequence[Injection], uses: Sequence[Use], wait_ms: int | None = None
) -> int:
    """Keep what became of prompts, each once, and what was used; gives how many were new.

    Args:
        wait_ms: longest wait for the turn to write; None is the store's own.
    """
    with brain.writing(wait_ms) as writer:
        count = sum(writer.injections.add(one) for one in seen)
        for use in uses:
            writer.injections.mark_used(use)
        writer.injections.prune(INJECTIONS_KEPT)
    return count


def note_use(writer: BrainWriter, host: str, session_id: str, command: str, at_us: int) -> int:
    """Note which facts a session came back to with a command line; gives how many tellings.

    For the drain, in the transaction that keeps the event; prompts must have been taken in before.
    """
    fact_ids = facts_in_command(command)
    if not fact_ids or not session_id:
        return 0
    return writer.injections.mark_used(Use(host, session_id, fact_ids, at_us))


def figures(brain: Brain, owner_id: int, principal: str, days: int, now_us: int) -> PromptFigures:
    """Give the sums of the last days; zeros when nothing was seen."""
    since_us = now_us - days * DAY_US
    with brain.reading() as reader:
        prompts = reader.injections.since(owner_id, since_us)
        captured = tuple(reader.injections.captured(principal, since_us))
    told = [one for one in prompts if one.outcome == INJECTED]
    silent = Counter(one.outcome for one in prompts if one.outcome != INJECTED)
    times = sorted(one.taken_us for one in prompts)
    return PromptFigures(
        captured=captured,
        seen=len(prompts),
        injected=len(told),
        silent=tuple(sorted(silent.items(), key=lambda pair: (-pair[1], pair[0]))),
        size_bytes=sum(one.size_bytes for one in told),
        token_estimate=sum(-(-one.size_bytes // CHARS_PER_TOKEN) for one in told),
        told=sum(len(one.fact_ids) for one in told),
        used=sum(len(one.used_ids) for one in told),
        p50_us=percentile(times, 50),
        p95_us=percentile(times, 95),
    )


def percentile(ordered: Sequence[int], share: int) -> int | None:
    """Give the smallest value that at least this share (per cent) of the values do not exceed.

    ``ordered`` is ascending; None when it is empty.
    """
    if not ordered:
        return None
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]
