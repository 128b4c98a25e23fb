"""Was housekeeping done lately? The one question a commit asks, so nothing heavy is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.durations import DAY_US

if TYPE_CHECKING:
    from cortex.ports.brain import BrainReader

EVERY_US = DAY_US
"""Microseconds between two rounds: a day; facts age in days."""

LAST_OF_A_ROUND = "age"
"""The sweep over every fact: the longest piece, so it tells whether a round came to its end."""


def is_due(reader: BrainReader, now_us: int) -> bool:
    """Tell whether a day went by since facts were last gone through, or since the first one."""
    done_us = reader.outbox.finished_us(LAST_OF_A_ROUND)
    if done_us is None:
        first = reader.find_version(1)
        if first is None:
            return False
        done_us = first.created_us
    return now_us - done_us >= EVERY_US
