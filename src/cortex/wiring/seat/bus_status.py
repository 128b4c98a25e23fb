"""What waits for a seat on the bus, and what does it owe? Counted, and nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.bus_tasks import staleness
from cortex.model.seat_bus import FINAL
from cortex.model.seat_bus_names import INFLIGHT
from cortex.model.seats import same_org
from cortex.seat.approvals import every_approval
from cortex.seat.bus_messages import WAITING_MAX, find_key, look, set_aside
from cortex.seat.bus_tasks import every_task
from cortex.seat.reminders import reminders_of
from cortex.wiring.seat.bus import Bus, open_bus
from cortex.wiring.seat.messages import Told

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings


def status(settings: Settings, seat: str | None) -> Told:
    """Give how much waits for a seat, by kind.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        data: dict[str, object] = {
            "seat": bus.name,
            "messages": _messages(bus),
            "tasks": _tasks(bus),
            "approvals": _approvals(bus),
            "reminders": _reminders(bus),
        }
        return Told(data)


def _messages(bus: Bus) -> dict[str, object]:
    box = bus.opened.kept
    found = look(box, bus.name, find_key(bus.shared), bus.now_us, WAITING_MAX)
    return {
        "waiting": len(found.messages),
        "from": sorted({message.sender for message in found.messages}),
        "unacknowledged": len(box.names(INFLIGHT)),
        "set_aside": len(set_aside(box)) + len(found.refused),
    }


def _tasks(bus: Bus) -> dict[str, object]:
    mine = [
        task
        for task in every_task(bus.shared).tasks
        if bus.name in {task.assigned_to, task.created_by} and task.state not in FINAL
    ]
    return {"open": len(mine), "stale": sum(bool(staleness(task, bus.now_us)) for task in mine)}


def _approvals(bus: Bus) -> dict[str, object]:
    waiting = every_approval(bus.shared, is_all=False).approvals
    ours = [one for one in waiting if same_org(one.org, bus.opened.seat.org)]
    asked = sum(one.requester == bus.name for one in ours)
    return {"asked": asked, "to_decide": len(ours) - asked}


def _reminders(bus: Bus) -> dict[str, object]:
    waiting = [one for one in reminders_of(bus.opened.kept) if one.acked_us is None]
    due = sum(one.fire_us <= bus.now_us for one in waiting)
    return {"due": due, "ahead": len(waiting) - due}
