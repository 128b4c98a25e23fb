"""Is a correction owed, new, and moved as it may be?"""

import pytest

from cortex.core.seat.events import new_event
from cortex.core.seat.ledger import (
    MOVES,
    correction_of,
    key_of,
    ledger_of,
    require_move,
    warnings_of,
)
from cortex.model.refusals import MoveRefused, RecordRefused
from cortex.model.seat_records import Correction, CorrectionStatus, Fault, SeatEvent

NOW_US = 1_780_000_000_000_000
KEY = "2026-05-28:ops:invoice-day"
SAID: dict[str, object] = {
    "kind": "self_correction",
    "claim": "The invoice went out on Monday",
    "correction": "The invoice went out on Tuesday",
    "evidence": "mail:812",
    "dedupe_key": KEY,
}
EARLY, LATE = "2026-05-01T10:00:00Z", "2026-05-02T10:00:00Z"


def event(**said: object) -> SeatEvent:
    """Give a correction, or what becomes of one when it says why."""
    name = "truth_correction_moved" if "why" in said else "truth_correction"
    metadata = said if "why" in said else {**SAID, **said}
    made = new_event(("ops", "acme"), NOW_US, ("action", name, "info"), metadata)
    return made._replace(where="events/2026-05-28.jsonl:1")


def made(**said: object) -> Correction:
    """Give the correction that is made."""
    return correction_of(event(**said))


def refused(**said: object) -> RecordRefused:
    """Give the refusal of a correction."""
    with pytest.raises(RecordRefused) as caught:
        made(**said)
    return caught.value


@pytest.mark.parametrize(
    ("kind", "catcher"),
    [
        ("self_correction", "ops"),
        ("user_correction", "user"),
        ("peer_correction", "peer"),
        ("audit_correction", "audit"),
    ],
)
def test_who_caught_it_follows_from_the_kind(kind: str, catcher: str) -> None:
    """Nobody says who caught a claim beside the kind; another name is refused."""
    assert catcher == made(kind=kind).caught_by
    assert "caught_by" == refused(kind=kind, caught_by="somebody").field


@pytest.mark.parametrize(
    ("claim", "correction"),
    [
        ("The port is 80 here", "The port is 80 here"),
        ("The port is 80 here", "the PORT  is 80 here"),
        ("The port is \uff18\uff10 here", "The port is 80 here"),
        (
            "ポートは80です、はい、そうです",
            "ﾎﾟｰﾄは80です、はい、そうです",
        ),
    ],
)
def test_a_correction_that_says_the_same_is_refused(claim: str, correction: str) -> None:
    """Case, spaces and forms of one character make no difference (Seat T9)."""
    assert "correction" == refused(claim=claim, correction=correction).field


def test_an_accent_can_be_the_correction() -> None:
    """Letters that differ make a difference."""
    one = made(claim="They are called Muller GmbH", correction="They are called Müller GmbH")
    assert "They are called Müller GmbH" == one.correction


@pytest.mark.parametrize("length", [9, 501])
def test_a_claim_is_a_sentence(length: int) -> None:
    """Nine characters are too few and 501 too many; both ends of the range are kept."""
    assert refused(claim="x" * length).exit_status == 2
    assert 10 == len(made(claim="x" * 10).claim)
    assert 500 == len(made(claim="x" * 500).claim)


@pytest.mark.parametrize(
    "slug", ["ab", "a" * 61, "-abc", "Abc", "a_bc", "a b c", "", "\u7aef\u53e3\u7aef", "abc\n"]
)
def test_a_slug_is_plain(slug: str) -> None:
    """A slug has 3 to 60 lower-case letters, digits and hyphens, and begins with no hyphen."""
    with pytest.raises(RecordRefused):
        key_of("2026-05-28", "ops", slug)
    assert "2026-05-28:ops:" + "a" * 60 == key_of("2026-05-28", "ops", "a" * 60)
    assert "2026-05-28:ops:a1-" == key_of("2026-05-28", "ops", "a1-")


@pytest.mark.parametrize(
    "key",
    [
        "invoice-day",
        "2026-05-28:sales:invoice-day",
        "2026-05-30:ops:invoice-day",
        "2026-13-01:ops:invoice-day",
        "2026-05-28:ops:Bad",
        "2026-05-28:ops:",
    ],
)
def test_a_key_names_its_day_and_its_seat(key: str) -> None:
    """A raw event with another seat's key, or of a day that has not come, is refused (Seat T9)."""
    assert Fault.BAD_CORRECTION == refused(dedupe_key=key).reason


def test_a_claim_that_was_wrong_when_it_was_made_is_owed() -> None:
    """The contradicting record is older than the claim (Seat T9)."""
    one = made(claim_ts=LATE, contradicting_ts=EARLY)
    assert one.contradicting_us is not None
    assert one.claim_us is not None
    assert one.contradicting_us < one.claim_us


