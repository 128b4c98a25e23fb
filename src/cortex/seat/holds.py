"""Which claims wait for somebody to look at them?

A log in what Cortex keeps for the seat: one line when a claim is held, one when somebody decides.
Nothing is held twice, and the log stays within its size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.claims import same_name, says_the_same
from cortex.model.errors import NotFound
from cortex.model.refusals import MoveRefused, SeatFileRefused
from cortex.model.seat_gate import Claim, Hold, HoldState, Verdict
from cortex.wire.seat_gate import decision_row, hold_row, read_holds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.ports.seat_files import SeatFiles

HOLDS_FILE = "holds.jsonl"
HOLDS_BYTES_MAX = 8_388_608
"""Bytes of the log that are read: its limit, and what one more row may add."""

REWRITTEN_BYTES = 4_194_304
"""Bytes after which old decided claims are left out of it."""

OPEN_MAX = 500
"""Claims that wait; a person who has not looked at so many never will."""

DECIDED_KEPT = 500
"""Decided claims that stay in the log when it is rewritten, the newest."""


def holds_of(kept: SeatFiles) -> list[Hold]:
    """Give every claim that was held, oldest first."""
    return read_holds(kept.find(HOLDS_FILE, HOLDS_BYTES_MAX) or b"")


def get_hold(kept: SeatFiles, hold_id: str) -> Hold:
    """Give a claim that was held.

    Raises:
        NotFound: there is none of that id.
    """
    wanted = hold_id if hold_id.startswith("hold-") else f"hold-{hold_id}"
    for hold in holds_of(kept):
        if hold.hold_id == wanted:
            return hold
    message = f"no claim is held as {hold_id}"
    raise NotFound(message, remedy="`cortex gate list` shows those that wait")


def hold_claim(
    kept: SeatFiles, claim: Claim, verdict: Verdict, extra: Mapping[str, str], now_us: int
) -> Hold:
    """Put a claim into the queue and give it; one that waits there already is given as it is.

    Raises:
        SeatFileRefused: too many wait, or the log cannot be written.
    """
    with kept.turn():
        content = kept.find(HOLDS_FILE, HOLDS_BYTES_MAX) or b""
        holds = read_holds(content)
        waiting = [hold for hold in holds if hold.state is HoldState.OPEN]
        for hold in waiting:
            if _is_same(hold.claim, claim):
                return hold
        if len(waiting) >= OPEN_MAX:
            message = f"{HOLDS_FILE}: {len(waiting)} claims wait already"
            raise SeatFileRefused(message, remedy="work through them with `cortex gate list`")
        number = 1 + max((int(hold.hold_id.rpartition("-")[2]) for hold in holds), default=0)
        new = Hold(
            f"hold-{number}",
            claim,
            verdict.reason,
            verdict.why,
            verdict.old,
            now_us,
            tuple(sorted((name, value) for name, value in extra.items() if value)),
        )
        if len(content) > REWRITTEN_BYTES:
            kept.replace(HOLDS_FILE, _shortened(holds))
        kept.append(HOLDS_FILE, hold_row(new))
        return new


def decide(kept: SeatFiles, hold_id: str, state: HoldState, why: str, now_us: int) -> Hold:
    """Write down what somebody decided about a claim and give it.

    Deciding the same again changes nothing.

    Raises:
        NotFound: there is none of that id.
        MoveRefused: it was decided the other way.
    """
    with kept.turn():
        hold = get_hold(kept, hold_id)
        if hold.state is state:
            return hold
        if hold.state is not HoldState.OPEN:
            message = f"{hold.hold_id} was {hold.state.value} already"
            raise MoveRefused(message, remedy="propose it again; it will be weighed anew")
        decided = hold._replace(state=state, decided_us=now_us, decided_why=why)
        kept.append(HOLDS_FILE, decision_row(decided))
        return decided


def _is_same(left: Claim, right: Claim) -> bool:
    is_one = left.layer is right.layer and left.source == right.source
    return is_one and same_name(left.subject, right.subject) and says_the_same(left, right)


def _shortened(holds: list[Hold]) -> bytes:
    decided = [hold.hold_id for hold in holds if hold.state is not HoldState.OPEN]
    left_out = set(decided[:-DECIDED_KEPT])
    rows = []
    for hold in holds:
        if hold.hold_id not in left_out:
            rows.append(hold_row(hold))
            rows += [decision_row(hold)] if hold.decided_us is not None else []
    return b"".join(rows)
