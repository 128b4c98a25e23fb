"""How is a text made that takes no more room than a host has left?

Who makes it counts characters; a host may count otherwise. Hooks load this, so it imports little.
"""

from __future__ import annotations

from cortex.model.host_events import width_of

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable


def fitted(make: Callable[[int], str], host: str, room: int) -> str:
    """Give a text that takes at most so much room with a host; empty when there is none.

    Args:
        make: gives a text of at most so many characters; asked again with fewer while it is wide.
        host: one of ``HOSTS``.
        room: what is left, as ``width_of`` counts it.
    """
    asked = room
    while asked > 0:
        text = make(asked)
        width = width_of(host, text)
        if width <= room:
            return text
        asked = min(asked - 1, asked * room // width)
    return ""
