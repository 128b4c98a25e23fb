"""Which line of checkpoints does a text name, if it names no fact?

A thread, or ``checkpoint:<label>``. Source: docs/formats/threads.md.
"""

from __future__ import annotations

from cortex.core.anchors.threads import PREFIX, thread_id

LINE_PREFIX = "checkpoint:"
"""Before a thread's label: the line of its checkpoints, as a record that can be resolved."""


def thread_of(text: str) -> str | None:
    """Give the thread whose line of checkpoints a text names, or None when it names a fact."""
    folded = text.strip().casefold()
    if folded.startswith((LINE_PREFIX, PREFIX)):
        return thread_id(folded.removeprefix(LINE_PREFIX)) or None
    return None
