"""May a tool write what it is about to write? Two guards, and the reason when the answer is no.

A memory file gets no instant that has not come; a file that several seats share is written by who
opened it. Everything else passes in silence. Hooks load this, so it imports nothing heavy.
Source: OGL 4.4, T14, ADR 0193.
"""

from __future__ import annotations

from cortex.model.lean_cache import lru_cache

MEMORY_NAMES = frozenset({"STATE.md", "MEMORY.md", "ENTITIES.md"})
SHARED_NAMES = frozenset({"knowledge.md", "GUARDRAILS.md"})
_MEMORY_ENDS = (".md", ".jsonl")
SHOWN_MAX = 3
"""Instants that a reason names."""


def is_memory(path: str, root: str, org: str) -> bool:
    """Tell whether a real path is memory of a seat: its own files, those shared, Claude Code's.

    Args:
        root: folder of the seat.
        org: folder of its organisation; empty without one.
    """
    if not path.endswith(_MEMORY_ENDS):
        return False
    if path.startswith(f"{root}/"):
        inner = path[len(root) + 1 :]
        return inner in MEMORY_NAMES or inner.startswith("memory/")
    if org and path == f"{org}/knowledge.md":
        return True
    return "/projects/" in path and path.rpartition("/")[0].endswith("/memory")


def shared_owner(path: str, root: str, org: str, others: list[tuple[str, str]]) -> str:
    """Give whose a file is that this seat shares, in words; empty for a file of its own.

    Args:
        others: (name, folder) of every other seat.
    """
    if path == root or path.startswith(f"{root}/"):
        inside = [folder for _, folder in others if path.startswith(f"{folder}/")]
        if not any(folder.startswith(f"{root}/") for folder in inside):
            return ""
    for name, folder in others:
        if path == folder or path.startswith(f"{folder}/"):
            return f"belongs to the seat {name}"
    if org and path.rpartition("/")[0] == org and path.rpartition("/")[2] in SHARED_NAMES:
        return "is shared by every seat of the organisation"
    return ""


def future_reason(text: str, path: str, now_us: int) -> str:
    """Give why a text may not be written into a memory file, with the true time, or nothing."""
    if not any(digit in text for digit in "0123456789") and not path[-13:-12].isdigit():
        return ""
    from cortex.core.boot.calendar import day_text, second_text
    from cortex.core.seat.stamps import is_future_day, log_day

    day = log_day(path)
    name = path.rpartition("/")[2]
    true_time = second_text(now_us)
    if day and is_future_day(day, now_us):
        return (
            f"{name} is the log of a day that has not begun; it is {true_time}. "
            "`cortex log` writes into today's."
        )
    # A time alone is ahead only in the log of today: one look serves every other file.
    shown = _shown_ahead(text, day if day >= day_text(now_us) else "", now_us)
    if not shown:
        return ""
    return (
        f"{name} would say that something happened at {shown}, but it is {true_time} now. "
        "Take the time from the clock (`date -u`, or `cortex log` and `cortex state`, which do); "
        "write due, until or expected before an instant that is planned."
    )


@lru_cache(maxsize=2)
def _shown_ahead(text: str, day: str, now_us: int) -> str:
    """Give the first instants a text tells of as past that have not come, in one line."""
    from cortex.core.seat.stamps import first_ahead

    found = [one.shown for one in first_ahead(text, now_us, day, SHOWN_MAX)]
    return ", ".join(dict.fromkeys(found))


def shared_reason(path: str, owner: str) -> str:
    """Give why a shared file may not be written, and what to do."""
    return (
        f"{path} {owner}. Use `cortex note share` for what every seat should know, or open the "
        f"file for ten minutes with `cortex gate open {path}`."
    )
