"""What does a clock that goes back take away? Nothing; and somebody says so."""

from pathlib import Path

import pytest

from cortex.model.callers import Caller
from cortex.model.commits import CommitRequest
from cortex.model.outcomes import Level
from cortex.model.questions import Question
from cortex.stores.system.clock import SystemClock
from cortex.wiring.house import House, open_house
from tests.faults.deposit_writer import CALLER, PLACE, settings_of

HOUR_US = 3_600_000_000
MORNING = "The pump is serviced in July"
LATER = "The gateway listens on port 8443"


def turn_clock(monkeypatch: pytest.MonkeyPatch, by_us: int) -> None:
    """Let every clock be ahead of the machine's."""
    now_us = SystemClock.now_us
    monkeypatch.setattr(SystemClock, "now_us", lambda self: now_us(self) + by_us)


def keep(house: House, text: str, key: str | None = None) -> str:
    """Keep a fact and give its reference."""
    request = CommitRequest(text, idempotency_key=key)
    return house.commit(request, PLACE, CALLER).fact.reference


def shown(house: House, need: str) -> list[str]:
    """Give the statements of the cards."""
    return [
        str(card.fact.content.text) for card in house.query(Question(need), PLACE, CALLER).cards
    ]


def test_clock_that_goes_back_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an hour back all facts are stored, a key is still known, new facts are kept and found.

    What was kept in the hour to come holds from then on; the doctor names the reason, and when the
    clock is right again all is as it was.
    """
    with monkeypatch.context() as ahead:
        turn_clock(ahead, HOUR_US)
        with open_house(settings_of(tmp_path)) as house:
            first = keep(house, LATER, "once")
            assert [LATER] == shown(house, "which port does the gateway listen on?")
    with open_house(settings_of(tmp_path)) as house:
        assert first == keep(house, LATER, "once")
        keep(house, MORNING)
        assert [MORNING] == shown(house, "when is the pump serviced?")
        told = [one for one in house.doctor() if one.level is not Level.PASS]
        assert ["clock"] == [one.check for one in told]
        assert 2 == len(house.history(None, 9, Caller()))
        with house.brain.reading() as reader:
            assert [1, 2] == [fact.fact_id for fact in reader.iter_facts()]
    turn_clock(monkeypatch, HOUR_US + 1_000_000)
    with open_house(settings_of(tmp_path)) as house:
        assert [LATER] == shown(house, "which port does the gateway listen on?")
        assert [MORNING] == shown(house, "when is the pump serviced?")
        assert {Level.PASS} == {one.level for one in house.doctor()}


def test_doctor_names_a_clock_that_stands_before_the_newest_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It warns, with the instant, while that is still to come."""
    with monkeypatch.context() as ahead:
        turn_clock(ahead, HOUR_US)
        with open_house(settings_of(tmp_path)) as house:
            keep(house, LATER)
    with open_house(settings_of(tmp_path)) as house:
        (told,) = [one for one in house.doctor() if one.level is not Level.PASS]
    assert ("clock", Level.WARN) == (told.check, told.level)
    assert "still to come" in told.detail
