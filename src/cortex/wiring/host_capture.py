"""How are hosts let in, and how is what a program of the operator's hands over kept?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.core.observe.handed_over import read_origins
from cortex.core.text.fence import fence
from cortex.hosts.registry import adapter_of
from cortex.model.callers import Place
from cortex.model.errors import InvalidRequest
from cortex.model.host_intake import HandOver
from cortex.services import host_capture, host_intake, observe

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.callers import Caller
    from cortex.model.host_grants import HostGrant
    from cortex.model.host_intake import HandedOver
    from cortex.model.observations import Observation
    from cortex.wiring.house import House

ANSWERED_MAX = 4
"""Observations put beside an event: what fits below the host's limit."""

LINE_CHARS_MAX = 240
"""Characters of each of them."""

FILE_BYTES_MAX = 256 * 1024
"""Bytes of a file of origins (CQR 7.3)."""


def read_small_file(path: str) -> str:
    """Give the text of a file of the operator's, without following a link.

    Raises:
        InvalidRequest: it is not there, no regular file, too long, or no UTF-8.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            content = stream.read(FILE_BYTES_MAX + 1)
        if len(content) <= FILE_BYTES_MAX:
            return content.decode("utf-8")
        reason = f"it has more than {FILE_BYTES_MAX} bytes"
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8"
    message = f"{path} cannot be read: {reason}"
    raise InvalidRequest(message, remedy="name a small file that is there", field="origins")


def let_in(house: House, host: str, place: Place, caller: Caller) -> HostGrant:
    """Let a host hand over what happens in it and its transcripts, as installing does.

    A second time changes nothing. Events of folders in no project belong to the place's scope.

    Raises:
        CaptureRefused: the host is none that is understood, or stands on other terms.
    """
    grant = host_capture.default_grant(host, house.scope(place).scope_id)
    with house.brain.reading() as reader:
        known = reader.hosts.find_grant(caller.principal, grant.key)
    if known is not None:
        return known
    return host_capture.grant_host(house.brain, grant, caller.principal, house.now_us())


def keep_out(house: House, host: str, caller: Caller) -> None:
    """Take from a host what ``let_in`` gave it; what it handed over stays."""
    grant = host_capture.default_grant(host, "")
    with house.brain.writing() as writer:
        writer.hosts.revoke(caller.principal, grant.key)


def locator(house: House, place: Place | None = None) -> Callable[[str], str]:
    """Give what tells the scope of an event's folder, as everywhere else, each folder once.

    With a place that names a project it is that project's, whatever the folder.
    """
    if place is not None and place.project is not None:
        scope_id = house.scope(place).scope_id
        return lambda _: scope_id
    known: dict[str, str] = {}

    def locate(cwd: str) -> str:
        if cwd not in known:
            known[cwd] = house.scope(Place(cwd)).scope_id if cwd else ""
        return known[cwd]

    return locate


class HostCapture:
    """Hosts and what they hand over, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._caller = caller

    def register(self, grant: HostGrant) -> HostGrant:
        """Let a host hand over under a key."""
        now_us = self._house.now_us()
        return host_capture.grant_host(self._house.brain, grant, self._caller.principal, now_us)

    def grants(self) -> list[HostGrant]:
        """Give the caller's grants, by key."""
        with self._house.known.reading() as reader:
            return reader.hosts.grants(self._caller.principal)

    def put(self, content: bytes, given: HandOver) -> HandedOver:
        """Keep what one payload tells."""
        return host_intake.put_payload(self._house.known, content, given)

    def tail(self, content: bytes, offset: int, given: HandOver) -> HandedOver:
        """Keep what the lines of a transcript tell."""
        return host_intake.tail_lines(self._house.known, content, offset, given)

    def answer(self, taken: HandedOver) -> tuple[list[Observation], str]:
        """Give what was observed about the words of an event before, and the answer to its host.

        Nothing for an event whose host takes no answer, or that brought nothing new.
        """
        event = taken.event
        if event is None or not taken.receipts or not adapter_of(event.host).answer(event, "x"):
            return [], ""
        kept = {receipt.observation.observation_id for receipt in taken.receipts}
        scope_ids = (taken.receipts[0].observation.source.scope_id,)
        found = observe.search(
            self._house.known,
            event.text,
            self._caller,
            scope_ids,
            ANSWERED_MAX + len(kept),
            self._house.capture_policy(),
        )
        seen = [one for one in found if one.observation_id not in kept][:ANSWERED_MAX]
        lines = [f"{one.reference} {str(one.event.text)[:LINE_CHARS_MAX]}" for one in seen]
        text = fence("\n".join(lines), "cortex capture")
        return seen, adapter_of(event.host).answer(event, text).decode("utf-8")

    def hand_over(  # What the command line says beside a payload.
        self,
        grant: str,
        *,
        session: str = "",
        origins: str | None = None,
        event_key: str = "",
        is_strict: bool = False,
    ) -> HandOver:
        """Give what the operator says beside a payload.

        Raises:
            CaptureRefused: the origins cannot be read.
        """
        return HandOver(
            grant,
            self._caller.principal,
            self._house.now_us(),
            locator(self._house),
            session,
            None if origins is None else read_origins(origins),
            event_key,
            is_strict,
            self._house.capture_policy(),
        )
