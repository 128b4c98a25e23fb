"""What does a host's event come to? It is taken down, and answered where it has an answer.

Taking down comes first and waits for nobody: no brain is opened for it. Hooks load this on every
event, so what only some events need is imported where they need it. Source: ADR 0007, ADR 0135 to
0138, docs/formats/hooks.md.
"""

# ruff: noqa: PTH110, PTH112  # pathlib costs a hook 11 ms.

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
    CURSOR,
    KINDS,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TURN_END,
    HostEvent,
)
from cortex.stores.system.environment import read_environment
from cortex.wire.lean_json import read_object
from cortex.wiring.deadline import Deadline
from cortex.wiring.settings import read_settings

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.hosts.registry import Adapter
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

# Kinds at which a host waits long enough for what was taken down to be kept, and the milliseconds
# that are left for the answer when draining ends.
_DRAINING = (COMPACT_BEFORE, SESSION_END)
_DRAIN_SPARE_MS = 250

# Characters of a word that is told in a message, before it is looked through for secrets.
_WORD_CHARS_MAX = 1_000

_PLAIN_ID = frozenset("0123456789abcdef-")


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
        notes: lines for standard error, in order, without memory text.
    """

    __slots__ = ("event", "notes", "settings")

    def __init__(self) -> None:
        self.event: HostEvent | None = None
        self.settings: Settings | None = None
        self.notes: list[str] = []


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
        if heard.settings.is_nested or not os.path.exists(heard.settings.db_path):
            return heard  # Nobody asked Cortex to keep anything here.
        heard.event = event_of(payload, environment, call)
        if heard.event is not None and heard.event.kind in _TAKEN_DOWN:
            _take_down(heard.event, heard.settings, now_us)
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
    if heard.event is None or heard.settings is None:
        return
    try:
        adapter = adapter_of(heard.event.host)
        context = _context(heard.event, adapter, heard.settings, call, deadline)
        output = adapter.answer(heard.event, context) if context else b""
        if output:
            say(output)
        if heard.event.kind in _DRAINING and not call.only:
            _drain(heard.settings, deadline)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _tell(heard, _fault(error), call, deadline.now_us())


def _tell(heard: Heard, fault: str, call: HookCall, now_us: int) -> None:
    """Say what went wrong, to a person who looks and to the journal."""
    heard.notes.append(fault)
    if heard.settings is not None:
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
    if fields is None:
        message = f"invalid_request: standard input ({len(payload)} bytes) is no JSON object"
        raise Fault(message)
    return fields


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


def _take_down(event: HostEvent, settings: Settings, now_us: int) -> None:
    """Write an event into the spool, if anything of it is to be kept.

    Raises:
        Fault: it could not be written.
    """
    if not is_kept(event) or not is_allowed(event, settings):
        return
    from cortex.core.observe.host_text import kept_text
    from cortex.model.spooled import (
        COMMAND_BYTES_MAX,
        EVENT_BYTES_MAX,
        FULL,
        SPOOLED,
        SpooledEvent,
    )
    from cortex.stores.system.spool import append_event, spool_path
    from cortex.wire.spooled import spooled_line

    text = kept_text(event.role, event.text, EVENT_BYTES_MAX)
    if not text.text and event.kind != COMPACT_BEFORE:
        return
    event.text = text.text
    event.command = event.command[:COMMAND_BYTES_MAX]
    spooled = SpooledEvent(event, now_us, settings.owner_id, text.left_out)
    became = append_event(spool_path(settings.home, settings.db_path), spooled_line(spooled))
    if became == SPOOLED:
        return
    said = "the spool is full; `cortex maintain` empties it" if became == FULL else became
    message = f"capture: {said}"
    raise Fault(message)


def is_kept(event: HostEvent) -> bool:
    """Tell whether something of an event is kept: its words under an id, or that it was.

    In a subagent only what its tools gave.
    """
    if event.kind == COMPACT_BEFORE:
        return bool(event.session_id) and not event.agent_id
    if not event.text or not event.key:
        return False
    return event.kind == TOOL_AFTER or not event.agent_id


def is_allowed(event: HostEvent, settings: Settings) -> bool:
    """Tell whether the operator lets this place be observed now."""
    from cortex.stores.system.capture_policy import ACTIVE, policy_of, policy_path

    if not os.path.lexists(policy_path(settings.home)):
        return True  # The usual case: nobody closed anything, and no folder has to be resolved.
    from cortex.core.scopes.resolution import resolve
    from cortex.stores.system.places import SystemPlaces

    scope = resolve(SystemPlaces(), event.cwd, settings.user_home)
    return policy_of(settings.home, scope.scope_id) == ACTIVE


def _context(
    event: HostEvent, adapter: Adapter, settings: Settings, call: HookCall, deadline: Deadline
) -> str:
    """Give what the host is told at this event; empty for most."""
    if event.kind == SESSION_START and not event.agent_id:
        from cortex.wiring.boot import start_context

        return start_context(event, adapter, settings, call, deadline)
    if event.kind == PROMPT:
        from cortex.wiring.prompt_brief import prompt_context

        restated = _restated(event, adapter, settings, call, deadline)
        beside = prompt_context(event, settings, deadline)
        return "\n".join([text for text in (restated, beside) if text])
    if event.kind in {COMPACT_BEFORE, COMPACT_AFTER} and not event.agent_id:
        from cortex.stores.system.session_marks import COMPACTED, FileTold

        told = FileTold(settings.home)
        told.forget(event.session_id)  # It will have none of it in view.
        if event.host in RESTATED_BESIDE_PROMPT:
            told.tell(event.session_id, [COMPACTED], 0)
    return ""


def _restated(
    event: HostEvent, adapter: Adapter, settings: Settings, call: HookCall, deadline: Deadline
) -> str:
    """Give what binds once more, beside the first prompt after a compaction; few hosts need it."""
    if event.host not in RESTATED_BESIDE_PROMPT or event.agent_id:
        return ""
    from cortex.stores.system.session_marks import COMPACTED, FileTold

    if COMPACTED not in FileTold(settings.home).find(event.session_id)[0]:
        return ""
    from cortex.wiring.boot import start_context

    event.cause = "compact"
    return start_context(event, adapter, settings, call, deadline)


def _drain(settings: Settings, deadline: Deadline) -> None:
    """Keep what was taken down, as far as the time goes and nobody else is writing."""
    left_ms = int(deadline.left_seconds() * 1000) - _DRAIN_SPARE_MS
    if left_ms <= 0:
        return
    from cortex.wiring.house import open_house
    from cortex.wiring.spool import drain_now

    with open_house(settings) as house:
        left_ms = int(deadline.left_seconds() * 1000) - _DRAIN_SPARE_MS
        drain_now(house, max(0, left_ms), wait_ms=0)


def journal(home: str, fault: str, name: str, now_us: int) -> None:
    """Write a fault of a hook to the journal. Never raises.

    A home that does not exist stays that way: nobody has asked Cortex to keep anything there yet.
    """
    if home and os.path.isdir(home):
        from cortex.core.boot.calendar import second_text
        from cortex.stores.system.journal import append_line

        append_line(home, f"{second_text(now_us)} {name} {fault}")


def journal_fault(fault: str, call: HookCall, now_us: int) -> None:
    """Write a fault to the journal, if its folder can be told. Never raises."""
    try:
        home = read_settings(call.home, call.db).home
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return
    journal(home, fault, call.name, now_us)


def _fault(error: Exception) -> str:
    """Give one line for the journal: a code and, for an error of ours, what it says."""
    from cortex.model.errors import CortexError

    if isinstance(error, CortexError):
        return f"{error.code}: {error.message}"
    return f"internal: {type(error).__name__}"


def kind_of(word: str) -> str:
    """Give the kind a word on the command line means, ours or a host's; empty when it is none."""
    if word in KINDS:
        return word
    from cortex.model.host_events import HOSTS

    for host in HOSTS:
        kind = adapter_of(host).KINDS_BY_NAME.get(word)
        if kind is not None:
            return kind
    return ""
