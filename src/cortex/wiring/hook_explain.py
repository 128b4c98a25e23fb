"""What would a hook decide about an event, and why? For a person; a host is never told.

Source: CQR 7.4, docs/formats/hooks.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.decisions import HOOKED, HOOKED_SILENTLY, KIND_OF_EVENT, decide
from cortex.hosts.registry import adapter_of
from cortex.model.errors import CortexError
from cortex.stores.system.environment import read_environment
from cortex.wire.encoding import encode
from cortex.wiring.hook import Fault, event_of
from cortex.wiring.hook_taking import is_allowed, is_kept
from cortex.wiring.settings import read_settings

if TYPE_CHECKING:
    from cortex.core.observe.decisions import Decision
    from cortex.model.host_events import HostEvent
    from cortex.wiring.hook_call import HookCall


def explain(payload: bytes, call: HookCall) -> bytes:
    """Give one JSON object that says what an event is and what is decided; nothing is done."""
    try:
        environment = read_environment()
        settings = read_settings(call.home, call.db, environment)
        event = None if settings.is_nested else event_of(payload, environment, call)
    except (Fault, CortexError) as error:
        return _line({"decision": "UNAVAILABLE", "reason": str(error)})
    if event is None:
        return _line({"decision": "NOOP", "reason": "not_for_us"})
    manifest = HOOKED if adapter_of(event.host).answer(event, "x") else HOOKED_SILENTLY
    made = decide(
        KIND_OF_EVENT[event.kind], manifest, has_needs=bool(event.text), input_bytes=len(payload)
    )
    return _line(_told(event, made, is_captured=is_kept(event) and is_allowed(event, settings)))


def _told(event: HostEvent, made: Decision, *, is_captured: bool) -> dict[str, object]:
    return {
        "event": event.kind,
        "host": event.host,
        "session": event.session_id,
        "key": event.key,
        "decision": made.decision,
        "reason": made.reason,
        "overflow": made.is_overflow,
        "presence": made.presence,
        "automatic_capture": is_captured,
        "counted": made.is_counted,
        "checkpoint": made.checkpoints,
        "text_bytes": len(event.text.encode("utf-8", "replace")),
    }


def _line(data: dict[str, object]) -> bytes:
    return (encode({"cortex": data}) + "\n").encode()
