"""Which of the statements of a focus session make its summary? Source: CQR 12.2."""

from __future__ import annotations

from collections.abc import Sequence

ENTRIES_WHOLE_MAX = 3
"""Statements up to which all of them are the summary."""

ENTRIES_KEPT_MAX = 5
SUMMARY_CHARS_MAX = 500
SEPARATOR = " | "
ENDING = "..."

SIGNAL_WORDS = frozenset(
    {"decision", "fixed", "bug", "error", "built", "created", "removed", "changed", "confirmed"}
    | {"architecture", "migration", "breaking", "security", "important", "must", "never"}
)


def summarise(entries: Sequence[str]) -> str | None:
    """Give the summary of statements in the order they were made; None when there are none.

    Few are kept whole. Of more, those that tell of a decision or a change are kept; when none
    does, the first and the last.
    """
    if not entries:
        return None
    chosen = list(entries)
    if len(chosen) > ENTRIES_WHOLE_MAX:
        telling = [entry for entry in chosen if _has_signal(entry)]
        chosen = (telling or [chosen[0], chosen[-1]])[:ENTRIES_KEPT_MAX]
    joined = SEPARATOR.join(" ".join(entry.split()) for entry in chosen)
    if len(joined) <= SUMMARY_CHARS_MAX:
        return joined
    return joined[:SUMMARY_CHARS_MAX] + ENDING


def _has_signal(entry: str) -> bool:
    folded = "".join(c if c.isalnum() else " " for c in entry.casefold())
    return not SIGNAL_WORDS.isdisjoint(folded.split())
