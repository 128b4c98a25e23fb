"""What does a host's event come to? It is taken down, and answered where it has an answer.

Taking down comes first and waits for nobody: no brain is opened for it. Hooks load this on every
event, so what only some events need is imported where they need it. Source: ADR 0007, ADR 0135 to
0138, docs/formats/hooks.md.
"""

# ruff: noqa: PTH110  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.hosts.fields import text_of
from cortex.hosts.registry import (
    RESTATED_BESIDE_PROMPT,
    adapter_of,
    host_of,
    is_cursor,
    is_known,
    is_nested,
)
from cortex.model.host_events import (
    COMPACT_AFTER,
    COMPACT_BEFORE,
    CONTEXT_CHARS_MAX,
    CURSOR,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TURN_END,
    HostEvent,
    width_of,
)
from cortex.stores.system.environment import read_environment
from cortex.wire.lean_json import read_object
from cortex.wiring.deadline import Deadline
from cortex.wiring.settings import read_settings

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.hosts.registry import Adapter
    from cortex.model.seat_said import SeatSaid
    from cortex.wiring.hook_call import HookCall
    from cortex.wiring.settings import Settings

# Microseconds each kind of event may take in all; then the hook is silent and leaves. Hosts wait
# for a prompt and a tool with the person watching, and give the end of a session 1.5 s for all.
DEADLINES_US = {
    SESSION_START: 1_000_000,
    PROMPT: 250_000,
    COMPACT_BEFORE: 2_000_000,
    SESSION_END: 800_000,
}
DEADLINE_US = 250_000

# Kinds of which something is taken down. Of the others nothing but their folder and ids is read.
_TAKEN_DOWN = (PROMPT, TOOL_AFTER, TURN_END, COMPACT_BEFORE)

# Kinds at which a host waits long enough for what was taken down to be kept.
_DRAINING = (COMPACT_BEFORE, SESSION_END)

# Characters of a word that is told in a message, before it is looked through for secrets.
_WORD_CHARS_MAX = 1_000

_PLAIN_ID = frozenset("0123456789abcdef-")

# Between what a seat is told and what the brain says.
_BETWEEN = "\n\n"

# Characters below which no brief is worth compiling: what stands before it left no room.
BRIEF_CHARS_MIN = 500

BRIEF_BYTES_MAX = 1_200  # Of a brief beside a prompt, which must fit whole.


class Fault(Exception):
    """What goes into the journal instead of an answer."""


def deadline_of(kind: str) -> Deadline:
    """Give by when a hook has to be done, from now on."""
    return Deadline(DEADLINES_US.get(kind, DEADLINE_US))


class Heard:
    """An event that was taken down, as far as anything of it is kept.

    Attributes:
        event: what happened, or None when there is nothing to answer.
        settings: of this run; None when they could not be read.
        has_brain: there is one; without it only a seat has something to say.
        said: what a seat has said so far, until the answer is out.
        notes: lines for standard error, in order, without memory text.
    """

    __slots__ = ("event", "has_brain", "notes", "said", "settings")

    def __init__(self) -> None:
        self.event: HostEvent | None = None
        self.settings: Settings | None = None
        self.has_brain = False
        self.said: SeatSaid | None = None
        self.notes: list[str] = []

    def denied(self) -> bytes:
        """Give the whole answer when a tool may not run; nothing when it may."""
        if self.said is None or self.event is None or not self.said.denial:
            return b""
        from cortex.hosts.denials import denial

        return denial(self.event, self.said.denial)

    def ready(self) -> bytes:
        """Give what is to be printed if the time is over before the whole answer is there."""
        if self.said is None or self.event is None:
            return b""
        return self.denied() or adapter_of(self.event.host).answer(self.event, self.said.context)


def hear(payload: bytes, call: HookCall, now_us: int) -> Heard:
    """Take an event down. Never raises.

    This is never cut short by the time a host allows: it waits for nobody, and what is lost here is
    lost. A failure is also written to the journal of the Cortex home, if that folder exists.

    Args:
        payload: what the host wrote to standard input, whole.
        call: the command line.
        now_us: the present instant.
    """
    heard = Heard()
    try:
        environment = read_environment()
        heard.settings = read_settings(call.home, call.db, environment)
        heard.notes += heard.settings.warnings
        heard.has_brain = os.path.exists(heard.settings.db_path)
        if heard.settings.is_nested or not (heard.has_brain or _has_seats(heard.settings)):
            return heard  # Nobody asked Cortex to keep anything here.
        heard.event = event_of(payload, environment, call)
        if heard.has_brain and heard.event is not None and heard.event.kind in _TAKEN_DOWN:
            from cortex.wiring.hook_taking import take_down  # A session's start needs none of it.

            if said := take_down(heard.event, heard.settings, now_us):
                raise Fault(said)  # noqa: TRY301 - Told below, like the others.
    except Fault as error:
        _tell(heard, str(error), call, now_us)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _tell(heard, _fault(error), call, now_us)
    return heard


