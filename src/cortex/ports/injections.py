"""What was put beside which prompt, and was it used?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.injections import CapturedDay, Injection, Use


class InjectionsReader(Protocol):
    """A consistent snapshot."""

    def since(self, owner_id: int, since_us: int) -> list[Injection]:
        """Give an owner's prompts from an instant on, by instant, then process."""

    def captured(self, principal: str, since_us: int) -> list[CapturedDay]:
        """Count the events that hosts handed over from an instant on, by host, then day.

        A host's sources are called ``host:<host>:<role>``; others are not counted.
        """


class InjectionsWriter(InjectionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add(self, injection: Injection) -> bool:
        """Keep what became of a prompt; False, and nothing kept, when it is known already."""

    def mark_used(self, use: Use) -> int:
        """Note that a session came back to facts it had been told before that instant.

        Where no session is named, every session of the agent's host counts that was told them
        within ``USE_WINDOW_US``. Gives how many tellings were marked; one that is marked keeps its
        first instant.
        """

    def prune(self, kept: int) -> None:
        """Drop all but the newest prompts, with what was told beside the others."""
