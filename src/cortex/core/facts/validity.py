"""How do two windows of the same matter stand in time?

A window holds its first instant, not its last; None leaves that side open. A fact told late about
an earlier time must not end what holds today. Source: CQR 15.4 D1 and D2, ADR 0033.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class Window(NamedTuple):
    """A half-open stretch of time in microseconds."""

    start_us: int | None
    end_us: int | None

    def meets(self, other: "Window") -> bool:
        """Tell whether the windows share an instant."""
        starts_before = (
            other.end_us is None or self.start_us is None or self.start_us < other.end_us
        )
        ends_after = self.end_us is None or other.start_us is None or other.start_us < self.end_us
        return starts_before and ends_after

    @property
    def is_empty(self) -> bool:
        """Tell whether no instant lies inside."""
        both = self.start_us is not None and self.end_us is not None
        return both and self.start_us >= self.end_us  # type: ignore[operator]  # both checked


class Succession(StrEnum):
    """What a newer statement does to an older one of the same matter."""

    APART = "apart"
    CLOSES_OLD = "closes_old"
    CLOSES_NEW = "closes_new"


def succession(new: Window, old: Window) -> Succession:
    """Tell which of two statements gives way: the one about the earlier time ends at the other."""
    if not new.meets(old):
        return Succession.APART
    if new.start_us is None:
        return Succession.CLOSES_OLD if old.start_us is None else Succession.CLOSES_NEW
    if old.start_us is None or new.start_us >= old.start_us:
        return Succession.CLOSES_OLD
    return Succession.CLOSES_NEW