def reply(heard: Heard, call: HookCall, deadline: Deadline, say: Callable[[bytes], None]) -> None:
    """Answer an event that was heard, and keep what was taken down where there is time for it.

    Never raises.

    Args:
        heard: as ``hear`` gave it; what goes wrong is added to its notes.
        call: the command line.
        deadline: when the answer has to be there.
        say: is given the bytes for standard output, once: an envelope within the host's limits. Not
            called when there is nothing to say, or when something failed.
    """
    event, settings = heard.event, heard.settings
    if event is None or settings is None:
        return
    try:
        adapter = adapter_of(event.host)
        _ask_seat(heard, adapter, call, deadline)
        seat, denied = heard.said, heard.denied()
        context = seat.context if seat else ""
        if heard.has_brain and not denied:
            context = _beside(heard, adapter, call, deadline, context)
        output = denied or (adapter.answer(event, context) if context else b"")
        heard.said = None
        if output:
            say(output)
        for note in seat.after if seat else ():
            note()
        if heard.has_brain and event.kind in _DRAINING and not call.only:
            from cortex.wiring.hook_taking import drain

            drain(settings, deadline)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _tell(heard, _fault(error), call, deadline.now_us())


def _has_seats(settings: Settings) -> bool:
    """Tell whether there is a seat on this machine: it is kept whole without a brain as well."""
    return os.path.lexists(f"{settings.home}/seats/registry")


def _ask_seat(heard: Heard, adapter: Adapter, call: HookCall, deadline: Deadline) -> None:
    """Put what a seat is told into ``heard``, as soon as each part says it. Never raises."""
    event, settings = heard.event, heard.settings
    if event is None or settings is None or call.only or not _has_seats(settings):
        return
    from cortex.model.seat_said import SeatSaid
    from cortex.wiring.seat.hook import on_event

    form = ""
    if event.kind == SESSION_START:
        from cortex.model.boot import FORM_FRESH

        form = adapter.FORMS_BY_CAUSE.get(event.cause, FORM_FRESH)
    room_chars = CONTEXT_CHARS_MAX if adapter.answer(event, "?") else 0
    heard.said = SeatSaid()
    on_event(event, settings, deadline, form=form, room_chars=room_chars, said=heard.said)


def _beside(heard: Heard, adapter: Adapter, call: HookCall, deadline: Deadline, said: str) -> str:
    """Give what the brain says behind what a seat is told, within the room the host has.

    A brain that is locked or broken takes nothing from what is said already.
    """
    assert heard.event is not None
    assert heard.settings is not None
    try:
        room_chars = CONTEXT_CHARS_MAX - width_of(heard.event.host, said) - len(_BETWEEN)
        told = _context(heard.event, adapter, heard.settings, call, deadline, room_chars)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _tell(heard, _fault(error), call, deadline.now_us())
        return said
    return _BETWEEN.join(filter(None, (said, told)))


def _tell(heard: Heard, fault: str, call: HookCall, now_us: int) -> None:
    """Say what went wrong, to a person who looks and to the journal."""
    heard.notes.append(fault)
    if heard.settings is not None:
        from cortex.wiring.hook_journal import journal

        journal(heard.settings.home, fault, call.name, now_us)


def event_of(payload: bytes, environment: dict[str, str], call: HookCall) -> HostEvent | None:
    """Give the event of a payload, its texts clean, or None when it is none for this hook.

    Raises:
        Fault: it is no event that anybody understands.
    """
    fields = _fields(payload)
    host = call.host or host_of(fields, environment)
    if not is_known(host):
        message = f"invalid_request: no host is called '{shown(host)}'"
        raise Fault(message)
    adapter = adapter_of(host)
    if is_nested(environment) or (host != CURSOR and is_cursor(fields, environment)):
        return None
    event = adapter.read_event(fields)
    if event is None:
        if not call.only:
            _require_known(fields, adapter)
        return None
    if event.kind in _TAKEN_DOWN:
        event = adapter.read_event(_clean(fields))  # What is kept was clean before it was read.
    else:
        event.session_id = _safe_id(event.session_id)
    return event if event is not None and call.only in {"", event.kind} else None