@pytest.mark.parametrize("contradicting", [LATE, EARLY, "2026-05-02T12:00:00+02:00"])
def test_a_claim_that_became_false_later_is_superseded(contradicting: str) -> None:
    """What came later, or in the same moment, is refused with the explanation (Seat T9)."""
    fault = refused(claim_ts=EARLY, contradicting_ts=contradicting)
    assert Fault.SUPERSEDED == fault.reason
    assert "nothing is owed" in fault.message
    assert "history is kept" in fault.remedy


def test_zones_are_weighed_and_not_spelled() -> None:
    """An earlier instant written in a later zone is earlier all the same."""
    made(claim_ts="2026-05-01T10:00:00Z", contradicting_ts="2026-05-01T11:59:00+02:00")
    assert (
        Fault.SUPERSEDED
        == refused(
            claim_ts="2026-05-01T10:00:00Z", contradicting_ts="2026-05-01T09:00:00-02:00"
        ).reason
    )


@pytest.mark.parametrize("said", ["2026-05-01", "2999-01-01T00:00:00Z", "noon"])
def test_an_instant_that_proves_nothing_is_refused(said: str) -> None:
    """A day is no instant, and a claim cannot have been made in the future."""
    assert "claim_ts" == refused(claim_ts=said, contradicting_ts=EARLY).field


@pytest.mark.parametrize("said", [{"status": "delivered"}, {"surface": "mail"}, {"kind": "own"}])
def test_closed_sets_are_closed(said: dict[str, object]) -> None:
    """A correction begins as open, and names a surface and a kind of the sets."""
    assert refused(**said).exit_status == 2


def test_the_same_key_twice_is_told_by_whoever_reads() -> None:
    """A log that holds a key twice says so, and the first one counts (Seat T9)."""
    ledger = ledger_of([event(), event(correction="The invoice went out on Friday")])
    assert ["The invoice went out on Tuesday"] == [one.correction for one in ledger.corrections]
    assert 1 == len(ledger.bad)


def test_the_same_words_under_another_slug_are_a_duplicate() -> None:
    """What stands is not said twice; what was retracted may be said again."""
    other = event(dedupe_key="2026-05-28:ops:other-slug")
    assert 1 == len(ledger_of([event(), other]).corrections)
    taken_back = event(dedupe_key=KEY, status="retracted", why="true")
    assert 2 == len(ledger_of([event(), taken_back, other]).corrections)


@pytest.mark.parametrize("old", CorrectionStatus)
@pytest.mark.parametrize("new", CorrectionStatus)
def test_a_status_moves_forward_only(old: CorrectionStatus, new: CorrectionStatus) -> None:
    """Open becomes delivered or retracted, delivered becomes retracted, and the same is no move."""
    one = made()._replace(status=old)
    if old is new:
        assert not require_move(one, new)
    elif new in MOVES[old]:
        assert require_move(one, new)
    else:
        with pytest.raises(MoveRefused):
            require_move(one, new)


def test_a_move_of_nothing_is_told() -> None:
    """A change of a correction that does not exist is a row that breaks a rule."""
    lost = event(dedupe_key=KEY, status="delivered", why="mail:9")
    assert (0, 1) == tuple(map(len, ledger_of([lost])))


def test_a_clock_that_was_set_back_loses_no_move() -> None:
    """A move that stands before its correction counts, and one after it is weighed as ever."""
    delivered = event(dedupe_key=KEY, status="delivered", why="mail:9")._replace(where="a:1")
    retracted = event(dedupe_key=KEY, status="retracted", why="mail:10")._replace(where="a:2")
    made = event()._replace(where="b:1")
    again = delivered._replace(where="b:2")
    found = ledger_of([delivered, retracted, made, again])
    assert ["retracted"] == [one.status.value for one in found.corrections]
    assert ["b:2"] == [one.where for one in found.bad]


@pytest.mark.parametrize(
    "text", ["We never sent it twice", "Das war die erste Rechnung", "从不发送两次发票的记录"]
)
def test_a_correction_about_a_whole_record_warns(text: str) -> None:
    """First, only, never and all are high risk, in a correction too."""
    quiet = {**SAID, "claim_ts": LATE, "contradicting_ts": EARLY}
    assert () == warnings_of(quiet)
    assert 1 == len(warnings_of({**quiet, "correction": text}))
    assert 1 == len(warnings_of({**quiet, "claim": text}))


def test_a_correction_without_proof_warns() -> None:
    """Without both instants nothing shows that it is owed."""
    assert "--claim-ts" in warnings_of(SAID)[0]
