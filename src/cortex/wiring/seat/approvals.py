"""How does a seat ask whether it may, and who says so?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.approvals import PERSON, SEAT
from cortex.core.seat.plain import entry_text, line_text
from cortex.core.text.fence import fence, neutralise
from cortex.model.errors import CortexError, NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_bus import (
    NOTE_CHARS_MAX,
    TEXT_CHARS_MAX,
    TITLE_CHARS_MAX,
    Approval,
    ApprovalState,
)
from cortex.model.seat_bus_names import approval_id
from cortex.model.seat_records import Category
from cortex.model.seats import same_org
from cortex.seat.approvals import Decision, ask, every_approval, find_approval, resolve
from cortex.seat.bus_messages import signing_key
from cortex.seat.bus_tasks import workers_of
from cortex.stores.system.environment import is_hosted, login_name
from cortex.stores.system.seats import seat_of
from cortex.wire.seat_bus import approval_json
from cortex.wiring.seat.bus import WISH_STANDING, Bus, fresh_letters, open_bus
from cortex.wiring.seat.messages import Letter, Told, fresh_key, send_over
from cortex.wiring.seat.tasks import task_of

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings


class Question(NamedTuple):
    """What somebody wants to be allowed."""

    title: str
    category: str
    description: str = ""
    task: str = ""


def request(settings: Settings, seat: str | None, question: Question) -> Told:
    """Put a question; it waits until another seat or a person decides it.

    Raises:
        NoSeat, InvalidRequest, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        said = question.description
        approval = Approval(
            approval_id=approval_id(bus.now_us, fresh_letters()),
            title=line_text(question.title, TITLE_CHARS_MAX, "title"),
            requester=bus.name,
            org=bus.opened.seat.org,
            category=question.category,
            created_us=bus.now_us,
            updated_us=bus.now_us,
            description=entry_text(said, TEXT_CHARS_MAX, "description") if said.strip() else "",
            task_id=task_of(bus, question.task).task_id if question.task else "",
        )
        ask(bus.shared, approval)
        fields = {
            "approval_id": approval.approval_id,
            "title": approval.title,
            "approval_category": approval.category,
            "requested_by": bus.name,
        }
        bus.emit(Category.APPROVAL, "approval_created", fields)
        return _answer(bus, approval)


def every(settings: Settings, seat: str | None, *, is_all: bool) -> Told:
    """Give the questions of the seat's organisation that wait, oldest first, or decided ones too.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        found = every_approval(bus.shared, is_all=is_all)
        rows = [shown(one) for one in found.approvals if _is_ours(bus, one)]
        said: dict[str, object] = {"seat": bus.name, "standing": WISH_STANDING}
        return Told({**said, "approvals": rows, "unreadable": list(found.broken)})


def show(settings: Settings, seat: str | None, name: str) -> Told:
    """Give one question.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        return _answer(bus, _find(bus, name))


def decide(
    settings: Settings, seat: str | None, name: str, said: tuple[str, str], *, is_typed: bool
) -> Told:
    """Decide a question, and tell the seat that asked.

    Args:
        said: (``approved`` or ``rejected``, note).
        is_typed: the command was typed at a terminal. In a session of an agent host it counts as
            the agent's all the same.

    Raises:
        NoSeat, NotFound, MoveRefused, SeatFileRefused: as their docstrings say.
        Denied: the seat that asks, or does the task, would answer itself.
    """
    with open_bus(settings, seat) as bus:
        approval = _find(bus, name)
        here = seat_of(settings.home, settings.cwd) if settings.cwd else None
        note = line_text(said[1], NOTE_CHARS_MAX, "note") if said[1].strip() else ""
        is_person = is_typed and not is_hosted()
        who = f"{PERSON}{login_name() or 'unknown'}" if is_person else f"{SEAT}{bus.name}"
        at, workers = here.name if here else "", workers_of(bus.shared, approval.task_id)
        decision = Decision(ApprovalState(said[0]), who, at, note, workers)
        signing_key(bus.shared, fresh_key())  # Made before the turn in which it is needed.
        new, is_new = resolve(
            bus.shared, approval.approval_id, decision, bus.now_us, lambda one: _tell(bus, one)
        )
        return _answer(bus, new, {"changed": is_new})


def shown(approval: Approval) -> dict[str, object]:
    """Give a question for somebody who reads it: its words are another seat's, and fenced."""
    origin = f"{approval.approval_id} of seat {approval.requester}"
    plain = approval._replace(
        title=neutralise(approval.title).text,
        description=neutralise(approval.description).text,
        note=neutralise(approval.note).text,
    )
    words = "\n\n".join(filter(None, (approval.title, approval.description)))
    return {**approval_json(plain), "quoted": fence(words, origin, WISH_STANDING)}


def _answer(bus: Bus, approval: Approval, more: dict[str, object] | None = None) -> Told:
    data: dict[str, object] = {"standing": WISH_STANDING, "approval": shown(approval)}
    return Told({**data, **(more or {})}, tuple(bus.warnings))


def _tell(bus: Bus, new: Approval) -> None:
    fields = {
        "approval_id": new.approval_id,
        "decision": new.state.value,
        "resolved_by": new.resolved_by,
        "title": new.title,
        "note": new.note,
    }
    bus.emit(Category.APPROVAL, "approval_resolved", fields)
    words = f"{new.approval_id} is {new.state.value} by {new.resolved_by}: {new.title}"
    words = f"{words}\n{new.note}" if new.note else words
    try:
        send_over(bus, Letter(new.requester, words, "high"))
    except CortexError as error:
        bus.warnings.append(f"{new.requester} was not told: {error.message}")


def _find(bus: Bus, name: str) -> Approval:
    approval = find_approval(bus.shared, name)
    if not _is_ours(bus, approval):
        message = f"no approval is called {name[:80]}"
        raise NotFound(message, remedy="`cortex bus approval list --all` shows those there are")
    return approval


def _is_ours(bus: Bus, approval: Approval) -> bool:
    return same_org(approval.org, bus.opened.seat.org)