def shown(word: str) -> str:
    """Give a word of the caller's for a message: short, on one line, and no secret in it."""
    from cortex.core.text.redaction import without_secrets  # Only what is wrong is told.

    return ascii(without_secrets(word[:_WORD_CHARS_MAX]))[1:-1][:40]


def _safe_id(session_id: str) -> str:
    """Give the id of a session if a file may be called by it; what holds a secret is no id."""
    if _PLAIN_ID.issuperset(session_id):
        return session_id  # The usual one, a UUID, costs nothing.
    from cortex.core.text.redaction import redact

    return "" if redact(session_id).total else session_id


def _fields(payload: bytes) -> dict[str, object]:
    """Give the members of the payload."""
    fields = read_object(payload.decode("utf-8", "replace"))
    if fields is not None:
        return fields
    message = f"invalid_request: standard input ({len(payload)} bytes) is no JSON object"
    raise Fault(message)


def _clean(fields: dict[str, object]) -> dict[str, object]:
    """Give the payload without what nobody may keep."""
    from cortex.wiring.lean_patterns import promise_patterns  # A session's start needs none of it.

    promise_patterns()
    from cortex.core.observe.host_text import cleaned_payload

    cleaned = cleaned_payload(fields)
    assert isinstance(cleaned, dict)
    return cleaned


def _require_known(fields: dict[str, object], adapter: Adapter) -> None:
    """Let an event pass that is understood and of no use; another one is told in the journal."""
    name = text_of(fields, "hook_event_name")
    if name not in adapter.KINDS_BY_NAME:
        message = f"invalid_request: '{shown(name)}' is no event that is understood"
        raise Fault(message)


def _context(  # One argument for each thing an answer depends on.
    event: HostEvent,
    adapter: Adapter,
    settings: Settings,
    call: HookCall,
    deadline: Deadline,
    room_chars: int,
) -> str:
    """Give what the host is told at this event, in so many characters; empty for most."""
    if event.kind == SESSION_START and not event.agent_id:
        if room_chars < BRIEF_CHARS_MIN:
            _put_off(event, settings)
            return ""
        from cortex.wiring.boot import start_context

        return start_context(event, adapter, settings, call, deadline, room_chars)
    if event.kind == PROMPT and room_chars >= BRIEF_BYTES_MAX:
        from cortex.wiring.prompt_brief import prompt_context

        room_chars -= BRIEF_BYTES_MAX
        restated = _restated(event, adapter, settings, call, deadline, room_chars)
        return "\n".join(filter(None, (restated, prompt_context(event, settings, deadline))))
    if event.kind in {COMPACT_BEFORE, COMPACT_AFTER} and not event.agent_id:
        from cortex.stores.system.session_marks import COMPACTED, FileTold

        told = FileTold(settings.home)
        is_put_off = COMPACTED in told.find(event.session_id)[0]
        told.forget(event.session_id)  # It will have none of it in view.
        if is_put_off or event.host in RESTATED_BESIDE_PROMPT:
            _put_off(event, settings)
    return ""


def _put_off(event: HostEvent, settings: Settings) -> None:
    """Note that what binds is to be told beside the next prompt."""
    from cortex.stores.system.session_marks import COMPACTED, FileTold

    FileTold(settings.home).tell(event.session_id, [COMPACTED], 0)


def _restated(  # One argument for each thing an answer depends on.
    event: HostEvent,
    adapter: Adapter,
    settings: Settings,
    call: HookCall,
    deadline: Deadline,
    room_chars: int,
) -> str:
    """Give what binds once more, beside a prompt: of few hosts, or of a seat that had no room."""
    if event.agent_id or not (event.host in RESTATED_BESIDE_PROMPT or _has_seats(settings)):
        return ""
    from cortex.stores.system.session_marks import COMPACTED, FileTold

    if COMPACTED not in FileTold(settings.home).find(event.session_id)[0]:
        return ""
    from cortex.wiring.boot import start_context

    event.cause = "compact"
    return start_context(event, adapter, settings, call, deadline, room_chars)


def _fault(error: Exception) -> str:
    """Give one line for the journal: a code and, for an error of ours, what it says."""
    from cortex.model.errors import CortexError

    if isinstance(error, CortexError):
        return f"{error.code}: {error.message}"
    return f"internal: {type(error).__name__}"
