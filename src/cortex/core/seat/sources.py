"""On whose word is something said? What a person wrote, as a source."""

from __future__ import annotations

from cortex.core.seat.injection import aims_at_agents
from cortex.core.seat.plain import line_text
from cortex.model.errors import InvalidRequest
from cortex.model.seat_gate import RANKS, Source, source_of

POINTER_CHARS_MAX = 256
"""Characters of a pointer: an address or a path with its row."""


def read_source(raw: str) -> Source:
    """Give the source that ``kind:pointer`` names.

    Raises:
        InvalidRequest: it names none, or its pointer talks to whoever reads it.
    """
    source = source_of(raw)
    if source is None:
        message = "'source' has to be kind:pointer, such as user:message-812"
        kinds = ", ".join(kind.value for kind in RANKS)
        raise InvalidRequest(message, remedy=f"kinds, best first: {kinds}", field="source")
    pointer = line_text(source.pointer, POINTER_CHARS_MAX, "source")
    if aims_at_agents(pointer):
        message = "'source' has a pointer that is no address"
        remedy = "name a message, a file with its row, or an address"
        raise InvalidRequest(message, remedy=remedy, field="source")
    return Source(source.kind, pointer)
