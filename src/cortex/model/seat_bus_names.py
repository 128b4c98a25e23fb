"""How is each record of the bus called, and what does the name of its file say?

Hooks count the messages that wait by their names alone, so nothing is imported here.
Source: OGL 3.12, docs/formats/bus.md.
"""

from __future__ import annotations

INBOX, INFLIGHT, PROCESSED, ERRORS = "bus/inbox", "bus/inflight", "bus/processed", "bus/.errors"
"""Folders in the home of a seat, through which a message goes."""

INFLIGHT_US = 300_000_000
"""How long a message that was taken may stay unacknowledged before it is delivered again."""

REMINDERS_BYTES_MAX = 262_144
"""Bytes of the file of reminders: all of them with the longest text."""

END = ".json"
_MS_DIGITS = 13  # Until the year 2286.
_RAND_CHARS = 5
_TASK_DIGITS = 8
_FROM = "-from-"
_SEAT = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_RAND = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def message_id(place: int, sent_ms: int, sender: str, rand: str) -> str:
    """Give the id of a message: ids in their order are the most urgent first, then the oldest."""
    return f"{place}-{sent_ms:0{_MS_DIGITS}}{_FROM}{sender}-{rand}"


def read_id(name: str) -> tuple[int, int, str] | None:
    """Give (place of its priority, milliseconds, sender) of an id, or None when it is none."""
    head, found, tail = name.partition(_FROM)
    place, _, digits = head.partition("-")
    sender, _, rand = tail.rpartition("-")
    is_one = (
        bool(found)
        and place in ("0", "1", "2", "3")
        and len(digits) == _MS_DIGITS
        and digits.isascii()
        and digits.isdigit()
        and bool(sender)
        and _SEAT.issuperset(sender)
        and len(rand) == _RAND_CHARS
        and _RAND.issuperset(rand)
    )
    return (int(place), int(digits), sender) if is_one else None


def stamped(at_us: int, name: str) -> str:
    """Give the name of a message's file that was taken, or acknowledged, at an instant."""
    return f"{at_us // 1000:0{_MS_DIGITS}}_{name}"


def read_stamped(name: str) -> tuple[int, str]:
    """Give (instant in microseconds, id) of a file in flight or processed; (0, "") for another."""
    digits, _, rest = name.removesuffix(END).partition("_")
    if not (len(digits) == _MS_DIGITS and digits.isdigit() and read_id(rest)):
        return 0, ""
    return int(digits) * 1000, rest


def waiting(inbox: list[str], inflight: list[str], taken_before_us: int) -> list[str]:
    """Give the ids of what waits for a seat, in their order.

    Args:
        inbox: names in its inbox.
        inflight: names of what was taken.
        taken_before_us: what was taken before and not acknowledged waits again.
    """
    ids = [name.removesuffix(END) for name in inbox if name.endswith(END)]
    for name in inflight:
        taken_us, taken = read_stamped(name)
        if taken and taken_us <= taken_before_us:
            ids.append(taken)
    return sorted(one for one in ids if read_id(one))


def task_id(now_us: int, digits: int) -> str:
    """Give the id of a task that is made at an instant; ``digits`` is any number."""
    return f"task_{now_us // 1000}_{digits % 10**_TASK_DIGITS:0{_TASK_DIGITS}}"


def is_task_id(name: str) -> bool:
    """Tell whether a text is the id of a task, and so the name of a file."""
    lead, ms, digits = (*name.split("_"), "", "")[:3]
    is_number = all(part.isascii() and part.isdigit() for part in (ms, digits))
    is_task = lead == "task" and name.count("_") == 2
    return is_task and is_number and len(digits) == _TASK_DIGITS


def is_task_end(name: str) -> bool:
    """Tell whether a text is what the id of a task may end with: people type that alone."""
    return len(name) == _TASK_DIGITS and name.isascii() and name.isdigit()


def approval_id(now_us: int, rand: str) -> str:
    """Give the id of a question that is asked at an instant."""
    return f"approval_{now_us // 1_000_000}_{rand}"


def is_approval_id(name: str) -> bool:
    """Tell whether a text is the id of an approval, and so the name of a file."""
    lead, seconds, rand = (*name.split("_"), "", "")[:3]
    is_ascii = name.isascii() and seconds.isdigit() and rand.isalnum() and rand == rand.lower()
    return lead == "approval" and is_ascii and len(rand) == 5 and name.count("_") == 2
