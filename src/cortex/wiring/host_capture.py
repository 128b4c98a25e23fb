"""How are hosts let in, and how is what a program of the operator's hands over kept?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.handed_over import read_origins
from cortex.model.callers import Place
from cortex.model.refusals import CaptureRefused
from cortex.services import host_capture, host_intake
from cortex.stores.system.capture_policy import ACTIVE, policy_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.callers import Caller
    from cortex.model.host_grants import HostGrant
    from cortex.services.host_intake import HandedOver, HandOver
    from cortex.wiring.house import House


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


def locator(house: House) -> Callable[[str], str]:
    """Give what tells the scope of an event's folder, as everywhere else, each folder once.

    It raises CaptureRefused where the operator paused or stopped capture.
    """
    known: dict[str, str] = {}
    home = house.settings.home

    def locate(cwd: str) -> str:
        if cwd not in known:
            known[cwd] = house.scope(Place(cwd)).scope_id if cwd else ""
        scope_id = known[cwd]
        require_active(home, scope_id)
        return scope_id

    return locate


def require_active(home: str, scope_id: str) -> None:
    """Refuse to take anything in where the operator paused or stopped it.

    Raises:
        CaptureRefused: so it is.
    """
    policy = policy_of(home, scope_id)
    if policy != ACTIVE:
        message = f"capture is {policy} here"
        remedy = "the operator opens it again: cortex capture resume"
        raise CaptureRefused("capture_disabled", message, remedy=remedy)


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
        return host_intake.HandOver(
            grant,
            self._caller.principal,
            self._house.now_us(),
            locator(self._house),
            session,
            None if origins is None else read_origins(origins),
            event_key,
            is_strict,
        )
