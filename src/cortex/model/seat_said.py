"""What does a part of the kit want a host to be told? One class, plain, for hooks load it."""

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable


class SeatSaid:
    """What a host is told for a seat.

    Attributes:
        context: put beside the event; empty for most.
        denial: why a tool may not run; empty when it may.
        after: what is to be noted once the host was really told, in order; each is short.
        faults: lines for the journal, without a word of what is remembered.
    """

    __slots__ = ("after", "context", "denial", "faults")

    def __init__(
        self,
        context: str = "",
        denial: str = "",
        after: "tuple[Callable[[], None], ...]" = (),
        faults: tuple[str, ...] = (),
    ) -> None:
        self.context = context
        self.denial = denial
        self.after = after
        self.faults = faults
