"""Where does a new name come from that nobody else has?"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class IdSource(Protocol):
    """A source of ids that do not repeat, on this machine or another."""

    def new_id(self) -> str:
        """Give a fresh id: 36 lower-case characters in the form of a random UUID.

        It is opaque: nothing may be read out of it, and ids have no order.
        """
