"""What does a seat say to its host at an event? Each part of the kit is asked in its turn.

In a folder that is no seat this costs one look at the registry. Whatever a part does, the others
are heard: its fault is one line in the journal. Hooks load this on every event of a machine with a
seat, so each part is imported when it is asked. Source: docs/formats/hooks.md, ADR 0180.
"""

from __future__ import annotations

from cortex.model.boot import FORM_COMPACT, FORM_FRESH
from cortex.model.host_events import (
    COMPACT_AFTER,
    COMPACT_BEFORE,
    CONTEXT_CHARS_MAX,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TOOL_BEFORE,
    TURN_END,
    width_of,
)
from cortex.model.seat_said import SeatSaid
from cortex.stores.system.environment import read_environment
from cortex.stores.system.seats import seat_of

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.wiring.deadline import Deadline
    from cortex.wiring.settings import Settings

    Part = Callable[["Asked"], "SeatSaid"]


# Between what two parts say.
_BETWEEN = "\n\n"


class Asked:
    """What a part of the kit is asked.

    Attributes:
        event: what happened.
        seat: where.
        settings: of this run.
        deadline: when the whole hook has to be done.
        form: of a session that starts, what it still has in view; one of ``model.boot``'s.
        room_chars: characters that are left for what it says; 0 where the host listens to nothing,
            so that nothing may be noted as told.
        above: what parts before it said.
    """

    __slots__ = ("above", "deadline", "event", "form", "room_chars", "seat", "settings")

    def __init__(
        self, event: HostEvent, seat: Seat, settings: Settings, deadline: Deadline, form: str
    ) -> None:
        self.event = event
        self.seat = seat
        self.settings = settings
        self.deadline = deadline
        self.form = form
        self.room_chars = CONTEXT_CHARS_MAX
        self.above = ""


def on_event(
    event: HostEvent,
    settings: Settings,
    deadline: Deadline,
    *,
    form: str = "",
    room_chars: int = CONTEXT_CHARS_MAX,
    said: SeatSaid | None = None,
) -> SeatSaid:
    """Give what the host is told for the seat an event happened in; nothing outside of one.

    Never raises.

    Args:
        event: what happened.
        settings: of this run.
        deadline: when the hook has to be done.
        form: of a session that starts, what it still has in view; one of ``model.boot``'s.
        room_chars: most characters of the context; 0 where the host listens to nothing.
        said: is given what each part says as soon as it does, and is what is returned.
    """
    said = SeatSaid() if said is None else said
    try:
        parts = parts_of(event)
        seat = seat_at(event, settings) if parts else None
        if seat is None:
            return said
        asked = Asked(event, seat, settings, deadline, form)
        for part in parts:
            if deadline.is_over():
                message = f"deadline: no time for {part.__name__.strip('_')}"
                _journal(settings, event, deadline, message)
                break
            between = len(_BETWEEN) if said.context else 0
            asked.room_chars = room_chars - width_of(event.host, said.context) - between
            asked.above = said.context
            _take(said, part, asked)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _journal(settings, event, deadline, _fault(error))
    return said


def seat_at(event: HostEvent, settings: Settings) -> Seat | None:
    """Give the seat an event happened in: by its folder, else by the one the host opened."""
    here = event.cwd or settings.cwd
    seat = seat_of(settings.home, here) if here else None
    if seat is None:
        opened = read_environment().get("CLAUDE_PROJECT_DIR", "")
        if opened.startswith("/") and opened != here:
            seat = seat_of(settings.home, opened)
    return seat


def parts_of(event: HostEvent) -> tuple[Part, ...]:
    """Give the parts that are asked at an event, what must not be lost first.

    In a subagent only the guards: what it is told and says is the agent's own talk.
    """
    if event.agent_id and event.kind != TOOL_BEFORE:
        return ()
    return _PARTS.get(event.kind, ())


def _take(said: SeatSaid, part: Part, asked: Asked) -> None:
    """Ask a part, and take what it says if there is room for it."""
    try:
        more = part(asked)
    except Exception as error:  # noqa: BLE001 - The other parts are heard all the same.
        fault = f"{part.__name__.strip('_')}: {_fault(error)}"
        _journal(asked.settings, asked.event, asked.deadline, fault)
        return
    for line in more.faults:
        _journal(asked.settings, asked.event, asked.deadline, line)
    said.denial = said.denial or more.denial
    if width_of(asked.event.host, more.context) > asked.room_chars:
        return  # Neither told nor noted: there is another event.
    said.context = _BETWEEN.join(filter(None, (said.context, more.context)))
    said.after += more.after


