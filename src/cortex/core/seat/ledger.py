"""Is a correction owed, is it new, and which move may it make?

A correction is owed when what contradicts the claim was there before the claim was made, and the
claim had reached somebody. What became false later is superseded: the record is brought up to date
and nothing is owed. Source: OGL 3.11, T9, docs/formats/ledger.md.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from cortex.core.boot.calendar import second_text
from cortex.core.imports.dates import instant_us
from cortex.core.seat.event_schemas import CLAIM_CHARS_MAX, CLAIM_CHARS_MIN
from cortex.core.seat.events import exact_instant_us
from cortex.core.seat.gate import is_about_all
from cortex.core.seat.stamps import is_future_day
from cortex.core.text.patterns import pattern
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import MoveRefused, RecordRefused
from cortex.model.seat_records import (
    CORRECTION_MOVED,
    TRUTH_CORRECTION,
    BadRow,
    Correction,
    CorrectionKind,
    CorrectionStatus,
    Fault,
    SeatEvent,
    Surface,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cortex.model.seat_records import Value

CAUGHT_BY = {
    CorrectionKind.USER: "user",
    CorrectionKind.PEER: "peer",
    CorrectionKind.AUDIT: "audit",
}
"""Who caught it, by kind; of a self-correction it is the agent."""

MOVES = {
    CorrectionStatus.OPEN: (CorrectionStatus.DELIVERED, CorrectionStatus.RETRACTED),
    CorrectionStatus.DELIVERED: (CorrectionStatus.RETRACTED,),
    CorrectionStatus.RETRACTED: (),
}

SLUG_CHARS_MIN, SLUG_CHARS_MAX = 3, 60

_SLUG = pattern(r"[a-z0-9][a-z0-9-]{2,59}")
_ENDS = " .!。！"  # Marks at the end of a sentence that make it no other sentence.


class Ledger(NamedTuple):
    """What the ledger says: its corrections as they stand now, and the rows that break a rule."""

    corrections: tuple[Correction, ...]
    bad: tuple[BadRow, ...]

    def find(self, key: str) -> Correction | None:
        """Give the correction of a key, or None."""
        return next((one for one in self.corrections if one.key == key), None)


def is_slug(text: str) -> bool:
    """Tell whether a text can name a correction."""
    return bool(_SLUG.fullmatch(text))


def key_of(day: str, agent: str, slug: str) -> str:
    """Give what makes a second correction a duplicate.

    Raises:
        RecordRefused: the slug is none.
    """
    if not is_slug(slug):
        message = f"'{ascii(slug[:SLUG_CHARS_MAX])[1:-1]}' is no slug"
        remedy = (
            f"write {SLUG_CHARS_MIN} to {SLUG_CHARS_MAX} lower-case letters, digits and -, such as "
            "invoice-day"
        )
        raise RecordRefused(Fault.BAD_CORRECTION, message, remedy=remedy, field="dedupe_slug")
    return f"{day}:{agent}:{slug}"


def correction_of(event: SeatEvent) -> Correction:
    """Give the correction an event of that name makes; every rule but the others' is checked.

    Raises:
        RecordRefused: a rule is broken, or nothing is owed.
    """
    said = event.metadata
    kind = CorrectionKind(str(said["kind"]))
    found = Correction(
        kind=kind,
        caught_by=CAUGHT_BY.get(kind, event.agent),
        claim=str(said["claim"]),
        correction=str(said["correction"]),
        evidence=str(said["evidence"]),
        key=str(said["dedupe_key"]),
        claim_us=_instant(said, "claim_ts"),
        contradicting_us=_instant(said, "contradicting_ts"),
        surface=Surface(str(said["surface"])) if "surface" in said else None,
        status=CorrectionStatus(str(said.get("status", CorrectionStatus.OPEN))),
        at_us=event.at_us,
        where=event.where,
    )
    _require_shape(found, said, event.agent)
    require_owed(found.claim_us, found.contradicting_us)
    return found


def require_owed(claim_us: int | None, contradicting_us: int | None) -> None:
    """Check that a claim was wrong when it was made; without both instants nothing is proved.

    Raises:
        RecordRefused: what contradicts it came later, or in the same moment.
    """
    if claim_us is None or contradicting_us is None or contradicting_us < claim_us:
        return
    message = (
        f"the claim of {second_text(claim_us)} was true as far as anybody could know: what "
        f"contradicts it is of {second_text(contradicting_us)}. It was superseded, and nothing is "
        "owed"
    )
    remedy = "bring the record up to date (`cortex entity add`, `cortex note`); history is kept"
    raise RecordRefused(Fault.SUPERSEDED, message, remedy=remedy, field="contradicting_ts")


def require_new(correction: Correction, known: Sequence[Correction]) -> None:
    """Check that no correction says this already.

    Raises:
        RecordRefused: its key was used, or one that stands has the same claim and correction.
    """
    for old in known:
        if old.key == correction.key:
            message = f"{old.key} is in the ledger already ({old.where})"
            remedy = "nothing more is owed; for another false claim of that day choose another slug"
            raise RecordRefused(Fault.DUPLICATE, message, remedy=remedy, field="dedupe_slug")
        is_same = _same(old.claim, correction.claim) and _same(
            old.correction, correction.correction
        )
        if is_same and old.status is not CorrectionStatus.RETRACTED:
            message = f"the ledger says this already as {old.key} ({old.where})"
            raise RecordRefused(
                Fault.DUPLICATE, message, remedy="nothing more is owed", field="claim"
            )


def require_move(old: Correction, status: CorrectionStatus) -> bool:
    """Check a change of status; False when it is what the correction says already.

    Raises:
        MoveRefused: it cannot become that any more.
    """
    if old.status is status:
        return False
    if status in MOVES[old.status]:
        return True
    message = f"{old.key} is {old.status.value} and cannot become {status.value}"
    remedy = "see it with `cortex correct list`; make a new one under another slug"
    raise MoveRefused(message, remedy=remedy)


def ledger_of(events: Iterable[SeatEvent], bad: Iterable[BadRow] = ()) -> Ledger:
    """Give the corrections that events make, in order, each as it stands now; never raises.

    A second one of a key, or a move that cannot be, changes nothing and is told. A move may stand
    before its correction: the clock was set back between them.
    """
    found: dict[str, Correction] = {}
    early: dict[str, list[SeatEvent]] = {}
    wrong = list(bad)
    for event in events:
        key = str(event.metadata["dedupe_key"])
        due = [event]
        if event.name == CORRECTION_MOVED and key not in found:
            early.setdefault(key, []).append(event)
            continue
        if event.name == TRUTH_CORRECTION:
            due += early.pop(key, [])
        for one in due:
            try:
                found[key] = _after(one, found)
            except (RecordRefused, MoveRefused) as refused:
                wrong.append(BadRow(one.where, refused.message))
    lost = (one for moves in early.values() for one in moves)
    wrong += [BadRow(one.where, _nothing_of(str(one.metadata["dedupe_key"]))) for one in lost]
    return Ledger(tuple(found.values()), tuple(wrong))


def move_of(event: SeatEvent, known: Mapping[str, Correction]) -> Correction:
    """Give a correction as it stands after a change of its status.

    Raises:
        RecordRefused: there is none of that key.
        MoveRefused: it cannot become that any more.
    """
    said = event.metadata
    key = str(said["dedupe_key"])
    if key not in known:
        remedy = "`cortex correct list --all` shows them"
        raise RecordRefused(Fault.BAD_CORRECTION, _nothing_of(key), remedy=remedy)
    status = CorrectionStatus(str(said["status"]))
    require_move(known[key], status)
    return known[key]._replace(status=status, moved_us=event.at_us, moved_why=str(said["why"]))


def _after(event: SeatEvent, known: Mapping[str, Correction]) -> Correction:
    """Give a correction as an event of the ledger leaves it."""
    if event.name == CORRECTION_MOVED:
        return move_of(event, known)
    made = correction_of(event)
    require_new(made, tuple(known.values()))
    return made


def _nothing_of(key: str) -> str:
    return f"no correction has the key {key}"


def warnings_of(said: Mapping[str, object]) -> tuple[str, ...]:
    """Give what should be looked at before a correction is believed itself, by its metadata."""
    found = []
    if is_about_all(str(said.get("correction", ""))):
        found.append(
            "the correction speaks about a whole record (first, only, never, all): look through "
            "the record before you say so"
        )
    if is_about_all(str(said.get("claim", ""))):
        found.append(
            "the claim spoke about a whole record (first, only, never, all): next time look "
            "through the record before you say so"
        )
    if not said.get("claim_ts") or not said.get("contradicting_ts"):
        found.append(
            "nothing proves that it is owed: give --claim-ts and --contradicting-ts to show that "
            "the claim was wrong when it was made"
        )
    return tuple(found)


def _require_shape(found: Correction, said: Mapping[str, Value], agent: str) -> None:
    for name, text in (("claim", found.claim), ("correction", found.correction)):
        if not CLAIM_CHARS_MIN <= len(text) <= CLAIM_CHARS_MAX:
            message = f"'{name}' has {len(text)} characters, not {CLAIM_CHARS_MIN} to "
            message += f"{CLAIM_CHARS_MAX}"
            raise RecordRefused(
                Fault.BAD_CORRECTION, message, remedy="quote one sentence", field=name
            )
    if _same(found.claim, found.correction):
        message = "claim and correction say the same"
        remedy = "say what was stated, and what is true instead"
        raise RecordRefused(Fault.BAD_CORRECTION, message, remedy=remedy, field="correction")
    day, _, rest = found.key.partition(":")
    named, _, slug = rest.rpartition(":")
    is_day = len(day) == len("2026-11-30") and instant_us(day) is not None
    if not is_day or is_future_day(day, found.at_us) or named != agent:
        message = f"'dedupe_key' is not DAY:{agent}:SLUG, with a day that has come"
        remedy = f"write {second_text(found.at_us)[:10]}:{agent}:a-slug"
        raise RecordRefused(Fault.BAD_CORRECTION, message, remedy=remedy, field="dedupe_key")
    key_of(day, agent, slug)
    if said.get("caught_by", found.caught_by) != found.caught_by:
        message = f"'caught_by' follows from the kind: {found.caught_by}"
        raise RecordRefused(Fault.BAD_CORRECTION, message, remedy="leave it out", field="caught_by")
    if found.status is not CorrectionStatus.OPEN:
        message = "a correction begins as open"
        remedy = "`cortex correct deliver` or `retract` changes it later"
        raise RecordRefused(Fault.BAD_CORRECTION, message, remedy=remedy, field="status")


def _instant(said: Mapping[str, Value], name: str) -> int | None:
    return exact_instant_us(said[name]) if name in said else None


def _same(left: str, right: str) -> bool:
    return folded(left).rstrip(_ENDS) == folded(right).rstrip(_ENDS)


def folded(text: str) -> str:
    """Give the form two sentences are compared in; an accent can be the whole correction."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
