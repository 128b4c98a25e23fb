"""Is a tool of a seat about to write what it should not? Asked before every tool that runs.

Whatever goes wrong, the tool runs: a guard that fails is open. Hooks load this, so everything heavy
waits until a memory file is really about to be written. Source: ADR 0193.
"""

# ruff: noqa: PTH111, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat

PATH_CHARS_MAX = 4_096
"""Characters of a path that is looked at; no system opens a longer one."""

TEXT_CHARS_MAX = 262_144
"""Characters of what is written that are looked at, from the start."""


def denial_of(event: HostEvent, seat: Seat, home: str, now_us: int) -> str:
    """Give why a tool may not run, or nothing. Never raises; what cannot be judged passes.

    Args:
        event: what is about to happen; anything but a tool that writes passes.
        seat: the seat it happens in.
        home: the Cortex home.
        now_us: the present instant.
    """
    try:
        return _denial(event, seat, home, now_us)
    except Exception:  # noqa: BLE001 - A guard that fails is open (ADR 0193).
        return ""


def _denial(event: HostEvent, seat: Seat, home: str, now_us: int) -> str:
    text = event.written
    named: list[str] = []
    if text and event.path:
        words = [event.path]
    elif event.command:
        from cortex.core.seat.shell_targets import mentions, targets

        words, text = targets(event.command), event.command
        named = mentions(event.command)
    else:
        return ""
    if not words and not named:
        return ""
    from cortex.core.seat.guards import future_reason, is_memory, shared_owner, shared_reason
    from cortex.stores.system.seat_turns import is_open
    from cortex.stores.system.seats import read_seats

    org = _org_of(seat)
    others = [(one.name, one.root) for one in read_seats(home) if one.name != seat.name]
    for at, word in enumerate([*words, *named]):
        if len(word) > PATH_CHARS_MAX:
            continue
        path = _real(word, event.cwd)
        owner = shared_owner(path, seat.root, org, others) if at < len(words) else ""
        if owner and not is_open(home, seat.name, path, now_us):
            return shared_reason(path, owner)
        if is_memory(path, seat.root, org):
            reason = future_reason(text[:TEXT_CHARS_MAX], path, now_us)
            if reason:
                return reason
    return ""


def _org_of(seat: Seat) -> str:
    """Give the folder of a seat's organisation; empty without one."""
    agents, _, _ = seat.root.rpartition("/")
    org, _, name = agents.rpartition("/")
    return org if seat.org and name == "agents" and org.endswith(f"/{seat.org}") else ""


def _real(path: str, cwd: str) -> str:
    """Give the real path of a word; of a file that is not there yet, of the folder it goes to."""
    if path.startswith("~/"):
        path = os.path.expanduser(path)
    return os.path.realpath(os.path.join(cwd, path))