def _state(asked: Asked) -> SeatSaid:
    """STATE.md when the context is gone, and a line when it fills up."""
    from cortex.seat.hand_back import tell_state
    from cortex.wiring.seat.desk import desk_of

    desk = desk_of(asked.seat, asked.settings)
    now_us = asked.deadline.now_us()
    room_chars = asked.room_chars
    if asked.event.kind == SESSION_START:
        from cortex.wiring.seat.checkpoints import notice_chars

        room_chars -= notice_chars(asked.seat, now_us)
    return tell_state(asked.event, desk, asked.form, now_us, room_chars)


def _session(asked: Asked) -> SeatSaid:
    """What was said is kept, and told again where it is gone."""
    from cortex.wiring.seat.keeping import keep_session

    now_us = asked.deadline.now_us()
    return keep_session(asked.event, asked.seat, asked.settings, asked.room_chars, now_us)


def _recall(asked: Asked) -> SeatSaid:
    """What the seat's own notes say to a prompt, where the operator wants it."""
    from cortex.wiring.seat import recall

    event, seat = asked.event, asked.seat
    if _is_out_of_view(asked):
        recall.recalled_forgotten(seat, event.session_id)
    if event.kind != PROMPT:
        return SeatSaid()
    return recall.recalled_notes(event, seat, asked.room_chars)


def _bus(asked: Asked) -> SeatSaid:
    """What is due, and what other seats sent, when a session starts."""
    from cortex.wiring.seat.bus_said import overdue_said

    return SeatSaid(overdue_said(asked.seat, asked.deadline.now_us(), asked.room_chars))


def _hand_off(asked: Asked) -> SeatSaid:
    """A session that starts is told once what an earlier one handed over."""
    from cortex.wiring.seat.hand_off_told import tell_hand_off

    now_us = asked.deadline.now_us()
    return tell_hand_off(asked.event, asked.seat, asked.room_chars, now_us, asked.above)


def _guards(asked: Asked) -> SeatSaid:
    """A tool that would write what no memory may hold, or what another seat holds, is stopped."""
    from cortex.wiring.seat.guards import denial_of

    now_us = asked.deadline.now_us()
    return SeatSaid(denial=denial_of(asked.event, asked.seat, asked.settings.home, now_us))


def _graph(asked: Asked) -> SeatSaid:
    """What message logs say about a noun a prompt asks about, where the operator wants it."""
    from cortex.wiring.seat import graph_hook as graph

    event, seat = asked.event, asked.seat
    if event.kind == PROMPT:
        return graph.graph_said(event, seat, asked.room_chars, asked.deadline)
    if _is_out_of_view(asked):
        graph.graph_forgotten(seat, event.session_id)
    if event.kind in {SESSION_START, TURN_END, SESSION_END}:
        now_us, has_model = asked.deadline.now_us(), event.kind == SESSION_END
        graph.start_build(asked.settings, seat, now_us, has_model=has_model)
    return SeatSaid()


def _is_out_of_view(asked: Asked) -> bool:
    """Tell whether a session has nothing in view of what stood beside its prompts."""
    kind = asked.event.kind
    return kind in {COMPACT_BEFORE, COMPACT_AFTER} or asked.form in {FORM_COMPACT, FORM_FRESH}


# What waits for nobody comes before what takes a turn or reads a transcript.
_PARTS: dict[str, tuple[Part, ...]] = {
    SESSION_START: (_state, _hand_off, _session, _recall, _bus, _graph),
    PROMPT: (_session, _state, _recall, _graph),
    TOOL_BEFORE: (_guards,),
    TOOL_AFTER: (_state,),
    TURN_END: (_session, _graph),
    COMPACT_BEFORE: (_state, _recall, _session, _graph),
    COMPACT_AFTER: (_state, _recall, _session, _graph),
    SESSION_END: (_session, _graph),
}


def _fault(error: Exception) -> str:
    """Give one line for the journal, without a word of what is remembered."""
    from cortex.model.errors import CortexError

    return error.code if isinstance(error, CortexError) else f"internal: {type(error).__name__}"


def _journal(settings: Settings, event: HostEvent, deadline: Deadline, fault: str) -> None:
    from cortex.core.boot.calendar import second_text
    from cortex.stores.system.journal import append_line

    append_line(settings.home, f"{second_text(deadline.now_us())} seat {event.kind} {fault}")
